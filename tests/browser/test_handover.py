"""A friend takes over the seat of a phone that is gone; its player objects; spectators."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.browser.conftest import PageAt
from tests.browser.players import Dicer, Rocker
from tests.browser.test_axe import Inspector
from tests.browser.visitor import Message, Visitor

DICE, CONCERT = "raise-your-horns", "horns-up"
GRACE = 5
PATIENT = 12
"""Seconds; with the longer one there is time to be told that it is too early."""
TAKE_BACK = ".back-button:has-text('Take my seat back')"
HAND_OVER = "dialog button:has-text('Hand over the seat of Bea')"


def at_table(page_at: PageAt, game: str, **settings: object) -> tuple[Visitor, Visitor, str]:
    """Ann at a laptop and Bea at a phone play with a bot; gives the table too."""
    ann, bea = page_at(name="Ann"), page_at("phone", name="Bea")
    wanted = {"leavers": "wait", "grace": GRACE, **settings}
    table = ann.open_table(game, ["me", "open", "easy"], start=False, **wanted)
    bea.sit(table)
    bea.go(f"/t/{table}", ".lobby")
    ann.go(f"/t/{table}", ".lobby")
    ann.press(".lobby-go .primary.loud")
    for each in (ann, bea):
        each.wait_for(".tbl-game > *")
    return ann, bea, table


def watcher(page_at: PageAt, table: str, size: str, name: str = "Fred") -> Visitor:
    """A friend who came in by the link."""
    friend = page_at(size, name=name)
    return friend.go(f"/t/{table}", ".tbl-game > *")


def chip(visitor: Visitor, selector: str) -> None:
    """Wait for a seat to be marked so; games that show their players hide the strip of seats."""
    visitor.page.locator(f".chip{selector}").wait_for(state="attached")


def toasts(visitor: Visitor) -> str:
    return visitor.page.locator("#toasts").inner_text()


def tells(visitor: Visitor, text: str) -> bool:
    return text in toasts(visitor)


def changed(visitor: Visitor) -> list[Message]:
    """The settings as they were changed during the game."""
    told = visitor.frames.messages("update")
    return [each["table"]["settings"] for each in told if each["kind"] == "changed"]


def gone(ann: Visitor, grace: int = GRACE) -> None:
    """Bea's chip says that she is away, and the grace time passes."""
    chip(ann, ".offline[data-seat='1']")
    ann.page.wait_for_timeout(grace * 1000 + 300)


def open_hand_over(ann: Visitor) -> None:
    ann.press(".tbl-head button[aria-label='Menu']")
    ann.press(HAND_OVER)


def by_keyboard(visitor: Visitor, text: str) -> None:
    """Tab to a button of the open dialog and press it."""
    for _ in range(60):
        found = visitor.page.evaluate("document.activeElement.textContent")
        if text in found:
            visitor.page.keyboard.press("Enter")
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {text}")


@pytest.mark.timeout(240)
def test_a_phone_is_gone_for_ever_and_a_friend_finishes_the_game(
    page_at: PageAt, tmp_path: Path
) -> None:
    ann, bea, table = at_table(page_at, DICE, options={"end_value": 1}, grace=PATIENT)
    fred = watcher(page_at, table, "phone")
    host, gone_player = Dicer(ann), Dicer(bea)
    while not gone_player.look()["mine"]:
        offer = host.look()
        chosen = host.act(offer) if offer["mine"] else None
        if chosen is not None:
            host.tap(chosen, offer)
    gone_player.play_step()  # in the middle of her turn
    bea.page.close()
    chip(ann, ".offline[data-seat='1']")
    open_hand_over(ann)
    ann.press("dialog button:has-text('Give it to Fred')")
    ann.until(lambda: "has not been away for long" in toasts(ann), "being told to wait")
    gone(ann, PATIENT)
    open_hand_over(ann)
    ann.wait_for("dialog button:has-text('Give it to Fred')")
    ann.picture(tmp_path / "choose-1280.png")
    ann.press("dialog button:has-text('Give it to Fred')")
    for each in (ann, fred):
        each.until(partial(tells, each, "Fred takes over the seat of Bea"), "the news")
    ann.page.locator(".tbl-side", has_text="Fred takes over the seat of Bea").wait_for()
    chip(ann, "[data-seat='1']:has-text('Fred')")
    chip(fred, ".mine[data-seat='1']")
    fred.picture(tmp_path / "fred-390.png")
    friend = Dicer(fred)
    players = [host, friend]

    def over() -> bool:
        offers = [each.look() for each in players]
        for each, offer in zip(players, offers, strict=True):
            chosen = each.act(offer) if offer["mine"] else None
            if chosen is not None:
                each.tap(chosen, offer)
        return all(offer["over"] for offer in offers)

    ann.until(over, "the end of the game", 120)
    assert fred.frames.commands("move"), "Fred has played"
    record = fred.call("GET", f"/api/tables/{table}/record")
    assert fred.call("POST", "/api/verify", record)["honest"]
    assert [seat["name"] for seat in record["seats"]][:2] == ["Ann", "Fred"]


