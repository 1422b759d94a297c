"""Sizes that keep the code readable: modules in a folder, lines in a file, lines of the server."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "hornsup"
SERVER = PACKAGE / "server"
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
MODULE = re.compile(r"`(?:src/hornsup/)?((?:cli|server|client|lab|play|core|art|i18n)/[\w/]+\.py)`")
MIGRATIONS = SERVER / "storage" / "migrations"

MOST_MODULES_IN_A_FOLDER = 14
MOST_MODULES_OF_THE_PAGE = 18
MOST_LINES_OF_A_FILE = 400
MOST_LINES_OF_A_SERVER_FILE = 350
MOST_LINES_OF_THE_SERVER = 9_900


def lines_below(folder: Path) -> dict[str, int]:
    """The length of every module but the migrations."""
    return {
        path.relative_to(PACKAGE).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in sorted(folder.rglob("*.py"))
        if MIGRATIONS not in path.parents
    }


def longer_than(limit: int, lengths: dict[str, int]) -> dict[str, int]:
    return {name: length for name, length in lengths.items() if length > limit}


def test_no_file_is_too_long() -> None:
    assert longer_than(MOST_LINES_OF_A_FILE, lines_below(PACKAGE)) == {}
    assert longer_than(MOST_LINES_OF_A_SERVER_FILE, lines_below(SERVER)) == {}


def test_the_server_is_small() -> None:
    assert sum(lines_below(SERVER).values()) <= MOST_LINES_OF_THE_SERVER


def test_no_folder_of_the_server_has_too_many_modules() -> None:
    """`__init__.py` says what the folder holds and is not counted."""
    counts: dict[str, int] = {}
    for name in lines_below(SERVER):
        folder, _, module = name.rpartition("/")
        counts[folder] = counts.get(folder, 0) + (module != "__init__.py")
    assert "server/storage" in counts
    assert {
        folder: count for folder, count in counts.items() if count > MOST_MODULES_IN_A_FOLDER
    } == {}


def test_no_folder_of_the_page_has_too_many_modules() -> None:
    counts = Counter(path.parent for path in (PACKAGE / "web" / "js").rglob("*.js"))
    assert counts[PACKAGE / "web" / "js" / "ui" / "story"] > 0
    assert {folder for folder, count in counts.items() if count > MOST_MODULES_OF_THE_PAGE} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_that_a_page_names_exist(page: Path) -> None:
    named = MODULE.findall(page.read_text(encoding="utf-8"))
    assert [name for name in named if not (PACKAGE / name).is_file()] == []
