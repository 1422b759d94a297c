"""Moves of Horns Up: the number the engine works with, and the notation people read.

A code packs what a move may name into bit fields; a field that is not named is zero.
"""

from __future__ import annotations

from typing import Final

from hornsup.core.moves import Move
from hornsup.core.notation import SEAT_LETTERS, seat_letter, seat_number
from hornsup.core.refusal import Refusal
from hornsup.errors import IllegalMove
from hornsup.games.horns_up.board import (
    CELL_TEXT,
    CELLS,
    DIRECTIONS,
    KIND_OF_SIDES,
    SIDES_TEXT,
    cell_of_text,
    sides_mask,
)
from hornsup.i18n import Plain

# What a move does: the lowest four bits.
ENTER: Final = 0
WALK: Final = 1
PLACE: Final = 2
WALL_UP: Final = 3
CLEAR: Final = 4
PLAY: Final = 5
TOKEN_BACK: Final = 6
END: Final = 7
DISCARD_CARD: Final = 8
PART: Final = 9
KEEP: Final = 10
VERBS: Final = (
    "enter",
    "walk",
    "path",
    "wall",
    "clear",
    "play",
    "token",
    "end",
    "discard",
    "part",
    "keep",
)

# What follows each verb: for reading it, and as it is shown to people.
FIELDS: Final = (
    "cell",
    "cell",
    "sides cell",
    "card cell",
    "cell card",
    "",
    "",
    "",
    "card",
    "cell half",
    "cell half",
)
FORMS: Final = (
    "enter x,y",
    "walk x,y",
    "path NS x,y",
    "wall CARD x,y",
    "clear x,y CARD",
    "play TICKET [left|right] [A-I] [N|E|S|W] [x,y] [path SIDES]",
    "token",
    "end",
    "discard CARD",
    "part x,y left|right",
    "keep x,y left|centre|right",
)

OP_MASK: Final = 15
CELL: Final = 4  # 10 bits: a cell
CELL_MASK: Final = 1023
OFF_TABLE: Final = CELLS - 1  # a rim cell: what `play` names when the cell is off the table
KIND: Final = 14  # 6 bits: a kind of Audience card
KIND_MASK: Final = 63
SIDES: Final = 20  # 4 bits: the sides of a Path
SEAT: Final = 24  # 4 bits: a seat plus one
WAY: Final = 28  # 3 bits: a direction plus one
HALF: Final = 31  # 2 bits: left, right, centre
LEFT: Final = 1
RIGHT: Final = 2
MIDDLE: Final = 3
HALVES: Final = ("", "left", "right", "centre")


def op_of(code: int) -> int:
    return code & OP_MASK


def cell_of(code: int) -> int:
    return code >> CELL & CELL_MASK


def kind_of(code: int) -> int:
    return code >> KIND & KIND_MASK


def sides_of(code: int) -> int:
    return code >> SIDES & 15


def seat_of(code: int) -> int:
    """The target, -1 if none is named."""
    return (code >> SEAT & 15) - 1


def way_of(code: int) -> int:
    """The direction, -1 if none is named."""
    return (code >> WAY & 7) - 1


def half_of(code: int) -> int:
    return code >> HALF & 3


def unreadable(what: str, text: str, **values: object) -> IllegalMove:
    """The refusal of a text that is no move; `what` says which part of it cannot be read."""
    own = {
        name: Plain(value) if isinstance(value, str) else value for name, value in values.items()
    }
    quoted = {"text": Plain(repr(text)[:60]), **own}
    return Refusal(f"unreadable-{what}", "H13", "refusals", quoted).error()


