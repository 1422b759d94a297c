"""What the load needs to know of a server: how to take seats, read a message and write a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Seat:
    """Where one player connects, and as whom; `token` and `table` are read by the adapter only."""

    host: str
    port: int
    path: str
    table: str
    number: int
    token: str = ""
    headers: dict[str, str] = field(default_factory=dict)


class Player(Protocol):
    """What an adapter gets: a connection to the server and three events to report.

    The version grows by one with every move.
    """

    seat: Seat

    def send(self, text: bytes, /) -> None:
        """Send a message as it is."""

    def on_state(self, version: int, choices: Sequence[str] | None) -> None:
        """A state came; `choices` are the moves of this seat if it is to move."""

    def on_ack(self, version: int) -> None:
        """The server acknowledged a move of this seat, which led to this version."""

    def on_refusal(self, why: str) -> None:
        """The server refused a move or a message."""


class Adapter(ABC):
    """One kind of server."""

    @abstractmethod
    async def open_table(self, number: int) -> Sequence[Seat]:
        """Open a table on the server and give the seats of its players."""

    def hello(self, player: Player) -> None:  # noqa: B027 -- boardgame.io sends the first message
        """Send what the server expects first on a new connection."""

    @abstractmethod
    def read(self, player: Player, message: bytes) -> None:
        """Parse a message and report it to the player."""

    @abstractmethod
    def write(self, player: Player, version: int, move: str) -> bytes:
        """The message that plays a move at the given version."""
