"""A move: a text that people and programs exchange, and the number the engine works with."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from hornsup.core.notation import seat_number

NO_CODE: Final = -1
"""The code of a move that was made from its text alone; a state finds out the real one."""
SIDES: Final = "NESW"
HALVES: Final = ("left", "right", "centre")


class Move:
    """One move. `str(move)` is its notation; two moves are equal when their notation is.

    Its parts are read from the text. `seat` need only be given for a seat `E` that would be read
    as the direction east; games do so.
    """

    __slots__ = ("_seat", "code", "text")

    def __init__(self, text: str, code: int = NO_CODE, *, seat: int | None = None) -> None:
        self.text = text
        self.code = code
        self._seat = seat

    @property
    def verb(self) -> str:
        """The first word: `path`, `play`, `roll`."""
        return _parts(self.text).verb

    @property
    def card(self) -> str | None:
        """The card that is named: `mosh-pit`."""
        return _parts(self.text).card

    @property
    def cell(self) -> str | None:
        """The cell as `x,y`."""
        return _parts(self.text).cell

    @property
    def seat(self) -> int | None:
        """The seat that is named, counted from 0."""
        return _parts(self.text).seat if self._seat is None else self._seat

    @property
    def direction(self) -> str | None:
        """`N`, `E`, `S` or `W`."""
        return _parts(self.text).direction if self._seat is None else None

    @property
    def sides(self) -> str | None:
        """The open sides of the Path that is laid, in the order `NESW`."""
        return _parts(self.text).sides

    @property
    def half(self) -> str | None:
        """`left`, `right` or `centre`."""
        return _parts(self.text).half

    @property
    def face(self) -> str | None:
        """The face of the die that is kept: `B4`, `WH`."""
        return _parts(self.text).face

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        seat = "" if self._seat is None else f", seat={self._seat}"
        return f"Move({self.text!r}{seat})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[Any, tuple[str, int, int | None]]:
        """For copies and pickles; a compiled class cannot be made without its arguments."""
        return _remade, (self.text, self.code, self._seat)


def _remade(text: str, code: int, seat: int | None) -> Move:
    return Move(text, code, seat=seat)


class _Parts(NamedTuple):
    verb: str = ""
    card: str | None = None
    cell: str | None = None
    seat: int | None = None
    direction: str | None = None
    sides: str | None = None
    half: str | None = None
    face: str | None = None


@lru_cache(maxsize=4096)
def _parts(text: str) -> _Parts:
    """What the words of a notation are, by their form."""
    verb, *words = text.split() or [""]
    found = {_kind_of(word): word for word in words if len(word) > 1 and word != "path"}
    letters = [word for word in words if len(word) == 1]
    # A direction stands after a card, and after the seat if there is one too.
    directed = len(letters) == 2 or (len(letters) == 1 and "card" in found and letters[0] in SIDES)
    direction = letters.pop() if directed else None
    seat = seat_number(letters[0]) if letters else None
    return _Parts(verb, seat=seat, direction=direction, **found)


def _kind_of(word: str) -> str:
    if "," in word:
        return "cell"
    if word in HALVES:
        return "half"
    if set(word) <= set(SIDES):
        return "sides"
    return "card" if word.islower() else "face"
