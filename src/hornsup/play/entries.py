"""The log of a table: one small struct per thing that happened. Folding them gives the table.

An entry is stored as JSON under (table, version). Names of people are in `Created`, `Sat`,
`Renamed`, `Said` and `HandedOver` alone, so that a request to be forgotten can be carried out.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from hornsup.play.settings import CallKind, Level, Settings


class Entry(Struct, frozen=True, omit_defaults=True, tag_field="entry"):
    """Something that happened at a table."""


class Practice(Struct, frozen=True):
    """A game that is not dealt but set up: the position before a move of a finished game, with the
    cards that a seat could not see drawn again."""

    table: str
    move: int
    position: dict[str, Any]


class Created(Entry, frozen=True, tag="created"):
    """The table was set up; `commitment` is the hash of the secret behind the deal.

    At the table of a rematch `reserved` keeps everybody's seat until its player sits down, and
    `names` says by seat what they were called in the game before.
    """

    host: str
    commitment: str
    settings: Settings
    wire: int = 1
    reserved: dict[int, str] = {}
    names: dict[int, str] = {}
    practice: Practice | None = None


class Changed(Entry, frozen=True, tag="changed"):
    settings: Settings


class Sat(Entry, frozen=True, tag="sat"):
    """Somebody took a seat; `contribution` goes into the seed. Seat -1 is the Executor's."""

    seat: int
    player: str
    name: str
    contribution: str


class Renamed(Entry, frozen=True, tag="renamed"):
    seat: int
    name: str


class Stood(Entry, frozen=True, tag="stood"):
    """Somebody left a seat before the start, by choice or by the host's."""

    seat: int
    kicked: bool = False


class PassedOn(Entry, frozen=True, tag="passed-on"):
    """The person in this seat is the host from now on.

    `away` is set where no host chose this: that player was the host, has been away for the grace
    time, and is the host again on return.
    """

    seat: int
    away: str | None = None


class HostBack(Entry, frozen=True, tag="host-back"):
    """A host who was away has come back and is the host again."""

    player: str


class BotSat(Entry, frozen=True, tag="bot-sat"):
    seat: int
    level: Level


class Started(Entry, frozen=True, tag="started"):
    """The cards are dealt; `engine` is the version of the rules that dealt them."""

    engine: str


class Moved(Entry, frozen=True, tag="moved"):
    seat: int
    move: str
    by: Literal["player", "bot", "clock"] = "player"


class Undone(Entry, frozen=True, tag="undone"):
    seat: int


class TimedOut(Entry, frozen=True, tag="timed-out"):
    """A clock ran out: these moves were played instead, or a bot took the seat."""

    seat: int
    moves: tuple[str, ...] = ()
    bot: Level | None = None


class TookOver(Entry, frozen=True, tag="took-over"):
    """A bot plays for somebody who is away."""

    seat: int
    level: Level


class GaveBack(Entry, frozen=True, tag="gave-back"):
    seat: int


class Extended(Entry, frozen=True, tag="extended"):
    """Time in which the server was not there is given back to the clock that ran."""

    seat: int
    milliseconds: int


class Confirmed(Entry, frozen=True, tag="confirmed"):
    """The Executor has seen a forfeit done; that of a bot is done by itself."""

    seat: int
    by: Literal["player", "bot"] = "player"


class Said(Entry, frozen=True, tag="said"):
    player: str
    text: str
    seat: int | None = None


class Reacted(Entry, frozen=True, tag="reacted"):
    seat: int
    reaction: str


class Muted(Entry, frozen=True, tag="muted"):
    """`by` no longer wants to hear `player`; the host silences for the whole table."""

    by: str
    player: str
    on: bool = True


class Rematched(Entry, frozen=True, tag="rematched"):
    """The same people go on at another table."""

    table: str


class HandedOver(Entry, frozen=True, tag="handed-over"):
    """In mid-game a seat went to `player`, called `name`, by the host or by its own player."""

    seat: int
    player: str
    name: str
    by: Literal["host", "player"]


class TakenBack(Entry, frozen=True, tag="taken-back"):
    """The former player of a handed-over seat objected and has it again."""

    seat: int


class ShownOut(Entry, frozen=True, tag="shown-out"):
    """The host does not want this player as a spectator, now or later."""

    player: str


class Closed(Entry, frozen=True, tag="closed"):
    """The host closed a table that had not started, or nobody came back to it; the owner of the
    server may also close one at which a game is played."""

    reason: Literal["host", "idle", "owner"] = "host"


class Forgotten(Entry, frozen=True, tag="forgotten"):
    """Somebody asked that name and chat be deleted."""

    player: str


class WebhookSet(Entry, frozen=True, tag="webhook-set"):
    """The host has set a webhook that calls players to their turn, or there is none any more.

    Its address is a secret that no log holds. `stopped` says that it failed too often.
    """

    kind: CallKind | None = None
    stopped: bool = False


AnyEntry = (
    Created
    | Changed
    | Sat
    | Renamed
    | Stood
    | PassedOn
    | BotSat
    | Started
    | Moved
    | Undone
    | TimedOut
    | TookOver
    | GaveBack
    | Extended
    | Confirmed
    | Said
    | Reacted
    | Muted
    | Rematched
    | Closed
    | Forgotten
    | HostBack
    | HandedOver
    | TakenBack
    | ShownOut
    | WebhookSet
)
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode


class Logged(Struct, frozen=True):
    """An entry where it lies in the log; `player` and `command` are whose command it answered."""

    version: int
    at: int
    entry: AnyEntry
    player: str | None = None
    command: str | None = None
