"""The mapping between moves of Horns Up and action numbers, one for each deck and table size.

Every move that the rules could ever allow has a number, in blocks by kind of move (`blocks`); a
number means the same move in every position. Cells are counted row by row from the Stage, in a row
from left to right. Rockers that a Ticket names are counted from the one who plays it: 1 is the
left-hand neighbour. So all seats share one mapping and a learner can play any of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from hornsup.core.moves import Move
from hornsup.envs.blocks import Block, Field
from hornsup.errors import BadInput
from hornsup.games.horns_up.board import (
    CELL_TEXT,
    DIRECTIONS,
    LAYINGS,
    MAX_X,
    ROWS,
    SIDES_TEXT,
    cell_at,
)
from hornsup.games.horns_up.card_symbols import Half
from hornsup.games.horns_up.moves import (
    CELL,
    CLEAR,
    DISCARD_CARD,
    END,
    ENTER,
    HALF,
    HALVES,
    KEEP,
    KIND,
    LEFT,
    MIDDLE,
    OP_MASK,
    PART,
    PLACE,
    PLAY,
    RIGHT,
    SEAT,
    SIDES,
    TOKEN_BACK,
    WALK,
    WALL_UP,
    WAY,
)
from hornsup.games.horns_up.options import Options
from hornsup.games.horns_up.rules import Rules, rules_for
from hornsup.games.horns_up.state import HornsUp

FREE_WALKS: Final = ("one", "all")
SEAT_FIELD: Final = 15 << SEAT
TABLE_CELLS: Final = tuple(
    cell_at(x, y) for y in range(1, ROWS + 1) for x in range(-MAX_X, MAX_X + 1)
)
CENTRAL_CELLS: Final = tuple(cell_at(0, y) for y in range(1, ROWS + 1))
ALL_LAYINGS: Final = tuple(sides for ways in LAYINGS for sides in ways)

Digit = tuple[str, Sequence[tuple[int, str]]]
"""A field of a block: its name, then for each value the bits of the code and a text."""

_CELLS: Final[Digit] = ("cell", [(cell << CELL, CELL_TEXT[cell]) for cell in TABLE_CELLS])
_CENTRAL: Final[Digit] = ("cell", [(cell << CELL, CELL_TEXT[cell]) for cell in CENTRAL_CELLS])
_SIDES: Final[Digit] = ("sides", [(sides << SIDES, SIDES_TEXT[sides]) for sides in ALL_LAYINGS])
_WAYS: Final[Digit] = ("direction", [((way + 1) << WAY, DIRECTIONS[way]) for way in range(4)])
_LANDINGS: Final[Digit] = ("landing", [(0, "none"), *_SIDES[1]])


class ActionMap:
    """All moves of one deck, one distance of the Entrances and one number of players, numbered."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.players = players
        self.blocks: list[Block] = []
        # The code of every number, with a Rocker counted from the one who plays.
        self._codes: list[int] = []
        self._add_all()
        self.size: int = len(self._codes)
        self._numbers: dict[int, int] = {code: n for n, code in enumerate(self._codes)}
        # By seat to move: numbers of codes as the engine writes them, found once.
        self._found: list[dict[int, int]] = [{} for _ in range(players)]

    # --- building ---------------------------------------------------------------------------

    def _add_all(self) -> None:
        rules = self.rules
        entrances = [(cell << CELL, CELL_TEXT[cell]) for cell in rules.entrances]
        self._add("enter", ENTER, ("entrance", entrances))
        self._add("walk", WALK, _CELLS)
        self._add("token", TOKEN_BACK)
        self._add("end", END)
        self._add("path", PLACE, _SIDES, _CELLS)
        walls = range(rules.walls_from, rules.tickets_from)
        self._add("wall", WALL_UP, self._cards(walls), _CELLS)
        self._add("clear", CLEAR, self._cards(self._payments()), _CELLS)
        self._add("discard", DISCARD_CARD, self._cards(range(len(rules.slugs))))
        self._add("part", PART, _CENTRAL, _halves(LEFT, RIGHT))
        self._add("keep", KEEP, _CENTRAL, _halves(LEFT, MIDDLE, RIGHT))
        for ticket, halves in enumerate(rules.effects):
            self._add_ticket(rules.tickets_from + ticket, halves)

    def _add(self, name: str, base: int, *digits: Digit) -> None:
        fields = tuple(Field(what, tuple(text for _, text in values)) for what, values in digits)
        self.blocks.append(Block(name, len(self._codes), fields))
        for bits in product(*([bit for bit, _ in values] for _, values in digits)):
            self._codes.append(base | sum(bits))

    def _cards(self, kinds: Sequence[int]) -> Digit:
        return "card", [(kind << KIND, self.rules.slugs[kind]) for kind in kinds]

    def _payments(self) -> list[int]:
        """The cards that remove some Wall of this deck (H46 to H49)."""
        rules = self.rules
        paths = range(rules.walls_from) if any(rules.paid_by_path) else ()
        tickets = range(rules.tickets_from, len(rules.slugs)) if any(rules.paid_by_ticket) else ()
        return [*paths, *tickets]

    def _add_ticket(self, kind: int, halves: tuple[Half, ...]) -> None:
        for number, half in enumerate(halves):
            side = 0 if len(halves) == 1 else (LEFT, RIGHT)[number]
            words = ["play", self.rules.slugs[kind], HALVES[side]]
            base = PLAY | kind << KIND | side << HALF
            self._add(" ".join(words).strip(), base, *self._choices(half))

    def _choices(self, half: Half) -> Iterator[Digit]:
        """What the player of a Ticket names, in the order of the notation."""
        if half.target:
            yield "place", [(place << SEAT, f"+{place}") for place in range(1, self.players)]
        if half.push or half.surf:
            yield _WAYS
        if half.remove:
            yield _CELLS
        if half.surf:
            yield _LANDINGS

    # --- moves and numbers ------------------------------------------------------------------

    def encode(self, move: Move, seat: int) -> int:
        """The number of a move (of a state's own) when this seat plays it."""
        number = self._numbers.get(self._counted_from(move.code, seat))
        if number is None:
            raise BadInput(f"the move {str(move)!r} has no action number at this table")
        return number

    def decode(self, number: int, seat: int) -> Move:
        """The move behind a number when this seat plays it, legal or not."""
        return self.rules.codec.move(self.code_of(number, seat))

    def code_of(self, number: int, seat: int) -> int:
        """The engine's code of a number."""
        if not 0 <= number < self.size:
            raise BadInput(f"action numbers go from 0 to {self.size - 1}, not {number}")
        code = self._codes[number]
        place = (code & SEAT_FIELD) >> SEAT
        if not place:
            return code
        return code & ~SEAT_FIELD | ((seat + place) % self.players + 1) << SEAT

    def numbers(self, codes: Sequence[int], seat: int) -> list[int]:
        """The numbers of codes, in their order."""
        found = self._found[seat]
        try:
            return [found[code] for code in codes]
        except KeyError:
            for code in codes:
                if code not in found:
                    found[code] = self._numbers[self._counted_from(code, seat)]
            return [found[code] for code in codes]

    def legal(self, state: HornsUp, free_walks: str = "one") -> list[int]:
        """The numbers of what may be chosen, in the order of the engine's legal moves."""
        if state.over:
            return []
        return self.numbers(offered_codes(state, free_walks), state.mover)

    def _counted_from(self, code: int, seat: int) -> int:
        """The code with the Rocker it names counted from this seat."""
        named = (code & SEAT_FIELD) >> SEAT
        if not named:
            return code
        return code & ~SEAT_FIELD | (named - 1 - seat) % self.players << SEAT


def offered_codes(state: HornsUp, free_walks: str = "one") -> list[int]:
    """The legal codes, without free walks if the last move was one and only one is allowed.

    A window goes from one move that is no walk to the next, and one walk reaches every cell that
    several would. Beside walks there is always a legal move, so something can always be chosen.
    """
    codes = state.legal_codes()
    if free_walks == "one" and has_walked(state):
        return [code for code in codes if code & OP_MASK != WALK]
    return codes


def has_walked(state: HornsUp) -> bool:
    """Whether the last move, which everyone saw, was a free walk."""
    return state.history is not None and state.history[1] & OP_MASK == WALK


def _halves(*sides: int) -> Digit:
    return "half", [(side << HALF, HALVES[side]) for side in sides]


@lru_cache(maxsize=64)
def action_map(options: Options, players: int) -> ActionMap:
    """The mapping of a table; tables with equal options share it."""
    return ActionMap(rules_for(options), players)