class MoveCodec:
    """Codes to moves and texts to moves for one deck; every move is made once and shared."""

    __slots__ = ("_by_code", "_kinds", "_targets", "slugs")

    def __init__(self, slugs: tuple[str, ...], targets: tuple[tuple[bool, ...], ...]) -> None:
        self.slugs = slugs
        # For every Ticket, from the last kinds on: whether each half names a Rocker.
        self._targets = targets
        self._kinds = {slug: kind for kind, slug in enumerate(slugs)}
        self._by_code: dict[int, Move] = {}

    def move(self, code: int) -> Move:
        found = self._by_code.get(code)
        if found is None:
            found = self._by_code[code] = _move(self.text(code), code)
        return found

    def moves(self, codes: list[int]) -> list[Move]:
        known = self._by_code
        try:
            return [known[code] for code in codes]
        except KeyError:
            return [self.move(code) for code in codes]

    def owns(self, move: Move) -> bool:
        """Whether the move was made here, so that its code can be trusted."""
        return self._by_code.get(move.code) is move

    def text(self, code: int) -> str:
        """The notation of a code."""
        op = code & OP_MASK
        words = [VERBS[op]]
        cell = CELL_TEXT[cell_of(code)]
        if op in (ENTER, WALK):
            words.append(cell)
        elif op == PLACE:
            words += [SIDES_TEXT[sides_of(code)], cell]
        elif op == WALL_UP:
            words += [self.slugs[kind_of(code)], cell]
        elif op == CLEAR:
            words += [cell, self.slugs[kind_of(code)]]
        elif op == PLAY:
            words += self._play_words(code)
        elif op == DISCARD_CARD:
            words.append(self.slugs[kind_of(code)])
        elif op in (PART, KEEP):
            words += [cell, HALVES[half_of(code)]]
        return " ".join(words)

    def _play_words(self, code: int) -> list[str]:
        words = [self.slugs[kind_of(code)]]
        if half_of(code):
            words.append(HALVES[half_of(code)])
        if seat_of(code) >= 0:
            words.append(seat_letter(seat_of(code)))
        if way_of(code) >= 0:
            words.append(DIRECTIONS[way_of(code)])
        if cell_of(code):
            words.append(CELL_TEXT[cell_of(code)])
        if sides_of(code):
            words += ["path", SIDES_TEXT[sides_of(code)]]
        return words

    def parse(self, text: object) -> Move:
        """The move behind a notation; raises IllegalMove if it cannot be read."""
        if not isinstance(text, str):
            raise unreadable("verb", str(text), verbs=VERBS)
        words = text.split()
        if not words or words[0] not in VERBS:
            raise unreadable("verb", text, verbs=VERBS)
        op = VERBS.index(words[0])
        if op == PLAY:
            code = self._parse_play(text, words[1:])
        else:
            code = op | self._parse_fields(text, op, words[1:])
        if "," in text and cell_of(code) in (0, OFF_TABLE):
            return _move(" ".join(words), code)  # all cells off the table share a code
        return self.move(code)

    def parse_logged(self, text: str) -> Move:
        """The move behind a text of a log or record.

        Earlier versions ignored a cell off the table after a Ticket; logs may hold such moves.
        """
        move = self.parse(text)
        if op_of(move.code) == PLAY and cell_of(move.code) == OFF_TABLE:
            return self.move(move.code & ~(CELL_MASK << CELL))
        return move

    def _parse_fields(self, text: str, op: int, words: list[str]) -> int:
        form = FIELDS[op].split()
        if len(words) != len(form):
            raise unreadable("form", text, form=FORMS[op])
        code = 0
        for name, word in zip(form, words, strict=True):
            code |= self._field(text, name, word)
        return code

    def _field(self, text: str, name: str, word: str) -> int:
        if name == "cell":
            cell = cell_of_text(word)
            if cell < 0:
                raise unreadable("cell", text, word=word)
            return cell << CELL
        if name == "card":
            if word not in self._kinds:
                raise unreadable("card", text, word=word)
            return self._kinds[word] << KIND
        if name == "sides":
            mask = sides_mask(word)
            if mask < 0 or KIND_OF_SIDES[mask] < 0:
                known = [SIDES_TEXT[m] for m in range(16) if KIND_OF_SIDES[m] >= 0]
                raise unreadable("sides", text, word=word, known=known)
            return mask << SIDES
        if word not in HALVES[1:]:
            raise unreadable("half", text, word=word)
        return HALVES.index(word) << HALF

    def _parse_play(self, text: str, words: list[str]) -> int:
        """`play TICKET`, then what applies, in this order: half, seat, direction, cell, landing."""
        if not words:
            raise unreadable("form", text, form=FORMS[PLAY])
        code = PLAY | self._field(text, "card", words[0])
        rest = words[1:]
        if rest and rest[0] in ("left", "right"):
            code |= HALVES.index(rest.pop(0)) << HALF
        if rest and self._takes_target(code) and _is_seat(rest[0]):
            code |= (seat_number(rest.pop(0)) + 1) << SEAT
        if rest and len(rest[0]) == 1 and rest[0] in DIRECTIONS:
            code |= (DIRECTIONS.index(rest.pop(0)) + 1) << WAY
        if rest and "," in rest[0]:
            code |= self._field(text, "cell", rest.pop(0)) or OFF_TABLE << CELL
        if len(rest) == 2 and rest[0] == "path":
            code |= self._field(text, "sides", rest[1])
            rest = []
        if rest:
            raise unreadable("extra", text, word=rest[0], form=FORMS[PLAY])
        return code

    def _takes_target(self, code: int) -> bool:
        """Whether a letter after this Ticket is a Rocker first: E is also a direction."""
        ticket = kind_of(code) - (len(self.slugs) - len(self._targets))
        if ticket < 0:
            return False
        halves = self._targets[ticket]
        return halves[half_of(code) - 1] if 0 < half_of(code) <= len(halves) else any(halves)


def _move(text: str, code: int) -> Move:
    seat = seat_of(code)
    looks_like_a_direction = seat >= 0 and way_of(code) < 0 and seat_letter(seat) in DIRECTIONS
    return Move(text, code, seat=seat if looks_like_a_direction else None)


def _is_seat(word: str) -> bool:
    return len(word) == 1 and word in SEAT_LETTERS[:9]
