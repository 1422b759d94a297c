"""Bring a database to the newest revision, or say which one it is at."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from hornsup.errors import HornsUpError

LOCK: Final = 0x686F726E
"""PostgreSQL's advisory lock, so that two servers starting at once migrate one after the other."""


def _alembic(connection: Connection | None = None) -> AlembicConfig:
    config = AlembicConfig()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def newest() -> str:
    """The revision that this version of the server needs."""
    return revisions()[-1]


def revisions() -> list[str]:
    """All revisions, oldest first."""
    walk = ScriptDirectory.from_config(_alembic()).walk_revisions()
    return [script.revision for script in walk][::-1]


def upgrade_connection(connection: Connection, target: str) -> None:
    """Create what is missing, in the transaction of a connection."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    need_known(connection)
    command.upgrade(_alembic(connection), target)


def need_known(connection: Connection) -> None:
    """Refuse a database that is newer than this version."""
    found = revision(connection)
    if found is not None and found not in revisions():
        raise _unfit(found)


async def upgrade(engine: AsyncEngine, target: str = "head") -> None:
    """Create what is missing; data stays."""
    async with engine.begin() as connection:
        await connection.run_sync(upgrade_connection, target)


def revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


async def check(engine: AsyncEngine) -> None:
    """Refuse to run on a database that is older or newer than this server."""
    async with engine.connect() as connection:
        found = await connection.run_sync(revision)
    if found != newest():
        raise _unfit(found)


def _unfit(found: str | None) -> HornsUpError:
    known = found in (None, *revisions())
    remedy = (
        "run: hornsup serve --migrate"
        if known
        else "it is newer than this server, so update hornsup"
    )
    need = newest()
    return HornsUpError(
        f"the database is at revision {found or 'nothing'}, this server needs {need}; {remedy}"
    )
