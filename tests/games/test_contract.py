"""What every registered game provides besides its states."""

from __future__ import annotations

from dataclasses import fields
from importlib.resources import files

import pytest

import hornsup
from hornsup import i18n
from hornsup.core import registry

GAMES = registry.names()


@pytest.mark.parametrize("name", GAMES)
def test_switches_and_presets_are_fields_of_the_options(name: str) -> None:
    game = registry.get(name)
    known = {field.name for field in fields(game.options_type)}
    assert set(game.switches) <= known
    for preset, changes in game.presets.items():
        assert set(changes) <= known
        assert isinstance(game.read_options(preset), game.options_type)


@pytest.mark.parametrize("name", GAMES)
def test_catalogues_and_the_browser_module_exist(name: str) -> None:
    game = registry.get(name)
    assert i18n.catalogue("en", f"rules_{game.topic}")
    assert (files("hornsup") / "web" / "js" / game.page).is_file()


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_contents_have_a_name_and_a_title_in_every_language(name: str, language: str) -> None:
    for entries in registry.get(name).contents(language).values():
        assert entries
        assert all(entry["name"] and entry["title"] for entry in entries)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_dice_have_their_names_in_every_language(language: str) -> None:
    assert registry.get("horns-up").texts(language) == {}
    dice = registry.get("raise-your-horns").texts(language)["dice"]
    assert set(dice) == {"rulebook", "family"}


def test_a_game_by_time_says_its_minutes_and_has_a_move_that_stops_it() -> None:
    game = registry.get("raise-your-horns")
    assert game.time_limit is not None
    assert game.time_limit(game.read_options({"end_goal": "time", "end_value": 30})) == 30
    assert game.time_limit(game.read_options({"end_value": 30})) is None
    assert game.stop_move == "stop"
    assert registry.get("horns-up").time_limit is None


def test_the_odds_of_a_round_follow_from_a_spectators_view() -> None:
    game = registry.get("raise-your-horns")
    state = hornsup.new("raise-your-horns", players=4, seed=1)
    while state.view(None)["phase"] == "start":
        state.apply("roll")
    assert game.odds is not None
    odds = game.odds(state.view(None))
    assert odds["keeps"] == []
    assert sum(odds["losses"]) >= 1
    state.apply("roll")
    keeps = game.odds(state.view(None))["keeps"]
    assert min(keep["cost"] for keep in keeps) == 0
    assert {f"keep {keep['keep']}" for keep in keeps} == {str(move) for move in state.legal_moves()}
