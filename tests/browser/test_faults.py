"""What goes wrong on the way to a browser, and what people try: nothing is lost, nothing leaks."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator

from hornsup.games.horns_up.deck import deck_by_name
from tests.browser import truth
from tests.browser.conftest import PageAt
from tests.browser.players import Rocker
from tests.browser.reading import SENTENCES, in_words, plain, unfold_all
from tests.browser.visitor import Visitor, script
from tests.server.harness import Remote

DIGEST = script("digest")
CONCERT = "horns-up"
OFFLINE = "ERR_INTERNET_DISCONNECTED"
SECOND_PRESS = 800
"""Milliseconds after which a second press on "End turn" is no double click."""


def two_at_a_table(page_at: PageAt, **settings: Any) -> tuple[Visitor, Visitor, str]:
    ann, bea = page_at(name="Ann"), page_at(name="Bea")
    table = ann.open_table(CONCERT, ["me", "open", "easy"], start=False, **settings)
    bea.sit(table)
    for each in (ann, bea):
        each.go(f"/t/{table}", ".lobby")
    ann.press(".lobby-go .primary.loud")
    for each in (ann, bea):
        each.wait_for(".hu-svg")
    return ann, bea, table


def go_on(mine: Rocker, hers: Rocker, enough: Callable[[], bool]) -> None:
    """Both play until it is enough."""

    def played_enough() -> bool:
        for each in (mine, hers):
            if not enough() and each.look()["mine"]:
                each.play_step()
        return enough()

    mine.visitor.until(played_enough, "the position that the test needs", 60)


def same_as_fresh(visitor: Visitor, table: str) -> None:
    """The page shows exactly what a page that is opened now shows."""
    fresh = visitor.tab()
    fresh.go(f"/t/{table}", ".tbl")
    fresh.wait_for(".hu-svg .hu-cell")
    visitor.page.bring_to_front()
    seen: list[str] = []

    def equal() -> bool:
        seen[:] = [visitor.page.evaluate(DIGEST), fresh.page.evaluate(DIGEST)]
        return seen[0] == seen[1]

    try:
        visitor.until(equal, "looking the same")
    except AssertionError:
        old, new = (each.splitlines() for each in seen)
        lines = difflib.unified_diff(old, new, "old", "fresh", n=0)
        raise AssertionError("\n".join(list(lines)[:40])) from None
    assert not fresh.troubles()
    fresh.page.close()


# --- away and back --------------------------------------------------------------------------------


def test_case_14_offline_in_mid_turn_and_back(page_at: PageAt) -> None:
    ann, bea, table = two_at_a_table(page_at)
    ann.allow(OFFLINE)
    mine, hers = Rocker(ann), Rocker(bea)
    go_on(mine, hers, lambda: bool(mine.look()["mine"] and mine.look()["end"]))
    ann.context.set_offline(True)
    ann.wait_for("#banner:not([hidden])")
    say(bea, "Where are you?")
    sent = len(ann.frames.commands("move"))
    ann.press(".hu-end")  # asked for without a connection: it waits
    if ann.sees(".hu-end.primary"):
        ann.page.wait_for_timeout(SECOND_PRESS)
        ann.press(".hu-end.primary")
    assert len(ann.frames.commands("move")) == sent
    ann.context.set_offline(False)
    ann.page.locator("#banner").wait_for(state="hidden")
    ann.page.locator(".chat-lines", has_text="Where are you?").wait_for()
    ann.until(lambda: ends(ann) == 1, "the move that waited")
    hers.wait_turn()
    same_as_fresh(ann, table)


def test_case_14_a_whole_turn_of_others_is_made_up_for(page_at: PageAt) -> None:
    ann, bea, table = two_at_a_table(page_at)
    ann.allow(OFFLINE)
    mine, hers = Rocker(ann), Rocker(bea)
    go_on(mine, hers, lambda: bool(hers.look()["mine"] and hers.look()["end"]))
    before = ann.version()
    ann.context.set_offline(True)
    ann.wait_for("#banner:not([hidden])")
    for _ in range(3):
        if hers.look()["mine"]:
            hers.play_turn()
    hers.visitor.until(lambda: bea.version() > before, "the others' moves")
    ann.context.set_offline(False)
    ann.page.locator("#banner").wait_for(state="hidden")
    ann.until(lambda: ann.version() >= bea.version(), "catching up")
    same_as_fresh(ann, table)
    told = [each for each in ann.frames.messages("welcome") if each.get("missed")]
    assert told, "what happened meanwhile was told"
    unfold_all(ann)
    lines = [plain(each) for each in ann.page.locator(SENTENCES).all_inner_texts()]
    missed = [each for each in told[-1]["missed"] if each["event"]["event"] != "turn-began"]
    assert plain(in_words("en", missed[0]["text"])) in lines


def test_no_choice_is_begun_while_a_move_waits_for_its_answer(page_at: PageAt) -> None:
    """It would be forgotten when the answer comes, and the next tap would mean something else."""
    visitor = page_at()
    visitor.allow(OFFLINE)
    table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".tbl")
    rocker = Rocker(visitor)
    key = str(rocker.play_to_cards()["cards"][0]["at"] + 1)
    keyboard, chosen = visitor.page.keyboard, visitor.page.locator(".hu-held.chosen")
    keyboard.press(key)
    assert chosen.count() == 1
    keyboard.press("Escape")
    visitor.context.set_offline(True)
    visitor.wait_for("#banner:not([hidden])")
    keyboard.press("e")
    visitor.page.wait_for_timeout(SECOND_PRESS)
    keyboard.press("e")  # with actions left only the second press ends the turn
    keyboard.press(key)
    assert chosen.count() == 0
    visitor.context.set_offline(False)
    visitor.until(lambda: ends(visitor) == 1, "the move that waited")
    rocker.play_turn()


def ends(visitor: Visitor) -> int:
    """How often this page's command to end the turn was carried out."""
    wanted = {each["id"] for each in visitor.frames.commands("move") if each["move"] == "end"}
    answers = {a["id"] for a in visitor.frames.messages("answer") if a["ok"]}
    return len(wanted & answers)


