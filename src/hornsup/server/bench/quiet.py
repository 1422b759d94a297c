"""Which moments of a run the machine's host took from us.

A virtual machine's host may take a core away for some milliseconds, and whoever runs just then has
the delay: that says nothing about a server. The kernel counts such time, so a watch looks at the
count while a run goes on, and every time in which it grew is known afterwards, with some time on
either side: the count moves in steps, and what has piled up takes a while to be worked off.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Final

SECONDS_BETWEEN: Final = 0.05
MARGIN: Final = 0.1
"""Seconds before and after that count as disturbed, too."""

Look = tuple[float, float]
"""A time, and how much the host had taken by then."""
Span = tuple[float, float]


class Watch:
    """Looks at the host's count now and then; ask it afterwards."""

    def __init__(self, now: Callable[[], float], stolen: Callable[[], float]) -> None:
        self._now = now
        self._stolen = stolen
        self._looks: list[Look] = []

    async def run(self) -> None:
        while True:
            self.look()
            await asyncio.sleep(SECONDS_BETWEEN)

    def look(self) -> None:
        self._looks.append((self._now(), self._stolen()))

    def quiet(self, times: Iterable[float]) -> list[bool]:
        """Of each time, whether the host took nothing then."""
        spans = disturbed(self._looks)
        starts = [start for start, _ in spans]
        return [not _within(time, spans, starts) for time in times]


def disturbed(looks: Sequence[Look]) -> list[Span]:
    """From when to when the host took something, in order; neighbours may overlap."""
    return [
        (before - MARGIN, after + MARGIN)
        for (before, had), (after, has) in pairwise(looks)
        if has > had
    ]


def _within(time: float, spans: Sequence[Span], starts: Sequence[float]) -> bool:
    """The last span to start before a time is also the last of these to end."""
    last = bisect_right(starts, time) - 1
    return last >= 0 and time <= spans[last][1]
