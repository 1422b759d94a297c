"""Every page and every dialog of the client, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.browser.players import Dicer, Rocker
from tests.browser.visitor import Visitor

DICE, CONCERT = "raise-your-horns", "horns-up"


def tour(visitor: Visitor) -> Iterator[str]:
    """Walk through all pages; each name is a place that has just been reached."""
    yield from quiet_pages(visitor)
    yield from lobbies(visitor)
    yield from concert(visitor)
    yield from one_device(visitor)
    yield from dice(visitor)
    yield from open_hands(visitor)


def short_tour(visitor: Visitor) -> Iterator[str]:
    """The places with the most text in the least space."""
    visitor.go("/")
    visitor.wait_for(".game-poster")
    yield "home"
    yield from lobby(visitor, CONCERT)
    yield from turn(visitor, Rocker(visitor))


def quiet_pages(visitor: Visitor) -> Iterator[str]:
    visitor.go("/")
    visitor.wait_for(".game-poster")
    yield "home"
    yield from opened(visitor, "what is kept", lambda: visitor.press(".home-kept"))
    for game in (CONCERT, DICE):
        visitor.go(f"/rules/{game}")
        yield f"rules of {game}"
    visitor.go("/learn")
    yield "lessons"
    for lesson in first_lessons(visitor):
        visitor.go(f"/learn?lesson={lesson}", ".ln")
        visitor.wait_for(".ln-text")
        yield f"lesson {lesson}"
    visitor.go("/continue")
    yield "a link that is not there"
    visitor.allow("404")
    visitor.go(f"/t/{'0' * 32}")
    yield "missing table"
    visitor.go(f"/replay/{'0' * 32}")
    yield "missing replay"
    visitor.go("/ABC234")
    yield "unknown code"
    visitor.go("/no/such/page")
    yield "missing page"


def first_lessons(visitor: Visitor) -> list[str]:
    """The first lesson of each game."""
    found = {each["game"]: each["name"] for each in reversed(visitor.call("GET", "/api/lessons"))}
    return list(found.values())


def lobbies(visitor: Visitor) -> Iterator[str]:
    for game in (CONCERT, DICE):
        yield from lobby(visitor, game)
        visitor.go(f"/tv/{table_shown(visitor)}", ".tv-lobby")
        yield f"shared screen before {game}"


def table_shown(visitor: Visitor) -> str:
    return visitor.page.url.rpartition("/")[2]


def lobby(visitor: Visitor, game: str) -> Iterator[str]:
    table = visitor.open_table(game, ["me", "easy", "open"], start=False)
    visitor.go(f"/t/{table}", ".lobby")
    visitor.wait_for(".lobby-settings summary")
    yield f"lobby of {game}"
    visitor.page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true")
    yield f"settings of {game}"


def turn(visitor: Visitor, rocker: Rocker) -> Iterator[str]:
    """The first turn at a table of its own, with a card chosen at the end."""
    table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".tbl")
    rocker.wait_turn()
    yield "entrances"
    rocker.play_step()
    offer = rocker.play_to_cards()
    yield "a turn"
    rocker.tap(offer["cards"][0], offer)
    yield "a chosen card"


def concert(visitor: Visitor) -> Iterator[str]:
    yield from turn(visitor, Rocker(visitor))
    table = table_shown(visitor)
    visitor.page.keyboard.press("Escape")
    yield from opened(visitor, "why", lambda: why(visitor), ".hu-bubble", close=False)
    visitor.page.keyboard.press("Escape")
    yield from opened(visitor, "list of moves", lambda: visitor.press(".hu-list"))
    if visitor.sees(".hu-show-card"):
        yield from opened(visitor, "stage card", lambda: visitor.press(".hu-show-card"))
    pile = visitor.page.locator("button.hu-pile")
    yield from opened(visitor, "discard pile", pile.click)
    held = visitor.page.locator(".hu-held").first
    yield from opened(visitor, "card inspector", lambda: held.click(button="right"))
    yield from shell_dialogs(visitor)
    yield from sides(visitor)
    visitor.go(f"/tv/{table}", ".tv-table .hu-svg")
    yield "concert on a shared screen"


def sides(visitor: Visitor) -> Iterator[str]:
    """Log and chat, which have no room beside the game on a phone."""
    for what, button in (("log", ":not([data-chat])"), ("chat", "[data-chat]")):
        opener = f".tbl-tools .phone-only{button}"
        if visitor.sees(opener):
            visitor.press(opener)
            visitor.wait_for(f".side-{what}")
            yield f"{what} on a phone"
            visitor.press(f".side-{what} .side-head button")


def one_device(visitor: Visitor) -> Iterator[str]:
    table = visitor.open_table(CONCERT, ["me", "me", "me"])
    visitor.go(f"/t/{table}", ".tbl")
    visitor.wait_for(".pass button")
    yield "pass it on"


def why(visitor: Visitor) -> None:
    visitor.press(".hu-why")
    visitor.press(".hu-held")


def shell_dialogs(visitor: Visitor) -> Iterator[str]:
    menu = ".tbl-head > button:first-of-type"
    yield from opened(visitor, "menu", lambda: visitor.press(menu))
    visitor.press(menu)
    visitor.wait_for("dialog[open] .menu-list button")
    labels = visitor.page.locator("dialog[open] .menu-list button").count()
    visitor.page.keyboard.press("Escape")
    for at in range(labels - 4, labels):
        yield from opened(visitor, f"menu item {at}", lambda at=at: choose(visitor, menu, at))  # type: ignore[misc] # bound at once


def choose(visitor: Visitor, menu: str, at: int) -> None:
    visitor.press(menu)
    visitor.page.locator("dialog[open] .menu-list button").nth(at).click()


def opened(
    visitor: Visitor,
    name: str,
    act: Callable[[], Any],
    ready: str = "dialog[open]",
    close: bool = True,
) -> Iterator[str]:
    act()
    visitor.wait_for(ready)
    yield name
    if close:
        visitor.page.keyboard.press("Escape")
        visitor.page.locator("dialog[open]").wait_for(state="detached")


def dice(visitor: Visitor) -> Iterator[str]:
    table = visitor.open_table(DICE, ["me", "easy", "easy"], options={"end_value": 2})
    visitor.go(f"/t/{table}", ".tbl")
    dicer = Dicer(visitor)
    dicer.wait_turn()
    yield "dice to throw"
    dicer.play_while(lambda offer: not offer["over"] and not offer["dice"], 40)
    if not dicer.look()["over"]:
        visitor.press(".odds-button")
        visitor.wait_for(".die-odds:not(:empty)")
        yield "dice to keep, with odds"
        visitor.press(".odds-button")
    dicer.play()
    visitor.wait_for("dialog.end")
    yield "the end"
    visitor.page.locator("dialog.end .end-buttons button:not(.primary)").click()
    visitor.wait_for(".verdict details")
    visitor.page.locator(".verdict summary").click()
    yield "verified"
    visitor.go(f"/tv/{table}", ".tv-table .tv-end:not([hidden])")
    yield "the end on a shared screen"
    visitor.go(f"/replay/{table}", ".rp-slider")
    visitor.press(".rp-buttons button:nth-child(5)")
    yield "replay"
    more = ".rp-head button:last-of-type"
    yield from opened(visitor, "menu of the replay", lambda: visitor.press(more))


def open_hands(visitor: Visitor) -> Iterator[str]:
    table = visitor.open_table(CONCERT, ["easy"] * 3, options={"entrance_distance": 5})
    where = f"/api/tables/{table}"
    visitor.until(lambda: visitor.call("GET", where)["phase"] == "over", "the bots' game", 40)
    visitor.go(f"/replay/{table}", ".rp-slider")
    visitor.wait_for(".hu-mini")
    yield "replay with all hands open"
