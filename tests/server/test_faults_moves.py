"""Faults of moves and joins: sent twice, late, from two tabs, to two workers, all at once."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from sqlalchemy import select

from hornsup.client import Guest, RequestRefused, TableClient
from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.live.table import LiveTable
from hornsup.play.opening import Host
from hornsup.play.settings import Settings
from hornsup.server.services import Services
from hornsup.server.storage.schema import seats
from tests.server.faults import (
    FAST,
    assert_history,
    assert_memory_is_log,
    assert_views,
    from_log,
    open_store,
    until,
)
from tests.server.harness import (
    all_at,
    local_server,
    mover,
    people_at_table,
    play_on,
    remote_server,
    table_id,
)
from tests.services import Postgres, Redis

LONG = {"end_value": 20}


def answers_to(line: TableClient, key: str) -> list[str]:
    """The answers to one command among the frames that a line has received."""
    frames = [json.loads(text) for text in line.frames or []]
    return [json.dumps(f) for f in frames if f["type"] == "answer" and f["id"] == key]


async def decider(lines: list[TableClient]) -> TableClient:
    """The line that must decide, once it has been told so."""
    async with asyncio.timeout(10):
        while (line := mover(lines)) is None:
            await lines[0].next_message()
    return line


# --- 1, 2 -----------------------------------------------------------------------------------------


async def test_case_01_a_move_sent_twice_is_played_once(tmp_path: Path) -> None:
    """In parallel on one socket, on another socket, and after a reconnect."""
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, keep_frames=True, options=LONG) as lines,
    ):
        for _ in range(10):
            line = await decider(lines)
            key, version, move = secrets.token_hex(8), line.version, line.legal[0]
            again = {"key": key, "version": version}
            first, second = await asyncio.gather(line.move(move, **again), line.move(move, **again))
            await until(lambda line=line, key=key: len(answers_to(line, key)) == 2)
            assert len(set(answers_to(line, key))) == 1
            token = line.guest.token
            async with Guest(server.base, token, "").table(table_id(line)) as later:
                third = await later.move(move, **again)
            assert first == second == third
            assert third.ok
            await all_at(lines, first.version)
        room = server.services.registry.tables[table_id(lines[0])]
        moved = [e for e in await server.services.store.log.entries(room.table.id) if e.command]
        assert Counter(each.command for each in moved)[key] == 1
        assert sum(isinstance(each.entry, log.Moved) for each in moved) == 10


async def test_case_01_a_resend_is_known_however_much_was_said_since(tmp_path: Path) -> None:
    """A table keeps the newest answers at hand; for older ones it asks the log."""
    async with local_server(tmp_path) as server, people_at_table(server.base) as lines:
        room = server.services.registry.tables[table_id(lines[0])]
        version, player = room.table.version, room.table.seats[0].player
        assert player is not None
        chats = [wire.Chat(f"chat-{number}", version, "hm") for number in range(100)]
        answers = [await room.ask(chat, player, "en") for chat in chats]
        assert [answer.version for answer in answers] == list(range(version + 1, version + 101))
        assert await room.ask(chats[0], player, "en") == answers[0]
        assert room.table.version == version + 100


async def test_case_02_a_late_repeat_is_refused_with_the_state(tmp_path: Path) -> None:
    """Every frame of a game comes once more a version later, as it was and under a new id."""
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, keep_frames=True, options=LONG) as lines,
    ):
        for _ in range(40):
            line = await decider(lines)
            key, version, move = secrets.token_hex(8), line.version, line.legal[-1]
            first = await line.move(move, key=key, version=version)
            await all_at(lines, first.version)
            line.frames.clear()
            assert await line.move(move, key=key, version=version) == first
            late = await line.move(move, version=version)
            assert (late.ok, late.code, late.version) == (False, "stale", first.version)
            await until(lambda line=line: any('"welcome"' in text for text in line.frames))
            assert line.version == first.version
        table = await from_log(server.services.store, table_id(lines[0]))
        assert table.version == lines[0].version
        assert_views(lines, table)


# --- 3, 4 -----------------------------------------------------------------------------------------


async def test_case_03_two_tabs_of_one_player_move_at_once(tmp_path: Path) -> None:
    """200 rounds: one tab wins, the other is told how the table stands, and both stay usable."""
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, people=3, options={"end_value": 60}) as lines,
    ):
        ident = table_id(lines[0])
        tabs = [await TableClient.open(server.base, ident, line.guest.token) for line in lines]
        both = {id(line): (line, tab) for line, tab in zip(lines, tabs, strict=True)}
        acked: dict[str, int] = {}
        won = Counter[int]()
        for number in range(200):
            pair = both[id(await decider(lines))]
            pair = pair if number % 2 else pair[::-1]
            keys = [secrets.token_hex(8) for _ in pair]
            moves = (
                tab.move(tab.legal[i % len(tab.legal)], key=keys[i]) for i, tab in enumerate(pair)
            )
            answers = await asyncio.gather(*moves)
            assert sorted(answer.ok for answer in answers) == [False, True]
            winner = answers[0].ok is False
            assert answers[not winner].code == "stale"
            acked[keys[winner]] = answers[winner].version
            won[(*lines, *tabs).index(pair[winner])] += 1
            await all_at([*lines, *tabs], answers[winner].version)
        assert_views([*lines, *tabs], await from_log(server.services.store, ident))
        assert_history(await server.services.store.log.entries(ident), acked)
        assert all(won[number] for number in range(6)), won
        for tab in tabs:
            await tab.close()


async def test_case_04_closing_one_of_two_tabs_leaves_the_player_here(tmp_path: Path) -> None:
    """Presence counts sockets, on one worker and over two of them."""
    async with (
        local_server(tmp_path, workers=2) as first,
        local_server(tmp_path, workers=2) as second,
        people_at_table(first.base, people=2, bots=1, pace=5000) as lines,
    ):
        ident, token = table_id(lines[1]), lines[1].guest.token
        here = await TableClient.open(first.base, ident, token)
        there = await TableClient.open(second.base, ident, token)
        room = first.services.registry.tables[ident]
        for tab, left in ((here, 2), (lines[1], 1)):
            await tab.close()
            await until(lambda left=left: len(room.viewers.live.viewers) == left)
            await room.settle()
            assert lines[0].online == [0, 1]
            async with asyncio.timeout(15):  # arrivals are written down in groups
                while len(await present(first.services, ident)) != 2:
                    await asyncio.sleep(0.05)
        await there.close()
        await until(lambda: lines[0].online == [0], 15)


# --- 5, 34: two workers ---------------------------------------------------------------------------


def conflicts(base: str) -> float:
    """How many entries lost their place in the log to another worker's."""
    with urlopen(f"{base}/metrics") as answer:
        text = answer.read().decode()
    found = [line for line in text.splitlines() if line.startswith("hornsup_conflicts_total")]
    return sum(float(line.split()[-1]) for line in found)


