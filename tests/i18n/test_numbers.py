"""Decimal signs and percent signs by language, the same as the browser's."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hornsup import i18n


@pytest.mark.parametrize(
    ("language", "decimal", "share"),
    [("en", "3.5", "46.7%"), ("it", "3,5", "46,7%"), ("fr", "3,5", "46,7\u202f%")],
)
def test_decimals_and_percentages(language: str, decimal: str, share: str) -> None:
    assert i18n.number(language, 3.5) == decimal
    assert i18n.number(language, Fraction(7, 2), 1) == decimal
    assert i18n.percent(language, Fraction(467, 1000)) == share
    assert i18n.percent(language, 0.467) == share


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_whole_numbers_have_no_decimals_unless_asked(language: str) -> None:
    assert i18n.number(language, 12) == "12"
    assert i18n.number(language, 12.0) == "12"
    assert i18n.number(language, 0.1 + 0.2)[2:] == "3"
    assert i18n.number(language, 2, 1)[1:] in (".0", ",0")
    assert i18n.percent(language, 1, 0).startswith("100")


@pytest.mark.parametrize(("language", "said"), [("en", "2.5"), ("it", "2,5"), ("fr", "2,5")])
def test_texts_write_numbers_as_their_language_does(language: str, said: str) -> None:
    assert said in i18n.text(language, "odds.seat", seat="A", loss=2.5)


@pytest.mark.parametrize(
    ("language", "best"), [("en", "46.7%"), ("it", "46,7%"), ("fr", "46,7\u202f%")]
)
def test_odds_are_told_in_percent_of_the_language(language: str, best: str) -> None:
    from hornsup.games.raise_your_horns.round_odds import solve_round

    lines = solve_round(4, "standard", [], "W5 B2 B0 F1").lines(language, exact=False)
    assert best in lines[0]
    assert solve_round(4, "standard", [], "W5 B2 B0 F1").to_json()["keeps"][0]["keep"] == "B2"
