"""Forfeits for losers and the Executor's word (R13, R15)."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

import hornsup
from hornsup import i18n
from hornsup.games.raise_your_horns.events import ForfeitDealt, ForfeitDone
from hornsup.games.raise_your_horns.forfeits import Forfeits, forfeits_by_name
from hornsup.games.raise_your_horns.state import RaiseYourHorns
from tests.games.raise_your_horns.harness import OWN_FORFEITS, lay, new, play

CARDS = forfeits_by_name("standard").cards


def dealt(told: list[Any]) -> list[ForfeitDealt]:
    return [event for event in told if isinstance(event, ForfeitDealt)]


def lost_once(**options: Any) -> RaiseYourHorns:
    state = lay("W3", kept={"A": "B0", "B": "B0", "C": "F5"}, options=options)
    play(state, "roll", "keep W3")
    return state


def test_r13_there_are_enough_forfeits_of_every_kind_in_three_languages() -> None:
    assert len(CARDS) >= 24
    assert {"physical", "loud", "online", "silly"} <= {tag for card in CARDS for tag in card.tags}
    for language in i18n.LANGUAGES:
        book = i18n.catalogue(language, "forfeits")
        assert list(book["text"]) == [card.id for card in CARDS]
        assert set(book["tags"]) == {tag for card in CARDS for tag in card.tags}
        for sentence in book["text"].values():
            assert sentence[-1] in ".!", sentence


def test_r13_every_loser_is_dealt_one_from_a_shuffled_pile() -> None:
    state = lay("W3", kept={"A": "B0", "B": "B0", "C": "F5"})
    told = dealt(play(state, "roll", "keep W3"))
    assert [event.seat for event in told] == [0, 1]
    assert told[0].forfeit != told[1].forfeit
    assert state.pending_forfeits == [(event.seat, event.forfeit) for event in told]


def test_r13_no_forfeit_comes_again_before_all_have_come() -> None:
    state = new(end_goal="rounds", end_value=200)
    told = []
    while not state.over:
        told += dealt(state.apply(state.legal_moves()[0]))
    names = [event.forfeit for event in told]
    for start in range(0, len(names) - len(CARDS), len(CARDS)):
        assert len(set(names[start : start + len(CARDS)])) == len(CARDS)


def test_r13_every_forfeit_is_dealt_first_now_and_then() -> None:
    first = Counter(lost_once_with(seed) for seed in range(900))
    assert len(first) == len(CARDS)
    assert max(first.values()) < 70


def lost_once_with(seed: int) -> str:
    state = new(3, seed, end_value=1)
    while not state.over:
        state.apply(state.legal_moves()[0])
    return state.pending_forfeits[0][1]


def test_r13_forfeits_can_be_turned_off() -> None:
    assert lost_once(forfeits="off").pending_forfeits == []


def test_r13_forfeits_without_leaves_kinds_out() -> None:
    state = new(end_goal="rounds", end_value=150, forfeits_without=["loud", "online"])
    tags = {card.id: card.tags for card in CARDS}
    while not state.over:
        for event in dealt(state.apply(state.legal_moves()[0])):
            assert not {"loud", "online"} & set(tags[event.forfeit])
    assert state.record()["options"]["forfeits_without"] == ["loud", "online"]


def test_r13_a_list_of_ones_own_brings_its_texts() -> None:
    state = lost_once(forfeits=OWN_FORFEITS, forfeits_without="loud")
    assert [forfeit for _, forfeit in state.pending_forfeits] == ["hush", "hush"]
    shown = state.view(None)["pending_forfeits"][0]
    assert shown == {
        "seat": 0,
        "forfeit": "hush",
        "text": "Hush, {not a placeholder}.",
        "tags": [],
    }
    narrate = state.game.narrate
    assert narrate is not None
    event = ForfeitDealt(0, "hush", shown["text"])
    assert narrate(event, "en") == "Forfeit for A: Hush, {not a placeholder}."
    options = json.loads(json.dumps(state.record()["options"]))
    assert state.game.read_options(options) == state.options


def test_r15_the_executor_confirms_and_nothing_else_changes() -> None:
    state = lost_once()
    before = (state.legal_moves(), state.losses.copy(), state.record(), state.clone())
    (_, first), (_, second) = state.pending_forfeits
    assert state.confirm_forfeit(1) == ForfeitDone(1, second, None)
    assert state.pending_forfeits == [(0, first)]
    assert state.view(2)["forfeits_served"] == [0, 1, 0, 0]
    assert (state.legal_moves(), state.losses, state.record()) == before[:3]
    assert before[3].pending_forfeits == [(0, first), (1, second)]


@pytest.mark.parametrize("seat", [2, 3, 4, -1])
def test_r15_nobody_confirms_what_is_not_owed(seat: int) -> None:
    with pytest.raises(hornsup.BadInput, match="no forfeit to confirm"):
        lost_once().confirm_forfeit(seat)


def test_r15_the_oldest_forfeit_is_confirmed_first() -> None:
    rolls = ["W1 B1 B1 F!"] * 3
    state = lay(*rolls)
    play(state, "roll", "roll", "roll")
    owed = [forfeit for _, forfeit in state.pending_forfeits]
    done = [state.confirm_forfeit(0).forfeit for _ in owed]
    assert done == owed


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ({"name": "x"}, "write each one as [[forfeit]]"),
        ({"forfeit": []}, "they need a name"),
        ({"name": "x", "forfeit": [], "dice": 1}, "unknown entry 'dice'"),
        ({"name": "x", "forfeit": ["jump"]}, "number 1 should be a table"),
        ({"name": "x", "forfeit": [{"id": "Jump!"}]}, "number 1 needs an id like"),
        ({"name": "x", "forfeit": [{"id": "jump"}]}, "jump: text is a sentence"),
        ({"name": "x", "forfeit": [{"id": "jump", "text": "@words.no"}]}, "does not begin with @"),
        ({"name": "x", "forfeit": [{"id": "j", "text": "J", "tags": "loud"}]}, "tags is a list"),
        ({"name": "x", "forfeit": [{"id": "j", "text": "J", "tag": []}]}, "unknown entry 'tag'"),
        ({"name": "x", "forfeit": [{"id": "j", "text": "J"}] * 2}, "j stands there twice"),
        ({"name": "x", "forfeit": [{"id": "j", "text": "J"}] * 501}, "501 are too many"),
    ],
)
def test_bad_forfeits_are_refused_with_one_clear_line(data: dict[str, Any], line: str) -> None:
    with pytest.raises(hornsup.BadInput) as refused:
        new(forfeits=data)
    assert line in str(refused.value)
    assert "\n" not in str(refused.value)


def test_forfeits_are_read_from_toml() -> None:
    deck = Forfeits.from_toml('name = "x"\n[[forfeit]]\nid = "jump"\ntext = "Jump!"\n')
    assert deck.cards[0].sentence() == "Jump!"
    assert Forfeits.from_data(deck.to_data()) == deck
    with pytest.raises(hornsup.BadInput, match="not a TOML file"):
        Forfeits.from_toml("name = ")


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"forfeits": "stadnard"}, "did you mean 'standard'"),
        ({"forfeits": 3}, "standard, off or a list's data"),
        ({"forfeits_without": ["lout"]}, "did you mean 'loud'"),
        ({"forfeits_without": 3}, "a list of tags"),
        ({"forfeits": OWN_FORFEITS, "forfeits_without": ["quiet"]}, "unknown forfeit tag"),
    ],
)
def test_bad_forfeit_options_are_refused(options: dict[str, Any], line: str) -> None:
    with pytest.raises(hornsup.BadInput, match=line):
        new(**options)


def test_a_list_with_nothing_left_is_refused() -> None:
    tags = forfeits_by_name("standard").tags()
    with pytest.raises(hornsup.BadInput, match="no forfeit is left"):
        new(forfeits_without=tags)
