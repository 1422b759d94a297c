"""What somebody reads in the log of a table, and what it must say."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator

from hornsup import i18n
from tests.browser.visitor import Visitor

CELL = re.compile(r"(?<![\w,.-])(-?\d{1,2}),(\d{1,2})(?!\d)")
HEADS, SENTENCES = ".log-head", ".log-sentence"


def unfold_all(visitor: Visitor) -> None:
    folded = visitor.page.locator(f"{HEADS}[aria-expanded=false]")
    folded.evaluate_all("all => all.forEach(each => each.click())")


def place(language: str, x: str, y: str) -> str:
    """A cell in words."""
    side = "centre" if x == "0" else "left" if x[0] == "-" else "right"
    key = "stage" if (x, y) == ("0", "0") else side
    return i18n.text(language, f"web_horns_up.place.{key}", row=y, n=int(x.lstrip("-")))


def in_words(language: str, text: str) -> str:
    """A sentence of the server as the page shows and says it."""
    parted = re.sub(rf"({CELL.pattern}), (?={CELL.pattern})", r"\1{and}", text)
    said = CELL.sub(lambda found: place(language, *found.groups()), parted)
    return said.replace("{and}", i18n.text(language, "web_horns_up.place.and"))


def told(visitor: Visitor) -> list[dict[str, Any]]:
    """What the server has told, in order, each with its version."""
    found: list[dict[str, Any]] = []
    for way, frame in visitor.frames.order:
        if way != "<" or frame["type"] not in ("welcome", "update"):
            continue
        events = frame.get("events") or frame.get("missed") or []
        found += [{**each, "version": frame["version"]} for each in events]
    return found


def plain(text: str) -> str:
    return " ".join(text.split())


def symbols(uses: Locator) -> list[str]:
    """What pictures show."""
    return [
        str(each) for each in uses.evaluate_all("all => all.map(use => use.href.baseVal.slice(1))")
    ]
