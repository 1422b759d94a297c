"""The wire: every message between a client and a table, once, for browser, terminal and bots.

Frames are JSON texts. A client's first frame is `hello`; the server answers `welcome` (or `bye`)
and from then on sends `update` for everything that happens. Every command carries a client-made
`id` and the newest `version` that the client has seen, and gets one `answer`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from hornsup.play.settings import Level, Settings

WIRE: Final = 1
"""Raised when a client of the older wire could not go on; `hello` says what the client speaks."""
FRAME_BYTES: Final = 49_152

CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
Version = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=-1, le=99)]
MoveText = Annotated[str, Meta(min_length=1, max_length=120)]
Contribution = Annotated[str, Meta(max_length=128, pattern=r"^[\x20-\x7e]*$")]
LongText = Annotated[str, Meta(max_length=1000)]
ShortText = Annotated[str, Meta(max_length=40)]
Language = Literal["en", "it", "fr"]


# --- What a client sends ----------------------------------------------------------------------


class Frame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Anything a client may send."""


class Hello(Frame, frozen=True, tag="hello"):
    """The first frame. `since` is the last version seen; `screen` asks for the shared screen."""

    wire: int
    language: Language = "en"
    since: Version | None = None
    role: Literal["player", "spectator", "screen"] = "player"


class Ping(Frame, frozen=True, tag="ping"):
    """Answered by `pong` at once."""


class Speak(Frame, frozen=True, tag="speak"):
    """From now on tell me everything in this language."""

    language: Language


class Look(Frame, frozen=True, tag="look"):
    """Several seats on one device: show me this one of mine (None hides all hands)."""

    seat: SeatNumber | None = None


class Command(Frame, frozen=True):
    """A frame that is answered, and logged when it is accepted."""

    id: CommandId
    version: Version


class Move(Command, frozen=True, tag="move"):
    """Play a move; its text is one of the `legal` that came with the last view."""

    move: MoveText


class Undo(Command, frozen=True, tag="undo"):
    """Take the last move back, up to the information barrier."""


class Sit(Command, frozen=True, tag="sit"):
    """Take a seat: a given one, any free one (None), or the Executor's (-1)."""

    contribution: Contribution
    seat: SeatNumber | None = None
    name: ShortText | None = None


class Stand(Command, frozen=True, tag="stand"):
    """Leave a seat before the start; during the game a bot plays on."""

    seat: SeatNumber | None = None


class Rename(Command, frozen=True, tag="rename"):
    name: ShortText
    seat: SeatNumber | None = None


class AddBot(Command, frozen=True, tag="add-bot"):
    level: Level = "normal"
    seat: SeatNumber | None = None


class Kick(Command, frozen=True, tag="kick"):
    """The host frees a seat before the start: of a bot, of a person, or one kept for somebody."""

    seat: SeatNumber


class Change(Command, frozen=True, tag="change"):
    """The host changes the settings before the start; some of them during the game too."""

    settings: Settings


class Start(Command, frozen=True, tag="start"):
    """The host starts the game; every seat must be taken."""


class PassOn(Command, frozen=True, tag="pass-on"):
    """The host makes whoever sits there the host."""

    seat: SeatNumber


class TakeOver(Command, frozen=True, tag="take-over"):
    """Let a bot play this seat: one's own, or (the host) one whose player is away."""

    seat: SeatNumber
    level: Level | None = None


class GiveBack(Command, frozen=True, tag="give-back"):
    """I am back: the bot hands my seat over."""

    seat: SeatNumber


class Confirm(Command, frozen=True, tag="confirm"):
    """The Executor (or anyone but the loser, where there is none) has seen a forfeit done."""

    seat: SeatNumber


class Chat(Command, frozen=True, tag="chat"):
    text: LongText


class React(Command, frozen=True, tag="react"):
    reaction: ShortText


class Mute(Command, frozen=True, tag="mute"):
    """Do not show me what this seat says; the host silences it for all."""

    seat: SeatNumber
    on: bool = True


class Rematch(Command, frozen=True, tag="rematch"):
    """Once more with the same people: opens a table and tells everyone here."""


class Close(Command, frozen=True, tag="close"):
    """The host gives up a table that has not started."""


class Why(Command, frozen=True, tag="why"):
    """Why is this not possible? Ask about a move, or about a card and a cell. Changes nothing."""

    move: MoveText | None = None
    card: ShortText | None = None
    cell: ShortText | None = None


class Odds(Command, frozen=True, tag="odds"):
    """The exact odds of the dice to choose from now (Raise Your Horns!). Changes nothing."""


Logged = (
    Move
    | Undo
    | Sit
    | Stand
    | Rename
    | AddBot
    | Kick
    | Change
    | Start
    | PassOn
    | TakeOver
    | GiveBack
    | Confirm
    | Chat
    | React
    | Mute
    | Rematch
    | Close
)
Asked = Why | Odds
FromClient = Hello | Ping | Speak | Look | Logged | Asked
read_frame = msgspec.json.Decoder(FromClient).decode


# --- What the server sends --------------------------------------------------------------------


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat as everyone sees it. `bot` plays it; `away` says that it stands in for a person.

    A `reserved` seat is free, and kept for somebody from the game before.
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


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """The table around the game."""

    id: str
    code: str
    phase: Literal["lobby", "playing", "over", "closed"]
    settings: Settings
    commitment: str
    seats: list[Seat]
    executor: Seat | None = None
    next: str | None = None
    engine: str | None = None


class You(Struct, frozen=True, omit_defaults=True):
    """Who the server takes this socket for; `looking` is the seat whose hand it is shown.

    `reserved` are the seats kept for this player, `muted` those that this player does not hear.
    """

    role: Literal["player", "spectator", "screen"]
    seats: list[int]
    host: bool = False
    executor: bool = False
    looking: int | None = None
    reserved: list[int] = []
    muted: list[int] = []


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


class Happened(Struct, frozen=True):
    """An event as this viewer may know it, and as a sentence."""

    event: dict[str, Any]
    text: str


class Message(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """Anything the server may send."""


class Welcome(Message, frozen=True, tag="welcome"):
    """Everything, as of `version`. `missed` tells what happened since the client's `since`: all of
    it or nothing, but for a `since` of 0 (nothing seen yet) as much as is remembered."""

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


class Presence(Message, frozen=True, tag="presence"):
    """Which seats have somebody connected, how many people are watching, and how many shared
    screens show the table: beside one of those a phone needs to show no more than the hand."""

    online: list[int]
    watching: int = 0
    screens: int = 0


class Pong(Message, frozen=True, tag="pong"):
    pass


class Bye(Message, frozen=True, tag="bye"):
    """The last frame before the server closes the socket."""

    code: str
    message: str


FromServer = Welcome | Update | Answer | Presence | Pong | Bye
read_message = msgspec.json.Decoder(FromServer).decode
encode = msgspec.json.Encoder().encode


def schema() -> dict[str, Any]:
    """The JSON Schema of both directions, for authors of clients."""
    (client, server), components = msgspec.json.schema_components(
        (FromClient, FromServer), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"hornsup wire {WIRE}",
        "from_client": client,
        "from_server": server,
        "$defs": components,
    }
