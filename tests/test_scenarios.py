"""Every scenario file of the project comes out as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from hornsup.core import registry, scenario
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "scenarios"
FILES = sorted(FOLDER.glob("*/*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    result = scenario.check(path.read_text(encoding="utf-8"))
    assert result.passed, "\n".join(result.differences)


def test_the_scenarios_of_every_game_are_found() -> None:
    assert {path.parent.name for path in FILES} == {
        registry.get(name).topic for name in registry.names()
    }


BASE = 'game = "horns-up"\nplayers = 3\n'
ENDS = "[position]\n[[step]]\nmove = 'end'\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("players = 3", "game = "),
        (BASE, "at least one [[step]]"),
        (BASE + "wrong = 1\n[[step]]\nmove = 'end'", "unknown key 'wrong'"),
        (BASE + "[[step]]\nmoves = 'end'", "step 1: unknown key 'moves'"),
        (BASE + "[[step]]\nrule = 'H1'", "give a move, a refuse or an expect"),
        (BASE + "[[step]]\nmove = 'end'\nrefuse = 'end'", "not both"),
        (BASE + "[position]\npawn = 1\n[[step]]\nmove = 'end'", "has no 'pawn'"),
        (BASE + "[position]\nturn = 'Z'\n[[step]]\nmove = 'end'", "no seat"),
        (BASE + "[position]\nactions = -1\n[[step]]\nmove = 'end'", "whole number from 0"),
        (BASE + "[position]\npaths = ['NS']\n[[step]]\nmove = 'end'", "a Path is written"),
        (BASE + "[position]\npaths = ['NS 0,8']\n[[step]]\nmove = 'end'", "taken, an Entrance"),
        (BASE + "[position]\npaths = ['NS 0,0']\n[[step]]\nmove = 'end'", "stage line"),
        (BASE + "[position]\nwalls = ['path-ns 0,2']\n[[step]]\nmove = 'end'", "a Wall is written"),
        (BASE + "[position]\npawns = { A = '0,5' }\n[[step]]\nmove = 'end'", "no Path face up"),
        (BASE + "[position]\nhands = { A = ['ace'] }\n[[step]]\nmove = 'end'", "no card 'ace'"),
        (BASE + "[position]\nstage = 'rain'\n[[step]]\nmove = 'end'", "no Stage card 'rain'"),
        (BASE + "[position]\ntokens = { A = 4 }\n[[step]]\nmove = 'end'", "0 to 3"),
        (BASE + "[position]\nimmune = ['A']\n[[step]]\nmove = 'end'", "no token to work off"),
        (BASE + "[position]\ndeck_size = 999\n[[step]]\nmove = 'end'", "it can be from"),
        (BASE + "[position]\n[[step]]\nexpect = { weather = 1 }", "nothing called 'weather'"),
        (BASE + "[options]\nfoo = 1\n[[step]]\nmove = 'end'", "unknown option 'foo'"),
        (
            BASE + "[position]\nhands = { A = ['all-in', 'all-in', 'all-in'] }\n"
            "[[step]]\nmove = 'end'",
            "more all-in cards than the deck has",
        ),
        ("game = 'horns-up'\nplayers = 12\n[[step]]\nmove = 'end'", "3 to 9 players"),
        ("game = [", "not a TOML file"),
        (BASE + "[[step]]\nmove = 'fly'", "expected 'fly' to be legal"),
        (
            BASE + "[position]\n[[step]]\nrefuse = 'end'",
            "expected 'end' to be refused, it is legal",
        ),
        (BASE + "[position]\n[[step]]\nrefuse = 'token'\nrule = 'H1'", "by H17 instead of H1"),
        (
            BASE + "[position]\n[[step]]\nrefuse = 'token'\ncode = 'x'",
            "refused with code 'no-token'",
        ),
        (
            BASE + "[position]\n[[step]]\nexpect = { legal = ['token'] }",
            "expected 'token' to be legal",
        ),
        (BASE + "[position]\n[[step]]\nexpect = { illegal = ['end'] }", "'end' to be refused"),
        (BASE + "[[step]]\nmove = 'end'\ntold = 'x'", "told is a list of events"),
        (BASE + "[[step]]\ntold = [{ event = 'x' }]\nrefuse = 'end'", "told belongs to a move"),
        (BASE + ENDS + "told = [{ event = 'walked' }]", 'expected {event = "walked"}'),
        (BASE + ENDS + "told = [{ event = 'turn-ended', seat = 'B' }]", 'seat = "B"}'),
        (
            BASE + ENDS + "told = [{ event = 'turn-began' }, { event = 'turn-ended' }]",
            'expected {event = "turn-ended"} in this order',
        ),
    ],
)
def test_a_scenario_that_does_not_hold_says_why(text: str, problem: str) -> None:
    result = scenario.check(text)
    assert not result.passed
    assert problem in " ".join(result.differences)
