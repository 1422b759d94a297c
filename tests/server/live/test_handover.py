"""Seats that change hands on real servers: against moves, across workers, through a kill."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from hornsup.client import Guest, RequestRefused, TableClient, Unreachable
from hornsup.core import record
from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.live.table import LiveTable
from hornsup.play.present import person_id
from hornsup.play.table import Table, rebuild
from hornsup.server.storage import schema
from hornsup.server.storage.store import Store
from tests.server.faults import (
    DICE,
    HeldAppends,
    ReturningPlayer,
    assert_history,
    assert_memory_is_log,
    fetch,
    from_log,
    open_store,
    returning_players,
)
from tests.server.harness import FAST, Local, Remote, local_server, until
from tests.server.players import all_at, line_at, people_at_table, play_on, table_id
from tests.server.tables import GUEST, SharedTime, ask_move, live_of, timed_table

FRIEND = "f" * 32
TWO: dict[str, Any] = {**FAST, "workers": 2}


# --- what must hold whatever happens --------------------------------------------------------------


async def assert_one_holder(store: Store, ident: str, seat: int, *people: str) -> str:
    """A seat belongs to one of these, by the log and by the index; gives that one."""
    table = await from_log(store, ident)
    holder = table.seats[seat].player
    assert holder in people
    query = select(schema.seats).where(schema.seats.c.table_id == ident)
    rows = {row.seat: row.player for row in await store.database.read(query)}
    assert rows[seat] == holder
    assert sum(bool(table.seats_of(player)) for player in people) == 1
    return str(holder)


def assert_moves_are_their_own(table: Table, logged: list[log.Logged]) -> None:
    """Everybody who moved had the seat at that moment."""
    fresh = Table(table.id, table.code, table.secret)
    for each in logged:
        if isinstance(each.entry, log.Moved) and each.entry.by == "player":
            assert fresh.seats[each.entry.seat].player == each.player, each
        rebuild(fresh, [each])


def spectator(line: TableClient, name: str) -> str:
    """The id under which the people at the table know a spectator."""
    (found,) = [each.id for each in line.spectators if each.name == name]
    return found


async def sees(line: TableClient, name: str) -> str:
    """Wait until a spectator is in the list; gives the id."""
    await until(lambda: any(each.name == name for each in line.spectators), f"{name} is seen")
    return spectator(line, name)


# --- 41: against a move ---------------------------------------------------------------------------


async def _guests_turn(live: LiveTable, other: LiveTable) -> None:
    """Play until seat 1 must decide; both workers know of a friend without a seat."""
    while live.table.to_move != 1:
        assert (await ask_move(live)).ok
    await other.refresh()
    for each in (live, other):
        each.viewers.people.update(frozenset({GUEST, FRIEND}), {FRIEND: "Fred"})


def _commands(live: LiveTable) -> list[wire.Command]:
    assert live.table.state is not None
    move, version = str(live.table.state.legal_moves()[0]), live.table.version
    return [
        wire.Move("move", version, move),
        wire.HandOver("hand", version, 1, person_id(live.table.id, FRIEND)),
    ]


@pytest.mark.parametrize("order", list(itertools.permutations((0, 1))), ids=["move", "hand-over"])
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
async def test_case_41_a_hand_over_while_a_move_is_in_flight(
    tmp_path: Path,
    request: pytest.FixtureRequest,
    order: tuple[int, ...],
    workers: int,
    engine: str,
) -> None:
    """The move counts and then the seat goes, or the seat goes and the move is refused."""
    shared: dict[str, Any] = {}
    if engine == "postgres":
        shared["database_url"] = request.getfixturevalue("postgres").fresh_database()
    moment = SharedTime(tmp_path, **shared)
    async with moment.server() as first, moment.server() as second:
        both = await timed_table(first, second, clock=None)
        await _guests_turn(*both)
        commands, version = _commands(both[0]), both[0].table.version
        if workers == 1:
            asked = {at: both[0].ask(commands[at], GUEST, "en") for at in order}
            answers = dict(zip(asked, await asyncio.gather(*asked.values()), strict=True))
        else:
            answers = await _at_once(first, second, both, commands, order)
        assert answers[1].ok, answers
        assert answers[0].ok == (order[0] == 0)
        assert answers[0].ok or answers[0].code == "not-seated"
        logged = await first.services.store.log.entries(both[0].table.id)
        kinds = [type(each.entry) for each in logged[version:]]
        assert kinds == ([log.Moved, log.HandedOver] if order[0] == 0 else [log.HandedOver])
        assert_moves_are_their_own(both[0].table, logged)
        for live in both:
            await live.refresh()
            await assert_memory_is_log(first.services.store, live.table)
        again = await both[1].ask(commands[0], GUEST, "en")  # sent again, it is no other move
        assert (again.ok, again.code) == (answers[0].ok, answers[0].code)
        store = first.services.store
        assert await assert_one_holder(store, both[0].table.id, 1, GUEST, FRIEND) == FRIEND


async def _at_once(
    first: Local,
    second: Local,
    both: tuple[LiveTable, LiveTable],
    commands: list[wire.Command],
    order: tuple[int, ...],
) -> dict[int, wire.Answer]:
    """Two workers have decided for the same place in the log, which takes them in this order."""
    appends = HeldAppends(first.services.store, second.services.store)
    asked = [
        asyncio.ensure_future(live.ask(command, GUEST, "en"))
        for live, command in zip(both, commands, strict=True)
    ]
    await appends.let(*order)
    opening = asyncio.create_task(appends.open())
    answers = dict(enumerate(await asyncio.gather(*asked)))
    opening.cancel()
    return answers


@pytest.mark.parametrize("first_to_write", ["take back", "move"])
async def test_case_41_an_objection_while_the_new_players_move_is_in_flight(
    tmp_path: Path, first_to_write: str
) -> None:
    moment = SharedTime(tmp_path)
    async with moment.server() as first, moment.server() as second:
        live, other = await timed_table(first, second, clock=None)
        await _guests_turn(live, other)
        move, hand = _commands(live)
        assert (await live.ask(hand, GUEST, "en")).ok
        back = wire.TakeBack("back", live.table.version, 1)
        asked = [live.ask(move, FRIEND, "en"), live.ask(back, GUEST, "en")]
        if first_to_write == "take back":
            answers = (await asyncio.gather(*asked[::-1]))[::-1]
        else:
            answers = await asyncio.gather(*asked)
        codes = [answer.code for answer in answers]
        assert codes == (
            ["not-seated", None] if first_to_write == "take back" else [None, "take-back-late"]
        )
        logged = await first.services.store.log.entries(live.table.id)
        assert_moves_are_their_own(live.table, logged)


def has_seat(player: ReturningPlayer, seat: int) -> bool:
    line = player.line
    return line is not None and line.you is not None and line.you.seats == [seat]


# --- 43: a kill -----------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["commit.after", "commit.before"])
async def test_case_43_a_worker_killed_in_the_middle_of_a_hand_over(
    tmp_path: Path, database: dict[str, Any], place: str
) -> None:
    """After the restart the seat belongs to one person, and the resend is answered."""
    server = Remote(tmp_path, **FAST, **database)
    server.start(HORNSUP_FAILPOINT=f"{place}@5")  # opened, two sat down, started
    try:
        async with (
            returning_players([server.base]) as players,
            open_store(server.config.database) as store,
        ):
            former, ident = players[1], players[1].table_id
            friend = ReturningPlayer([server.base], await Guest.sign_in(server.base, "Fred"), ident)
            await friend.here()
            line = await former.here()
            to = await sees(line, "Fred")
            sent: dict[str, Any] = {"key": "dies", "version": line.version, "seat": 1, "to": to}
            with pytest.raises(Unreachable):
                await line.command("hand-over", **sent)
            await asyncio.to_thread(server.wait_dead)
            await asyncio.to_thread(server.start)
            lines = [await former.here(), await friend.here()]
            seats = [each.you.seats for each in lines if each.you is not None]
            committed = place == "commit.after"
            assert seats == ([[], [1]] if committed else [[1], []]), "one of them has the seat"
            if not committed:
                await sees(await former.here(), "Fred")
            again = await former.command("hand-over", **sent)
            assert (again.ok, again.version) == (True, sent["version"] + 1), again
            await until(lambda: has_seat(friend, 1))
            assert_history(await store.log.entries(ident), {"dies": again.version})
            people = [each.player for each in (await from_log(store, ident)).seats]
            assert len(set(people)) == 3
            everyone = [await each.here() for each in (players[0], friend, players[2])]
            await play_on(everyone, 6)
            assert_moves_are_their_own(await from_log(store, ident), await store.log.entries(ident))
            for each in (friend, former):
                if each.line is not None:
                    await each.line.close()
    finally:
        server.stop()


# --- across workers -------------------------------------------------------------------------------


async def test_a_seat_goes_to_a_friend_on_another_worker_and_the_game_ends_there(
    tmp_path: Path,
) -> None:
    """The former player's open sockets on both workers are a spectator's at once."""
    async with (
        local_server(tmp_path, **TWO) as one,
        local_server(tmp_path, **TWO) as two,
        people_at_table(one.base, options={"end_value": 1}, leavers="wait") as lines,
    ):
        ident, friend = table_id(lines[0]), await two.guest("Fred")
        elsewhere = Guest(two.base, lines[1].guest.token, "P1")
        async with (
            line_at(two.base, ident, friend) as fred,
            line_at(two.base, ident, elsewhere) as tab,
        ):
            to = await sees(lines[1], "Fred")
            assert fred.spectators == []
            answer = await lines[1].command("hand-over", seat=1, to=to)
            assert answer.ok, answer
            await all_at([*lines, fred, tab], answer.version)
            for line in (lines[1], tab):
                await until(lambda line=line: line.you.role == "spectator")
                assert (line.you.seats, line.you.former) == ([], [1])
                assert not line.legal
            await until(lambda: fred.you.seats == [1])
            assert [seat.name for seat in lines[0].table.seats] == ["P0", "Fred", "P2"]
            await until(lambda: lines[0].online == [0, 1, 2])
            mine = await lines[1].guest.call("GET", "/api/me/tables")
            theirs = await friend.call("GET", "/api/me/tables")
            assert ([each["table"]["id"] for each in mine], theirs[0]["seats"]) == ([], [1])
            store = one.services.store
            await play_on([lines[0], fred, lines[2]], 400)
            await until(lambda: tab.table.phase == "over")
            assert record.verify((await from_log(store, ident)).record()).honest
            logged = await store.log.entries(ident)
            assert_moves_are_their_own(await from_log(store, ident), logged)


async def test_the_host_hands_over_the_seat_of_somebody_who_does_not_come_back(
    tmp_path: Path,
) -> None:
    moment = SharedTime(tmp_path, workers=1)
    async with (
        moment.server() as server,
        people_at_table(server.base, leavers="wait", grace=60) as lines,
    ):
        friend = await server.guest("Fred")
        async with line_at(server.base, table_id(lines[0]), friend) as fred:
            to = await sees(lines[0], "Fred")
            answer = await lines[0].command("hand-over", seat=1, to=to)
            assert answer.code == "hand-over-here"
            await lines[1].close()
            await until(lambda: lines[0].online == [0, 2])
            answer = await lines[0].command("hand-over", seat=1, to=to)
            assert (answer.code, answer.message) == (
                "hand-over-soon",
                "P1 has not been away for long. Wait 60 more seconds, then hand over the seat.",
            )
            moment.forward(60)
            answer = await lines[0].command("hand-over", seat=1, to=to)
            assert answer.ok, answer
            await until(lambda: fred.you.seats == [1])
            async with line_at(server.base, table_id(lines[0]), lines[1].guest) as back:
                assert (back.you.seats, back.you.former) == ([], [1])
                assert (await back.command("take-back", seat=1)).ok
                await until(lambda: back.you.seats == [1])
                await until(lambda: fred.you.seats == [])
                assert not fred.legal
            live = live_of(server, lines[0])
            row = await server.services.store.tables.of_player(friend_id(live, "Fred"))
            assert row == []


def friend_id(live: LiveTable, name: str) -> str:
    """The player behind a spectator's name."""
    found = live.viewers.people.now().without_seat.values()
    return next(person.player for person in found if person.name == name)


