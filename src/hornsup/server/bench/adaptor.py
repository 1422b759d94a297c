"""What the driver must know of a server: how to sit down, read a message and write a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Seat:
    """Where one player connects, and as whom; `token` and `table` are the adaptor's own."""

    host: str
    port: int
    path: str
    table: str
    number: int
    token: str = ""
    headers: dict[str, str] = field(default_factory=dict)


class Player(Protocol):
    """What the driver offers an adaptor: a line to the server and three things to report.

    The version grows by one with every move.
    """

    seat: Seat

    def send(self, text: bytes, /) -> None:
        """Send a message as it is."""

    def saw(self, version: int, choices: Sequence[str] | None) -> None:
        """The state with this version is here; `choices` are this seat's if it is to move."""

    def acknowledged(self, version: int) -> None:
        """The server vouches for this seat's move that led to this version, if there was one."""

    def refused(self, why: str) -> None:
        """The server would not have a move or a message."""


class Adaptor(ABC):
    """One kind of server."""

    @abstractmethod
    async def open_table(self, number: int) -> Sequence[Seat]:
        """Make a table on the server and say where its players connect."""

    def greet(self, player: Player) -> None:  # noqa: B027  # many servers speak first
        """Say what the server wants to hear as soon as the connection is open."""

    @abstractmethod
    def read(self, player: Player, message: bytes) -> None:
        """Understand a message and report what it says to the player."""

    @abstractmethod
    def write(self, player: Player, version: int, move: str) -> bytes:
        """The message that plays a move of the given state."""
