"""Play over days: which tables wait for me and since when, the way from one to the next, clocks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import PageAt
from tests.browser.players import player
from tests.browser.timed_remote import TimedRemote
from tests.browser.visitor import Visitor, script

CONCERT = "horns-up"
DAY, HOUR = 86_400, 3_600
BADGE = """() => { window.badges = [];
    navigator.setAppBadge = async (n) => window.badges.push(n);
    navigator.clearAppBadge = async () => window.badges.push(0); }"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TimedRemote]:
    """A server whose time these tests move; `page_at` brings its visitors here."""
    remote = TimedRemote(
        tmp_path_factory.mktemp("days"), sessions_per_minute=100_000, tables_per_hour=1000
    )
    remote.start()
    yield remote
    remote.stop()


def over_days(host: Visitor, other: Visitor, days: int) -> str:
    """A started table, two seats of the host and one of another."""
    clock = {"kind": "turn", "seconds": days * DAY}
    seats = ["me", "me", "open"]
    table = host.open_table(CONCERT, seats, start=False, clock=clock, leavers="wait")
    other.sit(table)
    host.go(f"/t/{table}").wait_for(".lobby-go .primary")
    host.press(".lobby-go .primary")
    host.wait_for(".tbl-game > *")
    return table


def waits_for(visitor: Visitor) -> list[str]:
    """The tables where it is this visitor's turn, as the server lists them."""
    told = visitor.call("GET", "/api/me/tables")
    return [each["table"]["id"] for each in told if "waiting" in each]


def hrefs(visitor: Visitor) -> list[str]:
    rows = visitor.page.locator(".your-turns a")
    return [str(row.get_attribute("href")).removeprefix("/t/") for row in rows.all()]


def some_tables(ann: Visitor, bea: Visitor, server: TimedRemote, hours: list[int]) -> list[str]:
    """Tables that wait for Ann; after each one some hours pass."""
    found: list[str] = []
    for wait in hours:
        while True:
            table = over_days(ann, bea, 7)
            if table in waits_for(ann):
                break
        found.append(table)
        server.forward(wait * HOUR)
    return found


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_tables_that_wait_are_on_top_the_oldest_first(
    page_at: PageAt, server: TimedRemote, size: str, axe_source: str | None, tmp_path: Path
) -> None:
    ann = page_at(size)
    ann.context.add_init_script(f"({BADGE})()")
    tables = some_tables(ann, page_at(name="Bea"), server, [43, 5, 1])
    ann.go("/").wait_for(".your-turns .table-row")
    assert hrefs(ann) == tables, "the one that waits longest comes first"
    heading = ann.page.locator("#your-turns")
    assert heading.locator(".turns-badge").inner_text() == "3"
    assert "3 tables wait for you" in str(heading.text_content())
    assert ann.page.evaluate("window.badges.at(-1)") == 3
    first = ann.page.locator(".your-turns a").first.inner_text()
    for part in ("waiting for 2 days, 1 hr", "4 days, 23 hr left", "Bea", "Continue"):
        assert part in first, first
    assert "Ann" not in first, "the others are named"
    ann.page.screenshot(path=tmp_path / f"home-{size}.png")
    assert axe_source is None or found_by_axe(ann, axe_source) == []


def found_by_axe(visitor: Visitor, source: str) -> list[str]:
    visitor.page.evaluate(source)
    return list(visitor.page.evaluate(script("axe")))


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_after_a_turn_the_next_table_is_one_tap_away(
    page_at: PageAt, server: TimedRemote, size: str, axe_source: str | None, tmp_path: Path
) -> None:
    ann, bea = page_at(size), page_at(name="Bea")
    ann.context.add_init_script(f"({BADGE})()")
    first, second = some_tables(ann, bea, server, [30, 1])
    asked: list[str] = []
    ann.page.on("request", lambda sent: asked.append(sent.url))
    ann.go(f"/t/{first}").wait_for(".tbl-game .hu-svg")
    assert not ann.sees(".next-table"), "one's own turn comes first"
    assert not [url for url in asked if url.endswith("/api/me/tables")]
    someone = player(CONCERT, ann)
    while first in waits_for(ann):  # Ann has two seats there
        someone.play_turn()
    ann.wait_for(".next-table")
    link = ann.page.locator(".next-table")
    assert link.get_attribute("href") == f"/t/{second}"
    assert "Next table (1)" in str(link.text_content())
    assert ann.page.evaluate("window.badges.at(-1)") == 1
    assert len([url for url in asked if url.endswith("/api/me/tables")]) <= 2
    ann.page.screenshot(path=tmp_path / f"next-{size}.png")
    assert axe_source is None or found_by_axe(ann, axe_source) == []
    if size == "phone":
        ann.press(".next-table")
    else:
        ann.page.locator(".tbl-status").click()
        ann.page.keyboard.press("t")
    ann.until(lambda: ann.page.url.endswith(f"/t/{second}"), "the next table")
    ann.wait_for(".tbl-game .hu-svg")


@pytest.mark.parametrize(
    ("language", "home", "clock", "choice"),
    [
        ("en", "3 days, 23 hr left", "3d 23h", "7 days per turn"),
        ("it", "ancora 3 giorni e 23 h", "3gg 23h", "7 giorni per ogni turno"),
        ("fr", "encore 3 j et 23 h", "3j 23h", "7 jours par tour"),
    ],
)
def test_days_are_shown_in_the_readers_language(
    page_at: PageAt, server: TimedRemote, language: str, home: str, clock: str, choice: str
) -> None:
    ann = page_at("laptop", language)
    (table,) = some_tables(ann, page_at(name="Bea"), server, [73])
    ann.go("/").wait_for(".your-turns .table-row")
    assert home in plain(ann.page.locator(".your-turns a").inner_text())
    ann.go(f"/t/{table}").wait_for(".chip.turn .chip-clock")
    assert plain(ann.page.locator(".chip.turn .chip-clock").inner_text()) == clock
    ann.press(".tbl-head .icon-button")
    ann.page.locator("dialog button", has_text=SETTINGS[language]).click()
    assert choice in plain(ann.page.locator("dialog[open]").last.inner_text())


SETTINGS = {"en": "Rules", "it": "Regole", "fr": "Règles"}


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def test_choosing_days_makes_the_table_wait(page_at: PageAt) -> None:
    ann = page_at()
    table = ann.open_table(CONCERT, ["me", "open", "open"], start=False)
    ann.go(f"/t/{table}").wait_for(".lobby-go .primary")

    def settings() -> Any:
        return ann.call("GET", f"/api/tables/{table}")["settings"]

    def choose(text: str) -> None:
        ann.press(f".settings .choice:has-text('{text}')")

    ann.press(".lobby-all > summary")
    ann.wait_for(".lobby-settings input[type=radio]")
    ann.press(".lobby-settings summary:has-text('At the table')")
    choose("3 days per turn")
    ann.until(lambda: settings()["clock"].get("seconds") == 3 * DAY, "the clock")
    assert settings()["leavers"] == "wait"
    choose("After a minute a bot plays")
    ann.wait_for("text=With days for a turn, no bot")
    assert settings()["leavers"] == "wait"
    choose("30 seconds per turn")
    ann.until(lambda: settings()["clock"].get("seconds") == 30, "the clock")
    assert settings()["leavers"] == "bot"