@pytest.mark.timeout(240)
def test_the_former_player_comes_back_before_the_first_move_and_objects(
    page_at: PageAt, tmp_path: Path
) -> None:
    ann, bea, table = at_table(page_at, CONCERT)
    bea.wait_for(".hu-held")
    back = bea.tab()
    bea.page.close()
    fred = watcher(page_at, table, "laptop")
    assert not fred.sees(TAKE_BACK)
    gone(ann)
    ann.page.keyboard.press("m")
    by_keyboard(ann, "Hand over the seat of Bea")
    by_keyboard(ann, "Give it to Fred")
    chip(fred, ".mine[data-seat='1']")
    fred.wait_for(".hu-held")
    fred.picture(tmp_path / "fred-1280.png")
    back.go(f"/t/{table}", ".tbl-game > *")
    back.wait_for(TAKE_BACK)
    back.until(lambda: "Fred plays your seat now" in toasts(back), "the message")
    assert not back.sees(".hu-held"), "a former player sees no hand"
    assert back.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert back.page.evaluate("document.querySelector('.tbl-head').offsetHeight") < 120
    assert back.sees(".tbl-tools [aria-label='Chat']")
    back.picture(tmp_path / "former-390.png")
    back.press(TAKE_BACK)
    chip(back, ".mine[data-seat='1']")
    back.wait_for(".hu-held")
    back.until(lambda: not back.sees(TAKE_BACK), "the button to go")
    back.picture(tmp_path / "back-390.png")
    for each in (ann, fred):
        chip(each, "[data-seat='1']:has-text('Bea')")
    fred.until(lambda: not fred.sees(".hu-held"), "Fred's hand to go")
    ann.until(lambda: "Bea takes the seat back" in toasts(ann), "the news")
    assert fred.page.locator(".chip.mine").count() == 0
    for each in (ann, back):  # the game goes on
        Rocker(each).play_turn()


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_the_host_sees_spectators_shows_one_out_and_closes_the_table(
    page_at: PageAt, axe_source: str | None, size: str, tmp_path: Path
) -> None:
    ann = page_at(size, name="Ann")
    table = ann.open_table(DICE, ["me", "easy", "easy"], leavers="wait", pace=5000)
    ann.go(f"/t/{table}", ".tbl-game > *")
    rude, kind = (watcher(page_at, table, "phone", name) for name in ("Rude Rob", "Kind Kim"))
    ann.until(lambda: "Kind Kim" in "".join(ann.frames.received), "both to be there")
    ann.press(".tbl-head button[aria-label='Menu']")
    ann.page.locator(".menu-spectator", has_text="Rude Rob").wait_for()
    ann.picture(tmp_path / f"spectators-{size}.png")
    if axe_source is not None:
        inspector = Inspector(ann, axe_source)
        inspector.look("menu with spectators")
        assert not inspector.found, inspector.report()
    ann.press("button[aria-label='Show Rude Rob out']")
    ann.press("dialog .dialog-foot .primary")
    rude.wait_for(":text('The host has closed this table to you.')")
    rude.picture(tmp_path / f"shown-out-{size}.png")
    rude.go(f"/t/{table}", ":text('The host has closed this table to you.')")
    assert kind.sees(".tbl-game > *")
    ann.press(".tbl-head button[aria-label='Menu']")
    ann.press("dialog button:has-text('Rules of this table')")
    ann.wait_for("dialog label.switch:has-text('Others may watch')")
    wide = "(box => box.scrollWidth <= box.clientWidth)(document.querySelector('.dialog-body'))"
    assert ann.page.evaluate(wide), "nothing is cut off"
    ann.picture(tmp_path / f"switch-{size}.png")
    ann.press("dialog label.switch:has-text('Others may watch')")
    kind.wait_for(":text('This table does not allow spectators.')")
    assert not ann.page.locator("dialog input[role=switch]").is_checked()
    ann.press("dialog label.switch:has-text('Others may watch')")
    ann.until(lambda: changed(ann)[-1]["spectators"], "being open again")
    kind.go(f"/t/{table}", ".tbl-game > *")


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_without_a_friend_at_the_table_the_dialog_offers_the_link(
    page_at: PageAt, axe_source: str | None, size: str, tmp_path: Path
) -> None:
    ann = page_at(size, name="Ann")
    table = ann.open_table(CONCERT, ["me", "easy", "easy"], leavers="wait", pace=5000)
    ann.go(f"/t/{table}", ".tbl-game > *")
    ann.press(".tbl-head button[aria-label='Menu']")
    ann.press("dialog button:has-text('Hand my seat to')")
    ann.wait_for("dialog :text('Everyone here has a seat')")
    ann.picture(tmp_path / f"nobody-{size}.png")
    if axe_source is not None:
        inspector = Inspector(ann, axe_source)
        inspector.look("hand over, nobody there")
        assert not inspector.found, inspector.report()
    watcher(page_at, table, "laptop")
    ann.press("dialog button:has-text('Give it to Fred')")  # the list follows who comes
    ann.wait_for(TAKE_BACK)
    assert ann.page.locator(".chip.mine").count() == 0
    ann.press(TAKE_BACK)
    chip(ann, ".mine[data-seat='0']")
