"""Somebody who comes in by a link is asked for a name once, and never by surprise."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PageAt
from tests.browser.visitor import Visitor

CONCERT = "horns-up"
QUESTION = ".ask-name"


def waiting_table(page_at: PageAt) -> tuple[Visitor, str]:
    host = page_at(name="Ann")
    table = host.open_table(CONCERT, ["me", "open", "open"], start=False)
    host.go(f"/t/{table}", ".lobby-go")
    return host, table


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_a_guest_types_a_name_and_sits(page_at: PageAt, size: str) -> None:
    host, table = waiting_table(page_at)
    guest = page_at(size, name=None)
    guest.page.route("**/api/tables/watch", lambda route: route.fulfill(json=[]))
    guest.go(f"/t/{table}", QUESTION)
    assert guest.page.locator("dialog h2").inner_text().upper() == "WHAT SHOULD WE CALL YOU?"
    assert "Ann" in guest.page.locator(QUESTION).inner_text()
    guest.page.wait_for_function("document.activeElement.id === 'guest-name'")
    guest.press(f"{QUESTION} .primary")
    assert guest.sees(QUESTION), "without a name the question stays"
    guest.page.keyboard.type("Zoë")
    guest.page.keyboard.press("Enter")
    guest.page.locator(QUESTION).wait_for(state="detached")
    host.page.locator(".seat-row[data-seat='1']", has_text="Zoë").wait_for()
    guest.wait_for("[data-key='stand-1']")
    guest.page.reload()
    guest.wait_for("[data-key='stand-1']")
    assert not guest.sees(QUESTION)
    guest.go("/")
    assert guest.page.locator("#name").input_value() == "Zoë"


@pytest.mark.parametrize("way", ["button", "Escape"])
def test_a_guest_may_only_watch_and_sit_later(page_at: PageAt, way: str) -> None:
    _, table = waiting_table(page_at)
    guest = page_at("phone", name=None)
    guest.go(f"/t/{table}", QUESTION)
    if way == "Escape":
        guest.page.keyboard.press("Escape")
    else:
        guest.press(f"{QUESTION} .quiet")
    guest.page.locator(QUESTION).wait_for(state="detached")
    guest.page.reload()
    guest.wait_for(".lobby-go .primary")
    guest.page.wait_for_timeout(300)
    assert not guest.sees(QUESTION), "asked again after a reload"
    guest.press("[data-key='sit-2']")
    guest.wait_for(QUESTION)
    guest.page.fill("#guest-name", "Zoë")
    guest.press(f"{QUESTION} .primary")
    guest.wait_for("[data-key='stand-2']")
    assert guest.page.locator("[data-key='name-2']").input_value() == "Zoë"


def test_who_has_a_name_sits_by_one_button(page_at: PageAt) -> None:
    host, table = waiting_table(page_at)
    guest = page_at("phone", name="Bea")
    guest.go(f"/t/{table}", ".lobby-go .primary")
    assert not guest.sees(QUESTION)
    guest.press(".lobby-go .primary")
    host.page.locator(".seat-row[data-seat='1']", has_text="Bea").wait_for()


def test_a_full_table_asks_nobody(page_at: PageAt) -> None:
    host, guest = page_at(name="Ann"), page_at(name=None)
    table = host.open_table(CONCERT, ["me", "easy", "easy"], start=False)
    guest.go(f"/t/{table}", ".lobby-go .waiting")
    assert not guest.sees(QUESTION)


def test_the_question_goes_when_the_game_starts(page_at: PageAt) -> None:
    host, table = waiting_table(page_at)
    guest = page_at(name=None)
    guest.go(f"/t/{table}", QUESTION)
    host.press(".lobby-go .primary.loud")
    guest.wait_for(".tbl .hu-svg")
    assert not guest.sees("dialog")


def test_a_host_with_a_made_up_name_is_not_taken_for_a_chosen_one(page_at: PageAt) -> None:
    """Whoever opens a table without a name gets one, and is asked at the table of another."""
    _, table = waiting_table(page_at)
    visitor = page_at(name=None)
    visitor.page.route("**/api/tables/watch", lambda route: route.fulfill(json=[]))
    visitor.go("/").press(f".game-{CONCERT} .poster-make")
    visitor.wait_for(".lobby-go .loud")
    assert visitor.page.locator(".seat-rename").input_value().startswith("Fan ")
    assert not visitor.sees(QUESTION)
    visitor.go("/")
    assert visitor.page.locator("#name").input_value() == ""
    visitor.go(f"/t/{table}", QUESTION)