# --- a host who is gone ---------------------------------------------------------------------------


async def a_second_passes(*servers: Local) -> None:
    """What the maintenance of every worker does again and again, once, all at the same time."""
    maintenance = [server.services.maintenance for server in servers]
    await asyncio.gather(*(each.heartbeat() for each in maintenance))
    await asyncio.gather(*(each.look_after_due_tables() for each in maintenance))
    tables = [live for server in servers for live in server.services.registry.tables.values()]
    await asyncio.gather(*(live.settle() for live in tables))
    for server in servers:
        await server.services.registry.poll()


@pytest.mark.parametrize("start", [True, False], ids=["game", "lobby"])
async def test_the_next_person_is_host_until_the_host_comes_back(
    tmp_path: Path, start: bool
) -> None:
    """Found by the maintenance of either worker, and done once."""
    moment = SharedTime(tmp_path)
    async with (
        moment.server() as one,
        moment.server() as two,
        people_at_table(one.base, start=start, leavers="wait", grace=60) as lines,
    ):
        ident, store = table_id(lines[0]), one.services.store
        there = Guest(two.base, lines[2].guest.token, "P2")
        async with line_at(two.base, ident, there) as second:
            before = len(await store.log.entries(ident))
            host = live_of(one, lines[0]).table.host
            await lines[0].close()
            for server in (one, two):
                await server.services.maintenance.stop()
            await until(lambda: lines[1].online == [1, 2])
            await a_second_passes(one, two)
            await until(lambda: second.online == [1, 2])
            assert len(await store.log.entries(ident)) == before, "not before the grace time"
            moment.forward(61)
            await a_second_passes(two, one)
            await until(lambda: lines[1].you.host, "the next one is host")
            await a_second_passes(one, two)
            logged = [each.entry for each in (await store.log.entries(ident))[before:]]
            assert logged == [log.PassedOn(1, away=host)]
            row = await store.tables.get(ident)
            assert row is not None
            assert row.host == live_of(one, lines[1]).table.seats[1].player
            async with line_at(
                two.base, ident, Guest(two.base, lines[0].guest.token, "P0")
            ) as back:
                await until(lambda: back.you.host, "the host is back")
                await a_second_passes(one, two)
                await until(lambda: not lines[1].you.host)
                logged = [each.entry for each in (await store.log.entries(ident))[before:]]
                assert logged[1:] == [log.HostBack(host)]
                row = await store.tables.get(ident)
                assert row is not None
                assert row.host == host


