"""A recorded game of Horns Up as steps, decisions taken apart from what chance made of them.

Between the two lies a state in which cards are about to be drawn. After `end` and the last `enter`
it is the table before the next turn; for a Ticket and an answer it is judged by the mean over what
could have been drawn, since drawing is what the move was played for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from hornsup.bots.horns_up import chances
from hornsup.bots.horns_up.lookahead import state_after
from hornsup.games.horns_up import events
from hornsup.games.horns_up.moves import END, ENTER, OP_MASK, WALK, cell_of
from hornsup.games.horns_up.state import HornsUp
from hornsup.reviews.data import SeenBy, Step, Values
from hornsup.reviews.horns_up.redraws import (
    Mean,
    carried_out,
    first_chance,
    judged,
    mean_after,
    mean_deal,
    mean_of,
    was_dealt,
)
from hornsup.reviews.replaying import Played, opening, replayed

VIEW_GUESSES: Final = 16
"""Guesses behind every point of a graph that is not of open hands."""


def code_of(move: Played) -> int:
    """The number by which the engine knows a move."""
    code: int = move.after.history[1]
    return code


class Watcher:
    """Judges positions with all hands open; the base of those who see less."""

    def __init__(self, seed: object) -> None:
        self.seed = seed

    def rng(self, label: object) -> Random:
        """A generator of its own for every figure, so that no figure depends on another one."""
        return Random(f"review/{self.seed}/{label}")

    def values(self, state: HornsUp, label: object) -> Values:
        del label
        return tuple(judged(state))

    def told(self, state: HornsUp, happened: Sequence[Any]) -> tuple[Any, ...]:
        del state
        return tuple(happened)

    def drawn(self, move: Played) -> tuple[Values, Mean]:
        """The chances before and the mean chances after what a move left to chance."""
        code = code_of(move)
        mean = mean_after(move.before, code, move.events, self.rng(f"redraw/{move.number}"))
        return self.decided(move, code) or mean.values, mean

    def decided(self, move: Played, code: int) -> Values | None:
        """The chances after a move that ends a turn or the setup, before the next turn begins.

        Who could only end the turn decided nothing: the chances stay what they were.
        """
        if code == END and self.forced(move.before, f"forced/{move.number}"):
            return self.values(move.before, f"after/{move.number - 1}")
        state = before_turn(move.before, code)
        return None if state is None else self.values(state, f"decided/{move.number}")

    def forced(self, state: HornsUp, label: object) -> bool:
        """Whether there was nothing to choose, as far as the reader knows."""
        del label
        return is_forced(state)


class SeatWatcher(Watcher):
    """Judges positions by the mean over guesses from what one seat, or the table, could know.

    Luck is what the seat saw: its own draws, and what its own moves turned over.
    """

    def __init__(self, seed: object, seat: int | None, guesses: int) -> None:
        super().__init__(seed)
        self.seat = seat
        self.guesses = min(guesses, VIEW_GUESSES)

    def values(self, state: HornsUp, label: object) -> Values:
        if state.over:
            return tuple(chances(state))
        rng = self.rng(label)
        found = (judged(state.determinize(self.seat, rng)) for _ in range(self.guesses))
        return mean_of(found).values

    def forced(self, state: HornsUp, label: object) -> bool:
        """In every guess: what others hold must not show in whether they had a choice."""
        rng = self.rng(label)
        return all(is_forced(state.determinize(self.seat, rng)) for _ in range(self.guesses))

    def told(self, state: HornsUp, happened: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(state.redact(list(happened), self.seat))

    def drawn(self, move: Played) -> tuple[Values, Mean]:
        code = code_of(move)
        before = self.decided(move, code)
        after = self.values(move.after, f"after/{move.number}")
        if before is not None:
            drawer = move.after.turn
            return before, self._guessed(move, code) if drawer == self.seat else Mean(after)
        if move.before.to_move == self.seat:
            mean = self._guessed(move, code)
            return mean.values, mean
        return after, Mean(after)

    def _guessed(self, move: Played, code: int) -> Mean:
        """The mean over guesses made before the draw, each with its own cards to come."""
        rng = self.rng(f"redraw/{move.number}")
        guesses = (move.before.determinize(self.seat, rng) for _ in range(self.guesses))
        return mean_of(judged(carried_out(guess, code)) for guess in guesses)


def watcher(seed: object, seen_by: SeenBy, guesses: int) -> Watcher:
    if seen_by is None:
        return Watcher(seed)
    return SeatWatcher(seed, None if seen_by == "table" else seen_by, guesses)


def is_forced(state: HornsUp) -> bool:
    """Whether there was nothing to choose but where to walk."""
    return sum(code & OP_MASK != WALK for code in state.legal_codes()) == 1


def before_turn(before: HornsUp, code: int) -> HornsUp | None:
    """For a move that ends a turn or the setup: the table before the next turn begins."""
    if code == END:
        return state_after(before, code)
    if code & OP_MASK == ENTER:
        copy = before.clone()
        copy.pawns[before.mover] = cell_of(code)
        return copy
    return None


def steps(data: Mapping[str, Any], eyes: Watcher) -> Iterator[Step]:
    """The steps of a record as somebody saw them."""
    state = opening(data)
    assert isinstance(state, HornsUp)
    yield _first(state, eyes)
    at = 1
    for move in replayed(data):
        for step in _steps_of(at, move, eyes):
            yield step
            at += 1


def _first(state: HornsUp, eyes: Watcher) -> Step:
    """The deal; or a position that was set up, in which nobody has had any luck yet."""
    values = eyes.values(state, "after/0")
    none = (0.0,) * state.players
    told = eyes.told(state, state.opening)
    if not was_dealt(state):
        return Step(0, 0, "chance", None, "", 0, values, values, none, none, events=told)
    start = (1 / state.players,) * state.players
    mean = mean_deal(state, eyes.rng("redeal"))
    luck, rest = _split(values, mean, start)
    return Step(
        0, 0, "chance", None, "", 0, values, start, luck, rest, mean.guesses, mean.errors, told
    )


def _split(after: Values, mean: Mean, before: Values) -> tuple[Values, Values]:
    """Luck and rest."""
    luck = tuple(now - expected for now, expected in zip(after, mean.values, strict=True))
    rest = tuple(expected - then for expected, then in zip(mean.values, before, strict=True))
    return luck, rest


def _steps_of(at: int, move: Played, eyes: Watcher) -> Iterator[Step]:
    """The decision, then chance if the move left anything to it."""
    number, text, turn = move.number, move.text, move.before.turn_number
    seat = move.before.to_move
    happened = eyes.told(move.after, move.events)
    after = eyes.values(move.after, f"after/{number}")
    cut = first_chance(move.events)
    if cut == len(move.events):
        yield Step(at, number, "decision", seat, text, turn, after, events=happened)
        return
    decided, mean = eyes.drawn(move)
    yield Step(at, number, "decision", seat, text, turn, decided, events=happened[:cut])
    luck, rest = _split(after, mean, decided)
    yield Step(
        at + 1,
        number,
        "chance",
        _drawer(move),
        text,
        move.after.turn_number,
        after,
        None,
        luck,
        rest,
        mean.guesses,
        mean.errors,
        happened[cut:],
    )


def _drawer(move: Played) -> int | None:
    """Who drew first, or turned a Stage card over."""
    for event in move.events:
        if isinstance(event, events.Drew):
            return event.seat
    seat: int | None = move.before.to_move
    return seat
