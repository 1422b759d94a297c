"""Decisions, each judged from what its own seat knew.

Every move compared is played on the same guesses of the hidden cards to the end of the turn, and
the judge says what the seat's chance is then. Few guesses first leave the moves that are worth
more; the loss is then measured on fresh guesses between the best move and the one played, so that
a move that was merely lucky in the first guesses does not count as better. A loss that would get a
word is measured once more with two rounds of turns played on, for the judge alone sees differences
at the end of a turn that are gone soon after. That takes most of the time: if half of the guesses
show that no word will come of it, the other half is not played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any, Final

from hornsup.bots.horns_up.lookahead import candidates, walk_target
from hornsup.bots.horns_up.tree import sure_win
from hornsup.games.horns_up.moves import CELL, OP_MASK, WALK
from hornsup.games.horns_up.state import HornsUp
from hornsup.reviews.data import Decision
from hornsup.reviews.horns_up.playing import play_turns, ratings
from hornsup.reviews.horns_up.steps import code_of
from hornsup.reviews.replaying import Played, replayed
from hornsup.reviews.words import least_loss, word_for

MOST_MOVES: Final = 7  # that are compared at all, beside the one played
FEW: Final = 4  # guesses for all of them
SOME: Final = 4  # more guesses for the best of them
BEST: Final = 3
ROUNDS: Final = 2  # of turns, when a loss is measured again
SURE: Final = 1 - 1e-9


class Comparison:
    """Moves of one decision on shared guesses: every move's chance in every guess so far."""

    def __init__(self, state: HornsUp, seat: int, rng: Random, turns: int = 1) -> None:
        self.state = state
        self.seat = seat
        self.rng = rng
        self.turns = turns
        self.results: dict[int, list[float]] = {}

    def guess(self) -> HornsUp:
        return self.state.determinize(self.seat, self.rng)

    def run(self, codes: Sequence[int], guesses: int) -> None:
        """Play every move on so many new guesses."""
        for _ in range(guesses):
            guess = self.guess()
            for code in codes:
                found = play_turns(guess.clone(), code, self.turns)[self.seat]
                self.results.setdefault(code, []).append(found)

    def mean(self, code: int) -> float:
        found = self.results[code]
        return sum(found) / len(found)

    def best(self, codes: Sequence[int], count: int) -> list[int]:
        return sorted(codes, key=self.mean, reverse=True)[:count]


def difference(ones: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """The mean of the differences guess by guess, and its standard error."""
    pairs = [one - other for one, other in zip(ones, others, strict=True)]
    count = len(pairs)
    mean = sum(pairs) / count
    spread = sum((pair - mean) ** 2 for pair in pairs)
    return mean, sqrt(spread / max(count - 1, 1) / count)


def sensible(guess: HornsUp, seat: int, played: int) -> list[int]:
    """The moves worth comparing: the best by lookahead, a win that is there, the walk forward.

    The lookahead sees one move ahead; a win that begins with a Ticket for more actions is planned.
    """
    codes = candidates(guess, seat)
    if len(codes) > MOST_MOVES:
        found = dict(zip(codes, ratings(guess, codes), strict=True))
        codes = sorted(codes, key=lambda code: -found[code])[:MOST_MOVES]
    target = walk_target(guess) if not guess.agenda and guess.turn_number else 0
    walk = WALK | target << CELL
    more = [walk] if target and walk in guess.legal_codes() else []
    win = sure_win(guess) if not guess.agenda else -1
    more += [win] if win >= 0 else []
    return list(dict.fromkeys((*codes, *more, played)))


def choices(data: Mapping[str, Any]) -> Iterator[Played]:
    """The moves that were chosen among several; a walk costs nothing and is judged by what came."""
    for move in replayed(data):
        if code_of(move) & OP_MASK != WALK and len(move.before.legal_codes()) > 1:
            yield move


def judge(move: Played, seed: object, guesses: int) -> Decision | None:
    """The loss of one move; None if no other move was sensible."""
    state: HornsUp = move.before
    seat, played = state.mover, code_of(move)
    rng = Random(f"review/{seed}/decision/{move.number}")
    compared = Comparison(state, seat, rng)
    codes = sensible(compared.guess(), seat, played)
    if len(codes) < 2:
        return None
    best, loss, error, count = _measure(compared, codes, played, guesses)
    text = str(state.move_of(best))
    word = word_for(loss, error, state.players)
    turn = state.turn_number
    return Decision(move.number, seat, move.text, text, loss, error, count, len(codes), word, turn)


def _measure(
    compared: Comparison, codes: Sequence[int], played: int, guesses: int
) -> tuple[int, float, float, int]:
    """The best move, what the one played loses against it, the error, and the guesses behind it."""
    compared.run(codes, min(FEW, guesses))
    if compared.mean(played) >= SURE:
        return played, 0.0, 0.0, len(compared.results[played])
    few = compared.best([code for code in codes if code != played], BEST)
    compared.run([*few, played], min(SOME, guesses))
    best = compared.best(few, 1)[0]
    rough, error = difference(compared.results[best], compared.results[played])
    if rough <= 0:
        return played, 0.0, error, len(compared.results[played])
    compared.results.clear()
    if rough >= least_loss(compared.state.players):
        gap, error = _played_on(compared, best, played, guesses)
    else:
        compared.run([best, played], guesses)
        gap, error = difference(compared.results[best], compared.results[played])
    count = len(compared.results[played])
    return (best if gap > 0 else played), max(gap, 0.0), error, count


def _played_on(compared: Comparison, best: int, played: int, guesses: int) -> tuple[float, float]:
    """The loss after two rounds of turns; half of the guesses are enough for one that is small."""
    players = compared.state.players
    compared.turns = ROUNDS * players
    half = guesses // 2
    if half > 1:
        compared.run([best, played], half)
        gap, error = difference(compared.results[best], compared.results[played])
        if gap + error < least_loss(players):
            return gap, error
        guesses -= half
    compared.run([best, played], guesses)
    return difference(compared.results[best], compared.results[played])