def say(visitor: Visitor, text: str) -> None:
    visitor.page.locator(".chat-form input").fill(text)
    visitor.page.keyboard.press("Enter")


def test_reload_in_mid_choice(page_at: PageAt) -> None:
    visitor = page_at("phone")
    table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".tbl")
    rocker = Rocker(visitor)
    offer = rocker.play_to_cards()
    card = offer["cards"][0]
    rocker.tap(card, offer)
    visitor.page.reload()
    visitor.wait_for(".hu-svg .hu-cell")
    offer = rocker.wait_turn()
    assert not any(each["chosen"] for each in offer["cards"]), "a choice is not half remembered"
    assert card["card"] in [each["card"] for each in offer["cards"]]
    same_as_fresh(visitor, table)
    rocker.play_turn()


# --- secrets --------------------------------------------------------------------------------------


def marked_deck() -> dict[str, Any]:
    """A deck with a name of its own on every Ticket, so that each of them can be told apart."""
    data = deck_by_name("standard").to_data()
    symbols = [["draw", "draw"], ["action", "action"], ["stage"], ["all", "token"]]
    tickets = [
        {"card": f"marked-{number:02d}", "count": 1, "symbols": symbols[number % 4]}
        for number in range(46)
    ]
    data["name"] = "marked"
    data["ticket"] = tickets
    data["paths"] = dict.fromkeys(data["paths"], 3)
    data["totals"] = {"paths": 21, "tickets": 46}
    return data


def without_deck(told: Any) -> Any:
    """A message without the list of all cards that exist, which everybody may read."""
    if isinstance(told, dict):
        return {key: without_deck(each) for key, each in told.items() if key != "options"}
    return [without_deck(each) for each in told] if isinstance(told, list) else told


def test_case_27_neither_frames_nor_page_hold_another_card(page_at: PageAt, server: Remote) -> None:
    visitors = [page_at(name=name) for name in ("Ann", "Bea", "Cid")]
    ann = visitors[0]
    table = ann.open_table(
        CONCERT, ["me", "open", "open"], start=False, options={"deck": marked_deck()}
    )
    for each in visitors[1:]:
        each.sit(table)
    for each in visitors:
        each.go(f"/t/{table}", ".lobby")
    ann.press(".lobby-go .primary.loud")
    for each in visitors:
        each.wait_for(".hu-svg .hu-cell")
    rockers = [Rocker(each) for each in visitors]
    for _ in range(15):
        for rocker in rockers:
            if rocker.look()["mine"]:
                rocker.play_step()
        settle(visitors)
        look_at_pages(visitors, server, table)
        if rockers[0].look()["over"]:
            break
    assert look_at_frames(visitors, met_cards(server, table)) > 60, "there were secrets to keep"


