"""A client of the wire in Python: for bots, for the terminal, for tests.

async with await Guest.come_in("http://127.0.0.1:8000", "Robo") as guest:
    table = await guest.open_table({"game": "horns-up", "players": 3})
    async with guest.table(table["id"]) as seat:
        ...
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http.client import HTTPException
from typing import Any, Final, Self
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from hornsup.errors import HornsUpError
from hornsup.play import wire

ANSWER_SECONDS: Final = 15.0
SILENCE_SECONDS: Final = 10.0
"""A line that has not answered for that long is taken for dead."""


class Away(HornsUpError):
    """The server cannot be reached, or let us go."""


class Denied(HornsUpError):
    """The server said no; `code` is stable."""

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule


def request(base: str, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """One HTTP call; JSON in, JSON out."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    asked = Request(base.rstrip("/") + path, data, headers, method=method)
    try:
        with urlopen(asked, timeout=ANSWER_SECONDS) as response:
            text = response.read()
    except HTTPError as error:
        raise _denied(error) from error
    except (URLError, OSError, TimeoutError, HTTPException) as error:
        raise Away(f"{base} does not answer: {getattr(error, 'reason', error)}") from error
    try:
        return json.loads(text) if text else None
    except ValueError as error:
        raise Denied("not-hornsup", f"{base} answers, but not like a hornsup server") from error


def _denied(error: HTTPError) -> Denied:
    try:
        told = json.loads(error.read())
        return Denied(str(told["code"]), str(told["message"]), told.get("rule"))
    except (ValueError, KeyError, TypeError):
        return Denied(str(error.code), f"the server answered {error.code}")


class Guest:
    """Somebody with a name at one server."""

    def __init__(self, base: str, token: str, name: str) -> None:
        self.base = base.rstrip("/")
        self.token = token
        self.name = name

    @staticmethod
    async def come_in(base: str, name: str, language: str = "en") -> Guest:
        body = {"name": name, "language": language, "token": True}
        told = await asyncio.to_thread(request, base, "POST", "/api/session", body)
        return Guest(base, told["token"], told["name"])

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        return await asyncio.to_thread(request, self.base, method, path, body, self.token)

    async def open_table(self, settings: dict[str, Any], **more: Any) -> Any:
        body = {"settings": settings, "contribution": secrets.token_hex(16), **more}
        return await self.call("POST", "/api/tables", body)

    async def sit(self, table_id: str, seat: int | None = None, key: str | None = None) -> Any:
        """Sit down; asking again with the same key takes no second seat."""
        body = {"contribution": secrets.token_hex(16), "seat": seat, "id": key}
        return await self.call("POST", f"/api/tables/{table_id}/seats", body)

    @asynccontextmanager
    async def table(self, table_id: str, **hello: Any) -> AsyncIterator[TableLine]:
        """A line to a table, open until the block ends."""
        line = await TableLine.open(self.base, table_id, self.token, **hello)
        try:
            yield line
        except Away:
            line.abort()  # nobody is there to say goodbye to
            raise
        finally:
            await line.close()


