"""The pages of the rules say and show what the catalogues and the drawings do."""

from __future__ import annotations

import re
import sys
from itertools import pairwise

import pytest

from hornsup import i18n
from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import rules_pages

STALE = "run `make pages`"


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_page_is_up_to_date(language: str) -> None:
    written = rules_pages.page_of(language).read_text(encoding="utf-8")
    assert written == rules_pages.page(language), STALE


def test_the_pictures_are_up_to_date() -> None:
    found = {path.name: path.read_text("utf-8") for path in rules_pages.PICTURES.iterdir()}
    drawn = rules_pages.pictures()
    assert sorted(found) == sorted(drawn), STALE
    assert [file for file, svg in drawn.items() if found[file] != svg] == [], STALE


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_page_has_every_rule_picture_and_card_once(language: str) -> None:
    text = rules_pages.page(language)
    numbers = re.findall(r'<a id="([^"]+)"></a>', text)
    topics = ("rules_horns_up", "rules_raise_your_horns")
    rules = [key for topic in topics for key in i18n.catalogue(language, topic)]
    assert sorted(numbers) == sorted(set(rules) - {"chapters"})
    shown = re.findall(r"\]\(img/rules/([^)]+)\)", text)
    assert len(shown) == len(set(shown)) == len(rules_pages.pictures()) / len(i18n.LANGUAGES)
    for name in i18n.catalogue(language, "cards")["text"]:
        if name not in ("stage", "entrance", "vip-pass"):  # no cards of the two decks
            assert f"| {i18n.text(language, f'cards.names.{name}')} |" in text


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_overview_comes_before_the_first_rule_of_each_game(language: str) -> None:
    text = rules_pages.page(language)
    title = i18n.catalogue(language, "overview")["title"]
    horns_up, dice = (found.start() for found in re.finditer(f"### {title}", text))
    assert horns_up < text.index('"H1"') < dice < text.index('"R1"')


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_no_level_of_headings_is_left_out(language: str) -> None:
    levels = [len(each) for each in re.findall("^#+", rules_pages.page(language), re.MULTILINE)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