async def test_case_05_two_workers_write_one_game(
    tmp_path: Path, postgres: Postgres, redis: Redis
) -> None:
    """Every move is sent to both workers at the same version; the log takes one of the two."""
    shared = {"database_url": postgres.fresh_database(), "redis_url": redis.url, **FAST}
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    acked: dict[str, int] = {}
    with (
        remote_server(tmp_path / "a", **shared) as one,
        remote_server(tmp_path / "b", **shared) as two,
    ):
        async with people_at_table(one.base, people=3, options=LONG) as lines:
            ident = table_id(lines[0])
            others = [await TableClient.open(two.base, ident, line.guest.token) for line in lines]
            for _ in range(60):
                line = await decider(lines)
                pair = (line, others[lines.index(line)])
                keys = [secrets.token_hex(8) for _ in pair]
                moves = [tab.move(tab.legal[0], key=keys[i]) for i, tab in enumerate(pair)]
                answers = await asyncio.gather(*moves)
                assert sorted(answer.ok for answer in answers) == [False, True], answers
                winner = answers[0].ok is False
                assert answers[not winner].code == "stale"
                acked[keys[winner]] = answers[winner].version
                await all_at([*lines, *others], answers[winner].version)
            async with open_store(shared["database_url"]) as store:
                assert_history(await store.log.entries(ident), acked)
                assert_views([*lines, *others], await from_log(store, ident))
            for line in others:
                await line.close()
        assert conflicts(one.base) + conflicts(two.base) > 0


