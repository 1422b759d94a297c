"""The lobby: the invitation, seats, the start, the rules in short, and talk before the game."""

from __future__ import annotations

from typing import Any

import pytest

from hornsup import i18n
from hornsup.bots.lineup import LEVELS
from tests.browser.conftest import PageAt
from tests.browser.visitor import Visitor

DICE, CONCERT = "raise-your-horns", "horns-up"
SOUNDS = """window.sounds = [];
addEventListener("hornsup:sound", ({ detail }) => window.sounds.push(detail));"""
SHARE = """Object.defineProperty(navigator, "share", {
  value: async (what) => { window.shared = what; },
});"""
TOPS = """(all) => all.map((each) => document.querySelector(each).getBoundingClientRect().top)"""
ORDER = (".lobby .code", ".seat-list", ".lobby-settings", ".lobby-chat")


def lobby(visitor: Visitor, seats: list[str], game: str = CONCERT, **settings: Any) -> str:
    table = visitor.open_table(game, seats, start=False, pace=700, **settings)
    visitor.go(f"/t/{table}", ".lobby-go")
    return table


@pytest.mark.parametrize("players", [4, 9])
def test_a_phone_shows_the_invitation_first_and_the_start_always(
    page_at: PageAt, players: int
) -> None:
    visitor = page_at("phone")
    lobby(visitor, ["me", *["open"] * (players - 1)])
    tops = visitor.page.evaluate(TOPS, ORDER)
    assert tops == sorted(tops)
    assert tops[0] < 400
    assert visitor.page.evaluate("document.documentElement.scrollHeight / innerHeight") < 3
    for way in (0, 300, 5000):
        visitor.page.evaluate(f"scrollTo(0, {way})")
        if way < 5000:
            start = visitor.page.locator(".lobby-go .primary.loud").bounding_box()
            assert start is not None
            assert start["y"] + start["height"] <= 844, f"the start is out of sight at {way}"


def test_a_desktop_has_two_columns_and_the_start_in_sight(page_at: PageAt) -> None:
    visitor = page_at("laptop")
    lobby(visitor, ["me", "open", "easy", "open"])
    boxes = {
        name: visitor.page.locator(name).bounding_box()
        for name in (".share", ".lobby-seats", ".lobby-settings", ".lobby-go .loud")
    }
    share, seats, rules, start = boxes.values()
    assert share is not None
    assert seats is not None
    assert rules is not None
    assert start is not None
    assert share["y"] + share["height"] < seats["y"]
    assert rules["x"] > seats["x"] + seats["width"]
    assert start["y"] + start["height"] <= 800
    visitor.page.evaluate(
        "for (const each of document.querySelectorAll('details')) each.open = true"
    )
    visitor.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    start = visitor.page.locator(".lobby-go .loud").bounding_box()
    assert start is not None
    assert 0 <= start["y"] <= 700, "the start is out of sight beside open settings"


def test_the_device_shares_the_link_and_the_code(page_at: PageAt) -> None:
    visitor = page_at("phone")
    visitor.page.add_init_script(SHARE)
    table = lobby(visitor, ["me", "open", "open"])
    visitor.press(".share-send")
    shared = visitor.page.evaluate("window.shared")
    assert shared["url"].endswith(f"/t/{table}")
    assert visitor.page.locator(".lobby .code").inner_text() in shared["text"]


# --- rules ----------------------------------------------------------------------------------------


def test_usual_rules_are_one_line_and_every_change_is_one_more(page_at: PageAt) -> None:
    host, guest = page_at(name="Ann"), page_at("phone", name="Bea")
    table = lobby(host, ["me", "open", "open"])
    guest.go(f"/t/{table}", ".lobby-go")
    short = host.page.locator(".lobby-rules")
    assert short.locator("strong").first.inner_text() == "Usual rules"
    assert short.locator("li").count() == 0
    assert not host.sees(".lobby-settings input"), "the settings are folded"
    host.press(".lobby-all > summary")
    host.wait_for(".lobby-settings input[type=radio]")
    host.press(".settings .choice:has-text('English edition')")
    host.press(".lobby-settings summary:has-text('At the table')")
    host.press(".settings .choice:has-text('30 seconds')")
    for each in (host, guest):
        lines = each.page.locator(".lobby-rules li")
        lines.nth(3).wait_for()
        told = lines.all_inner_texts()
        assert told[-1] == "Clock: 30 seconds per turn."
        assert each.page.locator(".lobby-rules strong").first.inner_text() == "English edition"
    guest.press(".lobby-all > summary")
    assert guest.page.locator(".settings input").first.is_disabled()


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"public": True}, "The table is listed publicly."),
        ({"spectators": False}, i18n.text("en", "web.settings.no-spectators")),
        ({"undo": "off"}, "Undo: Moves cannot be undone."),
        ({"delay": 60}, "Spectators: They see the game one minute later."),
        ({"delay": 30}, "Spectators: 30 s behind"),
        ({"options": {"dice": "high"}}, "High dice"),
        ({"options": {"forfeits_without": ["loud"]}}, "Without these forfeits: loud."),
    ],
)
def test_a_changed_table_is_told(page_at: PageAt, settings: dict[str, Any], line: str) -> None:
    visitor = page_at()
    lobby(visitor, ["me", "open", "open"], game=DICE, **settings)
    assert visitor.page.locator(".lobby-rules strong").first.inner_text() == "Usual rules"
    told = visitor.page.locator(".lobby-rules li").all_inner_texts()
    assert len(told) == 1
    assert told[0].startswith(line)


