"""The quieter pages: the shared screen, lessons, rules."""

from __future__ import annotations

import json

import pytest

from tests.browser.conftest import PageAt
from tests.browser.players import Dicer, Rocker
from tests.browser.visitor import Visitor

DICE, CONCERT = "raise-your-horns", "horns-up"


def test_the_shared_screen_shows_the_way_in_the_table_and_never_a_hand(page_at: PageAt) -> None:
    phone, screen = page_at("phone"), page_at()
    table = phone.open_table(CONCERT, ["me", "easy", "open"], start=False)
    code = phone.call("GET", f"/api/tables/{table}")["code"]
    screen.go(f"/tv/{table}", ".tv-lobby")
    assert screen.page.locator(".tv-code").inner_text() == code
    screen.until(
        lambda: bool(screen.page.evaluate("document.querySelector('.tv-qr').naturalWidth > 0")),
        "the QR code",
    )
    phone.go(f"/t/{table}", ".lobby")
    phone.press(".lobby-go .primary.loud")
    screen.wait_for(".tv-table .hu-svg")
    rocker = Rocker(phone)
    for _ in range(2):
        rocker.play_turn()
    screen.until(lambda: screen.version() == phone.version(), "the screen")
    assert screen.page.locator(".hu-held").count() == 0
    assert screen.page.locator(".tv-status").inner_text()
    for text in screen.frames.received:
        told = json.loads(text)
        assert not (told.get("view") or {}).get("hand")
        assert not (told.get("patch") or {}).get("hand")


def test_the_shared_screen_names_the_winner(page_at: PageAt) -> None:
    phone, screen = page_at("phone"), page_at()
    table = phone.open_table(DICE, ["me", "easy", "easy"], options={"end_value": 1})
    screen.go(f"/tv/{table}", ".tv-table")
    phone.go(f"/t/{table}", ".tbl")
    Dicer(phone).play()
    screen.wait_for(".tv-end .tv-name")
    name = screen.page.locator(".tv-name").inner_text().replace("\u00a0", " ").lower()
    assert any(each in name for each in ("ann", "bot b", "bot c")), name


@pytest.mark.parametrize("game", [CONCERT, DICE])
def test_a_lesson_leads_to_its_end(page_at: PageAt, game: str) -> None:
    visitor = page_at("phone")
    lessons = visitor.call("GET", "/api/lessons")
    lesson = next(each for each in lessons if each["game"] == game)
    visitor.go("/learn").press(f".ln-item[href='/learn?lesson={lesson['name']}']")
    visitor.wait_for(".ln-text")
    visitor.until(lambda: follow(visitor), "the end of the lesson", 60)
    visitor.go("/learn")
    assert visitor.page.locator(".ln-mark.done").count() == 1


def follow(visitor: Visitor) -> bool:
    """Read on, or have the next step shown; says whether the lesson is done."""
    visitor.page.evaluate(
        "document.querySelector('.ln:not(.done) .ln-buttons button')?.click()"
    )  # in one go: a moment later the button may be another one
    return visitor.page.locator(".ln.done").count() == 1


def test_rules_are_found_by_number_and_by_word(page_at: PageAt) -> None:
    visitor = page_at("phone", "it").go(f"/rules/{CONCERT}")
    page = visitor.page
    total = page.locator(".rl-rule").count()
    page.fill("#rules-search", "H23")
    visitor.until(lambda: 0 < page.locator(".rl-rule:visible").count() < total, "the search")
    assert page.locator(".rl-rule:visible").first.get_attribute("id")
    page.fill("#rules-search", "zzzzz")
    visitor.until(lambda: page.locator(".rl-rule:visible").count() == 0, "nothing to be found")
    page.fill("#rules-search", "")
    visitor.go(f"/rules/{CONCERT}#H23")
    visitor.wait_for("#H23.here")
