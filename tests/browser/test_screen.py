"""A shared screen and the phones beside it; newcomers; and what stands there without connection."""

from __future__ import annotations

from tests.browser.conftest import PageAt
from tests.browser.players import Rocker
from tests.browser.reading import SENTENCES, unfold_all
from tests.browser.test_faults import OFFLINE
from tests.browser.visitor import Visitor

CONCERT = "horns-up"


def is_shown(visitor: Visitor, selector: str) -> bool:
    return visitor.page.locator(selector).first.is_visible()


def test_beside_a_shared_screen_a_phone_shows_only_the_hand(page_at: PageAt) -> None:
    phone, screen = page_at("phone"), page_at("laptop")
    table = phone.open_table(CONCERT, ["me", "easy", "easy"])
    phone.go(f"/t/{table}", ".hu-svg")
    assert is_shown(phone, ".hu-concert")
    screen.go(f"/tv/{table}", ".tv-game .hu-svg")
    rocker = Rocker(phone)
    rocker.wait_turn()
    assert is_shown(phone, ".hu-concert"), "an Entrance must be chosen"
    rocker.play_to_cards()
    phone.until(lambda: not is_shown(phone, ".hu-concert"), "the hand alone")
    cards = phone.page.locator(".hu-held")
    box = cards.first.bounding_box()
    assert box is not None
    assert box["width"] > 140, "there is room for the cards now"
    said, buttons = (
        phone.page.locator(each).bounding_box() for each in (".hu-said", ".hu-buttons")
    )
    assert said is not None
    assert buttons is not None
    apart = said["y"] + said["height"] <= buttons["y"] or said["x"] + said["width"] <= buttons["x"]
    text = phone.page.locator(".hu-ask").evaluate("node => node.scrollWidth <= node.clientWidth")
    assert apart, "the buttons are beside the question or below it"
    assert text, "the question is not cut"
    phone.press(".hu-held.usable")
    phone.until(lambda: is_shown(phone, ".hu-concert"), "a place to choose")
    phone.press(".hu-cancel")
    phone.until(lambda: not is_shown(phone, ".hu-concert"), "the hand alone again")
    phone.press(".hu-to-concert")
    phone.until(lambda: is_shown(phone, ".hu-concert"), "the concert for now")
    phone.press(".tbl-tools button[aria-pressed=true]")  # from now on the whole table
    phone.page.reload()
    phone.wait_for(".hu-svg")
    assert is_shown(phone, ".hu-concert"), "what was chosen stays"
    assert screen.page.locator(".hu-held").count() == 0


def test_without_a_shared_screen_nothing_is_hidden(page_at: PageAt) -> None:
    phone, watcher = page_at("phone"), page_at("laptop")
    table = phone.open_table(CONCERT, ["me", "easy", "easy"])
    phone.go(f"/t/{table}", ".tbl")
    watcher.go(f"/t/{table}", ".tbl")  # somebody who watches is no screen
    rocker = Rocker(phone)
    rocker.play_step()
    rocker.wait_turn()
    assert is_shown(phone, ".hu-concert")
    assert not is_shown(phone, ".tbl-tools button[aria-pressed]")


def test_whoever_comes_later_reads_what_has_just_happened(page_at: PageAt) -> None:
    first = page_at()
    table = first.open_table(CONCERT, ["me", "easy", "easy"])
    first.go(f"/t/{table}", ".tbl")
    rocker = Rocker(first)
    rocker.play_step()
    rocker.wait_turn()
    late, screen = page_at(), page_at()
    late.go(f"/t/{table}", ".tbl")
    late.wait_for(SENTENCES)
    for each in (late, first):
        unfold_all(each)
    told = late.page.locator(SENTENCES).all_inner_texts()
    seen = first.page.locator(SENTENCES).all_inner_texts()[-len(told) :]
    secret = [line for line, own in zip(told, seen, strict=True) if line != own]
    hidden = {"Ann starts with 4 cards.", "Ann draws a card."}
    assert secret
    assert set(secret) <= hidden, "as somebody may know it who watches"
    assert not late.page.locator("#live-polite").inner_text(), "old news is not read aloud"
    screen.go(f"/tv/{table}", ".tv-lines li")
    assert screen.page.locator(".tv-lines li").last.inner_text() == told[-1]


def test_the_line_about_the_connection_covers_nothing(page_at: PageAt) -> None:
    for size in ("laptop", "phone"):
        visitor = page_at(size)
        visitor.allow(OFFLINE)
        table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
        visitor.go(f"/t/{table}", ".hu-svg")
        visitor.context.set_offline(True)
        visitor.wait_for("#banner:not([hidden])")
        line = visitor.page.locator("#banner").bounding_box()
        page = visitor.page.locator(".tbl").bounding_box()
        assert line is not None
        assert page is not None
        assert page["y"] + page["height"] <= line["y"] + 1
        visitor.context.set_offline(False)
        visitor.page.locator("#banner").wait_for(state="hidden")
        whole = visitor.page.locator(".tbl").bounding_box()
        assert whole is not None
        assert whole["height"] > page["height"], "the page has its room back"


def test_a_game_that_could_not_be_fetched_comes_with_the_connection(page_at: PageAt) -> None:
    visitor = page_at(workers="block")  # what a service worker asks for cannot be cut off here
    visitor.allow(OFFLINE)
    visitor.allow("Service Worker registration blocked")
    table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
    page, module = visitor.page, "**/games/horns-up/component.js"
    lost = "() => !document.querySelector('.tbl')"  # the connection goes as soon as one sits down
    page.add_init_script(f"Object.defineProperty(navigator, 'onLine', {{ get: {lost} }})")
    page.route(module, lambda route: route.abort("internetdisconnected"))
    visitor.go(f"/t/{table}", ".tbl-game p")
    assert page.locator(".tbl-game p").inner_text().startswith("No connection.")
    page.unroute(module)
    page.evaluate("dispatchEvent(new Event('online'))")
    visitor.wait_for(".tbl-game .hu-svg")
