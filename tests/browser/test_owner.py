"""What players see of the server's owner: announcements, a closed table, a ban."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from tests.browser.conftest import PageAt
from tests.browser.remote import SeededRemote
from tests.browser.visitor import Visitor, script
from tests.cli.test_owner import owner

CONCERT, DICE = "horns-up", "raise-your-horns"
HOSTILE = "Pause at nine. <img src=x onerror=alert(1)> [b]"


def admin(server: SeededRemote, *words: str) -> str:
    """An order of the owner, given from another thread: this one has the browser's event loop."""
    with ThreadPoolExecutor(1) as thread:
        words = ("admin", *words, "--data", str(server.folder))
        code, out, err = thread.submit(owner, *words).result()
    assert code == 0, err
    return out


@contextmanager
def announced(server: SeededRemote, text: str) -> Iterator[None]:
    """An announcement on the server that all tests share, taken down afterwards."""
    admin(server, "announce", text)
    try:
        yield
    finally:
        admin(server, "announce", "--clear")


def notice(visitor: Visitor) -> str:
    return visitor.page.locator("#notice p").inner_text() if visitor.sees("#notice") else ""


def wait_for_text(visitor: Visitor, text: str) -> None:
    """Wait until a page shows a text, in whatever case its style writes it."""
    visitor.until(lambda: text.lower() in visitor.text().lower(), text, 10)


def covered(visitor: Visitor) -> bool:
    """Whether the page is longer than the window, as a table never is."""
    page = visitor.page
    return bool(page.evaluate("document.documentElement.scrollHeight > window.innerHeight + 1"))


def test_an_announcement_is_on_every_page_until_it_is_closed(
    page_at: PageAt, server: SeededRemote, axe_source: str | None
) -> None:
    home, table, lobby = page_at(), page_at("phone", "it"), page_at("phone")
    running = table.open_table(CONCERT, ["me", "easy", "easy"])
    waiting = lobby.open_table(DICE, ["me", "open", "open"], start=False)
    table.go(f"/t/{running}", ".tbl")
    lobby.go(f"/t/{waiting}", ".lobby")
    with announced(server, HOSTILE):
        for visitor in (table, lobby):  # by their sockets
            wait_for_text(visitor, HOSTILE)
            assert notice(visitor) == HOSTILE
            spoken = visitor.page.locator("#live-polite").inner_text()
            assert HOSTILE in spoken
            assert visitor.page.locator("#notice img").count() == 0
        assert not covered(table)
        assert table.page.get_attribute("#notice", "aria-label") == "Avviso"
        home.go("/")
        for path in ("/", f"/rules/{DICE}", "/learn", "/nowhere/at/all", f"/tv/{running}"):
            if "nowhere" in path:
                home.allow("404")
            home.go(path, "#content")
            home.until(lambda: notice(home) == HOSTILE, f"the announcement at {path}")
        if axe_source is not None:
            home.go("/").until(lambda: bool(notice(home)), "the announcement")
            home.page.evaluate(axe_source)
            assert home.page.evaluate(script("axe")) == []
        table.press("#notice button")
        assert not table.sees("#notice")
        table.go("/").page.wait_for_load_state("networkidle")
        table.page.wait_for_timeout(500)
        assert not table.sees("#notice"), "closed once, closed for good"
    lobby.until(lambda: not lobby.sees("#notice"), "the end of the announcement", 5)


def test_an_open_page_without_a_socket_hears_of_it_too(
    page_at: PageAt, server: SeededRemote
) -> None:
    visitor = page_at().go("/")
    visitor.page.wait_for_load_state("networkidle")
    with announced(server, "New tables at ten."):
        visitor.until(lambda: notice(visitor) == "New tables at ten.", "the announcement", 30)
    assert not visitor.frames.received, "this page has no socket"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_table_that_the_owner_closes_says_so(
    page_at: PageAt, server: SeededRemote, language: str
) -> None:
    visitor, screen = page_at("phone", language), page_at("laptop", language)
    table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".tbl")
    screen.go(f"/tv/{table}", ".tv-table")
    admin(server, "close", table)
    text = visitor.call("GET", f"/api/texts/{language}.json")["owner"]["closed"]
    for each in (visitor, screen):
        wait_for_text(each, text)
        assert text not in each.page.locator("h1").inner_text(), "the heading is short"
        assert each.sees("a.button[href='/']"), "a way home"
    assert visitor.call("GET", f"/api/tables/{table}")["phase"] == "closed"


def test_whoever_is_banned_is_told_so_on_every_page(page_at: PageAt, server: SeededRemote) -> None:
    visitor, other = page_at("phone", "it"), page_at()
    table = visitor.open_table(DICE, ["me", "open", "open"], start=False)
    other.sit(table)
    visitor.go(f"/t/{table}", ".lobby")
    shown = json.loads(admin(server, "show", table, "--json"))
    player = shown["seats"][0]["player"]
    visitor.allow("403")
    admin(server, "ban", player)
    text = visitor.call("GET", "/api/texts/it.json")["owner"]["banned"]
    try:
        wait_for_text(visitor, text)
        sockets = len(visitor.frames.commands("hello"))
        visitor.page.wait_for_timeout(1500)
        assert len(visitor.frames.commands("hello")) == sockets, "it does not try again"
        visitor.go(f"/t/{table}")
        wait_for_text(visitor, text)
    finally:
        admin(server, "unban", player)
    other.go(f"/t/{table}", ".lobby")
    visitor.until(lambda: server_knows(visitor), "the end of the ban", 5)
    visitor.go(f"/t/{table}", ".lobby")


def server_knows(visitor: Visitor) -> bool:
    return visitor.context.request.get(visitor.base + "/api/me").ok
