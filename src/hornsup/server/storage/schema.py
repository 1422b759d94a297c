"""The tables of the database. The log is the truth; the rest is an index or a convenience."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
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
    Column("seen_at", BigInteger, nullable=False),  # below zero: it ended then
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

# Reviews of finished games, worked out once: lines of JSON without names, compressed.
reviews: Final = Table(
    "reviews",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seen_by", String(8), primary_key=True),  # "open", "table" or the number of a seat
    Column("data", LargeBinary, nullable=False),
)

# --- devices and links ------------------------------------------------------------------------

# Where a player is signed in: one browser or program each.
devices: Final = Table(
    "devices",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("player", String(32), nullable=False),
    Column("label", String(80), nullable=False),  # such as "Chrome, Android", or empty
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Index("ix_devices_player", "player"),
)

# Tokens of devices that were signed out, until every worker has heard of it.
revoked_devices: Final = Table(
    "revoked_devices",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("ix_revoked_devices_at", "at"),
)

# Secrets that make another device the same player: "device" (once, ten minutes) or "recovery".
links: Final = Table(
    "links",
    metadata,
    Column("secret_hash", String(64), primary_key=True),
    Column("player", String(32), nullable=False),
    Column("kind", String(12), nullable=False),
    Column("made_by", String(64), nullable=False),  # the token hash of the device
    Column("made_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=True),
    Index("ix_links_player", "player"),
)

# --- calls to players: push and webhooks ------------------------------------------------------

# Keys that the server made at its first start, by name.
server_keys: Final = Table(
    "server_keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

push_subscriptions: Final = Table(
    "push_subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of the endpoint
    Column("player", String(32), nullable=False),
    Column("device", String(64), nullable=False),  # its token hash
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(128), nullable=False),
    Column("auth", String(64), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("retry_at", BigInteger, nullable=False),
    Index("ix_push_subscriptions_player", "player"),
    Index("ix_push_subscriptions_device", "device"),
)

webhooks: Final = Table(
    "webhooks",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("player", String(32), nullable=False),  # who set it
    Column("kind", String(12), nullable=False),
    Column("url", Text, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("retry_at", BigInteger, nullable=False),
)

# What was said to whom, so that several workers say it once.
calls_made: Final = Table(
    "calls_made",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("kind", String(12), primary_key=True),  # "turn" or "reminder"
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# --- orders of the server's owner -------------------------------------------------------------

orders: Final = Table(
    "orders",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("subject", String(64), nullable=False),
    Index("ix_orders_at", "at"),
)

bans: Final = Table(
    "bans",
    metadata,
    Column("subject", String(64), primary_key=True),  # a player, or an address
    Column("at", BigInteger, nullable=False),
    Column("reason", String(200), nullable=False),
)

announcements: Final = Table(
    "announcements",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
)
