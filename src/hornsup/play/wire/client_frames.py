"""Frames that a client sends."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from hornsup.play.settings import Level, Settings

CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
Version = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=-1, le=99)]
MoveText = Annotated[str, Meta(min_length=1, max_length=120)]
Contribution = Annotated[str, Meta(max_length=128, pattern=r"^[\x20-\x7e]*$")]
LongText = Annotated[str, Meta(max_length=1000)]
ShortText = Annotated[str, Meta(max_length=40)]
PersonId = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}$")]
Language = Literal["en", "it", "fr"]


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


class Visible(Frame, frozen=True, tag="visible"):
    """Whether the page is looked at: a player who does not look may be called to their turn.

    A client that never says so is taken for one that is looked at.
    """

    on: bool


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


class HandOver(Command, frozen=True, tag="hand-over"):
    """During the game, give a seat to `to`, one of the `spectators` of `presence`: one's own seat,
    or (the host) one whose player has been away for the grace time."""

    seat: SeatNumber
    to: PersonId


class TakeBack(Command, frozen=True, tag="take-back"):
    """My seat was handed over and I object, which counts until the new player's first move."""

    seat: SeatNumber


class ShowOut(Command, frozen=True, tag="show-out"):
    """The host sends a spectator away for good; nobody watches without a name from then on."""

    who: PersonId


class Why(Command, frozen=True, tag="why"):
    """Why is this not possible? Ask about a move, or about a card and a cell. Changes nothing."""

    move: MoveText | None = None
    card: ShortText | None = None
    cell: ShortText | None = None


class Odds(Command, frozen=True, tag="odds"):
    """The exact odds of the round, in a game that has them. Changes nothing."""


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
    | HandOver
    | TakeBack
    | ShowOut
)
Asked = Why | Odds
FromClient = Hello | Ping | Speak | Look | Visible | Logged | Asked
