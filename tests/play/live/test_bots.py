"""Bots at a table: how long they wait, and the forfeits that they do by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.live import bots as live_bots
from hornsup.play.live.local import PLAYER, LocalTable
from hornsup.play.opening import Host, open_table
from hornsup.play.runtime import SteadyClock
from hornsup.play.settings import Settings
from hornsup.play.table import Step, Table
from tests.seeds import SeededRandomness

DICE = "raise-your-horns"


class QuickBots:
    """Bots that answer at once, with any move."""

    def __init__(self) -> None:
        self.rng = Random(5)

    async def choose(self, _game: str, _bot: str, _view: Any, legal: list[str]) -> str:
        return self.rng.choice(legal)

    async def odds(self, *_asked: Any) -> Any:
        raise NotImplementedError


class Sleeps:
    """Stands in for asyncio in the module of the bots: notes how long they would sleep, and how
    long what they have just seen takes to be seen."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.steps: list[float] = []
        self.table: Table | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)
        step = self.table.last_game_step() if self.table is not None else None
        self.steps.append(0.0 if step is None else step_weight(self.table, step))
        await asyncio.sleep(0)


def step_weight(table: Table | None, step: Step) -> float:
    assert table is not None
    return table.game.showing(step.events)


@pytest.fixture
def sleeps(monkeypatch: pytest.MonkeyPatch) -> Sleeps:
    noted = Sleeps()
    monkeypatch.setattr(live_bots, "asyncio", noted)
    return noted


def open_local(game: str, seats: list[str], seed: int = 3, **settings: Any) -> LocalTable:
    clock, random = SteadyClock(), SeededRandomness(Random(seed))
    wanted = Settings(game, len(seats), **settings)
    opening = open_table(wanted, Host(PLAYER, "Ann"), seats, True, now=clock.now(), random=random)
    return LocalTable(opening, clock, random, QuickBots())


class Person:
    """Plays the seats of a local table, with the first legal move."""

    def __init__(self, table: LocalTable) -> None:
        self.table = table
        self.messages: list[dict[str, Any]] = []
        self.keys = 0
        table.connect(self.messages.append)

    async def play_until(self, done: Callable[[], bool], most: int = 2000) -> None:
        for _ in range(most):
            if done():
                return
            if self.legal():
                await self.send(wire.Move, move=self.legal()[0])
            await asyncio.sleep(0)
        raise AssertionError("it never came to that")

    def legal(self) -> list[str]:
        told = [each for each in self.messages if each["type"] in ("welcome", "update")]
        return [move for move in told[-1].get("legal", []) if move != "stop"]

    async def send(self, kind: Any, **fields: Any) -> wire.Answer:
        self.keys += 1
        version = self.table.live.table.version
        answer = await self.table.command(kind(id=f"k{self.keys}", version=version, **fields))
        assert answer.ok, answer
        return answer

    def updates(self, kind: str) -> list[dict[str, Any]]:
        return [each for each in self.messages if each.get("kind") == kind]


def entries_of(table: LocalTable) -> list[log.AnyEntry]:
    return [logged.entry for logged in table.storage._entries]


def owing(table: LocalTable) -> list[int]:
    state: Any = table.live.table.state
    return [seat for seat, _ in state.pending_forfeits]


# --- the pace -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "options"), [("horns-up", {}), (DICE, {"end_value": 20})])
async def test_bots_wait_as_long_as_the_last_move_takes_to_be_seen(
    game: str, options: dict[str, Any], sleeps: Sleeps
) -> None:
    table = open_local(game, ["me", "easy", "easy"], pace=1000, options=options)
    sleeps.table = table.live.table
    person = Person(table)  # before a bot has begun
    await person.play_until(lambda: len(sleeps.seconds) >= 40)
    assert sleeps.seconds == pytest.approx(sleeps.steps, abs=0.1)
    assert len(set(sleeps.steps)) > 2, "not all moves are the same"
    table.live.bots.stop()