async def test_a_table_that_nobody_looks_at_keeps_its_host(tmp_path: Path) -> None:
    moment = SharedTime(tmp_path, workers=1)
    async with moment.server() as server:
        async with people_at_table(server.base, leavers="wait", grace=5) as lines:
            live = live_of(server, lines[0])
            host = live.table.host
        await until(lambda: not live.viewers.counts)
        moment.forward(600)
        live.look_after()
        await live.settle()
        assert live.table.host == host
        assert live.table.former_host is None


# --- spectators -----------------------------------------------------------------------------------


async def test_names_of_spectators_are_for_the_people_at_the_table(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **TWO) as one,
        local_server(tmp_path, **TWO) as two,
        people_at_table(one.base, keep_frames=True) as lines,
    ):
        ident = table_id(lines[0])
        async with (
            line_at(two.base, ident, await two.guest("Wanda"), keep_frames=True) as wanda,
            line_at(one.base, ident, await one.guest("Wim"), keep_frames=True) as wim,
        ):
            for line in lines:
                await until(
                    lambda line=line: [each.name for each in line.spectators] == ["Wanda", "Wim"]
                )
            await until(lambda: any('"presence"' in text for text in wim.frames))
            assert not any("Wanda" in text for text in wim.frames)
            assert not any("Wim" in text for text in wanda.frames)
            ids = {each.id for each in lines[0].spectators}
            players = {each.player for each in live_of(one, lines[0]).table.seats}
            assert not any(player[:16] in ids for player in players if player)
        await until(lambda: lines[0].spectators == [], "they have left")


