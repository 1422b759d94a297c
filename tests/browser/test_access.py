"""Who wants no movement has none; keys and axe have their tests in test_games and test_tour."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PageAt
from tests.browser.players import player

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
