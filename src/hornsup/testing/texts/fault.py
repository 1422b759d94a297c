"""What a check found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Fault(NamedTuple):
    """A kind of fault and the words around it."""

    kind: str
    found: str

    def __str__(self) -> str:
        return f"{self.kind}: {visible(self.found)}"


def visible(text: str) -> str:
    """Text with its no-break spaces shown, since a reader of a report could not tell them apart."""
    return text.replace("\u00a0", "␣").replace("\u202f", "␣").replace("\n", "⏎")


def matches(kind: str, pattern: str, text: str) -> Iterator[Fault]:
    """A fault for every match, with a few characters before and after it."""
    for match in re.finditer(pattern, text):
        yield Fault(kind, text[max(0, match.start() - 12) : match.end() + 12])
