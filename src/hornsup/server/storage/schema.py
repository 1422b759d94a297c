"""The tables of the database. The log is the truth; the rest is an index or a convenience."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata: Final = MetaData(
    naming_convention={"pk": "pk_%(table_name)s", "ix": "ix_%(column_0_label)s"}
)

players: Final = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("name", String(64), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(12), nullable=True, unique=True),
    Column("secret", String(64), nullable=False),
    Column("game", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("host", String(32), nullable=False),
    # Listed for everybody: to sit down before the start, to watch during the game.
    Column("public", Boolean, nullable=False),
    Column("phase", String(12), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("due_at", BigInteger, nullable=True),
    Index("ix_tables_due", "due_at"),
    Index("ix_tables_open", "phase", "public", "updated_at"),
)

log: Final = Table(
    "log",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("player", String(32), nullable=True),
    Column("command", String(64), nullable=True),
    Column("entry", Text, nullable=False),
    UniqueConstraint("table_id", "player", "command", name="uq_log_command"),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", String(32), nullable=False),
    Column("left_at", BigInteger, nullable=True),
    Index("ix_seats_player", "player"),
)

workers: Final = Table(
    "workers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("seen_at", BigInteger, nullable=False),
)

presence: Final = Table(
    "presence",
    metadata,
    Column("worker", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("player", String(32), primary_key=True),
    Index("ix_presence_table", "table_id"),
)

revoked_players: Final = Table(
    "revoked_players",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("ix_revoked_players_at", "at"),
)
