"""Whole games over real sockets, both kinds, people and bots mixed."""

from __future__ import annotations

from pathlib import Path

import pytest

from hornsup.core import record
from tests.server.harness import local_server
from tests.server.players import all_at, open_line, people_at_table, play_on, table_id


@pytest.mark.parametrize(
    ("game", "options"), [("raise-your-horns", {"end_value": 2}), ("horns-up", {})]
)
async def test_people_and_a_bot_finish_a_game_that_verifies(
    tmp_path: Path, game: str, options: dict[str, int]
) -> None:
    async with (
        local_server(tmp_path, frame_rate=1000, frame_burst=5000) as server,
        people_at_table(server.base, game, 3, 1, options=options) as lines,
    ):
        await play_on(lines, 3000)
        assert {line.table.phase for line in lines} == {"over"}
        guest = lines[0].guest
        found = await guest.call("GET", f"/api/tables/{table_id(lines[0])}/record")
        verdict = record.verify(found)
        assert verdict.honest, verdict.lines("en")
        assert found["deal"]["commitment"] == lines[0].table.commitment


async def test_a_refusal_rests_on_what_all_workers_wrote(tmp_path: Path) -> None:
    """The last seat was taken through another worker a moment ago. The host, who has not seen it,
    is not told that a seat is empty, but how things stand; then the game starts."""
    async with local_server(tmp_path, workers=2) as one, local_server(tmp_path, workers=2) as two:
        host = await one.guest("Ann")
        settings = {"game": "raise-your-horns", "players": 3}
        opened = await host.open_table(settings, seats=["me", "open", "easy"])
        async with host.table(opened["id"]) as line:
            await (await two.guest("Bob")).sit(opened["id"])
            answer = await line.command("start")
            assert answer.ok or answer.code == "stale", answer
            if not answer.ok:
                while line.version < answer.version:
                    await line.next_message()
                assert (await line.command("start")).ok


async def test_whoever_sat_down_at_another_worker_is_no_spectator(tmp_path: Path) -> None:
    """Their socket may be at a worker that has not heard of it yet."""
    async with local_server(tmp_path) as here, local_server(tmp_path) as there:
        ann, bea = await here.guest("Ann"), await here.guest("Bea")
        opened = await ann.open_table({"game": "raise-your-horns", "players": 3})
        playing = await open_line(there.base, opened["id"], bea)
        watching = await open_line(there.base, opened["id"], bea, role="spectator")
        assert not playing.you.seats
        answer = await bea.sit(opened["id"])
        there.services.registry.tables[opened["id"]].hint(answer["version"])
        while not playing.you.seats:
            await playing.next_message()
        assert (playing.you.role, playing.you.seats) == ("player", [1])
        await all_at([watching], answer["version"])
        assert watching.you.role == "spectator"
        while playing.online != [1]:
            await playing.next_message()
        await playing.close()
        await watching.close()
