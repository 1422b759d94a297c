"""The home page: on with a running table, in by a code, games to watch."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.browser.conftest import PageAt
from tests.browser.visitor import SIZES, Visitor

DICE, CONCERT = "raise-your-horns", "horns-up"
WATCH = "**/api/tables/watch"
TOP = "(all) => all.map((each) => document.querySelector(each).getBoundingClientRect().top)"


def come(page_at: PageAt, size: str = "laptop", watch: list[Any] | None = None) -> Visitor:
    """Somebody for whom the list of games to watch is given."""
    visitor = page_at(size)
    visitor.page.route(WATCH, lambda route: route.fulfill(json=watch or []))
    return visitor


def test_on_a_phone_the_running_table_and_the_code_come_first(page_at: PageAt) -> None:
    visitor = come(page_at, "phone")
    visitor.open_table(DICE, ["me", "open", "open"], start=False)
    table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
    visitor.go("/").wait_for(".home-now .table-row")
    tops = visitor.page.evaluate(TOP, [".home-now", "#code", ".posters"])
    assert tops == sorted(tops)
    assert tops[1] < SIZES["phone"]["viewport"]["height"] * 0.6
    first = visitor.page.locator(".home-now a").first
    assert first.get_attribute("href") == f"/t/{table}", "a game in play comes before a lobby"
    assert "Continue" in first.inner_text()
    first.tap()
    visitor.wait_for(".tbl .hu-svg")


def test_own_tables_do_not_push_the_page_down(page_at: PageAt) -> None:
    visitor = come(page_at, "phone")
    visitor.open_table(CONCERT, ["me", "easy", "easy"])
    visitor.page.add_init_script(
        "new PerformanceObserver((list) => { window.shift = (window.shift ?? 0) + "
        "list.getEntries().reduce((sum, { value }) => sum + value, 0); })"
        ".observe({ type: 'layout-shift', buffered: true })"
    )
    visitor.go("/").wait_for(".home-now .table-row")
    visitor.page.wait_for_timeout(500)
    assert visitor.page.evaluate("window.shift ?? 0") < 0.1


def test_the_code_field_leads_to_the_table(page_at: PageAt) -> None:
    visitor = come(page_at, "phone")
    table = page_at(name="Bea").open_table(CONCERT, ["me", "open", "open"], start=False)
    code = visitor.call("GET", f"/api/tables/{table}")["code"]
    visitor.go("/").page.fill("#code", code.lower())
    visitor.press(".home-join button")
    visitor.wait_for(".lobby-go .primary")
    assert visitor.page.url.endswith(f"/t/{table}")


@pytest.mark.parametrize(("seconds", "said"), [(0, "live"), (30, "30 s"), (300, "5 min")])
def test_games_to_watch_say_how_far_behind_they_are(
    page_at: PageAt, seconds: int, said: str
) -> None:
    host = page_at(name="Bea")
    table = host.open_table(CONCERT, ["me", "easy", "easy"], public=True)
    info = copy.deepcopy(host.call("GET", f"/api/tables/{table}"))
    info["settings"]["delay"] = seconds
    visitor = come(page_at, watch=[{"table": info, "seats": [], "to_move": 0}])
    visitor.go("/").wait_for(".home-watch .table-row")
    told = visitor.page.locator(".home-watch .table-row").inner_text()
    for part in ("Horns Up", "Bea", said):
        assert part in told
    visitor.press(".home-watch .table-row")
    visitor.wait_for(".tbl .hu-svg")


def test_nothing_to_watch_is_no_list(page_at: PageAt) -> None:
    visitor = come(page_at)
    with visitor.page.expect_response(WATCH):
        visitor.go("/")
    visitor.wait_for(".home-list h2")
    assert not visitor.sees(".home-watch")


def test_a_list_that_cannot_be_had_is_left_out(page_at: PageAt) -> None:
    visitor = page_at()
    visitor.allow("503")
    visitor.page.route(WATCH, lambda route: route.fulfill(status=503, body=""))
    with visitor.page.expect_response(WATCH):
        visitor.go("/")
    visitor.wait_for(".home-list h2")
    assert not visitor.sees(".home-watch")