async def test_who_was_shown_out_stays_out_on_every_worker(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **TWO) as one,
        local_server(tmp_path, **TWO) as two,
        people_at_table(one.base) as lines,
    ):
        ident, rude = table_id(lines[0]), await two.guest("Rude")
        kind = await one.guest("Kind")
        nameless = await TableClient.open(one.base, ident, None)
        async with line_at(two.base, ident, rude) as line, line_at(one.base, ident, kind) as other:
            who = await sees(lines[0], "Rude")
            assert (await lines[1].command("show-out", who=who)).code == "not-host"
            assert (await lines[0].command("show-out", who=who)).ok
            await until(lambda: line.bye is not None, "shown out")
            assert line.bye is not None
            assert line.bye.code == "shown-out"
            await until(lambda: nameless.bye is not None and nameless.bye.code == "name-needed")
            assert other.bye is None
            for base, token, code in (
                (one.base, rude.token, "shown-out"),
                (two.base, rude.token, "shown-out"),
                (one.base, None, "name-needed"),
            ):
                for role in ("player", "spectator", "screen"):
                    with pytest.raises(RequestRefused) as refused:
                        await TableClient.open(base, ident, token, role=role)
                    assert refused.value.code == code
            await nameless.close()
            await play_on(lines, 3)
        status, said = await asyncio.to_thread(_sit_down, one.base, ident, rude)
        assert status == 409, said
        assert "closed this table to you" in said


