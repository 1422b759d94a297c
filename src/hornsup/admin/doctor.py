"""`hornsup doctor`: what a server needs, looked at from outside, each with what to do."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from importlib import metadata
from typing import Any, Final, Literal, NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from hornsup.admin.database import file_of, place
from hornsup.errors import HornsUpError
from hornsup.server.config import Config
from hornsup.server.process.announce import ALL_ADDRESSES, lan_address
from hornsup.server.storage import migrate
from hornsup.server.storage.engine import DATABASE_ERRORS, database_time, open_engine
from hornsup.server.storage.group_commit import first_line
from hornsup.server.storage.presence import LAST_SEEN
from hornsup.server.storage.schema import workers

LITTLE: Final = 1_000_000_000
TOO_LITTLE: Final = 100_000_000
"""Bytes of disk: below the first it is time to act, below the second moves will soon be refused."""
SKEW_MS: Final = 2_000
DRIFT_SECONDS: Final = 0.05
LOOK_SECONDS: Final = 0.3
REDIS_SECONDS: Final = 3.0

State = Literal["ok", "warn", "bad"]


class Finding(NamedTuple):
    """One line: what was looked at, how it is, and what to do if it is not well."""

    what: str
    state: State
    text: str
    advice: str = ""


async def examine(config: Config) -> list[Finding]:
    """Everything, in the order in which it is printed."""
    return [
        _port(config),
        _lan(config),
        _steady(),
        _disk(config),
        *await _database(config),
        *await _redis(config),
        *_push(config),
    ]


# --- the network --------------------------------------------------------------------------------


def _port(config: Config) -> Finding:
    where = f"{config.host}:{config.port}"
    if config.port == 0:
        return Finding("port", "ok", "a free port is chosen at the start")
    if _is_free(config):
        return Finding("port", "ok", f"{where} is free")
    version = _our_server(config)
    if version is not None:
        return Finding("port", "ok", f"a hornsup server answers on {where}, version {version}")
    advice = f"end it, or choose another port, such as --port {config.port + 1}"
    return Finding("port", "bad", f"{where} is taken by another program", advice)


def _is_free(config: Config) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in config.host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((config.host, config.port))
        except OSError:
            return False
    return True


def _our_server(config: Config) -> str | None:
    """The version of the server that answers there, if it is one of ours."""
    host = "127.0.0.1" if config.host in ALL_ADDRESSES else config.host
    host = f"[{host}]" if ":" in host else host
    try:
        with urlopen(f"http://{host}:{config.port}/healthz", timeout=3) as answer:
            told = json.loads(answer.read(10_000))
    except (URLError, OSError, ValueError):
        return None
    return str(told["version"]) if isinstance(told, dict) and "version" in told else None


def _lan(config: Config) -> Finding:
    address = lan_address()
    if address.startswith("127."):
        advice = "connect to a network, if phones are to join"
        return Finding("network", "warn", "this machine has no address in a local network", advice)
    if config.host in ALL_ADDRESSES or config.public_url:
        return Finding("network", "ok", f"this machine is {address} in the local network")
    advice = "hornsup serve --lan lets phones in"
    return Finding("network", "ok", f"{address}, but only this machine gets in", advice)


# --- clock and disk -----------------------------------------------------------------------------


def _steady() -> Finding:
    """Whether the wall clock runs as fast as the steady one, over a moment."""
    wall, steady = time.time(), time.monotonic()
    time.sleep(LOOK_SECONDS)
    drift = (time.time() - wall) - (time.monotonic() - steady)
    if abs(drift) > DRIFT_SECONDS:
        advice = "see what sets it (NTP, a virtual machine); games go by a steady clock meanwhile"
        return Finding("clock", "warn", f"the clock jumped by {drift * 1000:.0f} ms", advice)
    return Finding("clock", "ok", "the clock runs steadily")


def _disk(config: Config) -> Finding:
    folder = file_of(config).parent if config.is_sqlite else config.data_folder
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    free = shutil.disk_usage(there).free
    said = f"{free / 1e9:.1f} GB free at {there}"
    if free < TOO_LITTLE:
        return Finding("disk", "bad", said, "make room, or move the data: --data FOLDER")
    if free < LITTLE:
        return Finding("disk", "warn", said, "make room soon; a full disk refuses moves")
    return Finding("disk", "ok", said)


# --- the database -------------------------------------------------------------------------------


async def _database(config: Config) -> list[Finding]:
    if config.is_sqlite and not file_of(config).is_file():
        said = f"there is none yet at {file_of(config)}"
        return [Finding("database", "warn", said, "hornsup serve makes it")]
    try:
        async with _connected(config) as connection:
            return [
                Finding("database", "ok", f"{await _version(connection)} at {place(config)}"),
                await _revision(connection),
                await _skew(connection),
            ]
    except (*DATABASE_ERRORS, HornsUpError) as error:
        said = f"{place(config)} does not answer: {first_line(error)}"
        return [Finding("database", "bad", said, "start it, or correct --data or --database-url")]


@asynccontextmanager
async def _connected(config: Config) -> AsyncIterator[AsyncConnection]:
    engine = open_engine(config.database, size=1)
    try:
        async with engine.connect() as connection:
            yield await connection.execution_options(reading=True)
    finally:
        await engine.dispose()


async def _version(connection: AsyncConnection) -> str:
    if connection.dialect.name == "sqlite":
        await connection.execute(text("SELECT count(*) FROM sqlite_master"))  # it is a database
        return f"SQLite {sqlite3.sqlite_version}"
    return f"PostgreSQL {await connection.scalar(text('SHOW server_version'))}"


async def _revision(connection: AsyncConnection) -> Finding:
    found, need = await connection.run_sync(migrate.revision), migrate.newest()
    if found == need:
        return Finding("revision", "ok", f"{found}, as this version needs it")
    if found in (None, *migrate.revisions()):
        advice = "hornsup serve --migrate (make a backup first)"
        return Finding("revision", "warn", f"{found or 'none'}; this version needs {need}", advice)
    said = f"{found} is newer than this version knows ({need})"
    return Finding("revision", "bad", said, "update hornsup")


async def _skew(connection: AsyncConnection) -> Finding:
    """The database's clock beside ours; SQLite has none, but its last worker wrote the time."""
    ours, theirs = int(time.time() * 1000), await database_time(connection)
    if theirs is None:
        return await _last_seen(connection, ours)
    skew = theirs - ours
    said = f"the database's clock is {abs(skew) / 1000:.1f} s {'ahead' if skew > 0 else 'behind'}"
    if abs(skew) > SKEW_MS:
        return Finding("skew", "warn", said, "set both by NTP; tables go by the database's time")
    return Finding("skew", "ok", said)


