"""A game is one place: what serves all games names none of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "hornsup"
NAMES = re.compile(r"horns[-_]up|raise[-_]your[-_]horns|Horns Up|Raise Your Horns", re.IGNORECASE)
SUFFIXES = (".py", ".js", ".ts", ".toml", ".json", ".html", ".css", ".mako")

# What may stand anyway; it is removed before the names are looked for.
EXCEPTIONS = [
    re.compile(pattern)
    for pattern in (
        # The product's title: in the help of the command line, the description of the HTTP API,
        # the web app's manifest, the browser's title and what a phone shares.
        "Horns Up and Raise Your Horns!: two party games",
        "Tables of Horns Up and Raise Your Horns!",
        r'"(short_)?name": "Horns Up"',
        "document.title = .*Horns Up.*",
        r'navigator\.share\(\{ title: "Horns Up"',
        # The Ticket Horns Up, as a picture and as a move.
        "card-horns-up",
        "play horns-up",
    )
]
# Lesson data: each lesson says which game it teaches, and its texts name it.
LESSONS = PACKAGE / "play" / "lessons"
# The modules of the games in the browser and in the terminal.
GAME_PAGES = (PACKAGE / "web" / "js" / "games", PACKAGE / "tui" / "games")


def files(folder: str) -> list[Path]:
    found = sorted(path for path in (PACKAGE / folder).rglob("*") if path.suffix in SUFFIXES)
    apart = {LESSONS, *GAME_PAGES}
    return [path for path in found if apart.isdisjoint(path.parents)]


def named_in(path: Path) -> list[str]:
    """The lines that name a game, with their place."""
    text = path.read_text(encoding="utf-8")
    place = path.relative_to(PACKAGE).as_posix()
    for exception in EXCEPTIONS:
        text = exception.sub("", text)
    lines = enumerate(text.splitlines(), 1)
    return [f"{place}:{number}: {line.strip()}" for number, line in lines if NAMES.search(line)]


@pytest.mark.parametrize("folder", ["play", "server", "cli", "tui", "web/js"])
def test_no_game_is_named(folder: str) -> None:
    found = [line for path in files(folder) for line in named_in(path)]
    assert not found, "\n".join(found)


def test_the_names_are_found_where_they_belong() -> None:
    """The search itself works: the games' own modules have the names."""
    for module in ("games/horns_up/__init__.py", "games/raise_your_horns/__init__.py"):
        assert named_in(PACKAGE / module)
