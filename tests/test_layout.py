"""Sizes that keep the code readable: modules in a folder, lines in a file, lines of the server."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "hornsup"
SERVER = PACKAGE / "server"
MIGRATIONS = SERVER / "storage" / "migrations"

MOST_MODULES_IN_A_FOLDER = 14
MOST_LINES_OF_A_FILE = 400
MOST_LINES_OF_A_SERVER_FILE = 350
MOST_LINES_OF_THE_SERVER = 5_500


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
