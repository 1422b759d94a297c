"""No movement for those who want none; headings and landmarks. Keys: test_games; all: test_tour."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PageAt
from tests.browser.players import player
from tests.browser.test_tour import axe
from tests.browser.visitor import Visitor

DICE, CONCERT = "raise-your-horns", "horns-up"
TOAST = "import('/web/js/ui/controls/dialog.js').then(({ toast }) => toast('Hello', { bad: true }))"

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


@pytest.mark.parametrize("game", [CONCERT, DICE])
def test_who_wants_no_movement_has_none(page_at: PageAt, game: str) -> None:
    visitor = page_at()
    table = visitor.open_table(game, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".tbl")
    visitor.page.evaluate(WATCH)
    someone = player(game, visitor)
    for _ in range(2):
        someone.play_turn()
    assert visitor.page.evaluate("window.moved") == [], "something moved all the same"


def check(visitor: Visitor, source: str | None) -> None:
    if source is None:
        pytest.skip("axe-core is not here: it comes with `make web`, which needs npm")
    assert axe(visitor, source) == []


@pytest.mark.parametrize("game", [CONCERT, DICE])
def test_the_headings_of_the_rules_leave_out_no_level(
    page_at: PageAt, axe_source: str | None, game: str
) -> None:
    check(page_at().go(f"/rules/{game}"), axe_source)


def test_a_toast_lies_in_a_landmark(page_at: PageAt, axe_source: str | None) -> None:
    visitor = page_at().go("/learn")
    visitor.page.evaluate(TOAST)
    visitor.wait_for(".toast")
    check(visitor, axe_source)


def test_the_seats_with_their_clocks_lie_in_a_landmark(
    page_at: PageAt, axe_source: str | None
) -> None:
    visitor = page_at()
    clock = {"kind": "turn", "seconds": 90}
    table = visitor.open_table(CONCERT, ["me", "easy", "easy"], clock=clock)
    visitor.go(f"/t/{table}", ".tbl .hu-svg").wait_for(".tbl-seats .chip")
    check(visitor, axe_source)


def test_the_end_and_the_replay_lie_in_landmarks(page_at: PageAt, axe_source: str | None) -> None:
    visitor = page_at()
    table = visitor.open_table(CONCERT, ["easy"] * 3, options={"entrance_distance": 5})
    where = f"/api/tables/{table}"
    visitor.until(lambda: visitor.call("GET", where)["phase"] == "over", "the bots' game", 40)
    visitor.go(f"/t/{table}", ".end-bar")
    check(visitor, axe_source)
    visitor.go(f"/replay/{table}", ".rp-slider")
    check(visitor, axe_source)
