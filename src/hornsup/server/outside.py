"""Bots from outside: one of ours, or any program that speaks JSON lines, at somebody's table."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from hornsup.bots.base import Bot
from hornsup.bots.from_view import info_from_view
from hornsup.bots.lineup import make_bot
from hornsup.errors import BadInput, HornsUpError
from hornsup.server.client import Away, Denied, Guest, TableLine

TABLE: Final = re.compile(r"/t/([0-9a-f]{32})/?")
CODE: Final = re.compile(r"/(?:j/)?([A-Za-z0-9]{6})/?")
QUIET_SECONDS: Final = 3.0
"""After so long without news a line is asked whether it still lives."""
PONG_SECONDS: Final = 8.0
Say = Callable[[str], None]


class Player(Protocol):
    """Whoever chooses the moves."""

    async def choose(self, game: str, view: dict[str, Any], legal: list[str]) -> str: ...

    async def end(self) -> None: ...


class OurBot:
    """A bot of this package, or `module:Class`, fed with views."""

    def __init__(self, name: str, seed: int | None) -> None:
        self._name = name
        self._rng = Random(seed)
        self._bot: Bot | None = None

    async def choose(self, game: str, view: dict[str, Any], legal: list[str]) -> str:
        if self._bot is None:
            self._bot = make_bot(game, self._name)
        info = info_from_view(game, view, legal, self._rng)
        return str(await asyncio.to_thread(self._bot.choose, info))

    async def end(self) -> None:
        return


class Program:
    """Another program: a JSON line with view and legal moves in, a JSON line with a move out."""

    def __init__(self, command: str, seconds: float = 30.0) -> None:
        self._command = shlex.split(command)
        self._seconds = seconds
        self._process: asyncio.subprocess.Process | None = None

    async def choose(self, game: str, view: dict[str, Any], legal: list[str]) -> str:
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        line = json.dumps({"type": "choose", "game": game, "view": view, "legal": legal})
        try:
            async with asyncio.timeout(self._seconds):
                process.stdin.write(line.encode() + b"\n")
                await process.stdin.drain()
                answer = await process.stdout.readline()
        except (TimeoutError, OSError) as error:
            raise HornsUpError(f"{self._command[0]} did not answer in time") from error
        return self._read(answer)

    def _read(self, answer: bytes) -> str:
        try:
            return str(json.loads(answer)["move"])
        except (ValueError, KeyError, TypeError) as error:
            text = answer.decode("utf-8", "replace").strip()[:80]
            raise HornsUpError(
                f'{self._command[0]} said {text!r}; expected a line such as {{"move": "end"}}'
            ) from error

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None:
            try:
                self._process = await asyncio.create_subprocess_exec(
                    *self._command,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=2**20,
                )
            except OSError as error:
                raise BadInput(f"cannot run {self._command[0]}: {error.strerror}") from error
        return self._process

    async def end(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.terminate()
            await self._process.wait()


def read_address(address: str) -> tuple[str, str | None, str | None]:
    """Server, table and code in an address: a server's, a table's link, or one with a code."""
    parts = urlsplit(address if "://" in address else f"http://{address}")
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise BadInput(f"{address!r} is no address; copy it from the browser")
    base = f"{parts.scheme}://{parts.netloc}"
    found = TABLE.fullmatch(parts.path)
    if found:
        return base, found[1], None
    code = CODE.fullmatch(parts.path)
    if code:
        return base, None, code[1]
    if parts.path not in ("", "/"):
        raise BadInput(f"{address!r} names no table; it ends in /t/ and 32 letters, or in a code")
    return base, None, None


class Visitor:
    """A bot that sits down at a table and plays until the game is over, come what may."""

    def __init__(self, player: Player, name: str, say: Say) -> None:
        self._player = player
        self._name = name
        self._say = say
        self._pending: tuple[str, int, str] | None = None  # id, version and text of our last move

    async def play(self, address: str, new: dict[str, Any] | None, retries: int = 120) -> str:
        """Take a seat (or open a table, with `new`) and play; gives the table's id."""
        base, table_id, code = read_address(address)
        guest = await Guest.come_in(base, self._name)
        if code is not None:
            table_id = (await guest.call("GET", f"/api/codes/{code}"))["id"]
        if table_id is None:
            table_id = await self._find(guest, new)
        await self._sit(guest, table_id)
        try:
            await self._play(guest, table_id, retries)
        finally:
            await self._player.end()
        return table_id

    async def _find(self, guest: Guest, new: dict[str, Any] | None) -> str:
        """Without a link: a table of our own, or the newest public one with a free seat."""
        if new is not None:
            opened = await guest.open_table(new["settings"], seats=new.get("seats", ["open"]))
            self._say(f"table open: {guest.base}{opened['path']} (code {opened['code']})")
            return str(opened["id"])
        for each in await guest.call("GET", "/api/tables"):
            seats = each["table"]["seats"]
            if any(not seat.get("person") and not seat.get("bot") for seat in seats):
                return str(each["table"]["id"])
        raise BadInput("no public table waits for players; give the link of a table, or --new GAME")

    async def _sit(self, guest: Guest, table_id: str) -> None:
        answer = await guest.sit(table_id)
        self._say(f"{guest.name} sits at the table (version {answer['version']})")

    async def _play(self, guest: Guest, table_id: str, retries: int) -> None:
        left = retries
        while True:
            try:
                async with guest.table(table_id) as line:
                    left = retries
                    if await self._until_over(line):
                        return
            except Away as away:
                left -= 1
                if left <= 0:
                    raise
                self._say(f"{away}; trying again")
                await asyncio.sleep(0.5)

    async def _until_over(self, line: TableLine) -> bool:
        """Play on this line; True when the game is over, False when the line broke."""
        while line.closed is None:
            assert line.table is not None
            if line.table.phase in ("over", "closed"):
                self._say("the game is over" if line.table.phase == "over" else "table closed")
                return True
            if await self._start_if_full(line):
                continue
            if line.legal and line.you is not None and line.you.looking == line.to_move:
                await self._move(line)
            else:
                await self._wait(line)
        return False

    @staticmethod
    async def _wait(line: TableLine) -> None:
        """Wait for news, and make sure that the line still lives."""
        try:
            await line.news(QUIET_SECONDS)
        except Away:
            await line.send_text('{"type":"ping"}')
            await line.news(PONG_SECONDS)

    @staticmethod
    async def _start_if_full(line: TableLine) -> bool:
        assert line.table is not None
        assert line.you is not None
        taken = all(seat.person or seat.bot for seat in line.table.seats)
        if line.table.phase != "lobby" or not line.you.host or not taken:
            return False
        return (await line.command("start")).ok

    async def _move(self, line: TableLine) -> None:
        """Choose and send; what was sent when the line broke is sent again under its id."""
        pending, version = self._pending, line.version
        if pending is not None and pending[1] == version:
            key, _, text = pending
        else:
            assert line.view is not None
            assert line.legal is not None
            text = await self._player.choose(str(line.view["game"]), line.view, line.legal)
            key = f"{version}-{Random().getrandbits(64):x}"
            self._pending = (key, version, text)
        answer = await line.move(text, key=key, version=version)
        if answer.ok:
            self._pending = None
        elif answer.code != "stale":
            raise Denied(answer.code or "refused", f"{text!r} was refused: {answer.message}")
        while line.version <= version and line.closed is None and answer.ok:
            await self._wait(line)
