"""Our end of the line to the process that writes the log (`pen.py` is the other)."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import msgspec

from hornsup.server import pen

READY_SECONDS: Final = 10.0
END_SECONDS: Final = 10.0
"""How long a statement that is under way may take when the server ends."""


class Gone(Exception):
    """The process has ended; whether it had written what it was asked for nobody knows."""


Then = Callable[[bytes | None], None]
"""Takes an answer, or None for want of one: the process has ended."""


class Clerk(asyncio.Protocol):
    """Carries one request at a time to the process, and its answer back."""

    _line: asyncio.Transport
    _process: asyncio.subprocess.Process

    def __init__(self) -> None:
        self._heard = b""
        self._ready: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._then: Then = partial(_settle, self._ready)

    @property
    def pid(self) -> int:
        return self._process.pid

    @classmethod
    async def hire(cls, path: str) -> Clerk:
        """Start the process; raises Gone or OSError when that does not go."""
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        with theirs:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "hornsup.server.pen",
                path,
                stdin=theirs.fileno(),
                start_new_session=True,  # Ctrl-C is for the server, which ends us
            )
        line, clerk = await asyncio.get_running_loop().create_connection(cls, sock=ours)
        clerk._line, clerk._process = line, process
        try:
            async with asyncio.timeout(READY_SECONDS):
                await clerk._ready
        except BaseException as error:
            await clerk.dismiss()
            if isinstance(error, TimeoutError):
                raise Gone("it did not get ready") from error
            raise
        return clerk

    def post(self, statement: str, values: list[Any], then: Then) -> None:
        """Ask for rows to be committed; `then` gets the answer, never before this returns."""
        request = msgspec.json.encode((statement, values)) + b"\n"
        self._then = then
        if self._line.is_closing():
            asyncio.get_running_loop().call_soon(self._tell, None)
        else:
            self._line.write(request)

    async def commit(self, statement: str, values: list[Any]) -> bool:
        """True once the rows are committed, False when the place of one is taken."""
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.post(statement, values, partial(_settle, answered))
        try:
            answer = await answered
        except asyncio.CancelledError:
            self._line.abort()  # its answer would be taken for the next one's
            raise
        if answer.startswith(pen.FAILED):
            raise sqlite3.OperationalError(answer.removeprefix(pen.FAILED).decode())
        return answer == pen.DONE

    async def dismiss(self) -> None:
        """Let it finish what it is writing, then end it."""
        self._line.close()
        try:
            async with asyncio.timeout(END_SECONDS):
                await self._process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    def _tell(self, answer: bytes | None) -> None:
        then, self._then = self._then, _nobody
        then(answer)

    # --- what the event loop calls ------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self._heard += data
        if self._heard.endswith(b"\n"):
            answer, self._heard = self._heard.strip(), b""
            self._tell(answer)

    def connection_lost(self, _error: Exception | None) -> None:
        self._tell(None)


def _nobody(_answer: bytes | None) -> None:
    """Nobody waits for an answer."""


def _settle(answered: asyncio.Future[bytes], answer: bytes | None) -> None:
    """Whoever asked may have given up waiting."""
    if answered.done():
        return
    if answer is None:
        answered.set_exception(Gone("it has ended"))
    else:
        answered.set_result(answer)
