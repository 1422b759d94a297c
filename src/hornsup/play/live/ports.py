"""What the queue of a table needs: its log, and somebody who runs bots. Both are handed in.

A server hands in its database and its bot processes, a local table (`local.py`) a list in memory
and a thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from hornsup.errors import HornsUpError
from hornsup.play.entries import Logged
from hornsup.play.opening import Opening
from hornsup.play.table import Table


class StorageError(HornsUpError):
    """The storage did not take something, or we do not know whether it did."""


class BotFailed(Exception):
    """The bot took too long, failed, or its process ended."""


Outcome = bool | StorageError
"""True for an entry that is committed, False for one whose version (or command id) was taken."""
Then = Callable[[Outcome], None]


class TableStorage(Protocol):
    """The log of one table."""

    shared: bool
    """Whether others may write to the same log."""

    def append(
        self, table: Table, logged: Logged, then: Then, opening: Opening | None = None
    ) -> None:
        """Commit an entry, and with it the first entries of another table if there are any.

        `then` gets the outcome, and not before this returns.
        """

    async def entries(self, after: int) -> list[Logged]:
        """The log from a version on; raises StorageError."""

    async def answered(self, player: str, command: str) -> int | None:
        """The version that a command made, if it ever was accepted; raises StorageError."""

    async def schedule(self, table: Table, now: int, also: int | None = None) -> None:
        """Note when somebody should look at the table next, by then at the latest; raises
        StorageError."""


class BotRunner(Protocol):
    """Runs bots, each on nothing but the view of its seat."""

    async def choose(self, game: str, bot: str, view: dict[str, Any], legal: list[str]) -> str:
        """The text of the bot's move; raises BotFailed."""

    async def odds(self, game: str, view: dict[str, Any]) -> Any:
        """The exact odds in a position of a game that has them; raises BotFailed."""
