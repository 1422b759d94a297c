"""How long the terminal takes from a key to the painted screen, late at a table of nine.

`python -m benchmarks.terminal` prints the figures as JSON. Everything is included that happens in
this process: the key's handling, the table's answer to a move, the drawing, and the text for the
terminal. Beside the time that passed stands the processor time of the client's own thread, which
other programs on the machine do not change.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterable
from random import Random
from typing import Any, Final, NamedTuple

from textual import events
from textual._compositor import CompositorUpdate

from hornsup.client.connection import TableConnection
from hornsup.client.session import LocalSession
from hornsup.play.settings import Settings
from hornsup.tui.app import HornsUpApp
from hornsup.tui.screens.table import TableScreen

PLAYERS: Final = 9
LATE: Final = 300
"""Versions of the table before the first key is measured: some forty turns."""
QUIET_SECONDS: Final = 0.04
"""When nothing has been painted for that long after a paint, the key's effect is on the screen."""
MOST_SECONDS: Final = 2.0
ARROWS: Final = ("down", "right", "up", "left", "tab", "down")


class Stopwatch(HornsUpApp):
    """Notes when it has painted; makes the terminal's text as a real terminal would need it."""

    painted_at = 0.0
    worked = 0.0  # this thread's processor time at that moment

    def _display(self, screen: Any, renderable: Any) -> None:
        if isinstance(renderable, CompositorUpdate):
            renderable.render_segments(self.console)
            self.painted_at, self.worked = time.perf_counter(), time.thread_time()
        super()._display(screen, renderable)


class Taken(NamedTuple):
    """Milliseconds from a key to its paint: on the clock, and of this thread's work."""

    clock: float
    work: float


class LateTable(LocalSession):
    """A table at which many turns have been played before anybody looks."""

    async def prepare(self, rng: Random) -> None:
        await to_a_late_turn(await super().open(), rng)

    async def open(self) -> TableConnection:
        assert self.connection is not None
        return self.connection


async def to_a_late_turn(table: TableConnection, rng: Random) -> None:
    """Play at random until the table is full and it is our turn, or the game is over."""
    while table.phase == "playing":
        version = table.version
        if table.my_turn and version >= LATE:
            return
        if table.my_turn:
            await table.move(rng.choice(table.legal or []))
        while table.version == version:
            await table.next_message()


def send(app: Stopwatch, key: str) -> tuple[float, float]:
    """Press a key; gives the time, and this thread's."""
    assert app._driver is not None
    begun = time.perf_counter(), time.thread_time()
    app._driver.send_message(events.Key(key, key if len(key) == 1 else None))
    return begun


def taken(app: Stopwatch, begun: tuple[float, float]) -> Taken:
    return Taken((app.painted_at - begun[0]) * 1000, (app.worked - begun[1]) * 1000)


async def press(app: Stopwatch, key: str) -> Taken | None:
    """From a key to the last paint that it caused; None where nothing changed."""
    begun = send(app, key)
    while True:
        await asyncio.sleep(0.002)
        now = time.perf_counter()
        if app.painted_at > begun[0] and now - app.painted_at > QUIET_SECONDS:
            return taken(app, begun)
        if now - begun[0] > (MOST_SECONDS if app.painted_at > begun[0] else QUIET_SECONDS * 5):
            return None


async def play(app: Stopwatch, screen: TableScreen, key: str) -> Taken:
    """From the key of a move to the first paint of the table after it."""
    assert screen.table is not None
    version, begun = screen.table.version, send(app, key)
    while screen.table.version == version:
        await asyncio.sleep(0.0005)
    moved = time.perf_counter()
    while app.painted_at < moved:
        await asyncio.sleep(0.0005)
    return taken(app, begun)


async def measure(keys: int = 120, size: tuple[int, int] = (120, 40), seed: int = 4) -> list[Taken]:
    """About so many keys: arrows, menus that open and close, moves."""
    session = LateTable(Settings("horns-up", PLAYERS, pace=0), {0: "A"}, "random", seed=seed)
    rng = Random(seed)
    await session.prepare(rng)
    screen = TableScreen(session, "en")
    app = Stopwatch(screen)
    found: list[Taken | None] = []
    async with app.run_test(size=size) as pilot:
        while len(found) < keys:
            assert session.connection is not None
            await to_a_late_turn(session.connection, rng)
            if not session.connection.my_turn:
                break  # somebody has won
            await pilot.pause(0.2)
            found += await _one_turn(app, screen)
    return [each for each in found if each is not None]


async def _one_turn(app: Stopwatch, screen: TableScreen) -> list[Taken | None]:
    """Look around, open a menu where there is one, and play a move."""
    found = [await press(app, key) for key in ARROWS]
    while True:
        options = screen.choices.options
        index = next((at for at, each in enumerate(options[:9]) if each.move is None), 0)
        if options[index].move is not None:
            found.append(await play(app, screen, "1" if len(options) < 10 else "enter"))
            return found
        found.append(await press(app, str(index + 1)))
        found += [await press(app, key) for key in ARROWS]


def share(values: Iterable[float], part: float) -> float:
    """The value that this part of all values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def main() -> None:
    figures = {}
    for size in ((80, 24), (120, 40)):
        found = asyncio.run(measure(size=size))
        clock, work = [each.clock for each in found], [each.work for each in found]
        figures[f"{size[0]}x{size[1]}"] = {
            "keys": len(found),
            "median_ms": round(share(clock, 0.5), 1),
            "p95_ms": round(share(clock, 0.95), 1),
            "worst_ms": round(max(clock), 1),
            "work_median_ms": round(share(work, 0.5), 1),
            "work_p95_ms": round(share(work, 0.95), 1),
        }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
