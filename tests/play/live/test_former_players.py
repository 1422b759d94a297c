"""A handed-over seat leaves its former player nothing of what comes later.

From the hand-over on the former player's sockets are sent what a spectator's are, byte for byte,
but for one thing: until the new player's first move they are told that they may object.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from hornsup.play.present import person_id
from hornsup.play.settings import Settings, TurnClock
from tests.games.horns_up.harness import eager
from tests.server.worlds import GARBLED, TABLE_ID, Ear, World, any_move, begin

GAMES = ("horns-up", "raise-your-horns")
SEAT, FORMER, FRIEND, WATCHER = 1, "p1", "friend", "watcher"
NAMES = {FRIEND: "Fred", WATCHER: "Wim"}
ASKED: list[dict[str, Any]] = [
    {"type": "move", "move": "end"},
    {"type": "move", "move": "roll"},
    {"type": "undo"},
    {"type": "odds"},
    {"type": "why", "move": "end"},
    {"type": "why", "card": "path-ns", "cell": "0,6"},
    {"type": "chat", "text": "psst"},
    {"type": "react", "reaction": "horns"},
    {"type": "rename", "seat": SEAT, "name": "Mine"},
    {"type": "stand", "seat": SEAT},
    {"type": "take-over", "seat": SEAT},
    {"type": "give-back", "seat": SEAT},
    {"type": "mute", "seat": 0},
    {"type": "hand-over", "seat": SEAT, "to": person_id(TABLE_ID, WATCHER)},
    {"type": "show-out", "who": person_id(TABLE_ID, WATCHER)},
    {"type": "confirm", "seat": 0},
    {"type": "look", "seat": SEAT},
    {"type": "speak", "language": "it"},
]


class Evening:
    """A table at which seat 1 is handed over, with sockets of its former player and a spectator."""

    def __init__(self, game: str, **settings: Any) -> None:
        self.world = begin(Settings(game, players=3, **settings))
        self.rng = Random(f"former/{game}")
        self.keys = 0

    async def open(self) -> Evening:
        self.former = [await self.world.listen(SEAT) for _ in range(2)]
        self.screen = await self.world.listen(SEAT, role="screen")
        self.friend = await self.world.listen(FRIEND)
        self.watcher = [await self.world.listen(WATCHER) for _ in range(2)]
        self.watching_screen = await self.world.listen(WATCHER, role="screen")
        people = frozenset({"p0", "p1", "p2", FRIEND, WATCHER})
        self.world.live.viewers.people.update(people, NAMES)
        return self

    def frame(self, kind: str, **fields: Any) -> dict[str, Any]:
        self.keys += 1
        version = self.world.table.version
        return {"type": kind, "id": f"k{self.keys}", "version": version, **fields}

    async def play(self, moves: int) -> None:
        """So many moves of whoever must decide."""
        for _ in range(moves):
            if self.world.state.over:
                return
            self.world.clock.time += 500
            choose = eager if self.world.table.settings.game == "horns-up" else any_move
            move = str(choose(self.world.state, self.rng))
            seat = self.world.state.to_move
            ear = Ear(self.world.table.seats[seat].player)
            version = self.world.table.version
            await self.world.send(ear, self.frame("move", move=move))
            assert self.world.table.version == version + 1, ear.take()

    async def play_to(self, seat: int) -> None:
        while self.world.state.to_move != seat:
            await self.play(1)

    async def hand_over(self) -> None:
        to = person_id(TABLE_ID, FRIEND)
        await self.world.send(self.former[0], self.frame("hand-over", seat=SEAT, to=to))
        assert self.world.table.seats[SEAT].player == FRIEND, self.former[0].take()

    def told(self) -> list[tuple[list[str], list[str]]]:
        """What each pair of sockets was sent since the last time: the former player's, and the
        spectator's."""
        mine, theirs = [*self.former, self.screen], [*self.watcher, self.watching_screen]
        return [(one.take(), two.take()) for one, two in zip(mine, theirs, strict=True)]


def no_objection(frames: list[str]) -> list[str]:
    """Frames without the right to object, which spectators do not have."""
    kept = []
    for each in map(json.loads, frames):
        each.get("you", {}).pop("former", None)
        kept.append(json.dumps(each))
    return kept


async def new_welcome(world: World, who: str, since: int) -> list[str]:
    """What somebody is sent who comes now and was last here at that version."""
    ear = await world.listen(who, since=since)
    heard = ear.take()[:1]
    world.live.viewers.leave(ear)
    await world.live.settle()
    return heard


