"""Cyclic garbage is looked for when nobody waits, and not put off for ever."""

from __future__ import annotations

import gc
import weakref

import pytest

from hornsup.server import collector


@pytest.mark.parametrize(
    ("new", "silence", "due"),
    [
        (0, 60.0, False),
        (collector.ENOUGH - 1, 60.0, False),
        (collector.ENOUGH, collector.QUIET_SECONDS, True),
        (collector.ENOUGH, 0.0, False),
        (collector.TOO_MANY, 0.0, True),
    ],
)
def test_when_it_is_time(new: int, silence: float, due: bool) -> None:
    assert collector.is_due(new, silence) is due


class Knot:
    """Holds itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.me = self


def test_a_busy_server_is_left_alone_and_a_quiet_one_is_cleared() -> None:
    collector.take_over()
    try:
        assert not gc.isenabled()
        knot = weakref.ref(Knot())
        heap = [[] for _ in range(2 * collector.ENOUGH)]  # type: ignore[var-annotated] # litter
        assert not collector.visit(silence=0.0)
        assert knot() is not None
        assert collector.visit(silence=1.0)
        assert knot() is None
        assert len(heap) == 2 * collector.ENOUGH
    finally:
        collector.hand_back()
        gc.unfreeze()
    assert gc.isenabled()
