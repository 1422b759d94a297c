"""How long dice take to be seen, from the throw to the round that is lost."""

from __future__ import annotations

import pytest

from hornsup.games.raise_your_horns import GAME
from hornsup.games.raise_your_horns.events import (
    EVENTS,
    ForfeitDone,
    Kept,
    MayName,
    OffRolled,
    Rolled,
    RoundBegan,
    RoundLost,
)
from hornsup.games.raise_your_horns.showing import WEIGHTS, showing


def test_every_kind_of_event_is_weighed() -> None:
    assert set(WEIGHTS) == {event._field_defaults["kind"] for event in EVENTS}
    assert GAME.showing is showing


def test_dice_fly_and_a_lost_round_sinks_in() -> None:
    roll, keep = Rolled(0, ("W3", "B4")), Kept(0, "B4")
    lost, begun = RoundLost(1, (0,)), RoundBegan(2, 0, 1)
    off = OffRolled(0, "rulebook")
    assert showing([roll]) == 2.6
    assert showing([keep]) == showing([ForfeitDone(0, "song", None)]) == 1.2
    assert showing([keep, lost, begun]) == pytest.approx(3.7)
    assert showing([roll, off, lost, begun]) == pytest.approx(6.1)
    assert showing([roll, off, MayName(0)]) == pytest.approx(5.1)
