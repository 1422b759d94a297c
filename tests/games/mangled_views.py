"""Mangled views: whatever arrives over a network is refused or harmless."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import hornsup
from hornsup.core.contract import GameState

FromView = Callable[[Any], GameState]


def sent(state: GameState, seat: int | None) -> Any:
    """The view as it arrives at the other end of a wire."""
    return json.loads(json.dumps(state.view(seat)))


def mangled(data: Any, rng: random.Random, *words: str) -> Any:
    """A copy with one value anywhere inside replaced by junk or by a word out of its place."""
    if isinstance(data, dict) and data and rng.random() < 0.9:
        key = rng.choice(list(data))
        return {**data, key: mangled(data[key], rng, *words)}
    if isinstance(data, list) and data and rng.random() < 0.9:
        place = rng.randrange(len(data))
        return [*data[:place], mangled(data[place], rng, *words), *data[place + 1 :]]
    junk: Any = (None, True, -1, 10**12, 2.5, "", *words, [], [[]], {}, {"a": 1}, ["A", None])
    return rng.choice(junk)


def assert_refused_or_harmless(from_view: FromView, view: Any) -> bool:
    """Whether a view is refused; one that is not gives a state that shows it unchanged."""
    try:
        guess = from_view(view)
    except hornsup.BadInput as error:
        assert str(error)
        return True
    assert guess.view(view["seat"]) == view
    return False


def assert_refused_by_key(
    from_view: FromView, view: dict[str, Any], key: str, value: Any, named: str
) -> None:
    """A wrong value is refused with what it names, and a missing one with its key."""
    with pytest.raises(hornsup.BadInput, match=named):
        from_view({**view, key: value})
    with pytest.raises(hornsup.BadInput, match=key):
        from_view({name: each for name, each in view.items() if name != key})
