"""Legal moves of Horns Up as rows of features, for learners that rate moves one by one.

First comes what the move names that depends on the deck and the number of players. The rest are the
rows of the bots' `move_rows`: what the move names, what it would change on the table, what it
promises the mover, and the situation, which is the same in all rows of a position. Everything
follows from the mover's own knowledge.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from hornsup.bots.horns_up.changes import card_of
from hornsup.bots.horns_up.move_rows import BY_MOVE, SITUATION, RowMaker
from hornsup.envs.horns_up.actions import ActionMap
from hornsup.envs.layout import Layout
from hornsup.games.horns_up.moves import MIDDLE, half_of, seat_of
from hornsup.games.horns_up.state import HornsUp

Rows = npt.NDArray[np.float32]


class MoveRows:
    """Makes the rows of one mapping."""

    def __init__(self, actions: ActionMap) -> None:
        self.actions = actions
        self.maker = RowMaker(actions.rules)
        self.layout = Layout()
        add = self.layout.add
        self._card = add("card", len(actions.rules.slugs), "the card that leaves the hand")
        self._half = add("half", MIDDLE, "left, right, centre")
        self._place = add("place", actions.players, "the Rocker named, by place")
        self._by_move = self.layout.size
        for span in BY_MOVE:
            add(*span)
        self._situation = self.layout.size
        for span in SITUATION:
            add(*span)
        self.width = self.layout.size

    def rows(self, state: HornsUp, codes: Sequence[int]) -> Rows:
        """One row per code, in their order."""
        out = np.zeros((len(codes), self.width), dtype=np.float32)
        if not codes:
            return out
        for line, code in enumerate(codes):
            for place in self._ones(code, state.mover):
                out[line, place] = 1
        by_move, situation = self.maker.rows(state, codes)
        out[:, self._by_move : self._situation] = by_move
        out[:, self._situation :] = situation
        return out

    def _ones(self, code: int, seat: int) -> list[int]:
        """The places of what depends on deck and table."""
        ones = []
        if card_of(code) >= 0:
            ones.append(self._card + card_of(code))
        if half_of(code):
            ones.append(self._half + half_of(code) - 1)
        if seat_of(code) >= 0:
            ones.append(self._place + (seat_of(code) - seat) % self.actions.players)
        return ones