@pytest.mark.parametrize("watched", [False, True])
async def test_nobody_waits_where_nobody_looks_or_nobody_wants_it(
    watched: bool, sleeps: Sleeps
) -> None:
    table = open_local(DICE, ["easy", "easy", "easy"], pace=0 if watched else 5000)
    if watched:
        table.connect(lambda _message: None)
    async with asyncio.timeout(10):
        while table.live.table.moves < 10:
            await asyncio.sleep(0)
    assert set(sleeps.seconds) == {0.0}
    table.live.bots.stop()


# --- forfeits -----------------------------------------------------------------------------------


async def test_the_forfeit_of_a_bot_does_itself_and_that_of_a_person_waits() -> None:
    table = open_local(DICE, ["me", "easy", "easy"], pace=0, options={"end_value": 6})
    person = Person(table)
    await person.play_until(lambda: table.live.table.phase == "over")
    await person.play_until(lambda: set(owing(table)) <= {0})
    done = [entry for entry in entries_of(table) if isinstance(entry, log.Confirmed)]
    assert {entry.seat for entry in done} == {1, 2}
    assert {entry.by for entry in done} == {"bot"}
    assert owing(table), "a person says so themselves"
    told = person.updates("confirmed")
    assert len(told) == len(done)
    assert told[0]["events"][0]["event"]["event"] == "forfeit-done"
    assert table.live.table.confirmed


async def test_it_is_done_before_a_bot_goes_on_and_after_the_round_was_seen(
    sleeps: Sleeps,
) -> None:
    table = open_local(DICE, ["me", "easy", "easy"], pace=1000, options={"end_value": 6})
    sleeps.table = table.live.table
    person = Person(table)
    await person.play_until(lambda: bool(person.updates("confirmed")))
    told = [each for each in person.messages if each["type"] == "update"]
    lost, done = told[-2:]
    assert "round-lost" in [each["event"]["event"] for each in lost["events"]]
    assert done["kind"] == "confirmed"
    assert sleeps.seconds == pytest.approx(sleeps.steps, abs=0.1)
    assert sleeps.seconds[-1] > 3, "the round was to be seen first"
    table.live.bots.stop()


async def test_an_executor_need_not_see_to_bots() -> None:
    table = open_local(DICE, ["me", "easy", "easy"], pace=0, options={"end_value": 4})
    person = Person(table)
    await person.send(wire.Sit, contribution="", seat=-1, name="Ann")
    await person.play_until(lambda: table.live.table.phase == "over" and set(owing(table)) <= {0})
    done = [entry for entry in entries_of(table) if isinstance(entry, log.Confirmed)]
    assert done
    assert {entry.by for entry in done} == {"bot"}


async def test_a_person_who_is_away_still_owes_theirs() -> None:
    table = open_local(DICE, ["me", "easy", "easy"], pace=0, options={"end_value": 6})
    person = Person(table)
    await person.send(wire.TakeOver, seat=0)
    await person.play_until(lambda: table.live.table.phase == "over" and set(owing(table)) <= {0})
    assert 0 in owing(table)
    assert 0 not in {entry.seat for entry in entries_of(table) if isinstance(entry, log.Confirmed)}


async def test_a_forfeit_lost_with_its_worker_is_done_at_the_next_look() -> None:
    table = open_local(DICE, ["me", "easy", "easy"], pace=0, options={"end_value": 6})
    person, live = Person(table), table.live
    live.bots.consider = lambda: None  # type: ignore[method-assign] # as if another worker had died
    while live.table.bot_forfeit() is None:
        assert live.table.state is not None
        live.table.fold(next_entry(table))
    del live.bots.consider  # the real one again
    live.clock.set(live.table.at + 60_000)
    live.storage.entries = nothing_new  # type: ignore[method-assign, assignment] # the log is behind, as folded
    live.look_after()
    async with asyncio.timeout(10):
        while not person.updates("confirmed"):
            await asyncio.sleep(0)
    live.bots.stop()


def next_entry(table: LocalTable) -> log.Logged:
    """The move of whoever must decide, as another worker would have written it."""
    inside = table.live.table
    assert inside.state is not None
    assert inside.to_move is not None
    move = str(inside.game.default_move(inside.state))
    logged = log.Logged(inside.version + 1, inside.at, log.Moved(inside.to_move, move, "bot"))
    table.storage._entries.append(logged)
    return logged


async def nothing_new(_after: int) -> list[log.Logged]:
    return []
