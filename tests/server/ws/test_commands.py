"""Commands over sockets: sent twice, late, from two tabs, all at once."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

from hornsup.client import TableClient
from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.table import REMEMBERED
from tests.server.faults import assert_history, assert_memory_is_log, assert_views, from_log
from tests.server.harness import FAST, local_server, until
from tests.server.players import all_at, decider, open_line, people_at_table, play_on, table_id
from tests.server.tables import every_command, live_of

LONG = {"end_value": 20}


def answers_to(line: TableClient, key: str) -> list[str]:
    """The answers to one command among the frames that a line has received."""
    frames = [json.loads(text) for text in line.frames or []]
    return [json.dumps(f) for f in frames if f["type"] == "answer" and f["id"] == key]


async def test_case_01_a_move_sent_twice_is_played_once(tmp_path: Path) -> None:
    """In parallel on one socket, on another socket, and after a reconnect."""
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, keep_frames=True, options=LONG) as lines,
    ):
        for number in range(10):
            line = await decider(lines)
            key, version, move = f"key-{number}", line.version, line.legal[0]
            again: dict[str, Any] = {"key": key, "version": version}
            first, second = await asyncio.gather(line.move(move, **again), line.move(move, **again))
            await until(lambda line=line, key=key: len(answers_to(line, key)) == 2)
            assert len(set(answers_to(line, key))) == 1
            async with line.guest.table(table_id(line)) as later:
                third = await later.move(move, **again)
            assert first == second == third
            assert third.ok
            await all_at(lines, first.version)
        logged = await server.services.store.log.entries(table_id(lines[0]))
        moved = [each.command for each in logged if isinstance(each.entry, log.Moved)]
        assert moved == [f"key-{number}" for number in range(10)]


async def test_case_01_a_resend_is_known_however_much_was_said_since(tmp_path: Path) -> None:
    """A table keeps the newest answers at hand; for older ones it asks the log."""
    async with local_server(tmp_path) as server, people_at_table(server.base) as lines:
        live = live_of(server, lines[0])
        version, player = live.table.version, live.table.seats[0].player
        assert player is not None
        last = version + REMEMBERED + 3
        chats = [wire.Chat(f"chat-{number}", version, "hm") for number in range(REMEMBERED + 3)]
        answers = [await live.ask(chat, player, "en") for chat in chats]
        assert [answer.version for answer in answers] == list(range(version + 1, last + 1))
        assert await live.ask(chats[0], player, "en") == answers[0]
        assert live.table.version == last


async def test_case_02_a_late_repeat_is_refused_with_the_state(tmp_path: Path) -> None:
    """Every frame of a game comes once more a version later, as it was and under a new id."""
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, keep_frames=True, options=LONG) as lines,
    ):
        for number in range(15):
            line = await decider(lines)
            key, version, move = f"key-{number}", line.version, line.legal[-1]
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


async def test_case_03_two_tabs_of_one_player_move_at_once(tmp_path: Path) -> None:
    """60 rounds: one tab wins, the other is told how the table stands, and both stay usable."""
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, people=3, options={"end_value": 60}) as lines,
    ):
        ident = table_id(lines[0])
        tabs = [await open_line(server.base, ident, line.guest) for line in lines]
        both = {id(line): (line, tab) for line, tab in zip(lines, tabs, strict=True)}
        acked: dict[str, int] = {}
        won = Counter[int]()
        for number in range(60):
            line, tab = both[id(await decider(lines))]
            pair = (line, tab) if number % 2 else (tab, line)
            keys = [f"{number}/{which}" for which in range(2)]
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


async def test_case_33_everything_at_once_over_sockets(tmp_path: Path) -> None:
    """Three people send every kind of command six times without waiting."""
    async with (
        local_server(tmp_path, **FAST, queue=5000) as server,
        people_at_table(server.base, people=3, bots=1, options=LONG) as lines,
    ):
        live = live_of(server, lines[0])
        sent = [
            line.command(**_frame(command))
            for _ in range(6)
            for line in lines
            for command in every_command(live)
            if not isinstance(command, (wire.Close, wire.Rematch))
        ]
        async with asyncio.timeout(30):
            answers = await asyncio.gather(*sent)
        assert len(answers) == 6 * 3 * 19
        await live.settle()
        await assert_memory_is_log(server.services.store, live.table)
        for line in lines:
            back = await line.command("give-back", seat=line.seat)
            assert back.ok or back.code == "no-bot-plays"
        await play_on(lines, 5)


def _frame(command: wire.Command) -> dict[str, Any]:
    frame = json.loads(wire.encode(command))
    frame.pop("id")
    return {"kind": frame.pop("type"), **frame}
