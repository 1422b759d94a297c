"""Which players are connected to a table, and since when others are not."""

from __future__ import annotations

from typing import Final, Protocol

from hornsup.play.runtime import Clock

REMEMBERED: Final = 20_000
"""How many departures are kept; spectators come and go by the thousand."""


class Presence(Protocol):
    """Who is connected, as far as it must be shared with other workers."""

    async def note(self, table_id: str, player: str, here: bool) -> None:
        """A player's first connection on this worker has opened, or the last one closed."""

    async def elsewhere(self, table_id: str) -> frozenset[str]:
        """The players with a connection on another worker."""

    async def left_at(self, table_id: str, player: str) -> int | None:
        """When a player who is not connected left, if anybody saw it."""

    async def names(self, players: list[str]) -> dict[str, str]:
        """What players who are connected elsewhere are called."""

    async def save(self) -> None:
        """Save what could not be saved when it happened."""

    async def stop(self) -> None: ...


class LocalPresence:
    """The only worker: its own connections are all there are."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._left: dict[tuple[str, str], int] = {}

    async def note(self, table_id: str, player: str, here: bool) -> None:
        if here:
            self._left.pop((table_id, player), None)
        else:
            self._left[table_id, player] = self._clock.now()
            if len(self._left) > REMEMBERED:
                del self._left[next(iter(self._left))]

    async def elsewhere(self, table_id: str) -> frozenset[str]:
        del table_id
        return frozenset()

    async def left_at(self, table_id: str, player: str) -> int | None:
        return self._left.get((table_id, player))

    async def names(self, players: list[str]) -> dict[str, str]:
        del players
        return {}

    async def save(self) -> None:
        return

    async def stop(self) -> None:
        return
