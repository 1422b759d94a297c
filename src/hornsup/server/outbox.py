"""What is said to many in one turn of the event loop, on its way out.

Somebody who is told two things in one turn gets them in one piece, and all of it goes out at the
end of the turn: to send a table's share as soon as it is told wakes its readers one by one, which
costs a busy server a fifth of its moves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from weakref import WeakKeyDictionary

Flush = Callable[[], None]


class Outbox:
    """Those that hold something back in this turn of one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._call_soon = loop.call_soon
        self._waiting: list[Flush] = []

    def add(self, flush: Flush) -> None:
        """Have something sent with the rest."""
        if not self._waiting:
            self._call_soon(self._send)
        self._waiting.append(flush)

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        for flush in waiting:
            flush()


_outboxes: WeakKeyDictionary[asyncio.AbstractEventLoop, Outbox] = WeakKeyDictionary()


def here() -> Outbox:
    """The outbox of the event loop that runs."""
    loop = asyncio.get_running_loop()
    found = _outboxes.get(loop)
    if found is None:
        found = _outboxes[loop] = Outbox(loop)
    return found