async def test_case_05_a_bot_whose_move_lost_its_place_thinks_again(tmp_path: Path) -> None:
    """A word said at another worker takes the place of a bot's move; the bot plays on at once."""
    async with (
        local_server(tmp_path, workers=2) as first,
        local_server(tmp_path, workers=2) as second,
    ):
        room = await first.services.registry.open(
            Settings("raise-your-horns", 3, pace=0), Host("h" * 32, "Host")
        )
        other = await second.services.registry.get(room.table.id)
        assert other is not None
        await _fill(room, bots=2)
        await other.ask(wire.Chat("c0", room.table.version, "hm"), "h" * 32, "en")
        group_commit: Any = first.services.store.database.group_commit
        put, held = group_commit.put, []

        def late(item: Any, then: Any) -> None:
            """Let the other worker's word in just before the first move of the bot."""
            if '"by":"bot"' not in item.row["entry"]:
                put(item, then)
                return
            group_commit.put = put
            said = wire.Chat("c1", other.table.version, "hm")
            held.append(asyncio.create_task(other.ask(said, "h" * 32, "en")))
            held[0].add_done_callback(lambda _: put(item, then))

        group_commit.put = late
        start = await room.ask(wire.Start("s", room.table.version), "h" * 32, "en")
        assert start.ok, start
        for number in itertools.count():
            if room.table.to_move != 0 or room.table.phase != "playing":
                break
            legal = str(room.table.state.legal_moves()[0])
            move = wire.Move(f"m{number}", room.table.version, legal)
            assert (await room.ask(move, "h" * 32, "en")).ok
        await until(lambda: room.table.to_move == 0, 5)
        assert (await held[0]).ok
        assert group_commit.put == put


async def present(services: Services, table_id: str) -> frozenset[str]:
    """The players with a connection on any worker."""
    here = services.registry.tables[table_id].viewers.here()
    return here | await services.registry.presence.elsewhere(table_id)


async def _fill(room: LiveTable, bots: int = 0, people: int = 0) -> None:
    """Sit the host and others down."""
    answer = await room.ask(wire.Sit("sit", 0, "", None, "Host"), "h" * 32, "en")
    for number in range(people):
        name = f"{number:032x}"
        answer = await room.ask(wire.Sit("sit", 0, "", None, f"P{number}"), name, "en")
    for number in range(bots):
        bot = wire.AddBot(f"bot{number}", room.table.version, "easy")
        answer = await room.ask(bot, "h" * 32, "en")
    assert answer.ok, answer


