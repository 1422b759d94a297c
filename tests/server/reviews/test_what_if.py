"""Another move at a decision of one's own, and a table for practice from there."""

from __future__ import annotations

import asyncio
import json
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from hornsup.client import RequestRefused
from hornsup.core import record as records
from hornsup.play import entries
from tests.server.harness import FAST, local_server, until
from tests.server.players import Player, all_at, line_at, people_at_table, play_on, table_id
from tests.server.reviews.finished import fetch, finished_game, lines_of


def own_moves(record: dict[str, Any], seat: int) -> list[int]:
    """The numbers of a seat's decisions in the middle of its turns."""
    found = []
    before = None
    for number, (state, _) in enumerate(records.steps(record)):
        if before == seat and number:
            found.append(number)
        before = state.to_move if state.turns else None
    return found


async def refusal(line: Player, method: str, path: str, body: Any = None) -> str | None:
    with pytest.raises(RequestRefused) as refused:
        await line.guest.call(method, f"/api/tables/{table_id(line)}/{path}", body)
    return refused.value.code


async def test_another_move_is_compared_from_what_the_seat_knew(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        finished_game(server.base, "raise-your-horns") as lines,
    ):
        line, path = lines[0], f"/api/tables/{table_id(lines[0])}"
        record = await line.guest.call("GET", f"{path}/record")
        assert await line.guest.call("GET", f"{path}/mine") == {"seats": [line.seat]}
        keeps = [at for at in own_moves(record, line.seat) if record["moves"][at - 1] != "roll"]
        for move in keeps:
            found = await line.guest.call("GET", f"{path}/choices?move={move}")
            if len(found["legal"]) > 1:
                break
        assert record["moves"][move - 1] in found["legal"]
        other = next(each for each in found["legal"] if each != record["moves"][move - 1])
        query = f"{path}/what-if?move={move}&other={other.replace(' ', '%20')}"
        bearer = {"authorization": f"Bearer {line.guest.token}"}
        status, body = await asyncio.to_thread(lambda: fetch(server.base, query, **bearer))
        (part,) = lines_of(body)
        assert (status, part["part"], part["other"]) == (200, "what-if", other)
        assert part["other_text"].endswith(".")
        assert other not in part["other_text"]
        assert part["low"] <= float(Fraction(part["difference"])) <= part["high"]
        instead = f"{path}/instead?move={move}&other={other.replace(' ', '%20')}"
        shown = await line.guest.call("GET", instead)
        assert shown["events"]
        assert await refusal(line, "GET", f"what-if?move={move}&other=roll") is not None


async def test_only_decisions_of_ones_own_in_finished_games(tmp_path: Path) -> None:
    async with local_server(tmp_path, **FAST) as server:
        async with people_at_table(server.base, "horns-up", 3) as lines:
            await play_on(lines, 5)
            for method, path, body in (
                ("GET", "choices?move=1", None),
                ("GET", "what-if?move=1&other=end", None),
                ("GET", "instead?move=1&other=end", None),
                ("POST", "practice", {"move": 1}),
            ):
                assert await refusal(lines[0], method, path, body) == "not-over"
        async with finished_game(server.base, "raise-your-horns") as lines:
            record = await lines[0].guest.call("GET", f"/api/tables/{table_id(lines[0])}/record")
            others = own_moves(record, lines[1].seat)
            for method, path, body in (
                ("GET", f"choices?move={others[0]}", None),
                ("GET", f"what-if?move={others[0]}&other=roll", None),
                ("POST", "practice", {"move": others[0]}),
            ):
                assert await refusal(lines[0], method, path, body) == "not-your-seat"


