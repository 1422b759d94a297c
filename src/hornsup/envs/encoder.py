"""What environments need of a game: its states as arrays, its moves as numbers and rows."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from hornsup.core import registry
from hornsup.core.contract import GameState
from hornsup.core.moves import Move
from hornsup.envs.blocks import Block
from hornsup.envs.layout import Layout
from hornsup.errors import BadInput

Observation = npt.NDArray[np.int16]
Mask = npt.NDArray[np.int8]
Rows = npt.NDArray[np.float32]

FREE_WALKS: Final = ("one", "all")
_MODULES: Final[Mapping[str, str]] = {
    "horns-up": "hornsup.envs.horns_up.encoder",
    "raise-your-horns": "hornsup.envs.raise_your_horns.encoder",
}


class Encoder(Protocol):
    """The arrays of one game, one number of players and one set of options."""

    game: str
    players: int
    options: Any
    actions: int
    """How many action numbers there are."""
    size: int
    """The length of an observation."""
    row_width: int
    """The length of a row of `rows`."""
    layout: Layout
    row_layout: Layout
    blocks: list[Block]

    def observe(self, state: Any, seat: int, out: Observation) -> None:
        """Write what a seat knows into `out`."""

    def legal(self, state: Any) -> list[int]:
        """The action numbers of the seat to move; none when the game is over."""

    def move(self, number: int, seat: int) -> Move:
        """The move behind a number when this seat plays it."""

    def number(self, move: Move, seat: int) -> int:
        """The number of a move when this seat plays it."""

    def rows(self, state: Any) -> Rows:
        """A row of features for each number of `legal`, in its order."""

    def gains(self, state: Any, before: tuple[int, ...]) -> list[float] | None:
        """What each seat earned since `tally` gave `before`; None if nobody did."""

    def tally(self, state: Any) -> tuple[int, ...]:
        """What `gains` compares with."""


def make_encoder(
    game: str, players: int, options: object = None, free_walks: str = "one"
) -> Encoder:
    """The encoder of a game; `options` as for `hornsup.new`."""
    if free_walks not in FREE_WALKS:
        raise BadInput(f"free_walks is one or all, not {free_walks!r}")
    found = registry.get(game)
    if not isinstance(players, int) or players not in found.seats:
        raise BadInput(
            f"{found.title} is for {found.seats[0]} to {found.seats[-1]} players, not {players!r}"
        )
    own = found.read_options(options)
    encoder: Encoder = import_module(_MODULES[game]).make(own, players, free_walks)
    return encoder


def start(encoder: Encoder, seed: int | bytes | str) -> GameState:
    """A fresh game for an encoder."""
    return registry.get(encoder.game).start(encoder.players, seed, encoder.options)