async def test_case_34_twenty_join_for_one_seat(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.fresh_database()
    async with (
        local_server(tmp_path, database_url=url) as first,
        local_server(tmp_path, database_url=url) as second,
    ):
        bases = (first.base, second.base)
        host = await Guest.sign_in(first.base, "Host")
        opened = await host.open_table(
            {"game": "raise-your-horns", "players": 3}, seats=["me", "easy"]
        )
        guests = [await Guest.sign_in(bases[number % 2], f"G{number}") for number in range(20)]
        told = await asyncio.gather(
            *(guest.sit(opened["id"]) for guest in guests), return_exceptions=True
        )
        denied = [each.code for each in told if isinstance(each, RequestRefused)]
        assert denied == ["table-full"] * 19
        await _assert_seats(first.services.store, opened["id"], [0, 2])


async def test_case_34_double_joins_and_seat_hoarding(tmp_path: Path, postgres: Postgres) -> None:
    """One join sent twenty times to two workers is one seat; all seats are each given once."""
    url = postgres.fresh_database()
    async with (
        local_server(tmp_path, database_url=url) as first,
        local_server(tmp_path, database_url=url) as second,
    ):
        settings = Settings("raise-your-horns", 4)
        room = await first.services.registry.open(settings, Host("h" * 32, "Host"))
        other = await second.services.registry.get(room.table.id)
        assert other is not None
        same = wire.Sit("once", 1, "", None, "Ann")
        rooms = (room, other)
        asked = [rooms[number % 2].ask(same, "a" * 32, "en") for number in range(20)]
        answers = await asyncio.gather(*asked)
        assert len({answer.version for answer in answers}) == 1
        assert all(answer.ok for answer in answers)
        asked = [
            rooms[number % 2].ask(wire.Sit("in", 1, "", None, "G"), f"{number:032x}", "en")
            for number in range(20)
        ]
        codes = Counter(answer.code for answer in await asyncio.gather(*asked))
        assert codes == {None: 3, "table-full": 17}
        await _assert_seats(first.services.store, room.table.id, [0, 1, 2, 3])


async def _assert_seats(store: Any, ident: str, expected: list[int]) -> None:
    """Each seat was given out once, to one person, in the log and in the index."""
    entries = [each.entry for each in await store.log.entries(ident)]
    sat = [entry for entry in entries if isinstance(entry, log.Sat)]
    assert sorted(entry.seat for entry in sat) == expected
    async with store.database.reading() as connection:
        rows = (await connection.execute(select(seats).where(seats.c.table_id == ident))).all()
    assert {row.seat: row.player for row in rows} == {entry.seat: entry.player for entry in sat}


# --- 33 -------------------------------------------------------------------------------------------


def commands(room: LiveTable) -> list[wire.Command]:
    """One of every kind, as somebody could send it at this moment."""
    version, state = room.table.version, room.table.state
    legal = [str(move) for move in state.legal_moves()] if state is not None else []
    common = (secrets.token_hex(8), version)
    made = [
        wire.Move(*common, legal[0] if legal else "pass"),
        wire.Undo(*common),
        wire.Sit(*common, "", None, "Bo"),
        wire.Stand(*common),
        wire.Rename(*common, "Cy"),
        wire.AddBot(*common, "easy"),
        wire.Kick(*common, 1),
        wire.Change(*common, room.table.settings),
        wire.Start(*common),
        wire.PassOn(*common, 1),
        wire.TakeOver(*common, 1),
        wire.GiveBack(*common, 1),
        wire.Confirm(*common, 1),
        wire.Chat(*common, "hm"),
        wire.React(*common, "horns"),
        wire.Mute(*common, 1),
        wire.Rematch(*common),
        wire.Close(*common),
    ]
    assert {type(command) for command in made} == set(wire.Logged.__args__)
    return made


@pytest.mark.timeout(60)
@pytest.mark.parametrize("phase", ["lobby", "playing", "over"])
async def test_case_33_all_pairs_of_commands_at_once(tmp_path: Path, phase: str) -> None:
    """Each pair to one table from two people and two workers: all are answered, all agree."""
    async with (
        local_server(tmp_path, workers=2) as first,
        local_server(tmp_path, workers=2) as second,
    ):
        room = other = None
        kinds = len(wire.Logged.__args__)
        for one, two in itertools.combinations_with_replacement(range(kinds), 2):
            if room is None or room.table.phase != phase or room.table.next:
                room, other = await _table_in(phase, first, second)
            async with asyncio.timeout(10):
                await asyncio.gather(
                    room.ask(commands(room)[one], "h" * 32, "en"),
                    other.ask(commands(other)[two], f"{0:032x}", "en"),
                )
                await asyncio.gather(room.settle(), other.settle())
            await _agree(room, other)
            await assert_memory_is_log(first.services.store, room.table)
            await assert_memory_is_log(second.services.store, other.table)


async def _agree(*rooms: LiveTable) -> None:
    """Wait until no bot thinks and all rooms have read the same log."""
    async with asyncio.timeout(10):
        while any(each.busy for each in rooms) or len({each.table.version for each in rooms}) > 1:
            for each in rooms:
                each.enqueue(each.catch_up)
                await each.settle()
            await asyncio.sleep(0.001)


async def _table_in(phase: str, first: Any, second: Any) -> tuple[LiveTable, LiveTable]:
    """A fresh table in a phase, open on both servers; in the lobby one seat is free."""
    settings = Settings("raise-your-horns", 3, options={"end_value": 1}, pace=0)
    room = await first.services.registry.open(settings, Host("h" * 32, "Host"))
    await _fill(room, people=1, bots=0 if phase == "lobby" else 1)
    if phase != "lobby":
        assert (await room.ask(wire.Start("go", room.table.version), "h" * 32, "en")).ok
    while phase == "over" and room.table.phase != "over":
        seat = room.table.to_move
        player = None if seat is None else room.table.seats[seat].player
        if player is None:
            await asyncio.sleep(0.001)
            continue
        legal = str(room.table.state.legal_moves()[0])
        move = wire.Move(secrets.token_hex(8), room.table.version, legal)
        assert (await room.ask(move, player, "en")).ok
    other = await second.services.registry.get(room.table.id)
    assert other is not None
    return room, other


async def test_case_33_everything_at_once_over_sockets(tmp_path: Path) -> None:
    """Three people send every kind of command twenty times without waiting."""
    async with (
        local_server(tmp_path, **FAST, queue=5000) as server,
        people_at_table(server.base, people=3, bots=1, options=LONG) as lines,
    ):
        room = server.services.registry.tables[table_id(lines[0])]
        sent = [
            line.command(**_frame(command))
            for _ in range(20)
            for line in lines
            for command in commands(room)
            if not isinstance(command, (wire.Close, wire.Rematch))
        ]
        async with asyncio.timeout(30):
            answers = await asyncio.gather(*sent)
        assert len(answers) == 20 * 3 * 16
        await room.settle()
        await assert_memory_is_log(server.services.store, room.table)
        for line in lines:
            back = await line.command("give-back", seat=line.you.seats[0])
            assert back.ok or back.code == "no-bot-plays"
        await play_on(lines, 5)


def _frame(command: wire.Command) -> dict[str, Any]:
    frame = json.loads(wire.encode(command))
    frame.pop("id")
    return {"kind": frame.pop("type"), **frame}