class TableLine:
    """One socket at a table and the newest that it has told."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._answers: dict[str, asyncio.Future[wire.Answer]] = {}
        self._news = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self.frames: list[str] | None = None  # every text received, for those who want to look
        self.trace: Callable[[str, str], None] | None = None  # "<" or ">", and every text
        self.version = -1
        self.table: wire.TableInfo | None = None
        self.you: wire.You | None = None
        self.view: dict[str, Any] | None = None
        self.to_move: int | None = None
        self.legal: list[str] | None = None
        self.undo = False
        self.online: list[int] = []
        self.lines: list[wire.Line] = []
        self.sentences: list[str] = []
        self.bye: wire.Bye | None = None
        self.closed: int | None = None

    @classmethod
    async def open(
        cls,
        base: str,
        table_id: str,
        token: str | None,
        *,
        keep_frames: bool = False,
        trace: Callable[[str, str], None] | None = None,
        headers: dict[str, str] | None = None,
        **hello: Any,
    ) -> Self:
        """Connect, say hello, and wait for the welcome."""
        parts = urlsplit(base)
        scheme = "wss" if parts.scheme == "https" else "ws"
        sent = {"authorization": f"Bearer {token}"} if token else {}
        try:
            socket = await connect(
                f"{scheme}://{parts.netloc}/ws/{table_id}",
                additional_headers={**sent, **(headers or {})},
                compression=None,
                max_size=None,
                ping_interval=None,
            )
        except (OSError, TimeoutError, InvalidHandshake) as error:
            raise Away(f"the table cannot be reached: {error}") from error
        line = cls(socket)
        line.frames = [] if keep_frames else None
        line.trace = trace
        await line.send_text(json.dumps({"type": "hello", "wire": wire.WIRE, **hello}))
        line._reader = asyncio.create_task(line._read(), name="table line")
        while line.version < 0 and line.closed is None:
            await line.news()
        if line.bye is not None:
            raise Denied(line.bye.code, line.bye.message)
        if line.version < 0:
            raise Away("the server closed the line")
        return line

    async def close(self) -> None:
        await self._socket.close()
        if self._reader is not None:
            await asyncio.wait({self._reader}, timeout=5)

    def abort(self) -> None:
        """Go without a word, as a dead phone does."""
        self._socket.transport.abort()

    async def send_text(self, text: str) -> None:
        if self.trace is not None:
            self.trace(">", text)
        try:
            await self._socket.send(text)
        except ConnectionClosed as error:
            raise Away("the line is closed") from error

    async def news(self, seconds: float = ANSWER_SECONDS) -> None:
        """Wait for the next message."""
        self._news.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError as error:
            raise Away("the server has fallen silent") from error

    async def command(
        self, kind: str, *, key: str | None = None, version: int | None = None, **fields: Any
    ) -> wire.Answer:
        """Send a command and wait for its answer; the same id may be sent again."""
        key = key or secrets.token_hex(8)
        frame = {
            "type": kind,
            "id": key,
            "version": self.version if version is None else version,
            **fields,
        }
        answer = self._answers.get(key)
        if answer is None or answer.done():
            answer = self._answers[key] = asyncio.get_running_loop().create_future()
        await self.send_text(json.dumps(frame))
        try:
            async with asyncio.timeout(SILENCE_SECONDS):
                return await asyncio.shield(answer)
        except TimeoutError as error:
            raise Away("the server has fallen silent") from error

    async def move(self, text: str, **more: Any) -> wire.Answer:
        return await self.command("move", move=text, **more)

    # --- taking in ----------------------------------------------------------------------------

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                assert isinstance(text, str)
                if self.frames is not None:
                    self.frames.append(text)
                if self.trace is not None:
                    self.trace("<", text)
                self._take(wire.read_message(text))
                self._news.set()
        except ConnectionClosed:
            pass
        finally:
            self.closed = self._socket.close_code or 1006
            self._news.set()
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(Away("the line is closed"))
                    answer.exception()

    def _take(self, message: Any) -> None:
        if isinstance(message, wire.Welcome):
            self._welcome(message)
        elif isinstance(message, wire.Update):
            self._update(message)
        elif isinstance(message, wire.Answer):
            answer = self._answers.get(message.id)
            if answer is not None and not answer.done():
                answer.set_result(message)
        elif isinstance(message, wire.Presence):
            self.online = message.online
        elif isinstance(message, wire.Bye):
            self.bye = message

    def _welcome(self, message: wire.Welcome) -> None:
        self.version, self.table, self.you = message.version, message.table, message.you
        self.view, self.to_move, self.legal = message.view, message.to_move, message.legal
        self.undo, self.lines = message.undo, list(message.chat)
        self.sentences += [told.text for told in message.missed or []]

    def _update(self, message: wire.Update) -> None:
        self.version = message.version
        if message.view is not None:
            self.view = message.view
        elif message.patch is not None:
            self.view = {**(self.view or {}), **message.patch}
        self.to_move, self.legal, self.undo = message.to_move, message.legal, message.undo
        self.table = message.table or self.table
        self.you = message.you or self.you
        if message.line is not None:
            self.lines.append(message.line)
        self.sentences += [told.text for told in message.events]
