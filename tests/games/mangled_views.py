"""Views spoilt on purpose: nothing that comes over a wire may do more than be refused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import hornsup
from hornsup.core.contract import GameState

Imagine = Callable[[Any], GameState]


def sent(state: GameState, seat: int | None) -> Any:
    """The view as it arrives at the other end of a wire."""
    return json.loads(json.dumps(state.view(seat)))


def spoilt(data: Any, rng: random.Random, *words: str) -> Any:
    """A copy with one value anywhere inside replaced by junk or by a word out of its place."""
    if isinstance(data, dict) and data and rng.random() < 0.9:
        key = rng.choice(list(data))
        return {**data, key: spoilt(data[key], rng, *words)}
    if isinstance(data, list) and data and rng.random() < 0.9:
        place = rng.randrange(len(data))
        return [*data[:place], spoilt(data[place], rng, *words), *data[place + 1 :]]
    junk: Any = (None, True, -1, 10**12, 2.5, "", *words, [], [[]], {}, {"a": 1}, ["A", None])
    return rng.choice(junk)


def assert_refused_or_harmless(imagine: Imagine, view: Any) -> bool:
    """A view is refused with a reason, or is imagined as it stands; says whether it is refused."""
    try:
        guess = imagine(view)
    except hornsup.BadInput as error:
        assert str(error)
        return True
    assert guess.view(view["seat"]) == view
    return False


def assert_refused_by_key(
    imagine: Imagine, view: dict[str, Any], key: str, value: Any, named: str
) -> None:
    """A wrong value is refused with what it names, and a missing one with its key."""
    with pytest.raises(hornsup.BadInput, match=named):
        imagine({**view, key: value})
    with pytest.raises(hornsup.BadInput, match=key):
        imagine({name: each for name, each in view.items() if name != key})
