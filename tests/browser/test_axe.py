"""axe finds nothing in any state that a whole game reaches; test_tour looks at fresh pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from tests.browser.conftest import PageAt
from tests.browser.players import Offer, Player, Rocker, player
from tests.browser.test_games import SHORT
from tests.browser.test_learn import ASKED, Learner
from tests.browser.tour import CONCERT, DICE, opened, shell_dialogs, sides, why
from tests.browser.visitor import Visitor, script

AXE = script("axe")
EVERY = 25
"""Between two new kinds of states, every so many taps the page is looked at all the same."""
LESSONS = {CONCERT: "tickets", DICE: "dice-off"}


class Inspector:
    """Runs axe on a visitor's page, in both themes, and keeps what it finds, each thing once."""

    def __init__(self, visitor: Visitor, source: str) -> None:
        self.visitor = visitor
        self.source = source
        self.places: list[str] = []
        self.found: dict[str, str] = {}
        self.last = 0

    def look(self, place: str) -> None:
        page = self.visitor.page
        if not page.evaluate("typeof axe === 'object'"):
            page.evaluate(self.source)
        self.places.append(place)
        for fault in page.evaluate(AXE):
            self.found.setdefault(fault, place)

    def look_at_all(self, places: Iterable[str]) -> None:
        for place in places:
            self.look(place)

    def follow(self, someone: Player, offer: Offer) -> None:
        """Look at the first state of each kind, and at one now and then."""
        place = kind_of(offer, self.visitor)
        if place not in self.places or someone.taps >= self.last + EVERY:
            self.last = someone.taps
            self.look(place)

    def report(self) -> str:
        faults = "\n".join(f"{place}, {fault}" for fault, place in self.found.items())
        return f"looked at {self.places}; found\n{faults}"


def kind_of(offer: Offer, visitor: Visitor) -> str:
    """What somebody who looks at the page is asked or shown."""
    asks = ("pass", "choices", "go", "token", "cancel", "dice", "buttons", "seats")
    asked = [each for each in asks if offer[each]]
    roles = sorted({cell["role"] for cell in offer["cells"]})
    moment = ["a moment"] if visitor.sees(".hu-moment, .dice-moment") else []
    turn = "own turn" if offer["mine"] else "others' turn"
    return ", ".join([turn, *asked, *roles, *moment])


@pytest.mark.timeout(600)
@pytest.mark.parametrize("size", ["laptop", "phone"])
@pytest.mark.parametrize("game", [CONCERT, DICE])
def test_axe_finds_nothing_in_any_state_of_a_game(
    page_at: PageAt, axe_source: str | None, game: str, size: str
) -> None:
    if axe_source is None:
        pytest.skip("axe-core is not here: it comes with `make web`, which needs npm")
    visitor = page_at(size)
    inspector = Inspector(visitor, axe_source)
    table = visitor.open_table(game, ["me", "easy", "easy"], start=False, options=SHORT[game])
    visitor.go(f"/t/{table}", ".lobby")
    inspector.look("lobby")
    visitor.press(".lobby button.primary.loud")
    visitor.wait_for(".tbl")
    play_inspected(inspector, game)
    inspector.look_at_all(after_the_end(visitor, table))
    assert not inspector.found, inspector.report()


@pytest.mark.parametrize("size", ["laptop", "phone"])
@pytest.mark.parametrize("game", [CONCERT, DICE])
def test_axe_finds_nothing_in_any_state_of_a_lesson(
    page_at: PageAt, axe_source: str | None, game: str, size: str
) -> None:
    if axe_source is None:
        pytest.skip("axe-core is not here: it comes with `make web`, which needs npm")
    inspector = Inspector(page_at(size), axe_source)
    inspector.look_at_all(lesson(inspector.visitor, LESSONS[game]))
    assert not inspector.found, inspector.report()


def play_inspected(inspector: Inspector, game: str) -> None:
    """A whole game; in the first turn also what can be opened beside it."""
    visitor = inspector.visitor
    someone = player(game, visitor)

    def goes_on(offer: Offer) -> bool:
        inspector.follow(someone, offer)
        return not offer["over"]

    if isinstance(someone, Rocker):
        someone.play_while(lambda offer: goes_on(offer) and not in_turn(offer), 60)
        inspector.look_at_all(beside_a_turn(visitor))
    someone.play_while(goes_on, 400, 600)


def in_turn(offer: Offer) -> bool:
    return bool(offer["mine"] and offer["end"] and offer["cards"])


def beside_a_turn(visitor: Visitor) -> Iterator[str]:
    """What a turn of Horns Up can open, as test_tour does on a fresh page."""
    yield from opened(visitor, "why", lambda: why(visitor), ".hu-bubble", close=False)
    visitor.page.keyboard.press("Escape")
    yield from opened(visitor, "list of moves", lambda: visitor.press(".hu-list"))
    held = visitor.page.locator(".hu-held").first
    yield from opened(visitor, "card inspector", lambda: held.click(button="right"))
    yield from shell_dialogs(visitor)
    yield from sides(visitor)


def after_the_end(visitor: Visitor, table: str) -> Iterator[str]:
    visitor.wait_for("dialog.end")
    yield "end dialog"
    visitor.page.keyboard.press("Escape")
    visitor.page.locator("dialog.end").wait_for(state="detached")
    yield "end bar"
    visitor.go(f"/replay/{table}", ".rp-slider")
    visitor.page.keyboard.press("End")
    yield "replay at its end"
    visitor.page.locator(".rp-slider").fill("7")
    yield "replay"
    visitor.go(f"/tv/{table}", ".tv-table")
    visitor.wait_for(".tv-end:not([hidden])")
    yield "shared screen at the end"


def lesson(visitor: Visitor, name: str) -> Iterator[str]:
    visitor.go(f"/learn?lesson={name}", ".ln-text")
    learner = Learner(visitor)
    learner.read_lesson()
    for number, taps in enumerate(ASKED[name]):
        yield f"lesson {name}, step {number}"
        learner.step(taps)
    visitor.wait_for(".ln.done .ln-buttons a.primary")
    yield f"lesson {name}, done"
