"""Every parser meets garbage: it refuses in one line and nothing else ever escapes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hornsup
from hornsup.core import record, scenario
from hornsup.core.refusal import Refusal
from hornsup.games.horns_up.deck import Deck, deck_text
from hornsup.games.raise_your_horns.dice import Dice
from tests.conftest import ROOT

WORDS = st.sampled_from(
    "enter walk path wall clear play token end discard part keep roll name stop left right centre "
    "0,8 -1,7 0,0 99,99 x,y NS NESW N E S W A B I Z path-ns mosh-pit horns-up steward old-friends "
    "B4 WH F! W9 name".split()
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=7).map(" ".join))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4)
    ),
    max_leaves=12,
)
STATES = {game: hornsup.new(game, players=3, seed=1) for game in ("horns-up", "raise-your-horns")}
SCENARIOS = [
    path.read_text(encoding="utf-8")
    for path in sorted(Path(ROOT / "tests" / "scenarios").glob("*/*.toml"))[::9]
]


@pytest.mark.parametrize("game", STATES)
@given(text=TEXTS)
def test_any_text_is_a_move_or_a_refusal(game: str, text: str) -> None:
    state = STATES[game]
    refusal = state.why_not(text)
    assert refusal is None or isinstance(refusal, Refusal)
    if refusal is not None:
        assert "\n" not in refusal.text("en")
    try:
        move = state.parse(text)
    except hornsup.IllegalMove as error:
        assert error.code
    else:
        assert state.parse(str(move)) == move, "what parses, prints and parses again"


def _mangled(draw: Callable[[Any], Any], text: str) -> str:
    """A good file with a piece cut out, doubled or replaced."""
    start = draw(st.integers(0, len(text)))
    length = draw(st.integers(0, 40))
    middle: str = draw(
        st.one_of(st.just(""), st.text(max_size=12), st.just(text[start : start + 30]))
    )
    return text[:start] + middle + text[start + length :]


@st.composite
def mangled_scenarios(draw: Callable[[Any], Any]) -> str:
    return _mangled(draw, draw(st.sampled_from(SCENARIOS)))


@st.composite
def mangled_decks(draw: Callable[[Any], Any]) -> str:
    return _mangled(draw, deck_text("standard"))


@settings(max_examples=150, deadline=None)
@given(text=mangled_scenarios())
def test_any_scenario_file_gets_a_result(text: str) -> None:
    result = scenario.check(text)
    assert result.passed == (not result.differences)


@settings(max_examples=150, deadline=None)
@given(text=st.one_of(st.text(max_size=80), mangled_decks()))
def test_any_deck_file_is_a_deck_or_refused_in_one_line(text: str) -> None:
    try:
        deck = Deck.from_toml(text)
    except hornsup.BadInput as error:
        assert "\n" not in str(error)
    else:
        assert Deck.from_data(deck.to_data()) == deck


@given(data=JSON)
def test_any_data_is_dice_or_refused(data: Any) -> None:
    try:
        Dice.from_data({"name": "x", "faces": data})
    except hornsup.BadInput as error:
        assert "\n" not in str(error)


@given(data=JSON)
def test_any_json_is_no_record(data: Any) -> None:
    with pytest.raises(hornsup.BadInput):
        record.check_form(data)


GOOD = STATES["horns-up"].clone()
for _ in range(12):
    GOOD.apply(GOOD.legal_moves()[0])
RECORD = json.loads(json.dumps({**GOOD.record()} if GOOD.origin else {}))


@settings(max_examples=120, deadline=None)
@given(key=st.sampled_from(sorted(RECORD)), value=JSON)
def test_a_record_with_any_field_replaced_is_judged_not_crashed(key: str, value: Any) -> None:
    bad = {**RECORD, key: value}
    try:
        verdict = record.verify(bad)
    except hornsup.BadInput as error:
        assert "\n" not in str(error)
    else:
        assert verdict.honest == (bad == RECORD)


@given(data=JSON)
def test_any_options_are_options_or_refused(data: Any) -> None:
    for game in STATES.values():
        try:
            game.game.read_options(data)
        except hornsup.BadInput as error:
            assert str(error)
