"""No label of a button is cut off or runs out of its button on a phone, in any language."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser

from hornsup import i18n
from tests.browser.prepared import CONCERT, DICE, Prepared, Wanted, prepare
from tests.browser.remote import SeededRemote
from tests.browser.visitor import LOCALES, SIZES, Visitor, script
from tests.conftest import seed_of

ROOM = script("room")
UNFOLD = "for (const each of document.querySelectorAll('details')) each.open = true"
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
TABLES = (
    Wanted(CONCERT, 4),
    Wanted(DICE, 4),
    Wanted(CONCERT, 4, "over"),
    Wanted(DICE, 4, "over"),
)
END_BUTTON = ("do.end", "do.really-end.one", "do.really-end.other")
ASKED_FREELY = ("board", "board-walk", "spent", "spent-walk", "why")
"""What the bar asks beside the button that ends the turn."""
ASKED_OF_A_CARD = {
    "place": ("path-", "troublemakers", "headbangers", "mosh-pit"),
    "target": ("steward",),
    "half": ("steward", "old-friends"),
    "seat": ("slow-song", "lost-in-the-queue", "pickpocket", "pushed-away"),
    "way": ("pushed-away", "crowd-surfing"),
    "landing": ("crowd-surfing",),
    "pay": ("troublemakers", "headbangers"),
    "sides": ("path-",),
}
"""What it asks once a card is chosen, and of which cards."""
CONFIRMED = ("play", "discard", "clear")
"""Questions with a button that does it, beside the one that goes back."""
ALONE = {"token": "token", "part-all": "all-as-shown", "keep-all": "all-as-shown"}
"""Questions with one button and its text."""
CONFIRM_BUTTON = """(text) => {
  const button = document.querySelector(".hu-cancel").cloneNode(true);
  button.className = "primary hu-go";
  button.querySelector(".hu-word").textContent = text;
  document.querySelector(".hu-buttons").prepend(button);
}"""
PUT = """([selector, text]) => {
  const node = document.querySelector(selector);
  const before = node.textContent;
  node.textContent = text;
  return before;
}"""


@pytest.fixture(scope="module")
def tables(server: SeededRemote, pytestconfig: pytest.Config) -> Prepared:
    server.set_seed(seed_of(pytestconfig.getoption("seed"), "room"))
    return prepare(server.base, TABLES)


@pytest.fixture(params=LOCALES)
def visitor(
    request: pytest.FixtureRequest, browser: Browser, tables: Prepared, seed: int
) -> Iterator[Visitor]:
    """Ann with a phone, who sits at all the tables."""
    context = browser.new_context(
        **SIZES["phone"], locale=LOCALES[request.param], reduced_motion="reduce"
    )
    tables.enter(context)
    context.add_init_script("if (location.protocol !== 'about:') localStorage.name ??= 'Ann'")
    context.add_init_script(f"({script('pending')})()")
    seen = Visitor(context, tables.base, True, Random(seed))
    yield seen
    troubles = seen.troubles()
    seen.leave()
    assert not troubles, "\n".join(troubles)


def too_long(visitor: Visitor, place: str) -> list[str]:
    visitor.page.evaluate(UNFOLD)
    visitor.page.evaluate("document.fonts.ready")
    visitor.page.evaluate(SETTLED)
    return [f"{place}: {each}" for each in visitor.page.evaluate(ROOM)]


def language_of(visitor: Visitor) -> str:
    return str(visitor.page.evaluate("document.documentElement.lang"))


def replaced(visitor: Visitor, selector: str, keys: dict[str, str], place: str) -> list[str]:
    """The same place with other texts in one of its labels, which is given its own back."""
    found = []
    for key, text in keys.items():
        before = visitor.page.evaluate(PUT, [selector, text])
        found += [f"{key}, {each}" for each in too_long(visitor, place)]
        visitor.page.evaluate(PUT, [selector, before])
    return found


def said(language: str, name: str, **values: str) -> str:
    text = str(i18n.lookup(language, f"web_horns_up.{name}")).replace("{n}", "2")
    return text.format(**values) if values else text


def longest(language: str, slugs: tuple[str, ...] = ("",)) -> str:
    """The longest name of these cards, or of all."""
    names: dict[str, str] = i18n.catalogue(language, "cards")["names"]
    return max((names[slug] for slug in names if slug.startswith(slugs)), key=len)


def before_tables(visitor: Visitor) -> Iterator[str]:
    visitor.go("/", ".home")
    yield "home"
    for game in (CONCERT, DICE):
        table = visitor.open_table(game, ["me", "easy", "open", "open"], start=False)
        visitor.go(f"/t/{table}", ".lobby-go .loud")
        yield f"lobby of {game}"


def test_home_and_lobby(visitor: Visitor) -> None:
    found = [each for place in before_tables(visitor) for each in too_long(visitor, place)]
    assert not found, "\n".join(found)


def test_the_bar_in_a_turn(visitor: Visitor, tables: Prepared) -> None:
    visitor.go(f"/t/{tables.tables[TABLES[0]]}", ".hu-end")
    language = language_of(visitor)
    found = too_long(visitor, "turn")
    labels = {name: said(language, name) for name in END_BUTTON}
    found += replaced(visitor, ".hu-end .hu-word", labels, "bar")
    questions = {f"ask.{name}": said(language, f"ask.{name}") for name in ASKED_FREELY}
    found += replaced(visitor, ".hu-ask", questions, "bar")
    visitor.page.evaluate("document.querySelector('.hu-buttons').hidden = true")
    found += replaced(visitor, ".hu-ask", {"ask.enter": said(language, "ask.enter")}, "bar")
    assert not found, "\n".join(found)


def test_the_bar_with_a_chosen_card(visitor: Visitor, tables: Prepared) -> None:
    visitor.go(f"/t/{tables.tables[TABLES[0]]}", ".hu-end")
    language = language_of(visitor)
    visitor.page.keyboard.press("1")
    visitor.wait_for(".hu-cancel")
    found = too_long(visitor, "a card is chosen")
    questions = {}
    for name, slugs in ASKED_OF_A_CARD.items():
        card = longest(language, slugs)
        questions[f"ask.{name}"] = said(language, f"ask.{name}", card=card, wall=card)
    found += replaced(visitor, ".hu-ask", questions, "bar")
    visitor.page.evaluate("document.querySelector('.hu-turn')?.remove()")
    visitor.page.evaluate(CONFIRM_BUTTON, "")
    card = longest(language)
    for ask in CONFIRMED:
        visitor.page.evaluate(PUT, [".hu-go .hu-word", said(language, f"do.{ask}")])
        question = said(language, f"ask.{ask}", card=card)
        found += replaced(visitor, ".hu-ask", {f"ask.{ask}": question}, "bar")
    visitor.page.evaluate("document.querySelector('.hu-cancel').remove()")
    for ask, do in ALONE.items():
        visitor.page.evaluate(PUT, [".hu-go .hu-word", said(language, f"do.{do}")])
        found += replaced(visitor, ".hu-ask", {f"ask.{ask}": said(language, f"ask.{ask}")}, "bar")
    assert not found, "\n".join(found)


def test_the_dice_table(visitor: Visitor, tables: Prepared) -> None:
    visitor.go(f"/t/{tables.tables[TABLES[1]]}", ".dice-foot")
    found = too_long(visitor, "dice")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("wanted", TABLES[:2], ids=str)
def test_the_menu(visitor: Visitor, tables: Prepared, wanted: Wanted) -> None:
    visitor.go(f"/t/{tables.tables[wanted]}", ".tbl-seats")
    visitor.page.keyboard.press("m")
    visitor.wait_for("dialog .menu-list")
    found = too_long(visitor, "menu")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("wanted", TABLES[2:], ids=str)
def test_the_end(visitor: Visitor, tables: Prepared, wanted: Wanted) -> None:
    visitor.go(f"/t/{tables.tables[wanted]}", ".end-bar")
    found = too_long(visitor, "end")
    visitor.press(".end-bar button")
    visitor.wait_for("dialog.end .end-main")
    found += too_long(visitor, "result")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("style", ["width:3em;overflow:hidden", "width:3em;white-space:nowrap"])
def test_a_label_without_room_would_be_found(visitor: Visitor, style: str) -> None:
    visitor.go("/", ".home")
    assert too_long(visitor, "home") == []
    visitor.page.evaluate(f"document.querySelector('button.loud').style.cssText = '{style}'")
    assert too_long(visitor, "home")
