"""For everybody: axe finds nothing serious, keys suffice, and who wants no movement has none."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PageAt
from tests.browser.players import player
from tests.browser.tour import tour
from tests.browser.visitor import Visitor

RUN = """async (rules) => (await axe.run(document, {
    resultTypes: ["violations"], ...(rules ? {runOnly: {type: "rule", values: rules}} : {}),
  })).violations
  .filter(({impact}) => impact === "serious" || impact === "critical")
  .map(({id, impact, nodes}) => `${impact} ${id}: ${nodes.slice(0, 3).map(
    (node) => `${node.html.slice(0, 160)} (${
      (node.any[0] ?? node.all[0] ?? node.none[0])?.message})`
  ).join(" | ")}`)"""

COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules whose answer depends on the theme; all the others are asked once."""
OTHER_THEME = """() => {
  const {dataset} = document.documentElement;
  dataset.theme = matchMedia("(prefers-color-scheme: light)").matches ? "dark" : "light";
}"""
OWN_THEME = "() => delete document.documentElement.dataset.theme"

WATCH = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.moved.push(this.getAttribute("class"));
    return animate.apply(this, how);
  };
  const long = (text) => text.split(",").some((each) => parseFloat(each) > 0.2);
  document.addEventListener("animationstart", ({ target, animationName }) => {
    if (long(getComputedStyle(target).animationDuration)) window.moved.push(animationName);
  });
}"""


@pytest.mark.parametrize(("size", "theme"), [("laptop", "dark"), ("phone", "light")])
def test_axe_finds_nothing_serious(page_at: PageAt, axe_source: str, size: str, theme: str) -> None:
    """On every page everything in one theme, and once more the colours in the other."""
    visitor = page_at(size, theme=theme)
    found = [f"{place}: {each}" for place in tour(visitor) for each in axe(visitor, axe_source)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
def test_who_wants_no_movement_has_none(page_at: PageAt, game: str) -> None:
    visitor = page_at()
    table = visitor.open_table(game, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".tbl")
    visitor.page.evaluate(WATCH)
    someone = player(game, visitor)
    for _ in range(2):
        someone.play_turn()
    assert visitor.page.evaluate("window.moved") == [], "something moved all the same"


def axe(visitor: Visitor, source: str) -> list[str]:
    page = visitor.page
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(source)
    violations: list[str] = page.evaluate(RUN)
    page.evaluate(OTHER_THEME)
    violations += [f"in the other theme: {each}" for each in page.evaluate(RUN, COLOURS)]
    page.evaluate(OWN_THEME)
    return violations
