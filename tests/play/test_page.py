"""The page about tables names every setting with its default, and what may change when."""

from __future__ import annotations

import msgspec

from hornsup.core.showing import LONGEST
from hornsup.games.horns_up.showing import ATTACK, WEIGHTS
from hornsup.games.raise_your_horns.showing import WEIGHTS as ROLLS
from hornsup.play.clocks import AGAIN_MS
from hornsup.play.decide import HOT_SEATS
from hornsup.play.settings import ANY_TIME, Settings
from hornsup.play.viewing import MOST_MISSED
from hornsup.play.words import CHAT_LENGTH, NAME_LENGTH
from tests.test_docs import DOCS, rows

PAGE = DOCS / "tables.md"


def test_every_setting_stands_on_the_page_with_its_default() -> None:
    told = {row[0]: row[1] for row in rows(PAGE) if row[0] not in ("Setting", "---")}
    defaults = msgspec.to_builtins(Settings("horns-up"))
    defaults["clock"] = defaults["clock"]["kind"]
    for name, value in defaults.items():
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        assert told.pop(name) == ("–" if name == "game" else shown), name
    assert not told


def test_the_numbers_on_the_page_are_those_of_the_code() -> None:
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"up to {NAME_LENGTH} characters" in text
    assert f"up to {CHAT_LENGTH} characters" in text
    assert (HOT_SEATS, AGAIN_MS) == (9, 10_000)
    assert MOST_MISSED == 400
    assert "last 400 events" in text
    assert LONGEST == 10
    during = text.partition("During the game")[2].partition("A host who gives up")[0]
    assert all(f"`{name}`" in during for name in ANY_TIME)


def test_the_steps_on_the_page_are_those_of_the_games() -> None:
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    told = text.partition("## The pace of the bots")[2].partition("## Leavers")[0]
    concert, dice = told.partition("**Raise Your Horns!**")[::2]
    for line in (
        f"{WEIGHTS['walked']:g} for a walk",
        f"{WEIGHTS['path-played']:g} for a Path",
        f"{WEIGHTS['wall-played']:g} for a Wall",
        f"{WEIGHTS['ticket-played']:g} for a Ticket",
        f"{ATTACK:g} for one against another Rocker",
        f"{WEIGHTS['stage-changed']:g} more for a Stage card",
        f"{WEIGHTS['divided']:g} more when the Wall of Death",
        f"{WEIGHTS['pushed']:g} more for each Rocker who is pushed",
    ):
        assert line in concert
    for line in (
        f"{ROLLS['rolled']:g} for a roll",
        f"{ROLLS['kept']:g} for a die",
        f"{ROLLS['off-rolled']:g} more for the off symbol",
        f"{ROLLS['round-lost']:g} more for a round",
    ):
        assert line in dice
