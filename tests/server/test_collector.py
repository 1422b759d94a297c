"""Cyclic garbage is looked for when nobody waits, and not put off for ever."""

from __future__ import annotations

import asyncio
import gc
import json
import math
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.server.hornsup_server import ENDLESS

from hornsup.play.settings import Settings
from hornsup.server import collector
from tests.server.test_clerk import clerk_of
from tests.server.test_writing import opened, row, scribe_of
from tests.server.worlds import begin


@pytest.mark.parametrize(
    ("new", "looks", "silence", "due"),
    [
        (0, 0, 60.0, "nothing"),
        (collector.ENOUGH - 1, 0, 60.0, "nothing"),
        (collector.ENOUGH, 0, collector.QUIET_SECONDS, "new"),
        (collector.ENOUGH, 0, 0.0, "nothing"),
        (collector.TOO_MANY, 0, 0.0, "new"),
        (collector.ENOUGH, 1, collector.LONG_SECONDS - 0.1, "new"),
        (0, 1, collector.LONG_SECONDS - 0.1, "nothing"),
        (0, 1, collector.LONG_SECONDS, "all"),
        (0, collector.TOO_OFTEN - 1, 0.0, "nothing"),
        (0, collector.TOO_OFTEN, 0.0, "all"),
    ],
)
def test_when_it_is_time(new: int, looks: int, silence: float, due: str) -> None:
    assert collector.what_is_due(new, looks, silence) == due


class Knot:
    """Holds itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def ours() -> Iterator[None]:
    """The collector is ours, and afterwards Python's again."""
    collector.take_over()
    gc.collect()  # counts from here
    assert not gc.isenabled()
    yield
    collector.hand_back()
    gc.unfreeze()
    assert gc.isenabled()


def litter() -> list[list[int]]:
    return [[] for _ in range(2 * collector.ENOUGH)]


@pytest.mark.usefixtures("ours")
def test_a_busy_server_is_left_alone_and_a_quiet_one_is_cleared() -> None:
    knot = weakref.ref(Knot())
    heap = litter()
    assert collector.visit(silence=0.0) == "nothing"
    assert knot() is not None
    assert collector.visit(silence=collector.QUIET_SECONDS) == "new"
    assert knot() is None
    assert len(heap) == 2 * collector.ENOUGH


@pytest.mark.usefixtures("ours")
def test_what_was_looked_at_once_is_looked_at_again_when_nobody_plays() -> None:
    knot = Knot()
    heap = litter()
    assert collector.visit(silence=collector.QUIET_SECONDS) == "new"
    gone = weakref.ref(knot)
    del knot
    heap += litter()
    assert collector.visit(silence=collector.QUIET_SECONDS) == "new"
    assert gone() is not None
    assert collector.visit(silence=collector.LONG_SECONDS) == "all"
    assert gone() is None
    assert collector.visit(silence=60.0) == "nothing"
    assert len(heap) == 4 * collector.ENOUGH


@pytest.mark.usefixtures("ours")
@pytest.mark.parametrize("busy", [0, math.inf], ids=["clerk", "thread"])
@pytest.mark.parametrize(
    "settings",
    [Settings("raise-your-horns", 3, options=ENDLESS), Settings("horns-up", 3)],
    ids=lambda settings: settings.game,
)
async def test_moves_leave_nothing_to_look_for(
    tmp_path: Path, settings: Settings, busy: float
) -> None:
    moves = 100
    async with opened(tmp_path) as store:
        scribe_of(store).busy = busy
        assert await store.append(row(1, table="first"))
        if not busy:
            await clerk_of(store)
        world = begin(settings)
        world.house.store = store
        ears = [await world.listen(seat) for seat in range(3)]
        readers = [world.reader(ear) for ear in ears]

        async def play(count: int) -> None:
            for _ in range(count):
                version, legal = world.table.version, str(world.state.legal_moves()[0])
                frame = {"type": "move", "id": str(version), "version": version, "move": legal}
                readers[world.table.to_move].take(json.dumps(frame).encode())
                while world.table.version == version:
                    await asyncio.sleep(0)
                for ear in ears:
                    ear.take()

        await play(20)  # what is made once is made
        gc.collect()
        await play(moves)
        assert gc.collect() < moves