@pytest.mark.parametrize("game", GAMES)
async def test_case_26_a_former_player_is_sent_what_a_spectator_is(game: str) -> None:
    evening = await Evening(game, clock=TurnClock(60)).open()
    world = evening.world
    await evening.play(9)
    await evening.play_to(SEAT)
    evening.told()
    await evening.hand_over()
    for mine, theirs in evening.told():
        assert json.loads(mine[0])["type"] in ("welcome", "update")
        assert not any('"legal":[' in text for text in mine)
        assert game != "horns-up" or not any('"hand":["' in text for text in mine)
        assert len(theirs) == 1
    for since in (0, 3, world.table.version - 2, world.table.version):
        welcomes = [await new_welcome(world, who, since) for who in (FORMER, WATCHER)]
        assert no_objection(welcomes[0]) == no_objection(welcomes[1])
    await _ask_everything(evening)
    evening.told()
    await evening.play(1)  # the new player's first
    for mine, theirs in evening.told():
        assert mine == theirs
    await _after_the_first_move(evening)


async def _after_the_first_move(evening: Evening) -> None:
    """From here on there is no difference at all."""
    world = evening.world
    for number in range(12):
        await evening.play(3)
        for mine, theirs in evening.told():
            assert mine == theirs
            updates = [text for text in mine if text.startswith('{"type":"update"')]
            assert len(updates) == 3 or world.state.over
        if number % 4 == 0:
            await _ask_everything(evening)
        for since in (0, world.table.version - 4):
            assert await new_welcome(world, FORMER, since) == await new_welcome(
                world, WATCHER, since
            )


async def _ask_everything(evening: Evening) -> None:
    """Both ask the same; both are answered the same."""
    evening.told()
    world = evening.world
    world.sockets.may_talk = lambda _guest: True
    for number, asked in enumerate(ASKED):
        for version in (0, world.table.version):
            frame = {**asked}
            if asked["type"] not in ("look", "speak"):
                frame |= {"id": f"a{evening.keys}/{number}/{version}", "version": version}
            for ear in (evening.former[0], evening.watcher[0]):
                await world.send(ear, frame)
    for text in GARBLED:
        for ear in (evening.former[0], evening.watcher[0]):
            await world.send(ear, text)
    ((mine, theirs), *_) = evening.told()
    assert len(mine) > len(ASKED)
    assert no_objection(mine) == no_objection(theirs)
    for ear in (evening.former[0], evening.watcher[0]):
        await world.send(ear, {"type": "speak", "language": "en"})


@pytest.mark.parametrize("game", GAMES)
async def test_case_26_with_a_delay_a_former_player_sees_the_table_late_at_once(game: str) -> None:
    evening = await Evening(game, delay=60).open()
    world = evening.world
    await evening.play(6)
    await evening.play_to(SEAT)
    evening.told()
    await evening.hand_over()
    mine, theirs = (each.take() for each in (evening.former[1], evening.watcher[1]))
    assert theirs == []
    assert [json.loads(text)["type"] for text in mine] == ["welcome"]
    if game == "horns-up":
        assert '"hand":["' not in mine[0], "also of the time when the seat was theirs"
    assert json.loads(mine[0])["you"] == {"role": "spectator", "seats": []}
    evening.told()
    await evening.play(8)
    assert all(not mine and not theirs for mine, theirs in evening.told())
    for seconds in (30, 31, 60):
        world.clock.time += seconds * 1000
        world.live.enqueue(world.live.viewers.advance_late)
        await world.live.settle()
        for mine, theirs in evening.told():
            assert no_objection(mine) == no_objection(theirs)
    assert await new_welcome(world, FORMER, 0) == await new_welcome(world, WATCHER, 0)


async def test_a_late_former_player_may_still_object() -> None:
    evening = await Evening("horns-up", delay=60).open()
    world = evening.world
    await evening.play(6)
    await evening.hand_over()
    evening.told()
    await world.send(evening.former[1], evening.frame("take-back", seat=SEAT))
    assert world.table.seats[SEAT].player == FORMER
    for ear in evening.former:
        last = [json.loads(text) for text in ear.take()]
        assert any(each["type"] == "welcome" and each["you"]["seats"] == [SEAT] for each in last)
    assert evening.friend.late
    assert evening.friend.role == "spectator"
    await evening.play(1)
    await evening.play_to(SEAT)
    assert any('"legal":[' in text for text in evening.former[0].take())


async def test_where_nobody_may_watch_a_former_player_stays_while_they_may_object() -> None:
    evening = await Evening("raise-your-horns").open()
    world, host = evening.world, await evening.world.listen(0)
    await evening.hand_over()
    settings = {"game": "raise-your-horns", "players": 3, "spectators": False}
    await world.send(host, evening.frame("change", settings=settings))
    assert evening.watcher[0].closing == (1008, "no-spectators")
    assert evening.watching_screen.closing == (1008, "no-spectators")
    assert [ear.closing for ear in evening.former] == [None, None]
    await evening.play_to(SEAT)
    await evening.play(1)
    assert [ear.closing for ear in evening.former] == [(1008, "no-spectators")] * 2
    assert evening.screen.closing == (1008, "no-spectators")
    assert evening.friend.closing is None
    own_screen = await world.listen(FRIEND, role="screen")
    assert world.live.viewers.may_join(own_screen, "en"), "the screen of a player stays"
