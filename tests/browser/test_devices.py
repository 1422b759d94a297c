"""Continue on another device: the evening of somebody whose phone dies, the dialog and the page."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Request

from tests.browser.conftest import PageAt
from tests.browser.players import Player, player
from tests.browser.remote import SeededRemote
from tests.browser.test_games import SHORT
from tests.browser.visitor import Visitor, script

CONCERT, DICE = "horns-up", "raise-your-horns"
MENU = ".tbl-head > button:first-of-type"
ITEM = "dialog[open] .menu-list button:has-text('Continue on another device')"
FIELD = ".devices-made .share-link input"
GO = ".continue-go"
AXE, WORDS = script("axe"), script("words")


def open_dialog(visitor: Visitor) -> None:
    """By the menu of a table."""
    visitor.press(MENU)
    visitor.press(ITEM)
    visitor.wait_for("dialog.devices .device")


def made_link(visitor: Visitor, button: str = ".devices-make") -> str:
    visitor.press(button)
    visitor.wait_for(FIELD)
    visitor.wait_for(".devices-qr")
    return visitor.page.locator(FIELD).input_value()


def link_of(visitor: Visitor, kind: str = "device") -> str:
    """A link that the visitor's page could have made."""
    return str(visitor.call("POST", "/api/me/links", {"kind": kind})["link"])


def come_in(visitor: Visitor) -> None:
    """Make the server know this visitor."""
    visitor.call("POST", "/api/session", {"name": visitor.name, "language": "en"})


def follow(visitor: Visitor, link: str) -> Visitor:
    """Open a link in a page that shows nothing yet."""
    visitor.page.goto("about:blank")
    return visitor.go(link.removeprefix(visitor.base), "#content")


# --- evenings -----------------------------------------------------------------------------------


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("game", "kind"), [(CONCERT, "device"), (DICE, "recovery")])
def test_a_phone_dies_in_mid_turn_and_its_player_finishes_elsewhere(
    page_at: PageAt, game: str, kind: str
) -> None:
    phone, friend = page_at("phone", name="Ann"), page_at(name="Bea")
    table = phone.open_table(
        game, ["me", "open", "easy"], start=False, leavers="wait", options=SHORT[game]
    )
    friend.sit(table)
    phone.go(f"/t/{table}", ".lobby")
    friend.go(f"/t/{table}", ".lobby")
    phone.press(".lobby-go .primary.loud")
    friend.wait_for(".tbl")
    one, two = player(game, phone), player(game, friend)
    take_turns_until(one, two, lambda: one.taps >= 3 and bool(one.look()["mine"]))
    open_dialog(phone)
    button = ".devices-make" if kind == "device" else ".recovery-make"
    link = made_link(phone, button)
    phone.leave()

    laptop = page_at("laptop", name=None)
    follow(laptop, link).wait_for(GO)
    assert "ann" in laptop.page.locator("h1").inner_text().lower()
    assert "Bea" in laptop.page.locator(".continue-brings").inner_text()
    assert not laptop.sees(".continue-loses")
    laptop.press(GO)
    if kind == "recovery":
        laptop.wait_for(".recovery-make")
        laptop.press(".continue-on")
    laptop.wait_for(".tbl")
    assert laptop.page.url.endswith(f"/t/{table}")
    again = player(game, laptop)
    take_turns_until(again, two, lambda: bool(again.look()["over"]), 200)
    laptop.wait_for("dialog.end")
    assert again.taps, "the other device has played"
    assert laptop.call("GET", f"/api/tables/{table}")["phase"] == "over"


