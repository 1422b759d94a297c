"""The exact solution of one round: what every choice costs, as fractions.

Backward induction over the situations of a round. Everybody looks at this round only and minimises
the own probability of losing it; between keeps that are equally good each is equally likely, two
dice of one kind and value counting once; who may name a loser never names itself and picks every
other player of the game (with `name_only_in_round`: of the round) with equal probability.

A situation is what has been kept so far, in order. Losses are listed by place: the starter is
place 0, then the others in the order of the round, then those whom the dice do not reach (R14).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod

from hornsup.errors import BadInput
from hornsup.games.raise_your_horns.dice import Dice
from hornsup.games.raise_your_horns.faces import FACES, WHITE, Face, in_order

Losses = tuple[Fraction, ...]
Faces = tuple[Face, ...]
MOST_ROLLS = 2_000_000


@dataclass(frozen=True, slots=True)
class Keep:
    """One die that may be kept: how often each place then loses, and what it costs the keeper."""

    face: Face
    losses: Losses
    loss: Fraction
    cost: Fraction


def full_set(players: int) -> str:
    """The dice of a round (R1, R14)."""
    return "WBF" if players == 3 else "WBBF"


def legal_keeps(roll: Faces) -> Faces:
    """R5, R6: the dice that may be kept, each kind and value once, in their usual order."""
    black = any(face.die != WHITE for face in roll)
    faces = {face for face in roll if face.die != WHITE or face.horns or not black}
    return in_order(faces)


class Solution:
    """The solved round for one set of dice and one number of players."""

    def __init__(self, dice: Dice, players: int, name_only_in_round: bool = False) -> None:
        self.dice = dice
        self.players = players
        self.full = full_set(players)
        self.places = len(self.full)
        self.nameable = self.places if name_only_in_round else players
        self._known: dict[tuple[str, tuple[int, ...]], Losses] = {}
        rolls = prod(len(set(dice.marks(die))) for die in self.full)
        if rolls > MOST_ROLLS:
            raise BadInput(f"these dice have {rolls} first rolls; solve at most {MOST_ROLLS}")

    # -- asking ----------------------------------------------------------------------------

    def before_roll(self, kept: Faces = ()) -> Losses:
        """How often each place loses when the next player is about to roll."""
        return self._value(self.left(kept), tuple(face.value for face in kept))

    def left(self, kept: Faces) -> str:
        """The dice still in play after these were kept; refuses dice that cannot have been kept."""
        left = list(self.full)
        for number, face in enumerate(kept):
            if face.off:
                raise BadInput(f"{face.text} ends the round and is never kept (R9)")
            if face not in self.dice.faces(face.die):
                raise BadInput(f"these dice have no face {face.text}")
            if face.die not in left:
                count = self.full.count(face.die)
                raise BadInput(
                    f"{face.text} cannot be kept as well: {self.players} players have "
                    f"{count} die {face.die} ({', '.join(self.full)})"
                )
            if face.die == WHITE and not face.horns and number < self.places - 1:
                raise BadInput(
                    f"{face.text} cannot have been kept while black dice were rolled (R5)"
                )
            left.remove(face.die)
        return "".join(left)

    def check_roll(self, kept: Faces, roll: Faces) -> None:
        """Refuse a roll that these dice cannot show in this situation."""
        left = self.left(kept)
        for face in roll:
            if face not in self.dice.faces(face.die):
                raise BadInput(f"these dice have no face {face.text}")
        if sorted(face.die for face in roll) != sorted(left):
            shown = " ".join(face.die for face in roll)
            example = " ".join(FACES[f"{die}1"].text for die in left)
            raise BadInput(
                f"this roll shows the dice {shown}, but with {len(kept)} of {len(self.full)} dice "
                f"kept the next player rolls {' '.join(left)}, such as {example!r}"
            )

    def keeps(self, kept: Faces, roll: Faces) -> list[Keep]:
        """Every die that may be kept from a roll, the best first; none with the off symbol."""
        self.check_roll(kept, roll)
        if any(face.off for face in roll):
            return []
        return self._keeps(self.left(kept), tuple(face.value for face in kept), roll)

    def off_losses(self, kept: Faces, roll: Faces) -> Losses:
        """How often each place loses once the off symbol shows (R9, R10)."""
        horns = any(face.horns for face in (*kept, *roll))
        return self._off(len(kept), horns)

    def situations(self) -> Iterator[tuple[str, tuple[int, ...], Losses]]:
        """Every reachable situation before a roll: dice left, values kept, losses."""
        self.before_roll()
        for (left, kept), losses in sorted(self._known.items(), key=lambda item: item[0][1]):
            yield left, kept, losses

    # -- solving ---------------------------------------------------------------------------

    def _value(self, left: str, kept: tuple[int, ...]) -> Losses:
        found = self._known.get((left, kept))
        if found is None:
            found = self._last(kept) if not left else self._roll(left, kept)
            self._known[left, kept] = found
        return found

    def _last(self, kept: tuple[int, ...]) -> Losses:
        """R4, R7: all dice are kept; the lowest lose, the owner of the Horns never does."""
        horns = FACES["WH"].value
        lowest = min((value for value in kept if value != horns), default=-1)
        lost = tuple(Fraction(value == lowest) for value in kept)
        return lost + (Fraction(0),) * (self.players - len(lost))

    def _roll(self, left: str, kept: tuple[int, ...]) -> Losses:
        """The average over everything the dice can show."""
        total = [Fraction(0)] * self.players
        for roll, chance in rolls_of(self.dice, left):
            losses = self._after(left, kept, roll)
            for place, loss in enumerate(losses):
                if loss:
                    total[place] += chance * loss
        return tuple(total)

    def _after(self, left: str, kept: tuple[int, ...], roll: Faces) -> Losses:
        if any(face.off for face in roll):
            horns = FACES["WH"].value in kept or any(face.horns for face in roll)
            return self._off(len(kept), horns)
        keeps = self._keeps(left, kept, roll)
        best = [keep for keep in keeps if not keep.cost]
        share = Fraction(1, len(best))
        return tuple(share * sum(column) for column in zip(*(k.losses for k in best), strict=True))

    def _off(self, roller: int, horns: bool) -> Losses:
        """R9: the roller loses; R10: with Horns on the table one of the others does."""
        if not horns:
            return tuple(Fraction(place == roller) for place in range(self.players))
        share = Fraction(1, self.nameable - 1)
        return tuple(
            share if place != roller and place < self.nameable else Fraction(0)
            for place in range(self.players)
        )

    def _keeps(self, left: str, kept: tuple[int, ...], roll: Faces) -> list[Keep]:
        me = len(kept)
        found = []
        for face in legal_keeps(roll):
            losses = self._value(left.replace(face.die, "", 1), (*kept, face.value))
            found.append((face, losses))
        best = min(losses[me] for _, losses in found)
        keeps = [Keep(face, losses, losses[me], losses[me] - best) for face, losses in found]
        keeps.sort(key=lambda keep: keep.loss)
        return keeps


def rolls_of(dice: Dice, left: str) -> Iterator[tuple[Faces, Fraction]]:
    """Everything that dice can show, each combination once, with its probability."""
    counted: Counter[Faces] = Counter()
    shown = [tuple(Counter(dice.faces(die)).items()) for die in left]
    for faces in product(*shown):
        roll = in_order(face for face, _ in faces)
        counted[roll] += prod(times for _, times in faces)
    total = prod(len(dice.marks(die)) for die in left)
    for roll, ways in counted.items():
        yield roll, Fraction(ways, total)


@lru_cache(maxsize=16)
def solve(dice: Dice, players: int, name_only_in_round: bool = False) -> Solution:
    """The solution, worked out once per process."""
    return Solution(dice, players, name_only_in_round)


def read_faces(text: str) -> Faces:
    """Dice written as `W5 B2 B0 F1`."""
    faces = []
    for word in text.replace(",", " ").split():
        if word not in FACES:
            raise BadInput(
                f"{word!r} is no face of a die; write W1–W5 or WH, B0–B5, F1–F5 or F!, "
                "such as W5 B2 F1"
            )
        faces.append(FACES[word])
    return tuple(faces)
