"""Every page of the browser client in every state worth looking at, posed for a camera."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

from browsing import Pilot, piloted
from playwright.async_api import Page

from hornsup.client import Guest
from hornsup.core.notation import parse_cell

Pose = Callable[[Page], Awaitable[object]]
NAMES = ("Ozzy", "Doro", "Lemmy", "Tarja", "Floor", "Dio", "Joan", "Bruce", "Lita")


class Camera(Protocol):
    """Takes one picture for every size and language that is asked for."""

    base: str

    async def take(
        self, name: str, path: str, guest: Guest | None = None, pose: Pose | None = None, **how: Any
    ) -> None: ...


# --- poses ------------------------------------------------------------------------------------

_PICK = """
async (wanted) => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const kinds = wanted === "path" ? ["path"] : ["ticket", "wall", "path"];
  const cards = [...document.querySelectorAll(".hu-held.usable")];
  cards.sort((a, b) => kinds.indexOf(a.dataset.kind) - kinds.indexOf(b.dataset.kind));
  for (const card of cards) {
    if (!kinds.includes(card.dataset.kind)) continue;
    card.click();
    await wait(120);
    const asked = document.querySelector(".hu-choices:not([hidden]), .hu-pawn.target");
    const lit = document.querySelector('.hu-cell[class*="target"], .hu-cell[class*="place"]');
    if (wanted === "path" || asked || lit) return card.dataset.card;
    document.querySelector(".hu-cancel")?.click();
  }
  return null;
}
"""
_REFUSED = """
async () => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const cells = [...document.querySelectorAll(".hu-row:nth-child(n+4) .hu-cell:not(.lit)")];
  for (const node of [...document.querySelectorAll(".hu-held:not(.usable)"), ...cells]) {
    document.querySelector(".hu-bubble:not([hidden])")?.click();
    node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await wait(150);
    if (document.querySelector(".hu-bubble:not([hidden]) .hu-rule")) return;
  }
}
"""


def clicked(selector: str, then: str = "dialog[open]") -> Pose:
    """Click something and wait for what it shows."""

    async def pose(page: Page) -> None:
        await page.locator(selector).first.click(timeout=4000)
        await page.locator(then).first.wait_for(timeout=4000)

    return pose


async def choosing_cell(page: Page) -> None:
    await page.evaluate(_PICK, "path")


async def choosing_target(page: Page) -> None:
    await page.evaluate(_PICK, "ticket")


async def refused(page: Page) -> None:
    await page.evaluate(_REFUSED)
    await page.locator(".hu-bubble:not([hidden])").wait_for(timeout=4000)


async def inspecting(page: Page) -> None:
    await page.locator(".hu-held").first.dispatch_event("contextmenu")
    await page.locator("dialog[open]").wait_for(timeout=4000)


async def offline(page: Page) -> None:
    await page.context.set_offline(True)
    await page.locator("#banner:not([hidden])").wait_for(timeout=15000)


async def unfolded(page: Page) -> None:
    for group in await page.locator("details.settings-group > summary").all():
        await group.click()


# --- scenes -----------------------------------------------------------------------------------


async def plain_pages(camera: Camera) -> None:
    """What everybody sees without a table."""
    await camera.take("home", "/")
    await camera.take("home-light", "/", light=True, whole=True)
    await camera.take("learn", "/learn", settle=900)
    await camera.take("rules", "/rules/horns-up", settle=600)
    await camera.take("rules-dice", "/rules/raise-your-horns", settle=600)
    await camera.take("missing", f"/t/{'0' * 32}", english=True)


async def lobby(camera: Camera) -> None:
    """A table that waits: for friends, with all settings open, on a shared screen."""
    host = await Guest.sign_in(camera.base, NAMES[0])
    opened = await host.open_table(
        {"game": "horns-up", "players": 5, "public": True}, seats=["me", "normal"]
    )
    friend = await Guest.sign_in(camera.base, NAMES[1])
    await friend.sit(opened["id"])
    async with friend.table(opened["id"]):
        await camera.take("lobby", opened["path"], host, whole=True)
        await camera.take("lobby-guest", opened["path"], friend, english=True)
        await camera.take("settings", opened["path"], host, unfolded, whole=True)
        await camera.take("tv-lobby", opened["path"].replace("/t/", "/tv/"), settle=900)
        await camera.take("home-tables", "/", host, whole=True, english=True)


async def hot_seat(camera: Camera) -> None:
    """Two people on one device: the screen between them."""
    host = await Guest.sign_in(camera.base, NAMES[0])
    seats = ["me", "normal", "open"]
    opened = await host.open_table({"game": "horns-up", "players": 3, "pace": 0}, seats=seats)
    async with host.table(opened["id"]) as line:
        await line.command("sit", seat=2, name=NAMES[1], contribution="second")
        await line.command("start")
        while line.to_move not in (0, 2):
            await line.next_message()
        await camera.take("pass", opened["path"], host)


def steps_to_stage(pilot: Pilot) -> int:
    rows = [parse_cell(each["pawn"])[1] for each in pilot.view["rockers"] if each["pawn"]]
    return min(rows, default=9)


def in_turn(pilot: Pilot) -> bool:
    """At the beginning of a turn of ours, with cards to choose from."""
    view = pilot.view
    return bool(view["phase"] == "turn" and view["actions"] > 1 and len(view["hand"]) > 3)


def full_hall(pilot: Pilot) -> bool:
    """In the middle of the game, with a Path to lay."""
    assert pilot.line.legal is not None
    lays = any(move.startswith("path ") for move in pilot.line.legal)
    return in_turn(pilot) and lays and len(pilot.view["table"]) >= pilot.view["players"] + 4


def late(pilot: Pilot) -> bool:
    return pilot.view["phase"] == "turn" and steps_to_stage(pilot) < 3


def naming_now(pilot: Pilot) -> bool:
    return bool(pilot.line.legal and pilot.line.legal[0].startswith("name "))


async def concert(camera: Camera, players: int) -> None:
    """Horns Up from its Entrances to its end; a game that ends too early is played anew."""
    for _ in range(20):
        settings = {"game": "horns-up", "players": players}
        async with piloted(camera.base, NAMES[0], settings) as pilot:
            if await pilot.until(full_hall):
                await middle(camera, pilot, f"horns-{players}")
                break
    await beginning(camera, players)


async def beginning(camera: Camera, players: int) -> None:
    settings = {"game": "horns-up", "players": players}
    async with piloted(camera.base, NAMES[0], settings) as pilot:
        await pilot.until(lambda _: True)
        await camera.take(f"horns-{players}-0-enter", pilot.path, pilot.guest, english=players > 4)
        await pilot.until(in_turn)
        await camera.take(f"horns-{players}-1-early", pilot.path, pilot.guest)


async def middle(camera: Camera, pilot: Pilot, many: str) -> None:
    """From a full hall to the Stage."""
    path, guest = pilot.path, pilot.guest
    await camera.take(f"{many}-2-mid", path, guest)
    await camera.take(f"{many}-2-mid-light", path, guest, light=True, english=True)
    await camera.take(f"{many}-3-cell", path, guest, choosing_cell)
    await camera.take(f"{many}-4-target", path, guest, choosing_target)
    await camera.take(f"{many}-5-why", path, guest, refused)
    if many == "horns-4":
        await around(camera, pilot)
    if await pilot.until(late):
        await camera.take(f"{many}-6-late", path, guest)
    await pilot.until(lambda _: False)
    await finished(camera, pilot, many)


async def around(camera: Camera, pilot: Pilot) -> None:
    """What lies around a game: card, lists, menu, chat, shared screen, no connection."""
    path, guest = pilot.path, pilot.guest
    await pilot.line.command("chat", text="See you at the front row!")
    await camera.take("inspector", path, guest, inspecting)
    await camera.take("moves", path, guest, clicked(".hu-list"))
    await camera.take("menu", path, guest, clicked(".tbl-head button"))
    keys = clicked(".tbl-tools button:last-child")
    await camera.take("keys", path, guest, keys, english=True, sizes=("laptop",))
    await camera.take("chat", path, guest, side("chat"), english=True)
    await camera.take("log", path, guest, side("log"), english=True)
    await camera.take("tv", path.replace("/t/", "/tv/"), settle=900)
    await camera.take("offline", path, guest, offline)


def side(which: str) -> Pose:
    async def pose(page: Page) -> None:
        await page.keyboard.press({"chat": "c", "log": "h"}[which])

    return pose


async def finished(camera: Camera, pilot: Pilot, name: str) -> None:
    await camera.take(f"{name}-7-over", pilot.path, pilot.guest, english=True)
    await camera.take(f"{name}-8-end", pilot.path, pilot.guest, clicked(".end-bar button"))
    await camera.take(f"{name}-9-replay", pilot.path.replace("/t/", "/replay/"), pilot.guest, film)


async def film(page: Page) -> None:
    """Some way into a replay."""
    with suppress(Exception):
        await page.locator("input[type=range]").first.fill("40", timeout=4000)


async def dice(camera: Camera) -> None:
    """A game of Raise Your Horns! in each of its phases."""
    settings = {
        "game": "raise-your-horns",
        "players": 5,
        "options": {"end_goal": "rounds", "end_value": 30},  # dice need their luck
    }
    async with piloted(camera.base, NAMES[2], settings) as pilot:
        guest, path = pilot.guest, pilot.path
        await pilot.until(lambda it: it.view["phase"] == "start")
        await camera.take("dice-0-start", path, guest)
        await pilot.until(lambda it: it.view["phase"] == "roll")
        await camera.take("dice-1-roll", path, guest)
        await pilot.until(many_dice)
        await camera.take("dice-2-keep", path, guest)
        await camera.take("dice-3-odds", path, guest, odds)
        await pilot.until(lambda it: bool(it.view["pending_forfeits"]))
        await camera.take("dice-5-forfeit", path, guest, clicked(".forfeit-button"))
        await camera.take("tv-dice", path.replace("/t/", "/tv/"), settle=900, english=True)
        await pilot.until(lambda _: False)
        await finished(camera, pilot, "dice")


def many_dice(pilot: Pilot) -> bool:
    return pilot.view["phase"] == "keep" and len(set(pilot.line.legal or ())) > 2


async def naming(camera: Camera) -> None:
    """Horns were rolled: somebody is named. It may take some games."""
    for _ in range(30):
        settings = {"game": "raise-your-horns", "players": 5}
        async with piloted(camera.base, NAMES[2], settings) as pilot:
            if await pilot.until(naming_now):
                await camera.take("dice-4-name", pilot.path, pilot.guest)
                return


async def odds(page: Page) -> None:
    await page.locator(".odds-button").click()
    await page.wait_for_timeout(500)
