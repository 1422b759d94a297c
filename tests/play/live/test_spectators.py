"""Spectators: those who watch late are told nothing of the present, and who is named to players."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from hornsup.play.live.people import MOST_NAMED
from hornsup.play.live.presence import LocalPresence
from hornsup.play.live.viewers import Viewers
from hornsup.play.settings import Settings
from hornsup.play.wire import WIRE, Hello
from tests.server.worlds import GARBLED, Ear, World, any_move, begin


async def _late_pair(game: str) -> tuple[World, World]:
    """The same table twice, the same moves so far, and a delay for spectators."""
    one, two = (begin(Settings(game, players=3, delay=60)) for _ in range(2))
    rng = Random(26)
    for number in range(12):
        move = str(any_move(one.state, rng))
        for world in (one, two):
            ear = await world.listen(world.state.to_move)
            version = world.table.version
            frame = {"type": "move", "id": f"m{number}", "version": version, "move": move}
            await world.send(ear, frame)
            assert world.table.version == version + 1
            world.live.viewers.leave(ear)
            world.clock.time += 1_000
    return one, two


FORGED: list[dict[str, Any]] = [
    {"type": "move", "move": "end"},
    {"type": "undo"},
    {"type": "odds"},
    {"type": "why", "move": "end"},
    {"type": "why"},
    {"type": "chat", "text": "psst"},
    {"type": "react", "reaction": "horns"},
    {"type": "sit", "contribution": "", "seat": -1},
    {"type": "sit", "contribution": ""},
    {"type": "take-over", "seat": 0},
    {"type": "confirm", "seat": 0},
    {"type": "rematch"},
    {"type": "start"},
]


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
async def test_case_26_a_late_spectator_is_told_nothing_of_the_present(game: str) -> None:
    worlds = await _late_pair(game)
    start = worlds[0].clock.time
    streams = []
    for number, world in enumerate(worlds):
        ears = [await world.listen(who) for who in ("watcher", None)]
        await _go_on(world, Random(number), start + 50_000)  # each world another game
        world.clock.time = start + 55_000
        world.live.enqueue(world.live.viewers.advance_late)
        await world.live.settle()
        streams.append([text for ear in ears for text in await _pester(world, ear)])
    assert worlds[0].state.view(None) != worlds[1].state.view(None)
    assert streams[0] == streams[1]
    assert len(streams[0]) > 2 * len(FORGED)


async def _go_on(world: World, rng: Random, until: int) -> None:
    while world.clock.time < until and not world.state.over:
        mover = await world.listen(world.state.to_move)
        move, version = str(any_move(world.state, rng)), world.table.version
        frame = {"type": "move", "id": f"n{version}", "version": version, "move": move}
        await world.send(mover, frame)
        world.live.viewers.leave(mover)
        world.clock.time += rng.choice([700, 900])


async def _pester(world: World, ear: Ear) -> list[str]:
    """Every frame a spectator could think of; gives all that was ever told."""
    for number, frame in enumerate(FORGED):
        for version in (0, 5, 40):
            await world.send(ear, {**frame, "id": f"f{number}/{version}", "version": version})
    for text in GARBLED:
        await world.send(ear, text)
    return ear.take()


async def test_case_26_from_the_start_on_spectators_see_what_the_settings_let_them() -> None:
    """Whoever looked into the lobby gets no better place than whoever comes later."""
    for settings in (Settings("horns-up", 3, spectators=False), Settings("horns-up", 3, delay=60)):
        world = begin(settings, start=False)
        passer, host = Ear(None), await world.listen(0)
        world.live.viewers.live.join(
            passer, None, world.clock.now()
        )  # before the host chose the settings
        passer.take()
        frame = {"type": "start", "id": "s", "version": world.table.version}
        await world.send(host, frame)
        assert world.table.phase == "playing"
        assert not any('"kind":"started"' in text for text in passer.take())
        assert (passer.closing is not None) == (not settings.spectators)
        assert any('"kind":"started"' in text for text in host.take())


# --- names ----------------------------------------------------------------------------------------


class Elsewhere(LocalPresence):
    """Spectators on other workers, and whose names were asked for."""

    def __init__(self, clock: Any, players: list[str]) -> None:
        super().__init__(clock)
        self.players = frozenset(players)
        self.asked: list[str] = []

    async def elsewhere(self, table_id: str) -> frozenset[str]:
        del table_id
        return self.players

    async def names(self, players: list[str]) -> dict[str, str]:
        self.asked += players
        return {each: f"Name of {each}" for each in players}


async def test_of_many_spectators_some_are_named_and_all_are_counted() -> None:
    """Everybody's name to everybody at the table, whenever one comes, would be half a megabyte."""
    world = begin(Settings("raise-your-horns", 3))
    viewers, host = world.live.viewers, await world.listen(0)
    far = [f"w{number:04}" for number in range(0, 1000, 2)]
    world.live.presence = Elsewhere(world.clock, far)
    for number in range(1, 300, 2):
        ear = Ear(f"w{number:04}")
        ear.name = f"Name of {ear.player}"
        viewers.join(ear, Hello(WIRE))
    await world.live.settle()
    host.take()
    await Viewers.refresh(viewers)
    frame = host.take()[-1]
    told = json.loads(frame)
    assert told["watching"] == 150 + 500, "here and on other workers"
    assert [each["name"] for each in told["spectators"]] == [
        f"Name of w{number:04}" for number in range(MOST_NAMED)
    ]
    assert len(frame) < 50 * MOST_NAMED + 200
    assert world.live.presence.asked == [f"w{number:04}" for number in range(0, MOST_NAMED, 2)]


async def test_whoever_is_named_can_be_given_a_seat_or_shown_out() -> None:
    """Also where their names came from another worker."""
    world = begin(Settings("raise-your-horns", 3))
    viewers, host = world.live.viewers, await world.listen(0)
    world.live.presence = Elsewhere(world.clock, [f"w{number:04}" for number in range(200)])
    await Viewers.refresh(viewers)
    told = json.loads(host.take()[-1])["spectators"]
    for number, frame in enumerate(
        (
            {"type": "show-out", "who": told[MOST_NAMED - 1]["id"]},
            {"type": "hand-over", "seat": 0, "to": told[0]["id"]},
        )
    ):
        await world.send(host, {**frame, "id": f"c{number}", "version": world.table.version})
    assert world.table.shown_out == {f"w{MOST_NAMED - 1:04}"}
    assert (world.table.seats[0].player, world.table.seats[0].name) == ("w0000", "Name of w0000")


async def test_a_host_without_a_seat_is_always_named() -> None:
    world = begin(Settings("raise-your-horns", 3))
    world.table.host = "zoe"
    viewers, other = world.live.viewers, await world.listen(1)
    crowd = [f"w{number:04}" for number in range(200)]
    world.live.presence = Elsewhere(world.clock, [*crowd, "zoe"])
    await Viewers.refresh(viewers)
    told = json.loads(other.take()[-1])["spectators"]
    assert [each["name"] for each in told if each.get("host")] == ["Name of zoe"]
    assert len(told) == MOST_NAMED
