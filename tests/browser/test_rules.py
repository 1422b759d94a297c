"""The page of the rules: the overview, and pictures that load with their rules, described."""

from __future__ import annotations

import pytest

from hornsup import i18n
from hornsup.art.rule_pictures import picture_files, pictures
from tests.browser.conftest import PageAt
from tests.browser.test_access import check

DICE, CONCERT = "raise-your-horns", "horns-up"
SHOWN = {DICE: {"dice"}, CONCERT: set(pictures()) - {"dice"}}

FETCHED = """() => performance.getEntriesByType("resource")
  .map(({ name }) => name.split("/").pop()).filter((name) => name.startsWith("rule-"))"""
PICTURES = """() => [...document.querySelectorAll(".rl-rule img")].map((image) => ({
  file: image.src.split("/").pop(), alt: image.alt, rule: image.closest("article").id,
  drawn: image.complete && image.naturalWidth > 0,
  width: image.clientWidth, height: image.clientHeight,
}))"""
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(
    ("size", "language", "game"),
    [("phone", "it", CONCERT), ("laptop", "fr", CONCERT), ("phone", "en", DICE)],
)
def test_every_picture_loads_beside_its_rule_and_is_described(
    page_at: PageAt, axe_source: str | None, size: str, language: str, game: str, theme: str
) -> None:
    visitor = page_at(size, language, theme=theme).go(f"/rules/{game}", ".rl-rule")
    page = visitor.page
    for rule in [found["rule"] for found in page.evaluate(PICTURES)]:
        page.locator(f"[id='{rule}'] img").scroll_into_view_if_needed()
    loaded = "[...document.images].every((image) => image.complete && image.naturalWidth)"
    visitor.until(lambda: page.evaluate(loaded), "the pictures")
    found = page.evaluate(PICTURES)
    assert {picture_files()[each["file"]] for each in found} == {
        (name, language) for name in SHOWN[game]
    }
    for each in found:
        name, _ = picture_files()[each["file"]]
        assert each["alt"] == i18n.text(language, f"rule_pictures.{name}.alt")
        assert each["rule"] == pictures()[name]["rules"][0]
        assert each["width"] > 250, f"{name} is too small to be read"
        assert each["height"] < 1.5 * each["width"], f"{name} fills more than a screen"
    assert page.evaluate(TOO_WIDE) == 0
    check(visitor, axe_source)


def test_pictures_wait_until_their_rule_comes_near(page_at: PageAt) -> None:
    visitor = page_at("phone").go("/")
    assert visitor.page.evaluate(FETCHED) == []
    visitor.go(f"/rules/{CONCERT}", ".rl-rule")
    assert "rule-closing-en.svg" not in visitor.page.evaluate(FETCHED)
    visitor.page.locator("#H72 img").scroll_into_view_if_needed()
    closing = "rule-closing-en.svg"
    visitor.until(lambda: closing in visitor.page.evaluate(FETCHED), "the picture of the closing")


@pytest.mark.parametrize(("game", "first"), [(CONCERT, "H1"), (DICE, "R1")])
def test_the_overview_is_first_and_is_searched_too(page_at: PageAt, game: str, first: str) -> None:
    visitor = page_at("laptop", "it").go(f"/rules/{game}", ".rl-rule")
    page = visitor.page
    told = i18n.catalogue("it", "overview")
    lines = page.locator(".rl-overview li")
    assert lines.all_inner_texts() == list(told[game.replace("-", "_")].values())
    top = page.locator(".rl-overview").bounding_box()
    rule = page.locator(f"[id='{first}']").bounding_box()
    assert top is not None
    assert rule is not None
    assert top["y"] + top["height"] <= rule["y"]
    assert page.locator(".rl-contents a").first.inner_text() == told["title"]
    page.fill("#rules-search", "zzzzz")
    visitor.until(lambda: not page.locator(".rl-overview").is_visible(), "nothing to be found")


@pytest.mark.parametrize("language", ["en", "it", "fr"])
@pytest.mark.parametrize(
    ("game", "rule", "option"),
    [
        (CONCERT, "Q5", "options_horns_up.must_act.title"),
        (DICE, "R-m", "options_raise_your_horns.fouls.title"),
        (DICE, "R-a", "web.settings.dice"),
    ],
)
def test_a_house_rule_is_called_as_in_the_lobby(
    page_at: PageAt, game: str, rule: str, option: str, language: str
) -> None:
    visitor = page_at("phone", language).go(f"/rules/{game}", ".rl-rule")
    assert "`" not in visitor.page.locator(".rl-main").inner_text()
    named = visitor.page.locator(f"[id='{rule}'] em").all_inner_texts()
    assert named == [i18n.text(language, option)]
