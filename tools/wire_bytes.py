"""Write the bytes of docs/deploy.md: what a move costs on the wire and in the log.

Whole games by bots at tables of 4 and 9, each seat with one socket; every frame is the one that the
server would send. The seeds are fixed, so the figures stay the same until the wire changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import marked
from wire_schema import RecordingViewer

import hornsup.games  # noqa: F401 -- registers the games
from hornsup.bots.base import Info
from hornsup.bots.lineup import make_bot
from hornsup.core import fairness
from hornsup.play import entries, settings
from hornsup.play.live.broadcast import Broadcast
from hornsup.play.table import PLAYING, Table

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "deploy.md"
BOTS = {"horns-up": "racer", "raise-your-horns": "exact"}


class Cost(NamedTuple):
    """Means over a game: bytes of an update to one seat, of a welcome, of an entry."""

    moves: int
    update: float
    welcome: float
    entry: float


class Game:
    """One game from the first move to the last, and every frame that it sends."""

    def __init__(self, game: str, players: int, seed: int) -> None:
        secret = seed.to_bytes(32, "big")
        self.table = Table(f"{seed:032x}", "HRNS42", secret)
        self.rng = Random(seed)
        self.bot = make_bot(game, BOTS[game])
        self.written: list[int] = []
        chosen = settings.check(settings.Settings(game, players))
        self._log(entries.Created("p0", fairness.commitment(secret), chosen))
        for seat in range(players):
            self._log(entries.Sat(seat, f"p{seat}", f"Player {seat}", f"{seed}/{seat}"))
        self._log(entries.Started("1"))
        self.broadcast = Broadcast(self.table)
        self.viewers = [RecordingViewer(f"p{seat}") for seat in range(players)]
        for viewer in self.viewers:
            self.broadcast.join(viewer, None, 0)
        self.welcomes = list(self._received())

    def _log(self, entry: entries.AnyEntry) -> None:
        self.step = self.table.fold(entries.Logged(self.table.version + 1, 0, entry))
        self.written.append(len(entries.encode(entry)))

    def _received(self) -> Iterator[int]:
        for viewer in self.viewers:
            yield from (len(text.encode()) for text in viewer.received)
            viewer.received.clear()

    def play(self) -> Cost:
        sent: list[int] = []
        self.written.clear()
        while self.table.phase == PLAYING:
            assert self.table.state is not None
            assert self.table.to_move is not None
            move = self.bot.choose(Info.of(self.table.state, self.rng))
            self._log(entries.Moved(self.table.to_move, str(move), "player"))
            self.broadcast.tell(self.step, 0)
            sent += self._received()
        return Cost(len(self.written), mean(sent), mean(self.welcomes), mean(self.written))


def mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)


def costs(game: str, players: int, games: int = 5) -> Cost:
    found = [Game(game, players, seed).play() for seed in range(games)]
    moves = sum(each.moves for each in found)
    weighed = [
        sum(cost[field] * cost.moves for cost in found) / moves for field in range(1, len(found[0]))
    ]
    return Cost(moves // games, *weighed)


def table() -> list[str]:
    lines = [
        "| Game | Seats | Moves | Update, one seat | Update, all seats | Welcome | Log entry |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for game in BOTS:
        for players in (4, 9):
            cost = costs(game, players)
            numbers = [cost.update, cost.update * players, cost.welcome, cost.entry]
            shown = " | ".join(f"{number:,.0f} B" for number in numbers)
            lines.append(f"| {game} | {players} | {cost.moves} | {shown} |")
    return lines


def page(text: str) -> str:
    """The page with its table written again."""
    return marked.replace(text, "bytes", table())


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
