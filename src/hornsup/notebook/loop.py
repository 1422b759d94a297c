"""One event loop in a thread of its own, for all tables of this process.

A notebook's own loop stands still while a cell runs, and a script has none.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


@cache
def loop() -> asyncio.AbstractEventLoop:
    """The loop, started when it is first asked for."""
    made = asyncio.new_event_loop()
    threading.Thread(target=made.run_forever, name="hornsup tables", daemon=True).start()
    return made


def call(function: Callable[..., T], *arguments: Any) -> T:
    """What a function gives that is called in the loop's thread."""

    async def inside() -> T:
        return function(*arguments)

    return asyncio.run_coroutine_threadsafe(inside(), loop()).result()


def call_soon(function: Callable[..., object], *arguments: Any) -> None:
    """Have a function called there, without waiting for it."""
    loop().call_soon_threadsafe(function, *arguments)
