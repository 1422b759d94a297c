"""Bots from outside: one of ours, or any program that speaks JSON lines, at somebody's table.

docs/wire.md says what a program is told and what it answers.
"""

from __future__ import annotations

import asyncio
import json
import re
import shlex
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Final, Protocol
from urllib.parse import SplitResult, urlsplit

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
AGAIN_SECONDS: Final = 0.5
NOT_NOW: Final = ("storage", "busy")
"""Refusals that change nothing; the same command may be sent again in a moment."""
LONGEST_LINE: Final = 2**20
Say = Callable[[str], None]
Trace = Callable[[str, str], None]


class Player(Protocol):
    """Whoever chooses the moves."""

    async def ready(self, game: str) -> None:
        """Find out what cannot work before anybody waits for us at a table."""
        ...

    async def choose(self, game: str, view: dict[str, Any], legal: list[str]) -> str: ...

    async def end(self) -> None: ...


class OurBot:
    """A bot of this package, or `module:Class`, fed with views."""

    def __init__(self, name: str, seed: int | str | None) -> None:
        self._name = name
        self._rng = Random(seed)
        self._bot: Bot | None = None

    async def ready(self, game: str) -> None:
        self._bot = make_bot(game, self._name)

    async def choose(self, game: str, view: dict[str, Any], legal: list[str]) -> str:
        assert self._bot is not None
        info = info_from_view(game, view, legal, self._rng)
        try:
            return str(await asyncio.to_thread(self._bot.choose, info))
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
            raise HornsUpError(f"the bot {self._name!r} failed: {problem}") from error

    async def end(self) -> None:
        return


class Program:
    """Another program: a JSON line with view and legal moves in, a JSON line with a move out."""

    def __init__(self, command: str, seconds: float = 30.0) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise BadInput(f"cannot run {command!r}: {error}") from error
        if not self._command:
            raise BadInput("--exec needs a program, such as --exec ./mybot")
        self._seconds = seconds
        self._process: asyncio.subprocess.Process | None = None

    async def ready(self, game: str) -> None:
        del game  # it is told with every question
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
            )
        except OSError as error:
            raise BadInput(f"cannot run {self._command[0]}: {error.strerror}") from error

    async def choose(self, game: str, view: dict[str, Any], legal: list[str]) -> str:
        assert self._process is not None
        line = json.dumps({"type": "choose", "game": game, "view": view, "legal": legal})
        try:
            async with asyncio.timeout(self._seconds):
                return self._read(await self._ask(self._process, line), legal)
        except TimeoutError as error:
            raise self._failed(f"did not answer within {self._seconds:g} seconds") from error

    async def _ask(self, process: asyncio.subprocess.Process, line: str) -> bytes:
        assert process.stdin is not None
        assert process.stdout is not None
        answer = b""
        with suppress(ConnectionError):  # it has ended; the empty answer says so
            process.stdin.write(line.encode() + b"\n")
            await process.stdin.drain()
            try:
                answer = await process.stdout.readline()
            except ValueError as error:
                raise self._failed(f"sent a line above {LONGEST_LINE} bytes") from error
        if not answer:
            raise self._failed(f"ended with code {await process.wait()} while a move was awaited")
        return answer

    def _read(self, answer: bytes, legal: list[str]) -> str:
        text = answer.decode("utf-8", "replace").strip()[:80]
        try:
            move = json.loads(answer)["move"]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise self._failed(
                f'said {text!r}; a line such as {{"move": "{legal[0]}"}} was expected'
            ) from error
        if move not in legal:
            shown = ", ".join(repr(each) for each in legal[:3])
            raise self._failed(f"said {text!r}, which is not among the legal moves ({shown}, …)")
        return str(move)

    def _failed(self, how: str) -> HornsUpError:
        return HornsUpError(f"{self._command[0]} {how}")

    async def end(self) -> None:
        """Close its input, which ends a program that reads lines; else ask it to go."""
        process = self._process
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        for ending in (process.terminate, process.kill):
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), 2.0)
                return
            with suppress(ProcessLookupError):
                ending()
        await process.wait()


def read_address(address: str) -> tuple[str, str | None, str | None]:
    """Server, table and code in an address: a server's, a table's link, or one with a code."""
    parts = _split(address)
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


def _split(address: str) -> SplitResult:
    try:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        sound = parts.hostname and parts.port != 0 and not re.search(r"[\s\x00-\x1f]", address)
    except ValueError:  # a port that is none, or a broken IPv6 address
        sound = False
    if not sound or parts.scheme not in ("http", "https"):
        raise BadInput(f"{address!r} is no address; copy it from the browser")
    return parts


class Visitor:
    """A bot that sits down at a table and plays until the game is over, come what may."""

    def __init__(self, player: Player, name: str, say: Say, trace: Trace | None = None) -> None:
        self._player = player
        self._name = name
        self._say = say
        self._trace = trace
        self._pending: tuple[str, int, str] | None = None  # id, version and text of our last move

    async def play(self, address: str, new: dict[str, Any] | None, retries: int = 120) -> str:
        """Take a seat (or open a table, with `new`) and play; gives the table's id."""
        base, table_id, code = read_address(address)
        try:
            if new is not None:
                await self._player.ready(new["settings"]["game"])
            guest = await Guest.come_in(base, self._name)
            if code is not None:
                table_id = (await guest.call("GET", f"/api/codes/{code}"))["id"]
            if table_id is None:
                table_id = await self._find(guest, new)
            if new is None:
                info = await guest.call("GET", f"/api/tables/{table_id}")
                await self._player.ready(info["settings"]["game"])
            await self._sit(guest, table_id, retries)
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

    async def _sit(self, guest: Guest, table_id: str, retries: int) -> None:
        """Take one seat, however often we have to ask for it."""
        key = f"sit-{Random().getrandbits(64):x}"
        while True:
            try:
                answer = await guest.sit(table_id, key=key)
                break
            except (Away, Denied) as problem:
                retries -= 1
                if retries <= 0 or (isinstance(problem, Denied) and problem.code not in NOT_NOW):
                    raise
                await asyncio.sleep(AGAIN_SECONDS)
        self._say(f"{guest.name} sits at the table (version {answer['version']})")

    async def _play(self, guest: Guest, table_id: str, retries: int) -> None:
        left = retries
        while True:
            try:
                async with guest.table(table_id, trace=self._trace) as line:
                    left = retries
                    if await self._until_over(line):
                        return
            except Away as away:
                left -= 1
                if left <= 0:
                    raise
                self._say(f"{away}; trying again")
                await asyncio.sleep(AGAIN_SECONDS)

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
        elif answer.code in NOT_NOW:
            await asyncio.sleep(AGAIN_SECONDS)
        elif answer.code != "stale":
            raise Denied(answer.code or "refused", f"{text!r} was refused: {answer.message}")
        while line.version <= version and line.closed is None and answer.ok:
            await self._wait(line)
