"""The wire: every message between a client and a table, once, for browser, terminal and bots.

Frames are JSON texts. A client's first frame is `hello`; the server answers `welcome` (or `bye`)
and from then on sends `update` for everything that happens. Every command carries a client-made
`id` and the newest `version` that the client has seen, and gets one `answer`.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from hornsup.play.wire.client_frames import (
    AddBot,
    Asked,
    Change,
    Chat,
    Close,
    Command,
    CommandId,
    Confirm,
    Contribution,
    Frame,
    FromClient,
    GiveBack,
    HandOver,
    Hello,
    Kick,
    Language,
    Logged,
    LongText,
    Look,
    Move,
    MoveText,
    Mute,
    Odds,
    PassOn,
    PersonId,
    Ping,
    React,
    Rematch,
    Rename,
    SeatNumber,
    ShortText,
    ShowOut,
    Sit,
    Speak,
    Stand,
    Start,
    TakeBack,
    TakeOver,
    Undo,
    Version,
    Visible,
    Why,
)
from hornsup.play.wire.server_messages import (
    Announcement,
    Answer,
    Bye,
    FromServer,
    Happened,
    Line,
    Message,
    Pong,
    Presence,
    Seat,
    Spectator,
    TableInfo,
    Time,
    Update,
    Welcome,
    You,
)

__all__ = [
    "FRAME_BYTES",
    "WIRE",
    "AddBot",
    "Announcement",
    "Answer",
    "Asked",
    "Bye",
    "Change",
    "Chat",
    "Close",
    "Command",
    "CommandId",
    "Confirm",
    "Contribution",
    "Frame",
    "FromClient",
    "FromServer",
    "GiveBack",
    "HandOver",
    "Happened",
    "Hello",
    "Kick",
    "Language",
    "Line",
    "Logged",
    "LongText",
    "Look",
    "Message",
    "Move",
    "MoveText",
    "Mute",
    "Odds",
    "PassOn",
    "PersonId",
    "Ping",
    "Pong",
    "Presence",
    "React",
    "Rematch",
    "Rename",
    "Seat",
    "SeatNumber",
    "ShortText",
    "ShowOut",
    "Sit",
    "Speak",
    "Spectator",
    "Stand",
    "Start",
    "TableInfo",
    "TakeBack",
    "TakeOver",
    "Time",
    "Undo",
    "Update",
    "Version",
    "Visible",
    "Welcome",
    "Why",
    "You",
    "encode",
    "read_frame",
    "read_message",
    "schema",
]

WIRE: Final = 1
"""Raised when a client of the older wire could not go on; `hello` says what the client speaks."""
FRAME_BYTES: Final = 49_152

read_frame = msgspec.json.Decoder(FromClient).decode
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
