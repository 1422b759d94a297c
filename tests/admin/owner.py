"""What the tests of the owner's tools share."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select

from hornsup.admin.backup import parts, write
from hornsup.admin.database import Opened, opened
from hornsup.play.table import Table
from hornsup.server.config import Config, from_environment
from hornsup.server.storage import schema
from tests.server.faults import from_log
from tests.server.harness import Local, prepare_database

Rows = dict[str, list[tuple[Any, ...]]]


def config_of(folder: Path, **settings: Any) -> Config:
    return from_environment({}, data=str(folder), **settings)


@asynccontextmanager
async def owner_of(server: Local) -> AsyncIterator[Opened]:
    """The database of a server, as `hornsup admin` opens it."""
    async with opened(server.services.config) as database:
        yield database


async def rows_of(config: Config) -> Rows:
    """Every row that a backup holds."""
    async with opened(config) as database:
        return {
            table.name: sorted(
                (tuple(row) for row in await database.store.database.read(select(table))), key=repr
            )
            for table in parts()
        }


async def tables_of(config: Config) -> dict[str, Table]:
    """Every table, rebuilt from its log."""
    async with opened(config) as database:
        ids = await database.store.database.read_column(select(schema.tables.c.id))
        return {each: await from_log(database.store, each) for each in ids}


async def put_secrets(config: Config) -> list[str]:
    """A row with secrets in each of the tables that hold them; gives the secrets."""
    rows: list[tuple[Any, dict[str, Any]]] = [
        (schema.webhooks, {"table_id": "t" * 32, "player": "p", "kind": "discord"}),
        (schema.push_subscriptions, {"id": "x", "player": "p", "device": "d", "language": "en"}),
        (schema.server_keys, {"name": "another", "value": "KEY-of-the-server"}),
        (schema.links, {"secret_hash": "LINK-hash", "player": "p", "kind": "device"}),
    ]
    rows[0][1].update(url="https://example.org/HOOK-secret", failures=0, retry_at=0)
    rows[1][1].update(endpoint="https://example.org/PUSH-secret", p256dh="P256", auth="AUTH-bits")
    rows[1][1].update(created_at=1, failures=0, retry_at=0)
    rows[3][1].update(made_by="d", made_at=1, expires_at=None)
    async with opened(config) as database:
        for table, row in rows:
            await database.store.database.execute(insert(table), row)
    return ["HOOK-secret", "PUSH-secret", "AUTH-bits", "KEY-of-the-server", "LINK-hash"]


async def fill(config: Config, rows: int = 0) -> None:
    """An empty database of the newest revision, perhaps with players."""
    await asyncio.to_thread(prepare_database, config)
    players = [
        {"id": f"{n:032x}", "name": f"P{n}", "language": "en"} | {"created_at": n, "seen_at": n}
        for n in range(rows)
    ]
    if players:
        async with opened(config) as database:
            await database.store.database.execute(insert(schema.players), players)


async def backup_of(config: Config, file: Path) -> dict[str, Any]:
    return await write(config, file, False, lambda _what, _done, _total: None)


def as_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
