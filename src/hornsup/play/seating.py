"""The pieces a table is made of: its seats, its phases, and the steps its log takes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from hornsup.core.contract import GameState
from hornsup.play import entries as log
from hornsup.play.settings import Level
from hornsup.play.wire import Line

EXECUTOR: Final = -1
"""The number of the seat of whoever sees to the forfeits."""

LOBBY, PLAYING, OVER, CLOSED = "lobby", "playing", "over", "closed"
ENDED: Final = (OVER, CLOSED)


class Seat:
    """Who sits here. A bot with `away` stands in for the person."""

    __slots__ = ("away", "bot", "contribution", "left_at_move", "name", "player", "timeouts")

    def __init__(self) -> None:
        self.empty()

    def empty(self) -> None:
        self.player: str | None = None
        self.name = ""
        self.contribution = ""
        self.bot: Level | None = None
        self.away = False
        self.timeouts = 0
        self.left_at_move = -1  # how many moves were played when a bot took the seat over

    @property
    def taken(self) -> bool:
        return self.player is not None or self.bot is not None

    @property
    def is_bots(self) -> bool:
        """Whether a bot plays for itself and not for somebody who is away."""
        return self.player is None and self.bot is not None


class Handover(NamedTuple):
    """Who had a seat before it was handed over, for as long as they may object.

    `left` is what their clock had, `host` whether they were to be the host again on return.
    """

    player: str
    name: str
    left: int | None
    host: bool


@dataclass(slots=True)
class Step:
    """What one entry did: its events (in full), and what of the table it changed."""

    logged: log.Logged
    events: list[Any] = field(default_factory=list)
    game: bool = False  # the position changed
    table: bool = False  # seats, settings or phase changed
    light: bool = False  # commands made for the version before still apply
    line: Line | None = None
    speaker: str | None = None  # whose line it is
    left: str | None = None  # a player who has lost a seat
    sat: str | None = None  # a player who has taken one


class ChatLine(NamedTuple):
    """A line of chat and the player who said it, who may have changed seats since."""

    player: str | None
    line: Line


class TriedMove(NamedTuple):
    """A move already played on a copy, until its entry is committed and folded."""

    version: int
    entry: log.Moved
    state: GameState
    events: list[Any]
