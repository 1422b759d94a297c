"""States, hands, cards, events and records show themselves, and stay what they were."""

from __future__ import annotations

import copy
import json
import pickle
import sys
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import hornsup
from hornsup.errors import BadInput
from tests.exports.games import SCRIPT, finished, running

GAMES = ("horns-up", "raise-your-horns")


@pytest.mark.parametrize("game", GAMES)
def test_states_and_hands_are_pictures(game: str) -> None:
    state = hornsup.new(game, players=4, seed=7)
    ElementTree.fromstring(state._repr_svg_())
    hand = hornsup.hand(state, 2, "it")
    assert list(hand) == state.view(2)["hand"]
    ElementTree.fromstring(hand._repr_svg_())


def test_a_hand_shows_no_other_hand() -> None:
    state = hornsup.new("horns-up", players=4, seed=7)
    drawn = hornsup.hand(state, 2)._repr_svg_()
    for seat in (0, 1, 3):
        for slug in set(state.view(seat)["hand"]) - set(hornsup.hand(state, 2)):
            assert f'data-card="{slug}"' not in drawn


def test_a_card_is_its_name() -> None:
    card = hornsup.card("mosh-pit")
    assert card == "mosh-pit"
    ElementTree.fromstring(card._repr_svg_())
    with pytest.raises(BadInput, match="no card 'mash-pot'; known are path-ns"):
        hornsup.card("mash-pot")


@pytest.mark.parametrize("game", GAMES)
def test_events_are_a_list_with_sentences(game: str) -> None:
    state = hornsup.new(game, players=4, seed=7)
    events = state.apply(state.legal_moves()[0])
    assert isinstance(events, list)
    assert events == list(events)
    assert repr(events) == repr(list(events))
    shown = events._repr_html_()  # type: ignore[attr-defined]  # typed as the plain value
    assert shown.count("<li>") == len(events)
    copies: list[Any] = [copy.copy(events), copy.deepcopy(events)]
    for again in (*copies, pickle.loads(pickle.dumps(events))):
        assert again == events
        assert again._repr_html_() == shown


def test_redacted_events_tell_no_card() -> None:
    state = hornsup.new("horns-up", players=3, seed=1)
    shown = state.redact(state.opening, 1)._repr_html_()  # type: ignore[attr-defined]  # typed as the plain value
    assert "A starts with 4 cards" in shown


def test_a_record_is_a_dict_with_a_replay() -> None:
    record = finished()
    assert json.loads(json.dumps(record)) == record
    assert msgspec.json.decode(msgspec.json.encode(record)) == record
    shown = record._repr_html_()  # type: ignore[attr-defined]  # typed as the plain value
    assert shown.startswith('<iframe sandbox="allow-scripts allow-downloads"')
    assert shown.count("<") == 2, "the page is text of an attribute"
    assert SCRIPT not in shown


def test_a_running_record_shows_no_seed() -> None:
    record = running()
    shown = record._repr_html_()  # type: ignore[attr-defined]  # typed as the plain value
    assert shown
    assert "seed" not in shown.partition("/packed/game.json")[2].partition(";")[0]


def test_without_its_packages_a_record_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "msgspec", None)
    assert finished()._repr_html_() is None  # type: ignore[attr-defined]  # typed as the plain value
