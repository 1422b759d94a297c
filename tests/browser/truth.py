"""What really lies in whose hand, from the server's own log."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from hornsup.play.table import Table
from tests.server.faults import from_log, open_store
from tests.server.harness import Remote


def table_of(server: Remote, table_id: str) -> Table:
    """A table as its log tells it, read in a thread of its own: Playwright has this one's loop."""
    found: list[Table] = []
    thread = threading.Thread(target=lambda: found.append(asyncio.run(_read(server, table_id))))
    thread.start()
    thread.join(30)
    return found[0]


async def _read(server: Remote, table_id: str) -> Table:
    async with open_store(server.config.database) as store:
        return await from_log(store, table_id)


def hands(table: Table) -> list[list[str]]:
    """The cards in every hand."""
    assert table.state is not None
    views: list[dict[str, Any]] = [table.state.view(seat) for seat in range(table.state.players)]
    return [list(view["hand"]) for view in views]
