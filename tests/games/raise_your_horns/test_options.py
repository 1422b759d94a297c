"""The switches: what they take, what they leave alone, how they are written (R1, R10, R13, R15)."""

from __future__ import annotations

import json
from typing import Any

import pytest

import hornsup
from hornsup.core import registry
from hornsup.games.raise_your_horns.events import OffRolled
from hornsup.games.raise_your_horns.narration import die_name
from hornsup.games.raise_your_horns.options import PRESETS, Options, read_options, write_options
from tests.games.raise_your_horns.harness import ODD_DICE, OWN_FORFEITS, new


def test_the_defaults_are_the_rules_as_we_read_them() -> None:
    assert read_options(None) == Options(
        dice="standard",
        name_only_in_round=False,
        fouls=False,
        end_goal="losses",
        end_value=5,
        family_friendly=False,
        forfeits="standard",
        forfeits_without=(),
    )
    assert write_options(read_options(None)) == {}


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_read_by_name(preset: str) -> None:
    options = read_options(preset)
    assert read_options({"preset": preset}) == options
    assert read_options(write_options(options)) == options


@pytest.mark.parametrize(
    "given",
    [
        {"dice": ODD_DICE, "forfeits": OWN_FORFEITS, "forfeits_without": ["loud"]},
        {"end_goal": "rounds", "end_value": 30, "fouls": True},
        {"dice": "high", "name_only_in_round": True, "family_friendly": True},
    ],
)
def test_options_survive_json(given: dict[str, Any]) -> None:
    options = read_options(given)
    assert read_options(json.loads(json.dumps(write_options(options)))) == options
    assert read_options(options) is options


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"foul": True}, "did you mean 'fouls'"),
        ({"fouls": "yes"}, "true or false"),
        ({"end_goal": "sunrise"}, "losses, rounds, time, stop"),
        ({"end_value": 0}, "from 1 to 1000"),
        ({"end_value": True}, "from 1 to 1000"),
        ({"name_only_in_round": 1}, "true or false"),
        ({"family_friendly": None}, "true or false"),
        ("standrad", "did you mean 'standard'"),
        (7, "a mapping or a preset's name"),
    ],
)
def test_bad_options_are_refused(given: object, line: str) -> None:
    with pytest.raises(hornsup.BadInput, match=line):
        hornsup.new("raise-your-horns", players=4, seed=1, options=given)


def test_r1_family_friendly_changes_names_and_nothing_else() -> None:
    rude, mild = new(seed=3), new(seed=3, family_friendly=True)
    while not rude.over:
        move = rude.legal_moves()[0]
        told, tamed = rude.apply(move), mild.apply(move)
        tamed = [e._replace(names="rulebook") if isinstance(e, OffRolled) else e for e in tamed]
        assert told == tamed
    assert rude.outcome == mild.outcome


@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_r1_the_off_die_has_a_rude_and_a_family_friendly_name(language: str) -> None:
    narrate = registry.get("raise-your-horns").narrate
    assert narrate is not None
    rude, mild = (narrate(OffRolled(0, names), language) for names in ("rulebook", "family"))
    assert rude != mild
    assert die_name("F", language, "rulebook") != die_name("F", language, "family")
    assert die_name("W", language, "rulebook") == die_name("W", language, "family")
    assert new(family_friendly=True).view(0)["names"] == "family"


def test_r13_end_value_sets_the_number_of_losses() -> None:
    state = new(end_value=2)
    while not state.over:
        state.apply(state.legal_moves()[0])
    assert max(state.losses) == 2
