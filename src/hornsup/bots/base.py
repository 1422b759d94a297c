"""What a bot is given and what it must do."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from hornsup.core.contract import GameState
from hornsup.core.moves import Move


class Info:
    """Everything a bot may use: its seat's view, its legal moves, a generator, and samples.

    The true state is not here. `view` and `sample` are closures over it that return only what the
    seat may know.
    """

    __slots__ = ("_make_view", "_sample", "_view", "legal", "rng", "seat")

    def __init__(
        self,
        seat: int,
        legal: list[Move],
        rng: Random,
        make_view: Callable[[], dict[str, Any]],
        sample: Callable[[], GameState],
    ) -> None:
        self.seat = seat
        self.legal = legal
        self.rng = rng
        self._make_view = make_view
        self._sample = sample
        self._view: dict[str, Any] | None = None

    @property
    def view(self) -> dict[str, Any]:
        """What this seat may know, as plain data."""
        if self._view is None:
            self._view = self._make_view()
        return self._view

    def sample(self) -> GameState:
        """A full state that this seat cannot tell apart from the true one."""
        return self._sample()

    @staticmethod
    def of(state: GameState, rng: Random) -> Info:
        """The info of the seat that must decide now."""
        seat = state.to_move
        assert seat is not None, "the game is over"
        return Info(
            seat,
            state.legal_moves(),
            rng,
            lambda: state.view(seat),
            lambda: state.determinize(seat, rng),
        )


class Bot:
    """Choose one of `info.legal`. A bot may remember what it likes between its moves."""

    def choose(self, info: Info) -> Move:
        raise NotImplementedError


class RandomBot(Bot):
    """Every legal move is equally likely."""

    def choose(self, info: Info) -> Move:
        return info.legal[int(info.rng.random() * len(info.legal))]
