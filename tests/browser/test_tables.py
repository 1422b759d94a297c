"""People at tables: three of them, two tabs of one, several on one device; and what comes after."""

from __future__ import annotations

import json
from typing import Any

from tests.browser.conftest import PageAt
from tests.browser.players import Dicer, Rocker
from tests.browser.visitor import Visitor, script

DICE, CONCERT = "raise-your-horns", "horns-up"
END_SOON = {"end_value": 1}


def test_three_people_come_together_play_and_talk(page_at: PageAt) -> None:
    ann, bea, cid = (page_at(size, name=n) for size, n in people())
    ann.go("/").press(f".game-{DICE} .poster-make")
    ann.wait_for(".lobby .code")
    ann.page.select_option(".lobby-players select", "3")
    code = ann.page.locator(".lobby .code").inner_text()
    for guest in (bea, cid):
        guest.go("/").page.fill("#code", code.lower())
        guest.press(".home-join button[type=submit]")
        guest.wait_for(".lobby")
        guest.press(".lobby-go .primary")
    set_short(ann)
    ann.wait_for(".lobby-go .primary.loud")
    ann.until(lambda: ann.page.locator(".seat-row.free:not(.executor)").count() == 0, "sitting")
    ann.press(".lobby-go .primary.loud")
    for each in (ann, bea, cid):
        each.wait_for(".dice-tray")
    bea.page.locator(".chat-form input").fill("Horns up!")
    bea.page.keyboard.press("Enter")
    ann.page.locator(".chat-lines", has_text="Horns up!").wait_for()
    play_together([ann, bea, cid])
    titles = [each.page.locator(".end-line").inner_text() for each in (ann, bea, cid)]
    assert all(titles)


def people() -> list[tuple[str, str]]:
    return [("laptop", "Ann"), ("laptop", "Bea"), ("phone", "Cid")]


def set_short(host: Visitor) -> None:
    """The host sets the game to one loss, in the lobby's own panel."""
    host.page.locator(".lobby-settings summary").first.wait_for()
    host.page.evaluate(
        "for (const each of document.querySelectorAll('.lobby-settings details')) each.open = true"
    )
    field = host.page.locator(".lobby-settings input[type=number]").last
    field.fill("1")
    field.press("Tab")
    host.until(lambda: '"end_value":1' in "".join(host.frames.received), "the new setting")


def play_together(visitors: list[Visitor]) -> None:
    """Everybody taps whenever they are asked."""
    players = [Dicer(each) for each in visitors]

    def over() -> bool:
        offers = [each.look() for each in players]
        for each, offer in zip(players, offers, strict=True):
            chosen = each.act(offer) if offer["mine"] else None
            if chosen is not None:
                each.tap(chosen, offer)
        return all(offer["over"] for offer in offers)

    visitors[0].until(over, "the end of the game of three", 90)


# --- one player, several tabs ---------------------------------------------------------------------


def test_two_tabs_of_one_player(page_at: PageAt) -> None:
    ann, bea = page_at(name="Ann"), page_at(name="Bea")
    table = ann.open_table(CONCERT, ["me", "open", "easy"], start=False)
    bea.sit(table)
    bea.go(f"/t/{table}", ".lobby")
    ann.go(f"/t/{table}", ".lobby")
    second = ann.tab()
    second.go(f"/t/{table}", ".lobby")
    ann.press(".lobby-go .primary.loud")
    for each in (ann, second, bea):
        each.wait_for(".hu-svg")
    one, two = Rocker(ann), Rocker(second)
    first = next_to_enter(one, Rocker(bea))  # the VIP Pass may lie with either of them
    if first is not one:
        first.play_step()
    one.play_step()
    second.until(lambda: shown(second) == shown(ann), "showing the same in both tabs")
    ann.page.close()
    second.page.wait_for_timeout(300)
    assert bea.page.locator(".chip.offline").count() == 0, "one tab is left"
    Rocker(bea).play_turn()
    two.wait_turn()
    two.play_turn()
    assert not second.troubles()


def next_to_enter(*rockers: Rocker) -> Rocker:
    """Who of these chooses an Entrance next."""
    asked: list[Rocker] = []

    def somebody() -> bool:
        asked[:] = [rocker for rocker in rockers if rocker.look()["mine"]]
        return bool(asked)

    rockers[0].visitor.until(somebody, "asking for an Entrance")
    return asked[0]


def shown(visitor: Visitor) -> str:
    return str(visitor.page.evaluate(script("digest")))