# --- people ---------------------------------------------------------------------------------------


def test_whoever_sits_down_is_heard_and_read_aloud(page_at: PageAt) -> None:
    ann, bea = page_at(name="Ann"), page_at("phone", name="Bea")
    ann.page.add_init_script(SOUNDS)
    table = lobby(ann, ["me", "open", "easy"])
    bea.go(f"/t/{table}", ".lobby")
    assert ann.page.evaluate("window.sounds") == [], "those who sat before make no sound"
    bea.press(".lobby-go .primary")
    ann.page.locator(".seat-row.arrived").wait_for()
    assert ann.page.evaluate("window.sounds") == ["sit"]
    ann.page.locator(
        "#live-polite", has_text=i18n.text("en", "web.lobby.sat", name="Bea")
    ).wait_for()
    ann.page.locator("[data-key='kick-2']").click()
    ann.page.select_option("[data-key='bot-2']", "hard")
    ann.page.locator("[data-key='kick-2']").wait_for()
    assert ann.page.evaluate("window.sounds") == ["sit"], "a bot does not come in by the door"


def test_the_menu_of_bots_says_what_every_level_is_worth(page_at: PageAt) -> None:
    ann = page_at("phone", name="Ann")
    lobby(ann, ["me", "open", "easy"])
    options = ann.page.locator("[data-key='bot-1'] option").all_inner_texts()[1:]
    assert len(options) == len(LEVELS)
    for level, shown in zip(LEVELS, options, strict=True):
        worth = i18n.text("en", f"web.lobby.worth.horns-up.{level}")
        assert shown == f"{i18n.text('en', f'web.levels.{level}')}: {worth}"
    ann.page.select_option("[data-key='bot-1']", "expert")
    ann.page.locator("[data-key='kick-1']").wait_for()


def test_another_player_on_this_device_is_called_that(page_at: PageAt) -> None:
    visitor, other = page_at("phone"), page_at(name="Bea")
    table = lobby(visitor, ["me", "open", "open"])
    add = visitor.page.locator("[data-key='sit-1']")
    assert add.inner_text() == i18n.text("en", "web.lobby.another")
    add.tap()
    row = visitor.page.locator(".seat-row[data-seat='1']")
    row.locator(".tag", has_text="on this device").wait_for()
    assert visitor.page.locator(".seat-row[data-seat='0'] .tag").first.inner_text() == "you"
    row.locator(".seat-rename").fill("Cid")
    row.locator(".seat-rename").press("Enter")
    other.go(f"/t/{table}", ".lobby")
    other.page.locator(".seat-row[data-seat='1']", has_text="Cid").wait_for()
    assert visitor.page.evaluate("localStorage.getItem('name')") == "Ann"
    row.locator("[data-key='stand-1']").tap()
    other.page.locator(".seat-row.free[data-seat='1']").wait_for()


def test_people_talk_before_the_game(page_at: PageAt) -> None:
    ann, bea = page_at(name="Ann"), page_at("phone", name="Bea")
    table = lobby(ann, ["me", "open", "open"])
    bea.go(f"/t/{table}", ".lobby")
    assert not bea.sees(".lobby-chat"), "nothing to read, and nobody to talk as"
    bea.press(".lobby-go .primary")
    bea.wait_for(".lobby-chat .chat-form")
    start = ann.page.locator(".lobby-go .loud").element_handle()
    ann.page.locator(".chat-form input").fill("Who brings the beer?")
    ann.page.keyboard.press("Enter")
    news = bea.page.locator(".lobby-news", has_text="Ann: Who brings the beer?")
    news.tap()
    news.wait_for(state="hidden")
    assert bea.page.locator(".lobby-chat .chat-lines li").count() == 1
    bea.page.locator(".lobby-chat .chat-form input").fill("You!")
    bea.page.keyboard.press("Enter")
    ann.page.locator(".chat-lines", has_text="You!").wait_for()
    assert start is not None
    assert start.evaluate("node => node.isConnected"), "a line of chat leaves the buttons alone"
    bea.press(".reactions button")
    ann.page.locator(".bubble").wait_for()
    assert not ann.sees(".lobby-news"), "where the chat is in sight it needs no herald"


def test_a_table_without_chat_has_none_in_the_lobby(page_at: PageAt) -> None:
    visitor = page_at()
    lobby(visitor, ["me", "open", "open"], chat=False)
    assert not visitor.sees(".lobby-chat")
