"""Which moments of a run were disturbed by stolen time.

The host of a virtual machine may take a core away for some milliseconds. A move that is played just
then is late, whatever the server does. The kernel counts stolen time, so the count is sampled
during a run. A moment is disturbed if the count grew then, with a margin on either side, because
the count moves in steps and queued work takes a while to be done.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Final

SECONDS_BETWEEN: Final = 0.05
MARGIN: Final = 0.1
"""Seconds before and after a growing count that are disturbed too."""

Sample = tuple[float, float]
"""A time, and the seconds stolen until then."""
Span = tuple[float, float]


class StolenTime:
    """Samples the count of stolen seconds during a run."""

    def __init__(self, now: Callable[[], float], stolen: Callable[[], float]) -> None:
        self._now = now
        self._stolen = stolen
        self._samples: list[Sample] = []

    async def run(self) -> None:
        while True:
            self.sample()
            await asyncio.sleep(SECONDS_BETWEEN)

    def sample(self) -> None:
        self._samples.append((self._now(), self._stolen()))

    def quiet(self, times: Iterable[float]) -> list[bool]:
        """For each time, whether nothing was stolen around it."""
        spans = disturbed(self._samples)
        starts = [start for start, _ in spans]
        return [not _within(time, spans, starts) for time in times]


def disturbed(samples: Sequence[Sample]) -> list[Span]:
    """The disturbed spans in order; neighbours may overlap."""
    return [
        (before - MARGIN, after + MARGIN)
        for (before, less), (after, more) in pairwise(samples)
        if more > less
    ]


def _within(time: float, spans: Sequence[Span], starts: Sequence[float]) -> bool:
    """Of the spans that start before a time, the last one is also the last to end."""
    last = bisect_right(starts, time) - 1
    return last >= 0 and time <= spans[last][1]
