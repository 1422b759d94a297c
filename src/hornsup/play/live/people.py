"""Who is connected to a table on any worker, as this worker has heard."""

from __future__ import annotations

from heapq import nsmallest
from typing import Final

from hornsup.play import wire
from hornsup.play.present import Person, Present, person_id
from hornsup.play.runtime import Clock
from hornsup.play.table import Table

MOST_NAMED: Final = 50
"""How many spectators are told by name; the others are counted."""


class People:
    """The people of one table: who is here, since when others are not, and what spectators are
    called."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table = table
        self._clock = clock
        self._since = clock.now()  # what was before that, nobody here has seen
        self._left: dict[str, int] = {}
        self._names: dict[str, str] = {}
        self.present: frozenset[str] = frozenset()

    def update(self, present: frozenset[str], names: dict[str, str]) -> frozenset[str]:
        """Note who is connected now; gives those who have left since the last time."""
        gone, now = self.present - present, self._clock.now()
        self._left |= dict.fromkeys(gone, now)
        kept = self._table.is_member
        self._left = {at: when for at, when in self._left.items() if at not in present and kept(at)}
        self._names, self.present = names, present
        return gone

    def seated(self) -> frozenset[str]:
        """Those who are connected and belong to the table."""
        return frozenset(who for who in self.present if self._table.is_member(who))

    def away_since(self, player: str) -> int | None:
        return None if player in self.present else self._left.get(player, self._since)

    # --- without a seat -----------------------------------------------------------------------

    def without_seat(self, present: frozenset[str]) -> int:
        """How many of them have no seat."""
        return sum(not self._table.is_seated(who) for who in present)

    def named(self, present: frozenset[str]) -> list[str]:
        """Those of them who have no seat and are told by name: the host, and so many others that
        every worker agrees on."""
        found = (who for who in present if not self._table.is_seated(who))
        return nsmallest(MOST_NAMED, found, key=lambda who: (who != self._table.host, who))

    def _without_seat(self) -> dict[str, Person]:
        found = [Person(who, self._names.get(who, "")) for who in self.named(self.present)]
        table_id = self._table.id
        return {person_id(table_id, each.player): each for each in found if each.name}

    def spectators(self) -> list[wire.Spectator]:
        """Those who have no seat, by name, as people at the table are told: no more than
        `MOST_NAMED`, since all of them are sent whenever one comes or goes."""
        found = [
            wire.Spectator(key, person.name, person.player == self._table.host)
            for key, person in self._without_seat().items()
        ]
        return sorted(found, key=lambda each: (each.name, each.id))

    def now(self) -> Present:
        """What a decision may depend on."""
        held = {seat.player for seat in self._table.seats if seat.player is not None}
        since = {player: self.away_since(player) for player in held}
        away = {player: at for player, at in since.items() if at is not None}
        return Present(self._clock.now(), away, self._without_seat())
