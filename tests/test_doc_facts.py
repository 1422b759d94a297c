"""Facts that the pages repeat: keys and buttons of the client, figures of other pages, seats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hornsup import i18n
from hornsup.core import registry
from hornsup.core.notation import seat_letter
from hornsup.play.codes import read_code
from hornsup.play.settings import MOST_PLAYERS
from tests.conftest import ROOT
from tests.test_docs import DOCS, PAGES, README, name_of, rows

# --- the page for players ---------------------------------------------------------------------

PLAY, WEB = DOCS / "play.md", ROOT / "src" / "hornsup" / "web" / "js"
KEYS = (
    "ui/table/menu.js",
    "games/horns-up/choosing/keys.js",
    "games/raise-your-horns/component.js",
)
NAMED_BUTTON = re.compile(r"(?:[Pp]ress |^- )\*\*([^*]+)\*\*", re.MULTILINE)
CODE = re.compile(r"(?<=8000/)[A-Z0-9]+|(?<=codes/)[A-Z0-9]+|(?<=such as `)[A-Z0-9]{5,}(?=`)")
SHORTCUT = re.compile(r"^ +\[(.+), (?:said|t|say)\(", re.MULTILINE)
NAMED_KEY = re.compile(r'(?:\$\{)?(?:app\.)?t\("([^"]+)"\)\}?')


@pytest.mark.parametrize("module", [*KEYS, "pages/replay/menu.js"])
def test_the_page_for_players_has_every_shortcut(module: str) -> None:
    told = "\n".join(row[0] for row in rows(PLAY))
    keys = [key_of(found) for found in SHORTCUT.findall((WEB / module).read_text(encoding="utf-8"))]
    assert len(keys) >= 3
    assert [key for key in keys if key not in told] == []


def key_of(expression: str) -> str:
    """The keys that an expression of the client names in English."""
    named = expression.replace("${shift}", i18n.text("en", "web.keys.key-shift"))
    return NAMED_KEY.sub(lambda key: i18n.text("en", key[1]), named).strip('"`')


@pytest.mark.parametrize("page", [README, PLAY], ids=name_of)
def test_buttons_have_the_names_that_the_pages_give_them(page: Path) -> None:
    """A name in bold is a text of the browser client."""
    known = {
        value
        for topic in ("web", "web_more", "web_review", "web_horns_up", "web_learn")
        for value in texts(i18n.catalogue("en", topic))
    }
    found = NAMED_BUTTON.findall(page.read_text(encoding="utf-8"))
    named = [" ".join(name.split()) for name in found]
    assert len(named) >= 2
    assert [name for name in named if name not in {*known, "?"}] == []


def texts(table: dict[str, Any]) -> Iterator[str]:
    for value in table.values():
        if isinstance(value, dict):
            yield from texts(value)
        else:
            yield value


def test_the_page_for_players_counts_the_lessons() -> None:
    lessons = [path.stem for path in (ROOT / "src/hornsup/play/lessons").glob("*.toml")]
    dice = [name for name in lessons if name.startswith("dice-")]
    assert (len(lessons), len(dice)) == (11, 3)
    assert "eleven lessons: eight for Horns Up, three for Raise Your" in PLAY.read_text("utf-8")


# --- figures that two pages give --------------------------------------------------------------


def test_the_memory_of_idle_tables_and_sockets_is_that_of_the_benchmarks() -> None:
    measured = (DOCS / "benchmarks.md").read_text(encoding="utf-8")
    deploy = (DOCS / "deploy.md").read_text(encoding="utf-8")
    found = re.search(
        r"idle tables take ([\d.]+) kB each.*idle sockets, ([\d.]+) kB each", measured
    )
    assert found
    table, socket = found.groups()
    assert re.search(rf"^\| memory of a table at rest .*\| {table} kB \|$", deploy, re.M)
    assert f"| memory of a socket at rest | {socket} kB |" in deploy
    assert f"5,000 × {table} kB + 20,000 × {socket} kB" in deploy


def test_the_page_of_notation_has_the_seats_of_both_games() -> None:
    text = " ".join((DOCS / "notation.md").read_text(encoding="utf-8").split())
    for name, title in (("horns-up", "Horns Up"), ("raise-your-horns", "Raise Your Horns!")):
        seats = registry.get(name).seats
        last = seat_letter(seats[-1] - 1)
        told = rf"{title} has {seats[0]} to {seats[-1]}(?: players)?, seats `A` to `{last}`"
        assert re.search(told, text), told
    assert f"at most {MOST_PLAYERS}, seats `A` to `{seat_letter(MOST_PLAYERS - 1)}`" in text


def test_pages_show_codes_that_a_table_can_have() -> None:
    shown = {code for page in PAGES for code in CODE.findall(page.read_text(encoding="utf-8"))}
    assert shown >= {"HRNS42", "ABC234"}
    assert [code for code in shown if read_code(code) is None] == []


def test_the_home_page_says_how_long_the_box_says() -> None:
    for language in i18n.LANGUAGES:
        assert "40 minut" in i18n.text(language, "web.home.about.horns-up")
    assert "says 40 minutes" in PLAY.read_text(encoding="utf-8")
