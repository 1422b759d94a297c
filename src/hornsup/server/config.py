"""How the server is set up: one table of settings, each by flag and by environment variable."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, get_type_hints

from hornsup.errors import BadInput

PREFIX: Final = "HORNSUP_"


def _setting(default: Any, text: str) -> Any:
    return field(default=default, metadata={"help": text})


@dataclass(frozen=True, slots=True)
class Config:
    """Every setting, its default and what it is for; the flag is the name with dashes."""

    host: str = _setting("127.0.0.1", "address to listen on; 0.0.0.0 lets phones of the LAN in")
    port: int = _setting(8000, "port to listen on; 0 takes a free one")
    workers: int = _setting(1, "server processes; more than one need PostgreSQL to be of use")
    data: str = _setting("", "folder of the embedded database (default: the user's data folder)")
    database_url: str = _setting("", "postgresql+asyncpg://… instead of the embedded SQLite")
    redis_url: str = _setting("", "redis://… to tell other workers at once; else they poll")
    public_url: str = _setting("", "the address people see, when a proxy stands in front")
    origins: str = _setting("", "further origins whose pages may connect, with commas")
    secure: bool = _setting(False, "cookies only over HTTPS; set it behind a TLS proxy")
    trusted_proxies: str = _setting("127.0.0.1", "proxies whose X-Forwarded-For is believed")
    bot_processes: int = _setting(1, "processes that run bots")
    bot_seconds: float = _setting(
        5.0, "a bot that takes longer is stopped and a default move played"
    )
    frame_rate: float = _setting(20.0, "frames a second one socket may send for long")
    frame_burst: int = _setting(60, "frames one socket may send at once")
    sockets_per_player: int = _setting(20, "sockets one player may have open")
    sockets_per_address: int = _setting(400, "sockets one address may have open")
    sockets: int = _setting(20_000, "sockets one worker accepts")
    tables_per_hour: int = _setting(60, "tables one player may open in an hour")
    sessions_per_minute: int = _setting(120, "new guests from one address in a minute")
    queue: int = _setting(64, "messages that wait for one slow socket before it is closed")
    idle_minutes: int = _setting(15, "a table without sockets leaves the memory after that long")
    keep_days: int = _setting(90, "finished games are deleted after that many days; 0 keeps them")
    keep_lobby_hours: int = _setting(24, "tables that never started are closed after that long")
    calls: str = _setting("on", "off: players are never called by push or webhook")
    calls_allow: str = _setting(
        "", "hosts that calls may reach though not public HTTPS, with commas"
    )
    log_level: str = _setting("info", "debug, info, warning or error")
    log_json: bool = _setting(False, "logs as JSON lines")

    @property
    def database(self) -> str:
        """The SQLAlchemy address of the database."""
        if self.database_url:
            return self.database_url
        return f"sqlite+aiosqlite:///{self.data_folder / 'hornsup.db'}"

    @property
    def data_folder(self) -> Path:
        if self.data:
            return Path(self.data)
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
        return Path(base) / "hornsup"

    @property
    def alone(self) -> bool:
        """Whether nobody else can write to this database."""
        return self.is_sqlite and self.workers == 1

    @property
    def is_sqlite(self) -> bool:
        return self.database.startswith("sqlite")


def from_environment(environment: Mapping[str, str] | None = None, **flags: Any) -> Config:
    """Flags first, then variables such as HORNSUP_PORT, then the defaults."""
    given = os.environ if environment is None else environment
    kinds = get_type_hints(Config)
    values: dict[str, Any] = {}
    for each in fields(Config):
        if flags.get(each.name) is not None:
            values[each.name] = flags[each.name]
        elif given.get(PREFIX + each.name.upper()):
            text = given[PREFIX + each.name.upper()]
            values[each.name] = _read(each.name, kinds[each.name], text)
    return _check(Config(**values))


def _read(name: str, kind: type, text: str) -> Any:
    if kind is bool:
        return text.lower() in ("1", "true", "yes", "on")
    try:
        return kind(text)
    except ValueError as error:
        raise BadInput(f"{PREFIX}{name.upper()} should be a number, not {text!r}") from error


def _check(config: Config) -> Config:
    if not 0 <= config.port <= 65_535:
        raise BadInput(f"a port is a number from 0 to 65535, not {config.port}")
    if config.workers < 1:
        raise BadInput("at least one worker is needed")
    scheme = config.database.split(":", 1)[0]
    if scheme not in ("sqlite+aiosqlite", "postgresql+asyncpg"):
        raise BadInput(
            f"the database address begins with {scheme!r}; "
            "use postgresql+asyncpg://user@host/name or leave it out for the embedded one"
        )
    if config.calls not in ("on", "off"):
        raise BadInput(f"calls are on or off, not {config.calls!r}")
    if config.redis_url and not config.redis_url.startswith(("redis://", "rediss://", "unix://")):
        raise BadInput(f"a Redis address begins with redis://, not {config.redis_url!r}")
    return config


def to_environment(config: Config) -> dict[str, str]:
    """The settings that differ from the default, for processes that the server starts."""
    return {
        PREFIX + each.name.upper(): _write(getattr(config, each.name))
        for each in fields(Config)
        if getattr(config, each.name) != each.default
    }


def _write(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)
