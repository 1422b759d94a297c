"""Who is connected to a table, as far as a decision depends on it; handed in, never in the log."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final, NamedTuple


class Person(NamedTuple):
    """Somebody at the table without a seat."""

    player: str
    name: str


class Present(NamedTuple):
    """`away_since` has the players of seats who are not connected, `without_seat` those who are
    and have no seat, by the id under which clients know them."""

    now: int
    away_since: Mapping[str, int]
    without_seat: Mapping[str, Person]


NOT_KNOWN: Final = Present(0, {}, {})


def person_id(table_id: str, player: str) -> str:
    """The id of a person at one table: the same on every worker, and it tells no player's id."""
    return hashlib.sha256(f"{table_id}/{player}".encode()).hexdigest()[:16]
