"""Somebody who is shown a table: a socket of the server, or a client in the same process."""

from __future__ import annotations

from abc import ABC, abstractmethod

from hornsup.play import viewing, wire


class Viewer(ABC):
    """One viewer of one table. `looking` is the seat whose hand it is shown."""

    __slots__ = (
        "counted",
        "gone",
        "heard_at",
        "language",
        "late",
        "looking",
        "name",
        "player",
        "role",
        "shared",
        "visible",
        "wants_to_play",
    )

    def __init__(self, player: str | None) -> None:
        self.player = player
        self.name = ""  # what the player is called, who may have no seat
        self.role: viewing.Role = "player"
        self.language = "en"
        self.looking: int | None = None
        self.shared = False  # one device for several seats
        self.gone = False  # has left its table
        self.counted = False  # makes its player present
        self.late = False  # is shown the table as it was, by its delay
        self.wants_to_play = False  # a spectator only for want of a seat
        self.visible = True  # its page is looked at
        self.heard_at = 0.0  # when it last sent anything, by the steady clock

    @abstractmethod
    def push(self, message: bytes) -> None:
        """Send an encoded message."""

    @abstractmethod
    def bye(self, close_code: int, code: str, message: str) -> None:
        """Say why, then end the connection."""

    def tell(self, message: wire.Message) -> None:
        self.push(wire.encode(message))