def settle(visitors: list[Visitor]) -> None:
    """Wait until all pages have been told the same."""
    for each in visitors:
        each.until(lambda: len({v.version() for v in visitors}) == 1, "telling everybody")


Met = dict[int, list[set[str]]]


def met_cards(server: Remote, table: str) -> Met:
    """By version of the table: the marked cards that each seat has met, in its own hand or open."""
    met: Met = {}
    known: list[set[str]] = [set(), set(), set()]
    for version, state in truth.states(server, table):
        for seat, cards in enumerate(known):
            view = state.view(seat)
            cards.update(view["hand"], view["discard"], [view["resolving"] or ""])
        met[version] = [set(cards) for cards in known]
    return met


def look_at_frames(visitors: list[Visitor], met: Met) -> int:
    """No frame names a card that its reader had not met by then; counts the cards kept secret."""
    marked = {f"marked-{number:02d}" for number in range(46)}
    secrets = 0
    for seat, visitor in enumerate(visitors):
        for text in visitor.frames.received:
            told = json.loads(text)
            unmet = marked - met.get(told.get("version", 0), [set()] * 3)[seat]
            secrets += len(unmet)
            found = [card for card in unmet if card in json.dumps(without_deck(told))]
            assert not found, f"seat {seat} was sent {found} in {text[:2000]}"
    return secrets


def look_at_pages(visitors: list[Visitor], server: Remote, table: str) -> None:
    """No page holds the slug or the name of a card that its reader has not met by then.

    A move may come in while we look, so the truth is read after the pages, and taken as of the
    version that they have all been told of by then.
    """
    pages = [visitor.markup() for visitor in visitors]
    settle(visitors)
    told = visitors[0].version()
    met = met_cards(server, table)
    newest = max(version for version in met if version <= told)
    for seat, page in enumerate(pages):
        known = met[newest][seat]
        for number in range(46):
            card, name = f"marked-{number:02d}", f"Marked {number:02d}"
            shown = card in page or name in page
            assert not shown or card in known, f"seat {seat} is shown {card} at version {told}"


# --- hostile words --------------------------------------------------------------------------------

HOSTILE = [
    "<img src=x onerror=window.pwned=1>",
    "<script>window.pwned=1</script>",
    '"><svg onload=window.pwned=1>',
    "'-window.pwned=1-'",
    "{name} ⟨web.foo⟩ %s",
    "\u202egnipyt\u202c\u2066x",
    "A\u0300\u0301\u0302\u0303\u0304\u0305\u0306",
    "javascript:pwned=1",
    "@web.close",
    "&lt;b&gt;&#x27;",
    "𓀀 ﷽ 👩‍👩‍👧",
    "W" * 24,
]
TALKATIVE = 6
"""As many lines as the server lets somebody say in a row."""


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_case_36_hostile_names_and_chat_are_only_text(page_at: PageAt, size: str) -> None:
    visitor, other = page_at(size, name="Ann"), page_at(name=HOSTILE[0][:24])
    table = visitor.open_table("raise-your-horns", ["me", "open", "easy"], start=False)
    other.call("POST", "/api/session", {"name": HOSTILE[0][:24], "language": "en"})
    other.name = HOSTILE[0][:24]
    other.sit(table)
    other.go(f"/t/{table}", ".lobby")
    visitor.go(f"/t/{table}", ".lobby")
    for name in HOSTILE[1:]:
        field = other.page.locator(".seat-rename")
        field.fill(name[:24])
        answers = len(other.frames.messages("answer"))
        field.press("Enter")
        other.until(partial(has_answers, other, answers + 1), "a new name")
    visitor.press(".lobby-go .primary.loud")
    for each in (visitor, other):
        each.wait_for(".dice-tray")
    if visitor.touch:
        visitor.press("[data-chat]")
    shown = visitor.page.locator(".chat-lines")
    for number, text in enumerate(HOSTILE[:TALKATIVE], start=1):
        say(other, text)
        come = partial(has_lines, shown, number)
        visitor.until(come, "a line of chat")
    for text in HOSTILE[:4]:
        assert text in shown.inner_text()
    for each in (visitor, other):
        assert each.page.evaluate("window.pwned") is None
        assert each.page.locator("#app script, #app img:not(.qr), #app [onload]").count() == 0
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert each.page.evaluate(wide) <= 0, "a long name makes the page scroll sideways"


def has_answers(visitor: Visitor, number: int) -> bool:
    return len(visitor.frames.messages("answer")) >= number


def has_lines(shown: Locator, number: int) -> bool:
    return shown.locator("li").count() == number
