"""Bots that play at a table over the network: one of the package, or a program with JSON lines.

docs/wire.md describes the lines that a program gets and answers.
"""

from __future__ import annotations

import asyncio
import json
import shlex
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Final, Protocol

from hornsup.bots.base import Bot
from hornsup.bots.from_view import info_from_view
from hornsup.bots.lineup import make_bot
from hornsup.client.address import read_address
from hornsup.client.errors import RequestRefused, Unreachable
from hornsup.client.http import Guest
from hornsup.client.table import TableClient
from hornsup.errors import BadInput, HornsUpError

PING_AFTER_SECONDS: Final = 3.0
"""A connection without a message for that long is sent a ping."""
PONG_SECONDS: Final = 8.0
RETRY_SECONDS: Final = 0.5
RETRY_CODES: Final = ("storage", "busy")
"""Refusals that change nothing; the same command may be sent again in a moment."""
LONGEST_LINE: Final = 2**20
Say = Callable[[str], None]
Trace = Callable[[str, str], None]


class Player(Protocol):
    """Chooses the moves of one seat."""

    async def start(self, game: str) -> None:
        """Load or start what chooses; raises before a seat is taken if that fails."""
        ...

    async def choose(self, game: str, view: dict[str, Any], legal: list[str]) -> str: ...

    async def close(self) -> None: ...


class BotPlayer:
    """A bot of this package, or `module:Class`, that gets views."""

    def __init__(self, name: str, seed: int | str | None) -> None:
        self._name = name
        self._rng = Random(seed)
        self._bot: Bot | None = None

    async def start(self, game: str) -> None:
        self._bot = make_bot(game, self._name)

    async def choose(self, game: str, view: dict[str, Any], legal: list[str]) -> str:
        assert self._bot is not None
        info = info_from_view(game, view, legal, self._rng)
        try:
            return str(await asyncio.to_thread(self._bot.choose, info))
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
            raise HornsUpError(f"the bot {self._name!r} failed: {problem}") from error

    async def close(self) -> None:
        return


class ProgramPlayer:
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

    async def start(self, game: str) -> None:
        del game  # it is sent with every decision
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
        with suppress(ConnectionError):  # the program has ended; the answer stays empty
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

    async def close(self) -> None:
        """Close its input, which ends a program that reads lines; else terminate, then kill it."""
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


def _may_retry(problem: Unreachable | RequestRefused) -> bool:
    return isinstance(problem, Unreachable) or problem.code in RETRY_CODES


class TablePlayer:
    """Takes a seat at a table and plays until the game is over, through lost connections."""

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
                await self._player.start(new["settings"]["game"])
            guest = await Guest.sign_in(base, self._name)
            if code is not None:
                table_id = (await guest.call("GET", f"/api/codes/{code}"))["id"]
            if table_id is None:
                table_id = await self._find(guest, new)
            if new is None:
                info = await guest.call("GET", f"/api/tables/{table_id}")
                await self._player.start(info["settings"]["game"])
            await self._sit(guest, table_id, retries)
            await self._play(guest, table_id, retries)
        finally:
            await self._player.close()
        return table_id

    async def _find(self, guest: Guest, new: dict[str, Any] | None) -> str:
        """Without a link: a table of our own, or the newest public one with a free seat."""
        if new is not None:
            opened = await guest.open_table(new["settings"], seats=new.get("seats", ["open"]))
            self._say(f"table open: {guest.base}{opened['path']} (code {opened['code']})")
            return str(opened["id"])
        found = await guest.public_table()
        if found is None:
            raise BadInput(
                "no public table waits for players; give the link of a table, or --new GAME"
            )
        return found

    async def _sit(self, guest: Guest, table_id: str, retries: int) -> None:
        """Take one seat; the request is repeated while the server cannot be reached or is busy."""
        key = f"sit-{Random().getrandbits(64):x}"
        while True:
            try:
                answer = await guest.sit(table_id, key=key)
                break
            except (Unreachable, RequestRefused) as problem:
                retries -= 1
                if retries <= 0 or not _may_retry(problem):
                    raise
                await asyncio.sleep(RETRY_SECONDS)
        self._say(f"{guest.name} sits at the table (version {answer['version']})")

    async def _play(self, guest: Guest, table_id: str, retries: int) -> None:
        left = retries
        while True:
            try:
                async with guest.table(table_id, trace=self._trace) as client:
                    left = retries
                    if await self._until_over(client):
                        return
            except Unreachable as error:
                left -= 1
                if left <= 0:
                    raise
                self._say(f"{error}; trying again")
                await asyncio.sleep(RETRY_SECONDS)

    async def _until_over(self, client: TableClient) -> bool:
        """Play on this connection; True when the game is over, False when the connection closed."""
        while client.closed is None:
            assert client.table is not None
            if client.table.phase in ("over", "closed"):
                self._say("the game is over" if client.table.phase == "over" else "table closed")
                return True
            if await self._start_if_full(client):
                continue
            if client.legal and client.you is not None and client.you.looking == client.to_move:
                await self._move(client)
            else:
                await self._wait(client)
        return False

    @staticmethod
    async def _wait(client: TableClient) -> None:
        """Wait for a message; after a while, ping the server and wait for its answer."""
        try:
            await client.next_message(PING_AFTER_SECONDS)
        except Unreachable:
            await client.send_text('{"type":"ping"}')
            await client.next_message(PONG_SECONDS)

    @staticmethod
    async def _start_if_full(client: TableClient) -> bool:
        assert client.table is not None
        assert client.you is not None
        taken = all(seat.person or seat.bot for seat in client.table.seats)
        if client.table.phase != "lobby" or not client.you.host or not taken:
            return False
        return (await client.command("start")).ok

    async def _move(self, client: TableClient) -> None:
        """Choose and send; a move without an answer is sent again under its id."""
        pending, version = self._pending, client.version
        if pending is not None and pending[1] == version:
            key, _, text = pending
        else:
            assert client.view is not None
            assert client.legal is not None
            text = await self._player.choose(str(client.view["game"]), client.view, client.legal)
            key = f"{version}-{Random().getrandbits(64):x}"
            self._pending = (key, version, text)
        answer = await client.move(text, key=key, version=version)
        if answer.ok:
            self._pending = None
        elif answer.code in RETRY_CODES:
            await asyncio.sleep(RETRY_SECONDS)
        elif answer.code != "stale":
            raise RequestRefused(
                answer.code or "refused", f"{text!r} was refused: {answer.message}"
            )
        while client.version <= version and client.closed is None and answer.ok:
            await self._wait(client)
