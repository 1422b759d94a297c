"""Every parser meets garbage: it refuses in one line and nothing else ever escapes."""

from __future__ import annotations

import json
import random
import re
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


EXTRA_WORDS = "left right A B E N S 0,3 99,99 -16,0 0,0 path NS SN NESW EW path-ns end B04".split()


def _respelled(text: str, rng: random.Random) -> str:
    """A move's text with words added, doubled, dropped, swapped, or spelled another way."""
    words = text.split()
    place = rng.randrange(len(words) + 1)
    change = rng.randrange(6)
    if change == 0:
        words.insert(place, rng.choice(EXTRA_WORDS))
    elif change == 1:
        words.append(rng.choice(EXTRA_WORDS))
    elif change == 2 and place < len(words):
        words[place] = rng.choice(EXTRA_WORDS)
    elif change == 3:
        words += [rng.choice(EXTRA_WORDS), rng.choice(EXTRA_WORDS)]
    elif change == 4 and place < len(words):
        words[place] = words[place].swapcase() if rng.random() < 0.3 else words[place][::-1]
    else:
        words = [re.sub(r"(\d+)", r"0\1", word) if "," in word else word for word in words]
    return rng.choice((" ", "  ", "\t")).join(words)


def _canonical(text: str) -> str:
    """A text rewritten by the three spelling variants that docs/notation.md allows."""
    words = text.split()
    for place, word in enumerate(words):
        if re.fullmatch(r"-?\d+,-?\d+", word):
            words[place] = ",".join(str(int(number)) for number in word.split(","))
        if place and words[place - 1] == "path" and set(word) <= set("NESW"):
            words[place] = "".join(side for side in "NESW" if side in word)
    return " ".join(words)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", STATES)
def test_an_accepted_text_is_a_legal_move_or_a_documented_spelling_of_one(
    game: str, seed: int
) -> None:
    rng = random.Random(seed)
    state = hornsup.new(game, players=rng.choice((3, 5, 6)), seed=seed)
    tried = accepted = 0
    while not state.over and tried < 1500:
        legal = {str(move) for move in state.legal_moves()}
        for text in rng.sample(sorted(legal), min(len(legal), 8)):
            respelled = _respelled(text, rng)
            tried += 1
            if state.why_not(respelled) is None:
                accepted += 1
                assert _canonical(respelled) in legal, f"{respelled!r}, seed {seed}"
                assert str(state.parse(respelled)) == _canonical(respelled)
        state.apply(rng.choice(sorted(legal)))
    assert 0 < accepted < tried


def _mangled(draw: st.DrawFn, text: str) -> str:
    """A good file with a piece cut out, doubled or replaced."""
    start = draw(st.integers(0, len(text)))
    length = draw(st.integers(0, 40))
    middle: str = draw(
        st.one_of(st.just(""), st.text(max_size=12), st.just(text[start : start + 30]))
    )
    return text[:start] + middle + text[start + length :]


@st.composite
def mangled_scenarios(draw: st.DrawFn) -> str:
    return _mangled(draw, draw(st.sampled_from(SCENARIOS)))


@st.composite
def mangled_decks(draw: st.DrawFn) -> str:
    return _mangled(draw, deck_text("standard"))


@settings(max_examples=150, deadline=None)
@given(text=mangled_scenarios())
def test_any_scenario_file_passes_or_says_why_not(text: str) -> None:
    result = scenario.check(text)
    for difference in result.differences:
        assert difference
        assert "\n" not in difference or "not a TOML file" in difference
    if result.passed:
        assert result == scenario.run(scenario.read(text))
        assert result.steps == len(scenario.read(text)["step"])


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
