"""Plain values that a notebook shows as more than text: lists of events, and records.

They are a list and a dict in every other respect. What a record looks like needs packages above
this one; the package itself (`hornsup/__init__.py`) puts the function here that draws it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Any


class Events(list[Any]):
    """The events of a move, first one first; a notebook shows their sentences."""

    __slots__ = ("game",)

    def __init__(self, game: str = "", events: Iterable[Any] = ()) -> None:
        super().__init__(events)
        self.game = game

    def __reduce__(self) -> tuple[Any, ...]:
        return Events, (self.game, list(self))

    def _repr_html_(self) -> str | None:
        from hornsup.core import registry

        narrate = registry.get(self.game).narrate if self.game else None
        if narrate is None:
            return None
        lines = (f"<li>{escape(narrate(event, 'en'))}</li>" for event in self)
        return f'<ol class="hornsup-events">{"".join(lines)}</ol>'


Draw = Callable[[dict[str, Any]], str | None]


class Drawing:
    """How records are shown; nothing is, until a package that can do it has said so."""

    record: Draw | None = None


class Record(dict[str, Any]):
    """A game as data; a notebook shows its replay."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return Drawing.record(self) if Drawing.record is not None else None
