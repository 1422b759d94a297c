"""A stopwatch for promises in seconds, on a machine that has other work to do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

TICK = 0.01


@asynccontextmanager
async def stopwatch() -> AsyncIterator[Callable[[], float]]:
    """Gives the seconds since it began, less those in which this process waited for a processor.

    Time that the process itself computed is counted, so a loop that blocks is not excused.
    """
    began = time.monotonic()
    waited = 0.0

    async def watch() -> None:
        nonlocal waited
        while True:
            before, worked = time.monotonic(), time.process_time()
            await asyncio.sleep(TICK)
            late = time.monotonic() - before - TICK
            waited += max(0.0, late - (time.process_time() - worked))

    watching = asyncio.create_task(watch())
    try:
        yield lambda: time.monotonic() - began - waited
    finally:
        watching.cancel()
