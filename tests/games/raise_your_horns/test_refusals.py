"""Every refusal has a code, a rule and a sentence in three languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

import hornsup
from hornsup import i18n
from hornsup.core.moves import Move
from hornsup.games.raise_your_horns.moves import parse
from tests.games.raise_your_horns.harness import lay, new, play

ROLLED = ("W5 B2 B0 F1",)
# code: rule, dice to come, moves before, move refused, options, position
CASES: dict[str, tuple[str, tuple[str, ...], list[str], str, dict[str, Any], dict[str, Any]]] = {
    "start-roll-first": ("R2", (), [], "keep W5", {}, {"round": 0}),
    "roll-first": ("R3", (), [], "keep W5", {}, {}),
    "keep-first": ("R3", ROLLED, ["roll"], "roll", {}, {}),
    "not-in-roll": ("R3", ROLLED, ["roll"], "keep B5", {}, {}),
    "white-waits": ("R5", ROLLED, ["roll"], "keep W5", {}, {}),
    "name-first": ("R10", ("WH B2 B0 F!",), ["roll"], "keep WH", {}, {}),
    "nobody-to-name": ("R10", ROLLED, ["roll"], "name B", {}, {}),
    "no-such-seat": ("R10", ("WH B2 B0 F!",), ["roll"], "name E", {}, {}),
    "not-in-round": (
        "R10",
        ("WH B2 B0 F!",),
        ["roll"],
        "name E",
        {"name_only_in_round": True},
        {"players": 5},
    ),
    "stop-before-rolling": ("R13", ROLLED, ["roll"], "stop", {"end_goal": "stop"}, {}),
    "stop-between-rounds": ("R13", ROLLED, ["roll"], "stop", {"end_goal": "time"}, {}),
    "play-to-losses": ("R13", (), [], "stop", {"end_value": 1}, {}),
    "play-to-rounds": ("R13", (), [], "stop", {"end_goal": "rounds"}, {}),
    "fouls-off": ("R15", (), [], "foul", {}, {}),
    "no-foul-now": ("R15", (), [], "foul", {"fouls": True}, {"round": 0}),
    "game-over": ("R13", ("W1 B1 B1 F!",), ["roll"], "roll", {"end_value": 1}, {}),
    "unreadable": ("R3", (), [], "keep Z9", {}, {}),
}


@pytest.mark.parametrize("code", CASES)
def test_refusals_cite_their_rule_in_three_languages(code: str) -> None:
    rule, rolls, before, move, options, position = CASES[code]
    state = lay(*rolls, options=options, **position)
    play(state, *before)
    refusal = state.why_not(move)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, rule)
    with pytest.raises(hornsup.IllegalMove) as raised:
        state.apply(move)
    assert raised.value.message == refusal.message
    sentences = {refusal.text(language) for language in i18n.LANGUAGES}
    assert len(sentences) == 3
    for sentence in sentences:
        assert sentence.endswith(f" {rule}")
        assert "{" not in sentence
        assert "@" not in sentence


def test_every_sentence_of_the_catalogue_is_used_and_tested() -> None:
    for language in i18n.LANGUAGES:
        book = i18n.catalogue(language, "refusals_raise_your_horns")
        assert set(book) - {"hints"} == set(CASES)
        assert set(book["hints"]) == {"verb", "roll", "keep", "name", "stop", "foul"}


@pytest.mark.parametrize(
    "topic", ["refusals_raise_your_horns", "events_raise_your_horns", "forfeits"]
)
def test_catalogues_have_the_same_keys_and_placeholders(topic: str) -> None:
    english = _holes(i18n.catalogue("en", topic))
    for language in i18n.LANGUAGES:
        assert _holes(i18n.catalogue(language, topic)) == english


def _holes(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: _holes(value) for key, value in node.items()}
    return sorted(set(re.findall(r"{\w+}", node)))


@pytest.mark.parametrize(
    "text",
    ["", " ", "roll dice", "keep", "keep B", "keep b4", "keep B4 B1", "keep W0", "name", "name a",
     "name AB", "stop it", "throw", "keep B100", "@words.no", "roll\x00", "ROLL"],
)  # fmt: skip
def test_unreadable_moves_are_refused(text: str) -> None:
    state = new()
    refusal = state.why_not(text)
    assert refusal is not None
    assert refusal.code == "unreadable"
    with pytest.raises(hornsup.IllegalMove):
        state.parse(text)


@pytest.mark.parametrize("thing", [None, 3, ["roll"], b"roll"])
def test_things_that_are_no_move_are_refused(thing: Any) -> None:
    with pytest.raises(hornsup.IllegalMove):
        new().apply(thing)


def test_spaces_and_foreign_move_objects_are_read_by_their_text() -> None:
    state = lay("W5 B2 B0 F1")
    state.apply(Move("roll", 12345))
    state.apply("  keep   B2 ")
    assert state.view(0)["kept"][0] == "B2"
    with pytest.raises(hornsup.IllegalMove):
        state.apply(Move("keep B2", parse("roll").code))
