"""The server's database, opened from another process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.engine import make_url

from hornsup.errors import HornsUpError
from hornsup.play.runtime import Clock, SteadyClock
from hornsup.server.config import Config
from hornsup.server.storage.engine import DATABASE_ERRORS
from hornsup.server.storage.group_commit import first_line
from hornsup.server.storage.store import Store


class Opened(NamedTuple):
    """The store of a server, and a clock that agrees with its workers."""

    store: Store
    clock: Clock


def place(config: Config) -> str:
    """Where a database is, without its password."""
    if config.is_sqlite:
        return str(file_of(config))
    return make_url(config.database).render_as_string(hide_password=True)


def file_of(config: Config) -> Path:
    """The file of an embedded database."""
    return Path(make_url(config.database).database or "")


def need_database(config: Config) -> None:
    """SQLite would make an empty file where there is none."""
    if config.is_sqlite and not file_of(config).is_file():
        raise HornsUpError(
            f"there is no database {file_of(config)}; "
            "say where the server keeps it: --data FOLDER or --database-url"
        )


@asynccontextmanager
async def opened(config: Config) -> AsyncIterator[Opened]:
    """The database of a server, at the revision of this version; every error is one line."""
    need_database(config)
    clock = SteadyClock()
    store = Store(config.database, clock)
    try:
        now = await store.database.open()
        if now is not None:
            clock.set(now)
        yield Opened(store, clock)
    except DATABASE_ERRORS as error:
        raise unreachable(config, error) from error
    finally:
        await store.database.close()


def unreachable(config: Config, error: Exception) -> HornsUpError:
    return HornsUpError(f"the database {place(config)} cannot be used: {first_line(error)}")
