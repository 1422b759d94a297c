"""The rule map has no empty cell and is up to date."""

from __future__ import annotations

import sys

import pytest

from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import rule_map


@pytest.mark.parametrize("game", rule_map.GAMES)
def test_every_rule_has_code_and_tests(game: str) -> None:
    letter, last = rule_map.GAMES[game]
    rows = rule_map.rows(game)
    assert [row[0] for row in rows] == [f"{letter}{number}" for number in range(1, last + 1)]
    empty = [row[0] for row in rows if not all(row)]
    assert not empty, f"no code or no test cites {', '.join(empty)}"


@pytest.mark.parametrize("game", rule_map.GAMES)
def test_every_switch_has_a_test(game: str) -> None:
    rows = rule_map.switch_rows(game)
    assert rows
    untested = [row[0] for row in rows if not all(row)]
    assert not untested, f"no test turns {', '.join(untested)}"


def test_the_page_is_up_to_date() -> None:
    assert rule_map.PAGE.read_text(encoding="utf-8") == rule_map.page(), "run `make rule-map`"
