"""A plain move takes no task of its own; whatever is special about one sends it the long way."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.settings import Settings
from hornsup.server import outbox
from hornsup.server.writer import Append, Outcome, StorageError, Then
from tests.server.worlds import Ear, World, begin


class Held:
    """Stands between a room and its log, and keeps what is put there until it is let go."""

    def __init__(self, world: World) -> None:
        self.store = world.house.store
        self._put = self.store.put
        self.waiting: list[tuple[Append, Then]] = []
        self.store.put = lambda item, then: self.waiting.append((item, then))

    def let(self, outcome: Outcome = True) -> None:
        """Tell whoever waits longest what came of it; True also puts it into the log."""
        item, then = self.waiting.pop(0)
        if outcome is True:
            self._put(item, then)
        else:
            then(outcome)

    def stop(self) -> None:
        self.store.put = self._put


def rolling(world: World, name: str) -> bytes:
    legal = str(world.state.legal_moves()[0])
    frame = {"type": "move", "id": name, "version": world.table.version, "move": legal}
    return json.dumps(frame).encode()


def answers(ear: Ear) -> list[dict[str, Any]]:
    return [told for told in map(json.loads, ear.take()) if told["type"] == "answer"]


def tasks() -> set[str]:
    return {task.get_name() for task in asyncio.all_tasks()}


async def at_table() -> tuple[World, Ear, Held]:
    """A game with the seat that must move at its socket, and a hand on its log."""
    world = begin(Settings("raise-your-horns", 3))
    ear = await world.listen(world.table.to_move)
    ear.take()
    return world, ear, Held(world)


async def test_a_plain_move_needs_no_task() -> None:
    world, ear, held = await at_table()
    version = world.table.version
    world.reader(ear).take(rolling(world, "a"))
    assert "room" not in tasks()
    assert len(held.waiting) == 1
    assert world.room.busy
    held.let()
    await world.room.settle()
    assert not world.room.busy
    assert world.table.version == version + 1
    assert answers(ear) == [{"type": "answer", "id": "a", "ok": True, "version": version + 1}]


async def test_nobody_hears_of_a_move_before_it_is_in_the_log() -> None:
    world, ear, held = await at_table()
    other = await world.listen((world.table.to_move + 1) % 3)
    version = world.table.version
    ear.take()
    other.take()
    world.reader(ear).take(rolling(world, "a"))
    await asyncio.sleep(0.01)
    assert (ear.take(), other.take(), world.table.version) == ([], [], version)
    held.let()
    await world.room.settle()
    assert [json.loads(told)["version"] for told in other.take()] == [version + 1]


async def test_what_comes_while_a_move_is_written_waits_for_it() -> None:
    world, ear, held = await at_table()
    done: list[int] = []

    async def job() -> None:
        done.append(world.table.version)

    version = world.table.version
    frame = rolling(world, "a")
    world.reader(ear).take(frame)
    world.room.enqueue(job)
    world.reader(ear).take(frame)  # sent twice: the same command has the same answer
    await asyncio.sleep(0.01)
    assert (done, len(held.waiting)) == ([], 1)
    held.let()
    await world.room.settle()
    assert done == [version + 1]
    assert [(told["ok"], told["version"]) for told in answers(ear)] == [(True, version + 1)] * 2
    assert len(world.house.store.logged) == version + 1


async def test_a_move_that_the_storage_does_not_take_is_refused_and_may_come_again() -> None:
    world, ear, held = await at_table()
    frame = rolling(world, "a")
    world.reader(ear).take(frame)
    held.let(StorageError("the database: away"))
    await world.room.settle()
    assert [told["code"] for told in answers(ear)] == ["storage"]
    assert world.room.doubt  # it may be in the log all the same
    held.stop()
    world.reader(ear).take(frame)
    await world.room.settle()
    assert [told["ok"] for told in answers(ear)] == [True]
    assert not world.room.doubt


async def test_a_move_that_was_written_though_nobody_said_so_is_not_played_twice() -> None:
    world, ear, held = await at_table()
    frame = rolling(world, "a")
    world.reader(ear).take(frame)
    item, then = held.waiting.pop()
    held._put(item, lambda _outcome: None)
    then(StorageError("the database: who knows"))
    held.stop()
    world.reader(ear).take(frame)
    await world.room.settle()
    first, second = answers(ear)
    assert (first["code"], second["ok"]) == ("storage", True)
    assert second["version"] == world.table.version == len(world.house.store.logged)


async def test_a_move_that_lost_its_place_to_a_word_is_played_behind_it() -> None:
    world, ear, held = await at_table()
    version = world.table.version
    world.reader(ear).take(rolling(world, "a"))
    said = log.Said("p0", "hm", 0)
    world.house.store.logged.append(log.Logged(version + 1, world.house.time, said, "p0", "c"))
    held.let(False)
    held.stop()
    await world.room.settle()
    assert [(told["ok"], told["version"]) for told in answers(ear)] == [(True, version + 2)]


async def test_a_move_that_lost_its_place_to_another_move_is_stale() -> None:
    world, ear, held = await at_table()
    version = world.table.version
    world.reader(ear).take(rolling(world, "a"))
    other = held.waiting[0][0].row
    moved = log.decode(other["entry"])
    at = world.house.time
    world.house.store.logged.append(log.Logged(version + 1, at, moved, other["player"], "b"))
    held.let(False)
    held.stop()
    await world.room.settle()
    assert [told["code"] for told in answers(ear)] == ["stale"]
    assert world.table.version == version + 1


async def test_a_move_whose_telling_fails_is_answered_and_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world, ear, held = await at_table()

    def broken(*_: Any) -> None:
        raise RuntimeError("no voice")

    with monkeypatch.context() as patched:
        patched.setattr(world.room.live, "tell", broken)
        world.reader(ear).take(rolling(world, "a"))
        held.let()
        await world.room.settle()
    assert [told["code"] for told in answers(ear)] == ["storage"]
    held.stop()
    mover = await world.listen(world.table.to_move)
    mover.take()
    await world.send(mover, rolling(world, "b").decode())
    assert [told["ok"] for told in answers(mover)] == [True]


async def test_a_socket_that_cannot_be_answered_holds_nobody_up() -> None:
    world, ear, held = await at_table()

    def broken(_answer: Any) -> None:
        raise RuntimeError("no ear")

    legal = str(world.state.legal_moves()[0])
    move = wire.Move("a", world.table.version, legal)
    world.room.submit(move, str(ear.player), "en", broken)
    item, then = held.waiting.pop()
    held._put(item, lambda _outcome: None)
    with pytest.raises(RuntimeError):
        then(True)
    assert not world.room.busy
    held.stop()
    mover = await world.listen(world.table.to_move)
    mover.take()
    await world.send(mover, rolling(world, "b").decode())
    assert [told["ok"] for told in answers(mover)] == [True]


async def test_only_moves_go_the_short_way() -> None:
    world, ear, held = await at_table()
    frame = {"type": "chat", "id": "c", "version": world.table.version, "text": "hm"}
    world.reader(ear).take(json.dumps(frame).encode())
    assert "room" in tasks()
    held.stop()
    await asyncio.sleep(0.01)


# --- the outbox -------------------------------------------------------------------------------


async def test_the_outbox_is_emptied_once_at_the_end_of_the_turn() -> None:
    sent: list[str] = []
    box = outbox.here()
    assert box is outbox.here()
    box.add(lambda: sent.append("a"))
    box.add(lambda: sent.append("b"))
    assert sent == []
    await asyncio.sleep(0)
    assert sent == ["a", "b"]
    box.add(lambda: sent.append("c"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert sent == ["a", "b", "c"]


def test_what_a_loop_left_behind_holds_up_no_other_loop() -> None:
    async def die() -> None:
        outbox.here().add(lambda: None)

    async def speak() -> list[str]:
        sent: list[str] = []
        outbox.here().add(lambda: sent.append("heard"))
        await asyncio.sleep(0)
        return sent

    asyncio.run(die())
    assert asyncio.run(speak()) == ["heard"]