# --- several players, one device ------------------------------------------------------------------


def test_hot_seat_shows_no_hand_before_it_is_asked_for(page_at: PageAt) -> None:
    visitor = page_at("phone")
    visitor.go("/").press(f".game-{CONCERT} .poster-make")
    visitor.wait_for(".lobby .code")
    visitor.page.select_option(".lobby-players select", "3")
    visitor.until(lambda: visitor.page.locator(".seat-row").count() == 3, "three seats")
    for seat in (1, 2):
        visitor.press(f"[data-key='sit-{seat}']")
        visitor.wait_for(f"[data-key='stand-{seat}']")
    visitor.press(".lobby-go .primary.loud")
    for _ in range(5):
        visitor.wait_for(".pass button")
        assert visitor.page.locator(".hu-held").count() == 0, "a hand lies under the screen"
        visitor.press(".pass button")
        visitor.page.locator(".pass").wait_for(state="hidden")
        visitor.wait_for(".hu-held")
        rocker = Rocker(visitor)
        rocker.play_while(lambda offer: not offer["pass"] and not offer["over"], 40)
    assert hands_before_asked(visitor) == []


def hands_before_asked(visitor: Visitor) -> list[dict[str, Any]]:
    """Views with a hand of a seat that the device had not asked to see."""
    asked: int | None = None
    found = []
    for way, told in visitor.frames.order:
        if way == ">" and told["type"] == "look":
            asked = told["seat"]
        shown = (told.get("view") or {}, told.get("patch") or {}) if way == "<" else ()
        found += [view for view in shown if view.get("hand") and view.get("seat", asked) != asked]
        if way == "<" and (told.get("you") or {}).get("looking", asked) is None:
            asked = None
    return found


# --- during and after the game --------------------------------------------------------------------


def test_undo_takes_a_step_back(page_at: PageAt) -> None:
    visitor = page_at()
    table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".tbl")
    rocker = Rocker(visitor)
    for _ in range(40):
        rocker.play_step()
        if visitor.sees(".ticker-undo"):
            break
    what = visitor.page.locator(".ticker-undo").get_attribute("aria-label")
    assert what is not None
    assert "Ann" in what, f"it does not say what it takes back: {what}"
    before = visitor.version()
    visitor.press(".ticker-undo")
    visitor.until(lambda: visitor.version() > before, "taking back")
    assert visitor.frames.messages("answer")[-1]["ok"]
    assert visitor.frames.messages("update")[-1]["kind"] == "undone"
    visitor.until(lambda: rocker.look()["mine"], "my turn again")


def test_why_cannot_i_is_answered_with_a_rule(page_at: PageAt) -> None:
    for size in ("laptop", "phone"):
        visitor = page_at(size)
        table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
        visitor.go(f"/t/{table}", ".tbl")
        rocker = Rocker(visitor)
        rocker.play_step()
        rocker.wait_turn()
        visitor.press(".hu-why")
        visitor.press(".hu-held")
        visitor.wait_for(".hu-bubble")
        visitor.press(".hu-bubble")
        visitor.press(".hu-why")
        cell = visitor.page.locator(".hu-cell[data-cell='0,1']")
        box = cell.bounding_box()
        assert box is not None
        visitor.point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        visitor.wait_for(".hu-bubble .hu-rule")
        rule = visitor.page.locator(".hu-bubble .hu-rule").first.inner_text()
        assert rule.startswith(("H", "Q")), rule


def test_share_link_and_code_are_at_hand(page_at: PageAt) -> None:
    visitor = page_at("phone")
    table = visitor.open_table(CONCERT, ["me", "open", "open"], start=False)
    visitor.go(f"/t/{table}", ".lobby")
    visitor.wait_for(".share .qr")
    visitor.until(
        lambda: bool(visitor.page.evaluate("document.querySelector('.qr').naturalWidth > 0")), "QR"
    )
    assert visitor.page.locator(".share input").input_value().endswith(f"/t/{table}")


def test_my_tables_are_found_again(page_at: PageAt) -> None:
    visitor = page_at()
    table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
    visitor.go("/")
    visitor.wait_for(f".home-now a[href='/t/{table}']")
    visitor.press(f".home-now a[href='/t/{table}']")
    visitor.wait_for(".tbl .hu-svg")
    assert visitor.page.url.endswith(f"/t/{table}")


