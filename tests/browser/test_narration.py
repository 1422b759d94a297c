"""What a screen reader says of whole games that are played by keys, without motion and sound.

build/narration/ gets the texts, to be read by eyes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import PageAt
from tests.browser.players import typist
from tests.browser.test_games import SHORT
from tests.browser.tour import CONCERT, DICE
from tests.browser.visitor import Visitor, script

LISTEN = f"({script('narration')})()"
SPOKEN = """async ([game, told]) => {
  const { gamePage } = await import("/web/js/catalogue.js");
  return told.map(([text, view]) => gamePage(game).spoken(text, view));
}"""
QUIET_SECONDS = 0.5
Said = tuple[str, str]
"""A live region and what it said."""


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        (CONCERT, 3, SHORT[CONCERT]),
        (CONCERT, 5, {"entrance_distance": 7}),
        (DICE, 4, {"end_value": 2}),
    ],
    ids=["horns-up-3", "horns-up-5", "raise-your-horns-4"],
)
def test_every_event_is_announced_once_and_in_order(
    page_at: PageAt,
    pytestconfig: pytest.Config,
    game: str,
    players: int,
    options: dict[str, object],
) -> None:
    visitor = page_at()
    visitor.context.add_init_script(LISTEN)
    seats = ["me", *["easy"] * (players - 1)]
    table = visitor.open_table(game, seats, options=options)
    visitor.go(f"/t/{table}", ".tbl")
    typist(game, visitor).play()
    visitor.wait_for("dialog.end")
    visitor.page.wait_for_timeout(QUIET_SECONDS * 1000)
    said: list[Said] = [(region, text) for region, text in narration(visitor)]
    write(pytestconfig.rootpath / "build" / "narration" / f"{game}-{players}.txt", said)
    expected = spoken(visitor, game)
    assert len(expected) > 20
    missing, more = compare(expected, [text for region, text in said if region == "polite"])
    assert not missing, "not announced in their turn:\n" + "\n".join(missing)
    again = [text for text in more if any(sentence in text for sentence in expected)]
    assert not again, "announced once more:\n" + "\n".join(again)
    assert any(region == "assertive" for region, _ in said), "nobody was called to their turn"


def narration(visitor: Visitor) -> list[list[str]]:
    found: list[list[str]] = visitor.page.evaluate("window.narration")
    return found


def spoken(visitor: Visitor, game: str) -> list[str]:
    """The sentences of all events that came after the page was opened, as they are to be said."""
    told = list(told_by_updates(visitor))
    found: list[str] = visitor.page.evaluate(SPOKEN, [game, told])
    return found


def told_by_updates(visitor: Visitor) -> Iterator[tuple[str, object]]:
    """Each sentence with the view that came with it."""
    view: dict[str, object] = {}
    for way, message in visitor.frames.order:
        if way == "<" and message["type"] in ("welcome", "update"):
            view = message.get("view") or {**view, **(message.get("patch") or {})}
        if way == "<" and message["type"] == "update":
            for event in message.get("events") or []:
                yield event["text"], view


def compare(expected: list[str], said: list[str]) -> tuple[list[str], list[str]]:
    """Sentences that were left out, and what was said beside them.

    A live region may say several sentences at once, joined by spaces.
    """
    missing: list[str] = []
    more: list[str] = []
    waiting = list(expected)
    for text in said:
        rest = text
        while rest:
            skipped = heard_first(rest, waiting)
            if skipped is None:
                aside, rest = until_known(rest, waiting)
                more.append(aside)
                continue
            missing += waiting[:skipped]
            rest = rest[len(waiting[skipped]) :].lstrip()
            del waiting[: skipped + 1]
    return missing + waiting, more


def heard_first(text: str, waiting: list[str]) -> int | None:
    """Which of the waiting sentences a text begins with."""
    for number, sentence in enumerate(waiting):
        if text == sentence or text.startswith(f"{sentence} "):
            return number
    return None


def until_known(text: str, waiting: list[str]) -> tuple[str, str]:
    """The part of a text before the next sentence that is due, and the rest."""
    at = text.find(waiting[0], 1) if waiting else -1
    return (text, "") if at < 0 else (text[:at].rstrip(), text[at:])


def write(target: Path, said: list[Said]) -> None:
    """One line for each announcement; those that interrupt have an exclamation mark before them."""
    target.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"{'! ' if region == 'assertive' else '  '}{text}" for region, text in said]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
