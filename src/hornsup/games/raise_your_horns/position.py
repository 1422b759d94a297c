"""Positions of scenarios: set up a table from data, and read it back to compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from hornsup.core.contract import GameState, Origin
from hornsup.core.notation import seat_letter, seat_number
from hornsup.core.randomness import seed_bytes
from hornsup.core.scenario import per_seat
from hornsup.errors import BadInput
from hornsup.games.raise_your_horns import rounds
from hornsup.games.raise_your_horns.faces import FACES, WHITE, Face
from hornsup.games.raise_your_horns.options import Options
from hornsup.games.raise_your_horns.rolls import Hand
from hornsup.games.raise_your_horns.rules import CLOCKWISE, rules_for
from hornsup.games.raise_your_horns.state import RaiseYourHorns

SHOWN: Final = ("round", "turn", "direction", "kept", "losses", "rolls")
KEYS: Final = (*SHOWN, "seed")
EXPECTED: Final = (*SHOWN, "losers", "starter")


def position(players: int, options: Options, data: Mapping[str, Any]) -> RaiseYourHorns:
    """A game at the moment when `turn` is about to roll; round 0 is the starting roll.

    The dice fall as `rolls` says, then by `seed`, a text; without one always the same.
    """
    unknown = sorted(set(data) - set(KEYS))
    if unknown:
        raise BadInput(f"[position] has no {unknown[0]!r}; it has {', '.join(KEYS)}")
    return _Position(players, options, data).state


class _Position:
    """Reads every key and lays the kept dice out one by one, as if they had been played."""

    def __init__(self, players: int, options: Options, data: Mapping[str, Any]) -> None:
        self.data = data
        self.players = players
        self.rules = rules_for(options, players)
        state = self.state = RaiseYourHorns.fresh(self.rules, players)
        state.origin = Origin("position", dict(data))
        state.seed = seed_bytes(self.seed())
        state.direction = self.direction()
        state.losses = self.losses()
        state.script = tuple(self.roll(text) for text in self.texts("rolls"))
        number = self.number("round", data.get("round", 1))
        kept = {self.seat(seat): self.kept_die(die) for seat, die in self.table("kept").items()}
        turn = self.seat(data["turn"]) if "turn" in data else self.after(set(kept))
        if number == 0:
            self.starting_roll(turn, kept)
        else:
            state.round_number = number - 1
            self.running_round(turn, kept)
        if state.script:
            self.check_next_roll(state.hand if number else self.rules.white)

    # -- reading ---------------------------------------------------------------------------

    def seat(self, letter: Any) -> int:
        return seat_number(str(letter), self.players)

    def number(self, what: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise BadInput(f"{what} is a whole number from 0, not {value!r}")
        return value

    def seed(self) -> str:
        value = self.data.get("seed", "position")
        if not isinstance(value, str):
            raise BadInput(f"seed is a text, not {value!r}")
        return value

    def direction(self) -> int:
        value = self.data.get("direction", CLOCKWISE)
        if isinstance(value, bool) or value not in (1, -1):
            raise BadInput(f"direction is 1 (clockwise) or -1, not {value!r}")
        return int(value)

    def table(self, key: str) -> Mapping[str, Any]:
        value = self.data.get(key, {})
        if not isinstance(value, Mapping):
            raise BadInput(f"{key} is a table by seat, such as {{ A = ... }}, not {value!r}")
        return value

    def texts(self, key: str) -> list[str]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise BadInput(f"{key} is a list of texts, not {value!r}")
        return value

    def losses(self) -> list[int]:
        """By seat, or as a list with one number for everyone."""
        given = self.data.get("losses", {})
        if isinstance(given, list) and len(given) == self.players:
            given = {seat_letter(seat): count for seat, count in enumerate(given)}
        if not isinstance(given, Mapping):
            raise BadInput(f"losses is a table by seat, such as {{ A = 2 }}, not {given!r}")
        losses = [0] * self.players
        for letter, count in given.items():
            losses[self.seat(letter)] = self.number(f"losses of {letter}", count)
        if max(losses) >= self.rules.loss_goal:
            raise BadInput(f"the game is over: it ends at {self.rules.loss_goal} losses")
        return losses

    def face(self, text: str) -> Face:
        face = FACES.get(text)
        if face is None or face not in self.rules.dice.faces(face.die):
            raise BadInput(f"{text!r} is no face of the dice {self.rules.dice.name!r}")
        return face

    def roll(self, text: str) -> tuple[Face, ...]:
        faces = tuple(self.face(word) for word in text.split())
        full = self.rules.full.dice
        if not faces or rounds.left_over(full, faces) is None:
            dice = " ".join(full)
            raise BadInput(f"the roll {text!r} cannot come: the dice of this game are {dice}")
        return faces

    def kept_die(self, text: Any) -> Face:
        face = self.face(str(text))
        if face.off:
            raise BadInput(f"{face.text} cannot have been kept: it ends the round (R9)")
        if face.die == WHITE and not face.horns:
            raise BadInput(f"{face.text} cannot have been kept: it waits until the last (R5)")
        return face

    # -- setting up ------------------------------------------------------------------------

    def starting_roll(self, turn: int, kept: Mapping[int, Face]) -> None:
        if kept:
            raise BadInput("in round 0, the starting roll, nobody has kept a die")
        state = self.state
        state.seat = turn
        state.contenders = tuple((turn + step) % self.players for step in range(self.players))

    def after(self, seats: set[int]) -> int:
        """The seat to whom the dice came, when the position does not say."""
        step = self.state.direction
        waiting = [seat for seat in seats if (seat + step) % self.players not in seats]
        return (waiting[0] + step) % self.players if waiting else 0

    def running_round(self, turn: int, kept: Mapping[int, Face]) -> None:
        if turn in kept:
            who = seat_letter(turn)
            raise BadInput(f"{who} has kept {kept[turn].text} already and cannot be on turn")
        state = self.state
        order = self.order(turn, kept)
        rounds.begin_round(state, order[0], None)
        state.order = order
        for seat in order[: len(kept)]:
            self.lay(seat, kept[seat])
        state.seat = turn
        if kept:
            state.choices = self.rules.to_roll

    def order(self, turn: int, kept: Mapping[int, Face]) -> tuple[int, ...]:
        """First those who have kept, then from `turn` on whom the other dice will reach."""
        step, size = self.state.direction, len(self.rules.full.dice)
        ahead = [(turn + step * count) % self.players for count in range(self.players)]
        done = [seat for seat in ahead if seat in kept]
        if len(done) >= size:
            raise BadInput(f"{len(done)} dice are kept: none of the {size} is left to roll")
        return (*done, *(seat for seat in ahead if seat not in kept))[:size]

    def lay(self, seat: int, face: Face) -> None:
        state = self.state
        if face.die not in state.hand.dice:
            dice = " ".join(self.rules.full.dice)
            raise BadInput(f"{face.text} cannot have been kept too: the dice are {dice}")
        left = state.hand.without[face.die]
        assert left is not None, "the order has room for one more than were kept"
        state.seat = seat
        state.hand = left
        rounds.take(state, face)

    def check_next_roll(self, hand: Hand) -> None:
        """Say now, not at the first move, that the first roll does not fit."""
        if rounds.left_over(hand.dice, self.state.script[0]) is None:
            roll, dice = self.texts("rolls")[0], " ".join(hand.dice)
            raise BadInput(f"the roll {roll!r} cannot come: the dice in hand are {dice}")


# --- reading a state back -------------------------------------------------------------------


def observe(game_state: GameState, key: str, wanted: Any) -> Any:
    """What a state shows under a key of `expect`, in the form of what is wanted."""
    state = game_state
    assert isinstance(state, RaiseYourHorns)
    if key == "kept":
        return per_seat(_seats(key, wanted), state.players, lambda seat: _kept(state, seat))
    if key == "losses":
        if isinstance(wanted, list):
            return list(state.losses)
        return per_seat(_seats(key, wanted), state.players, lambda seat: state.losses[seat])
    if key == "losers":
        return _losers(state, wanted)
    if key in EXPECTED:
        return _simple(state)[key]
    known = sorted({*EXPECTED, "winner", "over", "to_move", "legal", "illegal"})
    raise BadInput(f"nothing called {key!r} can be expected; known are {', '.join(known)}")


def _simple(state: RaiseYourHorns) -> dict[str, Any]:
    return {
        "round": state.round_number,
        "turn": seat_letter(state.seat),
        "direction": state.direction,
        "starter": seat_letter(state.starter) if state.round_number else "",
        "rolls": [" ".join(face.text for face in faces) for faces in state.script],
    }


def _seats(key: str, wanted: Any) -> Mapping[str, Any]:
    if not isinstance(wanted, Mapping):
        raise BadInput(f"expect {key} by seat, such as {{ A = ... }}, not {wanted!r}")
    return wanted


def _kept(state: RaiseYourHorns, seat: int) -> str:
    kept = dict(zip(state.order, state.kept, strict=False))
    return kept[seat].text if seat in kept else ""


def _losers(state: RaiseYourHorns, wanted: Any) -> Any:
    """In any order, as a list of letters or as one word."""
    came = [seat_letter(seat) for seat in sorted(state.losers)]
    if isinstance(wanted, list):
        return wanted if Counter(map(str, wanted)) == Counter(came) else came
    return wanted if isinstance(wanted, str) and sorted(wanted) == came else "".join(came)
