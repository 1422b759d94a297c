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
