"""Words of every language fit where they are shown."""

from __future__ import annotations

import pytest

from hornsup import i18n
from tests.browser.conftest import PageAt
from tests.browser.visitor import LOCALES

TORN = """(nodes) => nodes.flatMap((node) => {
  const text = node.firstChild, range = document.createRange(), torn = [];
  for (const { 0: word, index } of text.data.matchAll(/[^\\s–-]+/g)) {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    if (range.getClientRects().length > 1) torn.push(word);
  }
  return torn;
})"""
"""The words of some labels that are written on more than one line."""
RELABEL = """(node, name) => {
  const sizes = name.split(/[\\s–-]+/).map((word) => word.length);
  node.textContent = name;
  node.style.setProperty("--longest", Math.max(...sizes));
}"""


@pytest.mark.parametrize("language", LOCALES)
def test_the_name_of_no_card_is_torn_in_two(page_at: PageAt, language: str) -> None:
    visitor = page_at("phone", language)
    table = visitor.open_table("horns-up", ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".tbl").wait_for(".hu-held")
    labels = visitor.page.locator(".hu-card-name")
    longest = labels.evaluate_all("nodes => nodes.map((node) => node.style.cssText)")
    assert all(text.startswith("--longest") for text in longest)
    for name in i18n.catalogue(language, "cards")["names"].values():
        labels.first.evaluate(RELABEL, name)
        assert labels.evaluate_all(TORN) == [], name


@pytest.mark.parametrize("language", LOCALES)
def test_a_replay_keeps_its_title_whole_and_calls_keys_as_they_are_printed(
    page_at: PageAt, language: str
) -> None:
    visitor = page_at("phone", language)
    table = visitor.open_table("raise-your-horns", ["easy"] * 3, options={"end_value": 1})
    where = f"/api/tables/{table}"
    visitor.until(lambda: visitor.call("GET", where)["phase"] == "over", "the bots' game", 40)
    visitor.go(f"/replay/{table}", ".rp-slider").wait_for(".rp-head h1")
    assert visitor.page.locator(".rp-head h1").evaluate_all(TORN) == []
    visitor.page.keyboard.press("?")
    visitor.wait_for("dialog[open] .key-list")
    keys = visitor.page.locator(".key-list kbd").all_inner_texts()
    for name in ("key-home", "key-end"):
        assert i18n.text(language, f"web.keys.{name}") in keys
    assert f"{i18n.text(language, 'web.keys.key-shift')}+←" in keys
