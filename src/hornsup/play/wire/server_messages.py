"""Messages that the server sends."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from hornsup.play.settings import CallKind, Level, Settings


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat as everyone sees it. `bot` plays it; `away` says that it stands in for a person.

    A `reserved` seat is free, and kept for somebody from the game before, who was called `awaited`
    and may be the `host`. A seat that was handed over names its `former` player for as long as that
    one may object.
    """

    seat: int
    name: str = ""
    person: bool = False
    bot: Level | None = None
    away: bool = False
    host: bool = False
    online: bool = False
    muted: bool = False
    reserved: bool = False
    awaited: str = ""
    former: str = ""


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """The table around the game. `closed_by` says who closed it: its host, the server because
    nobody came back (`idle`), or the server's owner. `webhook` says what kind of service is told
    whose turn it is, and `webhook_stopped` that it failed too often; its address is nowhere.
    `practice` says that the game was set up from a position and not dealt."""

    id: str
    code: str
    phase: Literal["lobby", "playing", "over", "closed"]
    settings: Settings
    commitment: str
    seats: list[Seat]
    executor: Seat | None = None
    next: str | None = None
    engine: str | None = None
    closed_by: Literal["host", "idle", "owner"] | None = None
    webhook: CallKind | None = None
    webhook_stopped: bool = False
    practice: bool = False


class You(Struct, frozen=True, omit_defaults=True):
    """Who the server takes this socket for; `looking` is the seat whose hand it is shown.

    `reserved` are the seats kept for this player, `muted` those that this player does not hear,
    `former` those that were handed over and that this player may take back.
    """

    role: Literal["player", "spectator", "screen"]
    seats: list[int]
    host: bool = False
    executor: bool = False
    looking: int | None = None
    reserved: list[int] = []
    muted: list[int] = []
    former: list[int] = []


class Time(Struct, frozen=True, omit_defaults=True):
    """Milliseconds left on every clock; the one of `running` counts down from now."""

    left: list[int | None]
    running: int | None = None


class Line(Struct, frozen=True, omit_defaults=True):
    """A line of chat or a reaction."""

    version: int
    name: str
    seat: int | None = None
    text: str = ""
    reaction: str = ""


class Happened(Struct, frozen=True, omit_defaults=True):
    """An event as this viewer may know it, and as a sentence.

    In `missed` it says the `version` of the table that it came with; in an `update` it is that of
    the update.
    """

    event: dict[str, Any]
    text: str
    version: int = 0


class Message(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """Anything the server may send."""


class Welcome(Message, frozen=True, tag="welcome"):
    """Everything, as of `version`. `missed` tells what happened since the client's `since` (for 0,
    which is nothing seen yet, from the deal on), but no more than the last 400 events; it is absent
    where the server can no longer tell."""

    wire: int
    version: int
    table: TableInfo
    you: You
    view: dict[str, Any] | None = None
    to_move: int | None = None
    legal: list[str] | None = None
    undo: bool = False
    time: Time | None = None
    chat: list[Line] = []
    missed: list[Happened] | None = None


class Update(Message, frozen=True, tag="update"):
    """One entry of the log, as of `version`. What is absent has not changed.

    `view` is whole; `patch` holds the top-level keys of the last view that changed, to be laid over
    it. `to_move`, `legal` and `undo` hold as of this version: absent means nobody, none, no.
    `legal` goes to the seat that must decide, and to nobody else.
    """

    version: int
    kind: str
    seat: int | None = None
    by: str | None = None
    view: dict[str, Any] | None = None
    patch: dict[str, Any] | None = None
    to_move: int | None = None
    legal: list[str] | None = None
    undo: bool = False
    events: list[Happened] = []
    table: TableInfo | None = None
    you: You | None = None
    time: Time | None = None
    line: Line | None = None


class Answer(Message, frozen=True, tag="answer"):
    """What became of a command: the version it made, or a code, a rule and a sentence."""

    id: str
    ok: bool
    version: int
    code: str | None = None
    rule: str | None = None
    message: str | None = None
    data: Any = None


class Spectator(Struct, frozen=True, omit_defaults=True):
    """Somebody at the table without a seat; the `id` holds at this table alone."""

    id: str
    name: str
    host: bool = False


class Presence(Message, frozen=True, tag="presence"):
    """Which seats have somebody connected, how many people are watching, and how many shared
    screens show the table: beside one of those a phone needs to show no more than the hand.
    `spectators`, by name, are told to the people at the table alone, and no more than fifty."""

    online: list[int]
    watching: int = 0
    screens: int = 0
    spectators: list[Spectator] = []


class Pong(Message, frozen=True, tag="pong"):
    pass


class Bye(Message, frozen=True, tag="bye"):
    """The last frame before the server closes the socket."""

    code: str
    message: str


class Announcement(Message, frozen=True, tag="announcement"):
    """What the server's owner tells everybody, to be shown for so many seconds. It replaces the one
    before; without a text there is none any more."""

    number: int = 0
    text: str = ""
    seconds: int = 0


FromServer = Welcome | Update | Answer | Presence | Pong | Bye | Announcement