async def _last_seen(connection: AsyncConnection, ours: int) -> Finding:
    there = await connection.run_sync(lambda sync: sync.dialect.has_table(sync, workers.name))
    seen = await connection.scalar(select(LAST_SEEN)) if there else None
    if seen is not None and seen > ours + SKEW_MS:
        said = f"a worker was seen {(seen - ours) / 1000:.0f} s in the future: the clock went back"
        return Finding("skew", "warn", said, "set this machine's clock")
    return Finding("skew", "ok", "the database has this machine's clock")


# --- Redis and push -----------------------------------------------------------------------------


async def _redis(config: Config) -> list[Finding]:
    if not config.redis_url:
        if config.alone:
            return []
        advice = "--redis-url makes workers hear of each other at once"
        return [Finding("redis", "ok", "not set up: workers poll twice a second", advice)]
    import redis.asyncio as redis
    from redis.exceptions import RedisError

    client = redis.from_url(config.redis_url, socket_connect_timeout=REDIS_SECONDS)
    try:
        async with asyncio.timeout(REDIS_SECONDS):
            await client.ping()
    except (RedisError, OSError, TimeoutError) as error:
        advice = "start it or correct --redis-url; games go on by polling meanwhile"
        return [Finding("redis", "bad", f"does not answer: {first_line(error)}", advice)]
    finally:
        await client.aclose()
    return [Finding("redis", "ok", "answers")]


def _push(config: Config) -> Iterator[Finding]:
    """What is missing before browsers can be told that it is their turn."""
    missing = missing_of_extra("push")
    if missing is None:
        yield Finding("push", "warn", "this version has no extra for push", "update hornsup")
    elif missing:
        advice = "pip install 'hornsup[push]'"
        yield Finding("push", "warn", f"not installed: {', '.join(missing)}", advice)
    else:
        yield Finding("push", "ok", "the extra is installed")
    if config.public_url.startswith("https://"):
        yield Finding("https", "ok", f"people come by {config.public_url}")
        return
    advice = "a proxy with TLS in front, and --public-url https://…; pages ring and vibrate without"
    yield Finding("https", "warn", "push needs HTTPS, and no public address has it", advice)


def missing_of_extra(extra: str) -> list[str] | None:
    """The libraries of an extra that are not installed; None where there is no such extra."""
    try:
        told = metadata.metadata("hornsup")
    except metadata.PackageNotFoundError:
        return None
    if extra not in (told.get_all("Provides-Extra") or []):
        return None
    marked = re.compile(rf"extra\s*==\s*['\"]{re.escape(extra)}['\"]")
    wanted = [each for each in metadata.requires("hornsup") or [] if marked.search(each)]
    names = [re.split(r"[^\w.-]", each, maxsplit=1)[0] for each in wanted]
    return [name for name in names if name != "hornsup" and not _installed(name)]


def _installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def worst(found: list[Finding]) -> State:
    return max((each.state for each in found), key=("ok", "warn", "bad").index)


def data(found: list[Finding]) -> dict[str, Any]:
    """For `--json`."""
    return {"state": worst(found), "findings": [each._asdict() for each in found]}