def take_turns_until(
    one: Player, two: Player, done: Callable[[], bool], seconds: float = 90.0
) -> None:
    """Two people who play one tap at a time, whoever must decide."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, one.trouble(one.look())
        for each in (one, two):
            offer = each.look()
            chosen = each.act(offer) if offer["mine"] and not offer["over"] else None
            if chosen is not None:
                each.tap(chosen, offer)
                break
        else:
            one.pause(one.look())


# --- the page of a link -------------------------------------------------------------------------


def test_a_preview_uses_nothing_up_and_the_secret_goes_nowhere(
    page_at: PageAt, server: SeededRemote
) -> None:
    ann, other = page_at(name="Ann"), page_at("phone", name=None)
    come_in(ann)
    link = link_of(ann)
    address, secret = link.split("#")
    for _ in range(3):  # a messenger fetches the address, and some open it in a browser
        assert ann.context.request.get(address).ok
    preview = page_at(name=None)
    follow(preview, link).wait_for(GO)
    requests: list[Request] = []
    other.page.on("request", lambda asked: requests.append(asked))
    follow(other, link).wait_for(GO)
    assert other.page.url == address, "the fragment is gone from the address"
    other.page.locator(GO).wait_for()
    other.press(GO)
    other.wait_for(".hero")
    assert other.call("GET", "/api/me")["name"] == "Ann"
    assert other.page.evaluate("document.referrer") == ""
    asked = [each for each in requests if not each.is_navigation_request()]
    assert any("/api/links/use" in each.url for each in asked)
    for each in asked:
        assert secret not in each.url
        assert secret not in str(each.all_headers())
        assert "#" not in each.all_headers().get("referer", "")
    assert secret not in server.log.read_text()
    assert secret not in other.page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})")
    other.page.go_back()
    assert secret not in other.page.url


def test_a_used_link_and_a_loaded_page_say_what_to_do(page_at: PageAt) -> None:
    ann, other, late = page_at(name="Ann"), page_at(name=None), page_at(name=None)
    come_in(ann)
    link = link_of(ann)
    follow(late, link).wait_for(GO)
    follow(other, link).wait_for(GO)
    other.press(GO)
    other.wait_for(".hero")
    late.allow("404")
    late.press(GO)
    late.page.get_by_role("heading", name="This link does not work").wait_for()
    late.page.reload()
    late.page.get_by_role("heading", name="Open the link again").wait_for()
    follow(late, link.split("#")[0] + "#" + "A" * 43)
    late.page.get_by_role("heading", name="This link does not work").wait_for()
    follow(late, link.split("#")[0] + "#cut-off")
    late.page.get_by_role("heading", name="This link does not work").wait_for()
    late.page.goto(link_of(ann))  # only the fragment changes: the page is not loaded anew
    late.wait_for(GO)
    assert late.page.url.endswith("/continue"), "the secret does not stay in the address"


def test_the_page_says_what_this_device_loses(page_at: PageAt) -> None:
    ann, bea = page_at(name="Ann"), page_at("phone", name="Bea")
    ours = ann.open_table(DICE, ["me", "easy", "open"], start=False)
    theirs = bea.open_table(CONCERT, ["me", "easy", "easy"])
    follow(bea, link_of(ann)).wait_for(GO)
    loses = bea.page.locator(".continue-loses")
    assert "Bea" in loses.inner_text()
    assert "Horns Up" in loses.inner_text()
    assert "Raise Your Horns!" in bea.page.locator(".continue-brings").inner_text()
    bea.press(".continue-loses button")
    kept = made_link(bea)
    bea.page.keyboard.press("Escape")
    bea.press(GO)
    bea.wait_for(".lobby")
    assert bea.page.url.endswith(f"/t/{ours}")
    assert [each["table"]["id"] for each in bea.call("GET", "/api/me/tables")] == [ours]
    third = page_at(name=None)
    follow(third, kept).wait_for(GO)
    third.press(GO)
    third.wait_for(".tbl")
    assert third.page.url.endswith(f"/t/{theirs}")


def test_a_device_that_is_the_player_already_is_told_so(page_at: PageAt) -> None:
    ann = page_at(name="Ann")
    come_in(ann)
    follow(ann, link_of(ann))
    assert "the same player already" in ann.text()
    assert not ann.sees(GO)


# --- the dialog ---------------------------------------------------------------------------------


def test_devices_are_listed_and_signed_out(page_at: PageAt) -> None:
    phone, laptop = page_at("phone", name="Ann"), page_at(name=None)
    laptop.allow("/api/me/tables")  # is signed out while the page asks for the next table
    table = phone.open_table(CONCERT, ["me", "easy", "easy"])
    phone.go(f"/t/{table}", ".tbl")
    follow(laptop, link_of(phone)).wait_for(GO)
    laptop.press(GO)
    laptop.wait_for(".hu-held")
    open_dialog(phone)
    phone.wait_for(".device-here")
    rows = phone.page.locator(".device")
    assert rows.count() == 2
    assert all("Chrome" in text for text in rows.all_inner_texts())
    assert "this device" in phone.page.locator(".device-here").inner_text()
    phone.press(".device:not(.device-here) .device-out")
    laptop.page.locator(".toast", has_text="This device was signed out.").wait_for()
    phone.until(lambda: rows.count() == 1, "the list without the laptop")
    laptop.page.locator(".hu-held").first.wait_for(state="detached")
    assert laptop.frames.messages("welcome")[-1]["you"]["role"] == "spectator"
    assert phone.call("GET", "/api/me")["name"] == "Ann"


def test_the_old_device_is_signed_out_by_a_tick(page_at: PageAt) -> None:
    phone, laptop = page_at("phone", name="Ann"), page_at(name=None)
    table = phone.open_table(CONCERT, ["me", "easy", "easy"])
    phone.go(f"/t/{table}", ".tbl")
    phone.allow("401")
    open_dialog(phone)
    follow(laptop, made_link(phone)).wait_for(GO)
    laptop.page.check("#sign-out")
    laptop.press(GO)
    laptop.wait_for(".hu-held")
    phone.page.locator(".toast", has_text="This device was signed out.").first.wait_for()
    assert len(laptop.call("GET", "/api/me/devices")) == 1


def test_this_device_is_signed_out_after_a_question(page_at: PageAt) -> None:
    ann = page_at(name="Ann")
    table = ann.open_table(DICE, ["me", "easy", "easy"])
    ann.go("/").press(".home-own button")
    ann.press(".device-here .device-out")
    ann.page.locator("dialog[open]", has_text="recovery link or another device").wait_for()
    ann.press("dialog[open] .dialog-foot .primary")
    ann.page.locator(".toast", has_text="Signed out: Chrome").wait_for()
    ann.page.locator("dialog[open]").wait_for(state="detached")
    come_in(ann)
    assert ann.call("GET", "/api/me/tables") == [], "a new guest"
    assert ann.call("GET", f"/api/tables/{table}")["phase"] == "playing"


def test_a_recovery_link_is_made_listed_and_revoked(page_at: PageAt) -> None:
    ann, other = page_at("phone", name="Ann"), page_at(name=None)
    ann.go("/").press(".home-own button")
    first = made_link(ann, ".recovery-make")
    ann.page.keyboard.press("Escape")
    ann.press(".home-own button")
    ann.wait_for(".recovery-revoke")
    assert first not in ann.markup()
    second = made_link(ann, ".recovery-make")
    assert second != first
    ann.press(".recovery-revoke")
    ann.page.locator(FIELD).wait_for(state="detached")
    other.allow("404")
    for link in (first, second):
        follow(other, link)
        other.page.get_by_role("heading", name="This link does not work").wait_for()


def test_own_data_are_downloaded(page_at: PageAt) -> None:
    ann = page_at(name="Ann")
    ann.open_table(DICE, ["me", "easy", "open"], start=False)
    ann.go("/").press(".home-own button")
    with ann.page.expect_download() as saved:
        ann.press(".devices-data")
    assert saved.value.suggested_filename == "hornsup-my-data.json"
    data = json.loads(Path(saved.value.path()).read_text())
    assert data["name"] == "Ann"
    assert [each["game"] for each in data["tables"]] == [DICE]


def test_the_pass_screen_has_the_way_too(page_at: PageAt) -> None:
    ann = page_at("phone", name="Ann")
    table = ann.open_table(CONCERT, ["me", "me", "me"])
    ann.go(f"/t/{table}", ".pass .primary")
    ann.press(".pass .devices-open")
    ann.wait_for("dialog.devices .device")
    ann.page.keyboard.press("Escape")
    ann.page.wait_for_function("document.activeElement.matches('.pass .devices-open')")
    assert ann.sees(".pass .primary"), "nobody has looked at a hand"


def test_the_dialog_and_the_page_by_keyboard(page_at: PageAt) -> None:
    ann, other = page_at(name="Ann"), page_at(name=None)
    ann.allow("/api/me/tables")  # is signed out while the page asks for the next table
    table = ann.open_table(DICE, ["me", "easy", "easy"])
    ann.go(f"/t/{table}", ".tbl")
    ann.page.keyboard.press("m")
    ann.wait_for(ITEM)
    tab_to(ann, ".menu-list button:has(+ button:last-of-type)")
    ann.page.keyboard.press("Enter")
    ann.wait_for("dialog.devices .device")
    tab_to(ann, ".devices-make")
    ann.page.keyboard.press("Enter")
    ann.wait_for(FIELD)
    ann.page.locator("#live-polite", has_text="It works once").wait_for(state="attached")
    for stop in (".recovery-make", ".device-out", ".devices-data"):
        tab_to(ann, stop)
    link = ann.page.locator(FIELD).input_value()
    ann.page.keyboard.press("Escape")
    ann.page.locator("dialog").wait_for(state="detached")
    follow(other, link).wait_for(GO)
    tab_to(other, "#sign-out")
    other.page.keyboard.press("Space")
    assert other.page.is_checked("#sign-out")
    tab_to(other, GO)
    other.page.keyboard.press("Enter")
    other.wait_for(".tbl")


def tab_to(visitor: Visitor, selector: str) -> None:
    for _ in range(40):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate("at => document.activeElement.matches(at)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")


@pytest.mark.parametrize(("size", "language"), [("phone", "fr"), ("laptop", "en"), ("phone", "it")])
def test_dialog_and_page_are_translated_fit_and_axe_finds_nothing(
    page_at: PageAt, axe_source: str | None, size: str, language: str
) -> None:
    ann, bea = page_at(size, language, name="Ann"), page_at(size, language, name="Bea")
    ann.open_table(DICE, ["me", "easy", "open"], start=False)
    bea.open_table(CONCERT, ["me", "easy", "easy"])
    ann.go("/").press(".home-own button")
    ann.wait_for(".device")
    found = faults(ann, axe_source)
    made_link(ann)
    ann.press(".recovery-make")
    ann.wait_for(".recovery-revoke")
    found += faults(ann, axe_source)
    follow(bea, link_of(ann)).wait_for(GO)
    found += faults(bea, axe_source)
    follow(bea, link_of(ann, "recovery")).wait_for(GO)
    bea.press(GO)
    bea.wait_for(".recovery-make")
    found += faults(bea, axe_source)
    assert not found, "\n".join(found)
    if axe_source is None:
        pytest.skip("axe-core is not here: it comes with `make web`, which needs npm")


def faults(visitor: Visitor, source: str | None) -> list[str]:
    found: list[str] = visitor.page.evaluate(WORDS)
    if source is not None:
        if not visitor.page.evaluate("typeof axe === 'object'"):
            visitor.page.evaluate(source)
        found += visitor.page.evaluate(AXE)
    return found
