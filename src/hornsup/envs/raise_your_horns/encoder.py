"""States of Raise Your Horns! as arrays, its moves as numbers and rows."""

from __future__ import annotations

from functools import lru_cache

from hornsup.core.moves import Move
from hornsup.envs.encoder import Observation, Rows
from hornsup.envs.raise_your_horns.actions import action_map
from hornsup.envs.raise_your_horns.observation import Observer
from hornsup.envs.raise_your_horns.rows import MoveRows
from hornsup.games.raise_your_horns.options import Options
from hornsup.games.raise_your_horns.rules import rules_for
from hornsup.games.raise_your_horns.state import RaiseYourHorns


class DiceEncoder:
    """See `Encoder`. Who loses a round pays 1 at once; nothing else is earned."""

    game = "raise-your-horns"

    def __init__(self, options: Options, players: int) -> None:
        self.options = options
        self.players = players
        self.map = action_map(options, players)
        self.observer = Observer(rules_for(options, players), self.map)
        self.move_rows = MoveRows(self.map)
        self.actions = self.map.size
        self.blocks = self.map.blocks
        self.size = self.observer.size
        self.layout = self.observer.layout
        self.row_width = self.move_rows.width
        self.row_layout = self.move_rows.layout

    def observe(self, state: RaiseYourHorns, seat: int, out: Observation) -> None:
        self.observer.write(state, seat, out)

    def legal(self, state: RaiseYourHorns) -> list[int]:
        return self.map.legal(state)

    def move(self, number: int, seat: int) -> Move:
        return self.map.decode(number, seat)

    def number(self, move: Move, seat: int) -> int:
        return self.map.encode(move, seat)

    def rows(self, state: RaiseYourHorns) -> Rows:
        return self.move_rows.rows(state, [*state.choices])

    def tally(self, state: RaiseYourHorns) -> tuple[int, ...]:
        return tuple(state.losses)

    def gains(self, state: RaiseYourHorns, before: tuple[int, ...]) -> list[float] | None:
        if tuple(state.losses) == before:
            return None
        return [float(old - new) for old, new in zip(before, state.losses, strict=True)]


@lru_cache(maxsize=64)
def make(options: Options, players: int, free_walks: str) -> DiceEncoder:
    """Environments with equal settings share an encoder; dice have no walks to limit."""
    del free_walks
    return DiceEncoder(options, players)
