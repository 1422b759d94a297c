"""Legal moves as rows of figures, for bots and learners that rate moves one by one.

A row means the same at tables of every size and with every deck: cards are told by what they do,
rivals by how near to the Stage they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from hornsup.bots.horns_up.changes import CHANGES, Changes, card_of
from hornsup.bots.horns_up.evaluation import PATH_CARD, USES, card_uses
from hornsup.bots.horns_up.planning import PATH_KINDS
from hornsup.bots.horns_up.prospects import OWN, PHASES, PROSPECTS, RIVAL, RIVALS, Prospects
from hornsup.games.horns_up.board import column, row
from hornsup.games.horns_up.card_symbols import ALL, ONE, PUSH, SELF
from hornsup.games.horns_up.moves import (
    PLAY,
    VERBS,
    cell_of,
    half_of,
    kind_of,
    op_of,
    sides_of,
    way_of,
)

if TYPE_CHECKING:
    from hornsup.games.horns_up.rules import Rules
    from hornsup.games.horns_up.state import HornsUp

STEPS: Final = PUSH + 1
WHOM: Final = ("self", "one", "all")
USE_NAMES: Final = ("Path", "Wall", "draws", "more actions", "hits", "surfs", "Stage card")
CARD_USES: Final = PATH_KINDS + USES - 1

Spans = tuple[tuple[str, int | tuple[int, ...], str], ...]
_EFFECT: Final = "symbols of the Ticket's half, by whom they hit (self, one, all) and symbol"
NAMED: Final[Spans] = (
    ("verb", len(VERBS), "one of " + ", ".join(VERBS)),
    ("sides", 4, "open sides N E S W of the Path that is laid"),
    ("direction", 4, "N E S W"),
    ("cell", 3, "a cell is named; columns from the middle; row"),
    ("card_use", CARD_USES, "the card that leaves the hand: kind of Path, or use as in `uses`"),
    ("effect", (len(WHOM), STEPS), _EFFECT),
)
BY_MOVE: Final[Spans] = (
    *NAMED,
    *((name, 1, meaning) for name, meaning in (*CHANGES, *PROSPECTS)),
)
SITUATION: Final[Spans] = (
    ("phase", len(PHASES), "one of " + ", ".join(PHASES)),
    ("own", len(OWN), "the mover: " + ", ".join(OWN)),
    ("uses", USES, "cards in hand by use: " + ", ".join(USE_NAMES)),
    ("paths", PATH_KINDS, "Paths in hand by kind"),
    ("rivals", (RIVALS, len(RIVAL)), "the nearest to the Stage, by rival: " + ", ".join(RIVAL)),
)


class RowMaker:
    """Makes the rows of one deck; what a move names is worked out once."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._named: dict[int, tuple[float, ...]] = {}

    def rows(
        self, state: HornsUp, codes: Sequence[int]
    ) -> tuple[list[tuple[float, ...]], list[float]]:
        """By move the figures of `BY_MOVE`, and once those of `SITUATION`."""
        prospects = Prospects(state)
        changes = Changes(state, prospects.now).of(codes)
        found = zip(codes, changes, prospects.of(codes), strict=True)
        return [self.named(code) + old + new for code, old, new in found], prospects.situation()

    def named(self, code: int) -> tuple[float, ...]:
        """What the move names, as in `NAMED`."""
        found = self._named.get(code)
        if found is None:
            found = self._named[code] = self._what_is_named(code)
        return found

    def _what_is_named(self, code: int) -> tuple[float, ...]:
        op, cell, way = op_of(code), cell_of(code), way_of(code)
        verbs = [float(op == verb) for verb in range(len(VERBS))]
        sides = [float(sides_of(code) >> side & 1) for side in range(4)]
        ways = [float(way == side) for side in range(4)]
        place = [1.0, abs(column(cell)), row(cell)] if cell else [0.0, 0.0, 0.0]
        return (*verbs, *sides, *ways, *place, *self._card_use(card_of(code)), *self._effect(code))

    def _card_use(self, card: int) -> list[float]:
        places = [0.0] * CARD_USES
        if card >= 0:
            use = card_uses(self.rules)[0][card]
            places[card if use == PATH_CARD else PATH_KINDS + use - 1] = 1.0
        return places

    def _effect(self, code: int) -> list[float]:
        counts = [0.0] * (len(WHOM) * STEPS)
        if op_of(code) == PLAY:
            halves = self.rules.effects[kind_of(code) - self.rules.tickets_from]
            whom = {SELF: 0, ONE: 1, ALL: 2}
            for step, who in halves[half_of(code) - 1 if half_of(code) else 0].steps:
                counts[whom[who] * STEPS + step] += 1
        return counts
