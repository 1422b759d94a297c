"""What a page has played, as the script `listening` counts it."""

from __future__ import annotations

from tests.browser.visitor import Visitor, script

LISTENING = f"({script('listening')})()"
VARIANTS = """import('/web/js/sound/sounds.js').then(({ SOUNDS }) =>
  Object.values(SOUNDS).reduce((sum, { variants = 1 }) => sum + variants, 0))"""


def heard(visitor: Visitor, what: str = "starts") -> int:
    return int(visitor.page.evaluate(f"window.heard.{what}"))


def first_tap(visitor: Visitor) -> None:
    """The first act of a visitor, after which the device plays."""
    visitor.press("h1")
    visitor.until(lambda: visitor.page.evaluate("window.audio?.state") == "running", "the audio")


def made(visitor: Visitor) -> None:
    """Wait until the sounds are made: one that is not is late, and left out."""
    count = visitor.page.evaluate(VARIANTS)
    visitor.until(lambda: heard(visitor, "made") >= count, "the making of all sounds")