async def test_practice_is_set_up_and_the_record_says_so(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        finished_game(server.base, "horns-up") as lines,
    ):
        line, path = lines[0], f"/api/tables/{table_id(lines[0])}"
        record = await line.guest.call("GET", f"{path}/record")
        move = _practicable(line, record)
        await _compared(server.base, line, path, move, record["moves"][move - 1])
        opened = await line.guest.call("POST", f"{path}/practice", {"move": move})
        log = await server.services.store.log.entries(opened["id"])
        created = log[0].entry
        assert isinstance(created, entries.Created)
        assert created.practice is not None
        assert (created.practice.table, created.practice.move) == (table_id(line), move)
        async with line_at(server.base, opened["id"], line.guest) as own:
            assert own.table.practice
            assert own.you.seats == [line.seat]
            _same_hand(own, record, move)
            await play_on([own], 3000)
            await until(lambda: own.phase == "over" or own.table.phase == "over")
            await all_at([own], own.version)
        done = await line.guest.call("GET", f"/api/tables/{opened['id']}/record")
        assert "deal" not in done
        verdict = records.verify(done)
        assert verdict.honest
        assert "deal-position" in {finding.code for finding in verdict.findings}
        assert "practice" in " ".join(verdict.lines("en"))


async def test_practice_with_dice_begins_before_the_same_roll(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        finished_game(server.base, "raise-your-horns") as lines,
    ):
        line, path = lines[0], f"/api/tables/{table_id(lines[0])}"
        record = await line.guest.call("GET", f"{path}/record")
        assert (
            await refusal(line, "POST", "practice", {"move": _own_start(record, line)})
            == "no-practice"
        )
        moves = own_moves(record, line.seat)
        move = next(at for at in moves if record["moves"][at - 1].startswith("keep"))
        opened = await line.guest.call("POST", f"{path}/practice", {"move": move})
        was = next(state for at, (state, _) in enumerate(records.steps(record), 1) if at == move)
        async with line_at(server.base, opened["id"], line.guest) as own:
            assert own.table.practice
            assert own.legal == ["roll"]
            await own.move("roll")
            await until(lambda: own.view["roll"] is not None)
            for key in ("round", "kept", "roll", "losses"):
                assert own.view[key] == was.view(line.seat)[key]
            await play_on([own], 3000)
        done = await line.guest.call("GET", f"/api/tables/{opened['id']}/record")
        verdict = records.verify(done)
        assert verdict.honest
        assert "deal-position" in {finding.code for finding in verdict.findings}


def _own_start(record: dict[str, Any], line: Player) -> int:
    """The number of the seat's throw for the start."""
    return next(
        number
        for number, (state, _) in enumerate(records.steps(record), 1)
        if not state.turns and state.to_move == line.seat
    )


async def _compared(base: str, line: Player, path: str, move: int, played: str) -> None:
    """Another move of Horns Up, over guesses, with an interval around the difference."""
    legal = (await line.guest.call("GET", f"{path}/choices?move={move}"))["legal"]
    other = next(each for each in legal if each != played)
    query = f"{path}/what-if?move={move}&other={quote(other)}"
    bearer = {"authorization": f"Bearer {line.guest.token}"}
    _, body = await asyncio.to_thread(lambda: fetch(base, query, **bearer))
    (part,) = lines_of(body)
    assert (part["played"], part["other"]) == (played, other)
    assert part["guesses"] > 1
    assert part["low"] <= part["difference"] <= part["high"]


def _practicable(line: Player, record: dict[str, Any]) -> int:
    for number, (state, _) in enumerate(records.steps(record), 1):
        ready = state.turns and not state.over and state.to_move == line.seat
        if ready and not state.agenda:  # type: ignore[attr-defined] # a game of Horns Up
            return number
    raise AssertionError("the seat never had a turn")


def _same_hand(own: Player, record: dict[str, Any], move: int) -> None:
    """The seat has what it had; the rest may be anything that fits."""
    for number, (state, _) in enumerate(records.steps(record), 1):
        if number == move:
            was = state.view(own.seat)
            assert own.view["hand"] == was["hand"]
            assert json.dumps(own.view["rockers"]) == json.dumps(was["rockers"])
            return