def _sit_down(base: str, ident: str, guest: Guest) -> tuple[int, str]:
    bearer = {"authorization": f"Bearer {guest.token}"}
    path, seat = f"/api/tables/{ident}/seats", {"contribution": "", "seat": -1}
    return fetch(base, path, method="POST", body=seat, **bearer)


async def test_a_running_game_is_closed_to_spectators_and_opened_again(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, public=True) as lines,
    ):
        ident, guest = table_id(lines[0]), await server.guest("Wim")
        settings = {**DICE, "options": {}, "public": True}
        async with (
            line_at(server.base, ident, guest) as watcher,
            line_at(server.base, ident, lines[1].guest, role="screen") as screen,
        ):
            answer = await lines[0].command("change", settings={**settings, "spectators": False})
            assert answer.ok, answer
            await until(lambda: watcher.bye is not None)
            assert watcher.bye == wire.Bye("no-spectators", "This table does not allow spectators.")
            await play_on(lines, 3)
            await all_at([screen], lines[0].version)
            assert screen.bye is None, "the screen of a player stays"
        assert await guest.call("GET", "/api/tables/watch") == []
        with pytest.raises(RequestRefused):
            await TableClient.open(server.base, ident, guest.token)
        assert (await lines[0].command("change", settings=settings)).ok
        async with line_at(server.base, ident, guest) as watcher:
            assert watcher.you.role == "spectator"
        assert len(await guest.call("GET", "/api/tables/watch")) == 1


# --- forgotten ------------------------------------------------------------------------------------


@pytest.mark.parametrize("taken_back", [False, True])
async def test_a_name_that_came_with_a_hand_over_can_be_forgotten(
    tmp_path: Path, database: dict[str, Any], taken_back: bool
) -> None:
    """The entry was made by somebody else's command, and the seat may be another's again."""
    async with (
        local_server(tmp_path, **FAST, **database) as server,
        people_at_table(server.base) as lines,
    ):
        ident, friend = table_id(lines[0]), await server.guest("Frederika")
        async with line_at(server.base, ident, friend):
            to = await sees(lines[1], "Frederika")
            assert (await lines[1].command("hand-over", seat=1, to=to)).ok
            if taken_back:
                assert (await lines[1].command("take-back", seat=1)).ok
            assert "Frederika" in await _texts(server)
            await friend.call("DELETE", "/api/me")
        live = live_of(server, lines[0])
        await live.settle()
        assert "Frederika" not in await _texts(server)
        assert [seat.name for seat in live.table.seats] == ["P0", "P1" if taken_back else "", "P2"]
        await assert_memory_is_log(server.services.store, live.table)


async def test_a_former_player_who_is_forgotten_is_not_named_as_one(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base) as lines,
    ):
        friend = await server.guest("Fred")
        async with line_at(server.base, table_id(lines[0]), friend):
            to = await sees(lines[1], "Fred")
            assert (await lines[1].command("hand-over", seat=1, to=to)).ok
            live: LiveTable = live_of(server, lines[0])
            assert live.table.handovers[1].name == "P1"
            await lines[1].guest.call("DELETE", "/api/me")
            await live.settle()
            assert live.table.handovers == {}
            assert '"name":"P1"' not in await _texts(server)


async def _texts(server: Local) -> str:
    rows = await server.services.store.database.read(select(schema.log.c.entry))
    return "\n".join(row.entry for row in rows)
