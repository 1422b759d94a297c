"""States of Horns Up as arrays, its moves as numbers and rows."""

from __future__ import annotations

from functools import lru_cache

from hornsup.core.moves import Move
from hornsup.envs.encoder import Observation, Rows
from hornsup.envs.horns_up.actions import action_map, offered_codes
from hornsup.envs.horns_up.observation import Observer
from hornsup.envs.horns_up.rows import MoveRows
from hornsup.games.horns_up.options import Options
from hornsup.games.horns_up.state import HornsUp


class HornsUpEncoder:
    """See `Encoder`. The winner earns 1, and the others pay that in equal parts."""

    game = "horns-up"

    def __init__(self, options: Options, players: int, free_walks: str) -> None:
        self.options = options
        self.players = players
        self.free_walks = free_walks
        self.map = action_map(options, players)
        self.observer = Observer(self.map.rules, players)
        self.move_rows = MoveRows(self.map)
        self.actions = self.map.size
        self.blocks = self.map.blocks
        self.size = self.observer.size
        self.layout = self.observer.layout
        self.row_width = self.move_rows.width
        self.row_layout = self.move_rows.layout
        self._shares = [
            [1.0 if seat == winner else -1.0 / (players - 1) for seat in range(players)]
            for winner in range(players)
        ]

    def observe(self, state: HornsUp, seat: int, out: Observation) -> None:
        self.observer.write(state, seat, out)

    def legal(self, state: HornsUp) -> list[int]:
        return self.map.legal(state, self.free_walks)

    def move(self, number: int, seat: int) -> Move:
        return self.map.decode(number, seat)

    def number(self, move: Move, seat: int) -> int:
        return self.map.encode(move, seat)

    def rows(self, state: HornsUp) -> Rows:
        codes = [] if state.over else offered_codes(state, self.free_walks)
        return self.move_rows.rows(state, codes)

    def tally(self, state: HornsUp) -> tuple[int, ...]:
        del state
        return ()

    def gains(self, state: HornsUp, before: tuple[int, ...]) -> list[float] | None:
        del before
        return self._shares[state.winner] if state.winner >= 0 else None


@lru_cache(maxsize=64)
def make(options: Options, players: int, free_walks: str) -> HornsUpEncoder:
    """Environments with equal settings share an encoder and what it has worked out."""
    return HornsUpEncoder(options, players, free_walks)