def test_the_end_verifies_and_leads_into_a_rematch(page_at: PageAt) -> None:
    visitor = page_at("phone")
    table = visitor.open_table(DICE, ["me", "easy", "easy"], options=END_SOON)
    visitor.go(f"/t/{table}", ".tbl")
    Dicer(visitor).play()
    visitor.wait_for("dialog.end")
    assert visitor.page.locator(f"dialog.end a[href='/replay/{table}']").count() == 1
    with visitor.page.expect_download() as download:
        visitor.press(f"dialog.end a[href='/api/tables/{table}/record']")
    record = json.loads(download.value.path().read_text())
    assert record["game"] == DICE
    visitor.page.locator("dialog.end .end-buttons button:not(.primary)").tap()
    visitor.wait_for("dialog.end .verdict .honest")
    visitor.press("dialog.end .primary.loud")
    visitor.page.wait_for_url(lambda url: "/t/" in url and table not in url)
    visitor.wait_for(".tbl .dice-tray")
    assert Dicer(visitor).wait_turn()["mine"]


def finished_together(page_at: PageAt) -> tuple[list[Visitor], str]:
    """Ann, who is the host, Bea and Cid have played a game to its end; gives its id too."""
    ann, bea, cid = visitors = [page_at(size, name=name) for size, name in people()]
    table = ann.open_table(DICE, ["me", "open", "open"], start=False, options=END_SOON)
    for guest in (bea, cid):
        guest.sit(table)
    for each in visitors:
        each.go(f"/t/{table}", ".lobby")
    ann.press(".lobby-go .primary.loud")
    for each in visitors:
        each.wait_for(".dice-tray")
    play_together(visitors)
    for each in visitors:
        each.wait_for("dialog.end")
    return visitors, table


def ask_rematch(visitor: Visitor, table: str) -> None:
    visitor.press("dialog.end .primary.loud")
    visitor.page.wait_for_url(lambda url: "/t/" in url and table not in url)


def waiting_for(visitor: Visitor) -> list[str]:
    rows = visitor.page.locator(".seat-row.free:not(.executor) .seat-name")
    return sorted(rows.all_inner_texts())


def host_seat(visitor: Visitor) -> list[bool]:
    tables = [told["table"] for way, told in visitor.frames.order if way == "<" and "table" in told]
    return [seat.get("host", False) for seat in tables[-1]["seats"]]


def test_a_rematch_keeps_the_host_and_names_whom_it_waits_for(page_at: PageAt) -> None:
    (ann, bea, cid), table = finished_together(page_at)
    ask_rematch(bea, table)
    bea.wait_for(".lobby")
    bea.until(
        lambda: waiting_for(bea) == ["Waiting for Ann", "Waiting for Cid"], "the names in the rows"
    )
    assert host_seat(bea) == [True, False, False]
    assert not bea.sees(".lobby-go .primary"), "only the host starts"
    ask_rematch(ann, table)
    ann.wait_for(".lobby")
    ann.until(lambda: waiting_for(ann) == ["Waiting for Cid"], "the last name")
    assert ann.sees(".lobby-go .primary.loud")
    ask_rematch(cid, table)
    for each in (ann, bea, cid):
        each.wait_for(".tbl .dice-tray")
    assert ann.page.url == bea.page.url == cid.page.url


def test_a_rematch_starts_too_when_the_host_comes_last(page_at: PageAt) -> None:
    (ann, bea, cid), table = finished_together(page_at)
    for each in (cid, bea):
        ask_rematch(each, table)
        each.wait_for(".lobby")
    bea.until(lambda: waiting_for(bea) == ["Waiting for Ann"], "the name of the host")
    ask_rematch(ann, table)
    for each in (ann, bea, cid):
        each.wait_for(".tbl .dice-tray")
    assert ann.page.url == bea.page.url == cid.page.url


def test_where_the_host_has_left_the_one_who_asks_starts_the_rematch(page_at: PageAt) -> None:
    (ann, bea, cid), table = finished_together(page_at)
    ann.page.close()
    bea.until(lambda: online(bea) == [1, 2], "the host's leaving")
    ask_rematch(bea, table)
    bea.wait_for(".lobby")
    ask_rematch(cid, table)
    bea.until(lambda: waiting_for(bea) == ["Waiting for Ann"], "Cid")
    bea.press(".lobby-go .primary.loud")  # a bot in Ann's place
    for each in (bea, cid):
        each.wait_for(".tbl .dice-tray")
    assert bea.page.url == cid.page.url


def online(visitor: Visitor) -> list[int]:
    told = visitor.frames.messages("presence")
    return list(told[-1]["online"]) if told else []
