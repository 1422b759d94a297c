"""No word stands on two lines, on the pages that lead to a table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.conftest import PageAt
from tests.browser.visitor import LOCALES, Visitor
from tests.browser.words import broken_words

DICE, CONCERT = "raise-your-horns", "horns-up"
WIDTHS = {"phone": (360, 390), "laptop": (820, 1280)}
UNFOLD = "for (const each of document.querySelectorAll('details')) each.open = true"


def places(visitor: Visitor, host: Visitor) -> Iterator[str]:
    """Every page before a table, with everything unfolded."""
    visitor.page.route("**/api/tables/watch", lambda route: route.fulfill(json=[]))
    visitor.open_table(CONCERT, ["me", "easy", "easy"])
    visitor.go("/").wait_for(".home-now .table-row")
    yield "home"
    for game in (CONCERT, DICE):
        visitor.go(f"/rules/{game}")
        yield f"rules of {game}"
    visitor.go("/learn")
    yield "lessons"
    for game in (CONCERT, DICE):
        table = visitor.open_table(game, ["me", "me", "easy", "open"], start=False)
        visitor.go(f"/t/{table}", ".lobby-go .loud")
        yield f"lobby of {game}"
    theirs = host.open_table(DICE, ["me", "open", "open"], start=False, undo="off", public=True)
    visitor.go(f"/t/{theirs}", ".lobby-go .loud")
    yield "lobby of somebody else"
    visitor.page.evaluate("localStorage.setItem('made-up-name', localStorage.getItem('name'))")
    visitor.go(f"/t/{theirs}", ".ask-name")
    yield "the question for a name"


@pytest.mark.parametrize("size", WIDTHS)
@pytest.mark.parametrize("language", LOCALES)
def test_no_word_is_broken(page_at: PageAt, size: str, language: str) -> None:
    visitor, host = page_at(size, language), page_at(name="Bea")
    found = []
    for place in places(visitor, host):
        visitor.page.evaluate(UNFOLD)
        for width in WIDTHS[size]:
            visitor.page.set_viewport_size({"width": width, "height": 844})
            found += [f"{place} at {width}: {each}" for each in broken_words(visitor)]
    assert visitor.page.evaluate("document.documentElement.lang") == language
    assert not found, "\n".join(found)


def test_a_broken_word_would_be_found(page_at: PageAt) -> None:
    visitor = page_at().go("/learn")
    assert broken_words(visitor) == []
    visitor.page.evaluate("document.querySelector('h1').style.width = '2em'")
    assert broken_words(visitor)
