"""For everybody: axe finds nothing serious, keys suffice, and who wants no movement has none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import PageAt
from tests.browser.players import player
from tests.browser.tour import tour
from tests.browser.visitor import Visitor

RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
  .filter(({impact}) => impact === "serious" || impact === "critical")
  .map(({id, impact, nodes}) => `${impact} ${id}: ${nodes.slice(0, 3).map(
    (node) => `${node.html.slice(0, 160)} (${
      (node.any[0] ?? node.all[0] ?? node.none[0])?.message})`
  ).join(" | ")}`)"""

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
    if not visitor.page.evaluate("typeof axe === 'object'"):
        visitor.page.evaluate(source)
    violations: Any = visitor.page.evaluate(RUN)
    return list(violations)
