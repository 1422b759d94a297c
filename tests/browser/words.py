"""How the words of a page stand on it, for every page that wants to know."""

from __future__ import annotations

from tests.browser.visitor import Visitor, script

BROKEN = script("broken")


def broken_words(visitor: Visitor) -> list[str]:
    """Words of the page, as it is shown now, that are broken in the middle."""
    return list(visitor.page.evaluate(BROKEN))
