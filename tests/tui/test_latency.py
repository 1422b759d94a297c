"""From a key to the painted screen, late at a table of nine."""

from __future__ import annotations

import pytest

from benchmarks import terminal

MOST_MS = 50.0
FRAME_MS = 1000 / 60
"""Textual paints at the next of sixty frames a second."""


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_nineteen_of_twenty_keys_are_painted_within_fifty_milliseconds(
    size: tuple[int, int],
) -> None:
    """Where other programs take the processor, the client's own work and a frame must do."""
    found = await terminal.measure(60, size)
    assert len(found) > 30
    clock = terminal.share((each.clock for each in found), 0.95)
    work = terminal.share((each.work for each in found), 0.95)
    print(f"clock {clock:.1f} ms, work {work:.1f} ms")
    assert min(clock, work + FRAME_MS) < MOST_MS
