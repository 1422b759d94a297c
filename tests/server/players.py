"""People at tables: lines of guests, and games that they play."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from hornsup.client import Guest, RequestRefused, TableClient
from hornsup.play import wire
from tests.seeds import new_random
from tests.server.stopwatch import stopwatch

Line = TypeVar("Line", bound=TableClient)


class Player(TableClient):
    """A line of somebody who has been welcomed: what the welcome tells is there.

    `legal` is None all the same while others must decide.
    """

    guest: Guest
    frames: list[str]
    table: wire.TableInfo
    you: wire.You
    view: dict[str, Any]
    legal: list[str]

    @property
    def seat(self) -> int:
        return self.you.seats[0]

    @property
    def phase(self) -> str:
        return self.table.phase


async def open_line(base: str, table: str, guest: Guest, **hello: Any) -> Player:
    """A line of a guest; frames are kept with `keep_frames=True`."""
    line = await Player.open(base, table, guest.token, **hello)
    line.guest = guest
    return line


@asynccontextmanager
async def line_at(base: str, table: str, guest: Guest, **hello: Any) -> AsyncIterator[Player]:
    """A line of a guest, open until the block ends."""
    line = await open_line(base, table, guest, **hello)
    try:
        yield line
    finally:
        await line.close()


@asynccontextmanager
async def people_at_table(
    base: str,
    game: str = "raise-your-horns",
    people: int = 3,
    bots: int = 0,
    start: bool = True,
    keep_frames: bool = False,
    **settings: Any,
) -> AsyncIterator[list[Player]]:
    """People (the host first) with a line each at one table, the rest of it bots."""
    guests = [await Guest.sign_in(base, f"P{number}") for number in range(people)]
    seats = ["me", *["open"] * (people - 1), *["easy"] * bots]
    wanted = {"game": game, "players": people + bots, "pace": 0, **settings}
    opened = await guests[0].open_table(wanted, seats=seats, contribution="c0")
    for guest in guests[1:]:
        await sit(guest, opened["id"])
    lines: list[Player] = []
    try:
        for guest in guests:
            line = await open_line(base, opened["id"], guest, keep_frames=keep_frames)
            lines.append(line)
        if start:
            answer = await begin(lines[0])
            await all_at(lines, answer.version)
        yield lines
    finally:
        for line in lines:
            await line.close()


async def sit(guest: Guest, table: str, seat: int | None = None) -> None:
    """Sit down with a contribution to the deal that is the same in every run."""
    body = {"contribution": f"c of {guest.name}", "seat": seat, "id": None}
    await guest.call("POST", f"/api/tables/{table}/seats", body)


async def begin(line: TableClient) -> wire.Answer:
    """Start the game; a worker that had not yet heard of everybody is asked a second time."""
    answer = await line.command("start")
    if answer.code == "stale":
        answer = await line.command("start", version=answer.version)
    assert answer.ok, answer
    return answer


async def all_at(lines: Sequence[TableClient], version: int, seconds: float = 10.0) -> None:
    """Wait until every line has seen a version."""
    async with asyncio.timeout(seconds):
        for line in lines:
            while line.version < version:
                await line.next_message()


def mover(lines: Sequence[Line]) -> Line | None:
    """The line that must decide now, if it is one of these."""
    for line in lines:
        if line.legal and line.you is not None and line.to_move in line.you.seats:
            return line
    return None


async def decider(lines: Sequence[Line]) -> Line:
    """The line that must decide, once it has been told so."""
    async with asyncio.timeout(10):
        while (line := mover(lines)) is None:
            await lines[0].next_message()
    return line


async def play_on(
    lines: Sequence[Line], moves: int, choose: Callable[[Line], str] | None = None
) -> list[wire.Answer]:
    """Let these people play so many moves (or to the end); gives the answers."""
    choose = choose or random_choice()
    answers: list[wire.Answer] = []
    for _ in range(moves):
        line = await _next_mover(lines)
        if line is None:
            return answers
        answer = await line.move(choose(line))
        if answer.code == "stale":  # the clock or a bot was faster; the line has been told
            continue
        assert answer.ok, answer
        answers.append(answer)
        await all_at(lines, answer.version)
    return answers


def random_choice() -> Callable[[TableClient], str]:
    """Any legal move, by a seed of the running test."""
    rng = new_random()
    return lambda line: rng.choice(line.legal or [])


async def _next_mover(lines: Sequence[Line], seconds: float = 30.0) -> Line | None:
    """Wait until one of these must decide; None when the game is over. Whichever line hears of it
    first, so no single one is waited for."""
    async with asyncio.timeout(seconds):
        while (line := mover(lines)) is None:
            if lines[0].table is not None and lines[0].table.phase == "over":
                await all_at(lines, lines[0].version)
                return None
            await asyncio.sleep(0.001)
    return line


def table_id(line: TableClient) -> str:
    assert line.table is not None
    return line.table.id


async def refused_within(guest: Guest, seconds: float, code: str = "no-session") -> bool:
    """Whether the server stops serving a guest in time, for that reason."""
    async with stopwatch() as spent:
        while spent() < seconds:
            try:
                await guest.call("GET", "/api/me")
            except RequestRefused as refused:
                return refused.code == code
            await asyncio.sleep(0.02)
    return False
