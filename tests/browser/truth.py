"""What really lies in whose hand, from the server's own log."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from hornsup.play.table import Table
from tests.server.faults import open_store
from tests.server.harness import Remote


def states(server: Remote, table_id: str) -> list[tuple[int, Any]]:
    """Every version of a table with the state of its game, none of it as told to anybody.

    Read in a thread of its own, because Playwright has the loop of this one.
    """
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(_states(server, table_id))).result(30)


async def _states(server: Remote, table_id: str) -> list[tuple[int, Any]]:
    async with open_store(server.config.database) as store:
        row = await store.tables.get(table_id)
        assert row is not None
        table = Table(row.id, row.code or "", bytes.fromhex(row.secret))
        found = []
        for entry in await store.log.entries(table_id):
            table.fold(entry)
            if table.state is not None:
                found.append((table.version, table.state))
        return found
