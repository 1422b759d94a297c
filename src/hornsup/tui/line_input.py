"""Lines from standard input while the event loop goes on."""

from __future__ import annotations

import asyncio
import codecs
import os
import sys


class LineInput:
    """Reads standard input by its descriptor; a plain file, or what has none, is read at once."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._waiting = ""  # read, and not a whole line yet or not asked for yet
        self._ended = False
        self.is_terminal = sys.stdin.isatty()

    async def line(self) -> str | None:
        """The next line without its end; None when there is none any more."""
        while "\n" not in self._waiting and not self._ended:
            await self._more()
        line, found, rest = self._waiting.partition("\n")
        self._waiting = rest
        return line.rstrip("\r") if found or line else None

    async def _more(self) -> None:
        try:
            descriptor = sys.stdin.fileno()
            ready = asyncio.Event()
            asyncio.get_running_loop().add_reader(descriptor, ready.set)
        except (OSError, ValueError, NotImplementedError):
            self._take(sys.stdin.readline())
            return
        try:
            await ready.wait()
        finally:
            asyncio.get_running_loop().remove_reader(descriptor)
        data = os.read(descriptor, 65_536)
        self._take(self._decode(data, not data))

    def _take(self, text: str) -> None:
        self._ended = not text
        self._waiting += text
