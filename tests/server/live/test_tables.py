"""What a table promises its people, through a running server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from hornsup.client import Guest, TableClient
from hornsup.play import viewing, wire
from hornsup.play.live.table import LiveTable
from hornsup.play.runtime import SteadyClock
from tests.server.harness import FAST, FakeTime, Local, local_server, until
from tests.server.players import Player, line_at, mover, people_at_table, play_on, table_id
from tests.server.tables import live_of


async def news(line: TableClient, holds: Callable[[], object], seconds: float = 10.0) -> None:
    """Wait for news until something holds."""
    async with asyncio.timeout(seconds):
        while not holds():
            await line.next_message()


async def test_spectators_of_a_delayed_table_see_the_lobby_at_once_and_the_game_late(
    tmp_path: Path,
) -> None:
    time = FakeTime()
    async with (
        local_server(tmp_path, SteadyClock(time), **FAST) as server,
        people_at_table(server.base, start=False, delay=30) as lines,
    ):
        guest = await server.guest("Watcher")
        async with line_at(server.base, table_id(lines[0]), guest) as watcher:
            await lines[1].command("rename", name="Renamed")
            await news(watcher, lambda: watcher.table.seats[1].name == "Renamed")
            await lines[0].command("start")
            await play_on(lines, 3)
            live = live_of(server, lines[0])
            await until(lambda: live.viewers.late is not None and live.viewers.late.viewers)
            assert len(live.viewers.live.viewers) == 3
            assert watcher.phase == "lobby"
            time.forward(31)
            live.enqueue(live.viewers.advance_late)
            await news(watcher, lambda: watcher.version == lines[0].version)
            assert watcher.phase == "playing"


async def test_who_stands_up_before_the_start_of_a_delayed_table_watches_late(
    tmp_path: Path,
) -> None:
    time = FakeTime()
    async with (
        local_server(tmp_path, SteadyClock(time), **FAST) as server,
        people_at_table(server.base, start=False, delay=30) as lines,
    ):
        await lines[2].command("stand")
        await lines[0].command("add-bot", level="easy")
        await lines[0].command("start")
        live = live_of(server, lines[0])
        await until(lambda: live.viewers.late is not None and len(live.viewers.late.viewers) == 1)
        assert len(live.viewers.live.viewers) == 2
        await until(lambda: len(live.viewers.live.online) == 2)  # nobody waits for a spectator


async def test_where_nobody_may_watch_watchers_are_sent_away_at_the_start(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, start=False, spectators=False) as lines,
    ):
        guest = await server.guest("Watcher")
        watcher = await TableClient.open(
            server.base, table_id(lines[0]), guest.token, language="fr"
        )
        await lines[0].command("start")
        await news(watcher, lambda: watcher.bye is not None)
        assert watcher.bye is not None
        assert watcher.bye.code == "no-spectators"
        assert "spectateurs" in watcher.bye.message
        await watcher.close()
        await play_on(lines, 3)


async def test_no_bot_for_somebody_who_is_there_and_the_seat_back_on_return(
    tmp_path: Path,
) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, leavers="wait") as lines,
    ):
        await news(lines[0], lambda: lines[0].online == [0, 1, 2])
        answer = await lines[0].command("take-over", seat=1)
        assert answer.code == "player-here"
        await lines[1].close()
        await news(lines[0], lambda: lines[0].online == [0, 2])
        answer = await lines[0].command("take-over", seat=1, level="easy")
        assert answer.ok, answer
        async with lines[1].guest.table(table_id(lines[0])):
            await news(lines[0], lambda: lines[0].table.seats[1].bot is None)


async def test_the_shared_screen_shows_no_hand_and_takes_no_command(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, "horns-up") as lines,
        line_at(server.base, table_id(lines[0]), lines[0].guest, role="screen") as screen,
    ):
        assert not screen.view.get("hand")
        answer = await screen.command("chat", text="hello")
        assert answer.code == "screen"
        await screen.send_text('{"type":"look","seat":0}')
        await play_on(lines, 4)
        await news(screen, lambda: screen.version == lines[0].version)
        assert not screen.view.get("hand")
        assert screen.legal is None


async def test_talk_that_comes_too_fast_is_refused(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base) as lines,
    ):
        answers = [await lines[0].command("chat", text=f"line {n}") for n in range(9)]
        assert [answer.ok for answer in answers[:6]] == [True] * 6
        assert "slow-down" in {answer.code for answer in answers}
        assert (await lines[1].command("react", reaction="horns")).ok


async def test_a_rematch_gives_everybody_their_seat_back(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, people=3, bots=1, options={"end_value": 1}) as lines,
    ):
        await play_on(lines, 3000)
        first, second = await asyncio.gather(
            lines[1].command("rematch"), lines[2].command("rematch")
        )
        assert {first.ok, second.ok} == {True, False}
        await news(lines[0], lambda: lines[0].table.next is not None)
        opened = lines[0].table.next or ""
        guests: list[Guest] = [line.guest for line in lines]
        for guest in reversed(guests):
            await guest.sit(opened)
        seats = (await guests[0].call("GET", f"/api/tables/{opened}"))["seats"]
        assert [seat.get("name") for seat in seats[:3]] == ["P0", "P1", "P2"]
        assert seats[3]["bot"] == "easy"


async def test_a_game_by_the_clock_stops_at_the_end_of_its_round_and_is_filed_as_over(
    tmp_path: Path,
) -> None:
    time = FakeTime()
    options = {"end_goal": "time", "end_value": 1}
    async with (
        local_server(tmp_path, SteadyClock(time), **FAST) as server,
        people_at_table(server.base, options=options, leavers="wait") as lines,
    ):
        await play_on(lines, 1, lambda line: next(m for m in line.legal if m != "stop"))
        time.forward(120)
        await play_on(lines, 500, lambda line: next(m for m in line.legal if m != "stop"))
        assert lines[0].table.phase == "over"
        row = await server.services.store.tables.get(table_id(lines[0]))
        assert row is not None
        assert (row.phase, row.code) == ("over", None)


async def test_a_game_that_the_clock_plays_to_its_end_is_filed_as_over(tmp_path: Path) -> None:
    time = FakeTime()
    async with (
        local_server(tmp_path, SteadyClock(time), **FAST) as server,
        people_at_table(
            server.base,
            options={"end_value": 1},
            clock={"kind": "turn", "seconds": 30},
        ) as lines,
    ):
        live = live_of(server, lines[0])
        for _ in range(200):
            if live.table.phase == "over":
                break
            for seat in live.table.seats:
                seat.timeouts = 0  # let default moves, not bots, play the whole game
            time.forward(31)
            live.look_after()
            await live.settle()
        row = await server.services.store.tables.get(live.table.id)
        assert row is not None
        assert (live.table.phase, row.phase) == ("over", "over")


async def test_the_list_of_tables_knows_the_new_host(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, start=False) as lines,
    ):
        live = live_of(server, lines[0])
        second, third = live.table.seats[1].player, live.table.seats[2].player
        await lines[0].command("stand")
        row = await server.services.store.tables.get(live.table.id)
        assert row is not None
        assert row.host == second
        await news(lines[1], lambda: lines[1].you is not None and lines[1].you.host)
        answer = await lines[1].command("pass-on", seat=2)
        assert answer.ok, answer
        row = await server.services.store.tables.get(live.table.id)
        assert row is not None
        assert row.host == third


async def test_chat_does_not_make_a_bot_begin_again(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, people=2, bots=1, pace=5000, leavers="wait") as lines,
    ):
        live = live_of(server, lines[0])
        while live.table.bot_to_move() is None:
            line = mover(lines)
            if line is None:
                await lines[0].next_message()
                continue
            await line.move(line.legal[0] if line.legal[0] != "stop" else line.legal[-1])
            await until(lambda: lines[0].version == live.table.version)
        await until(lambda: live.bots.task is not None)
        thinking = live.bots.task
        assert (await lines[0].command("chat", text="take your time")).ok
        assert (await lines[1].command("rename", name="Other")).ok
        assert live.bots.task is thinking


async def test_a_host_changes_what_happens_to_leavers_during_the_game(tmp_path: Path) -> None:
    time = FakeTime()
    async with (
        local_server(tmp_path, SteadyClock(time), **FAST) as server,
        people_at_table(server.base, leavers="wait", grace=30) as lines,
    ):
        live = live_of(server, lines[0])
        away = live.table.to_move
        assert away is not None
        host = lines[0] if away else lines[1]
        if not away:
            assert (await lines[0].command("pass-on", seat=1)).ok
        await lines[away].close()
        await news(host, lambda: away not in host.online)
        time.forward(3600)
        live.look_after()
        await live.settle()
        assert live.table.seats[away].bot is None
        settings = {**wire_settings(live), "leavers": "bot"}
        answer = await host.command("change", settings=settings)
        assert answer.ok, answer
        time.forward(31)
        await news(host, lambda: host.table.seats[away].away, 20)  # the maintenance looks by itself


def wire_settings(live: LiveTable) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(live.table.settings)
    return data


async def finish(lines: list[Player]) -> None:
    await play_on(lines, 400)
    assert lines[0].table.phase == "over"


async def next_table(server: Local, line: Player) -> wire.TableInfo:
    """The table of the rematch that this line asks for."""
    answer = await line.command("rematch")
    assert answer.ok, answer
    await news(line, lambda: line.table.next)
    assert line.table.next is not None
    live = await server.services.registry.get(line.table.next)
    assert live is not None
    return viewing.table_info(live.table)


async def test_the_host_stays_the_host_of_a_rematch_that_somebody_else_asks_for(
    tmp_path: Path,
) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, options={"end_value": 1}) as lines,
    ):
        await finish(lines)
        info = await next_table(server, lines[1])
        assert [seat.host for seat in info.seats] == [True, False, False]
        assert [seat.awaited for seat in info.seats] == ["P0", "P1", "P2"]
        row = await server.services.store.tables.get(info.id)
        assert row is not None
        assert row.host == live_of(server, lines[0]).table.host


async def test_where_the_host_is_gone_whoever_asks_for_a_rematch_is_the_host(
    tmp_path: Path,
) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, options={"end_value": 1}) as lines,
    ):
        await finish(lines)
        await lines[0].close()
        await news(lines[1], lambda: lines[1].online == [1, 2])
        info = await next_table(server, lines[2])
        assert [seat.host for seat in info.seats] == [False, False, True]


async def test_a_host_on_another_worker_is_there_too(tmp_path: Path) -> None:
    shared = {**FAST, "workers": 2}
    async with (
        local_server(tmp_path, **shared) as one,
        local_server(tmp_path, **shared) as two,
        people_at_table(one.base, options={"end_value": 1}) as lines,
    ):
        await finish(lines)
        guest = lines[1].guest
        await lines[1].close()
        there = Guest(two.base, guest.token, guest.name)
        async with line_at(two.base, table_id(lines[0]), there) as line:
            await news(line, lambda: line.online == [0, 1, 2])
            info = await next_table(two, line)
            assert [seat.host for seat in info.seats] == [True, False, False]
