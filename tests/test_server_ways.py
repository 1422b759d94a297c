"""docs/server-code.md draws the ways through the server: they exist, and a move goes that way."""

from __future__ import annotations

import asyncio
import importlib
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import hornsup
from tests.conftest import ROOT
from tests.server.harness import local_server
from tests.server.players import all_at, mover, people_at_table, play_on

PAGE = (ROOT / "docs" / "server-code.md").read_text(encoding="utf-8")
PACKAGE = str(Path(hornsup.__file__).parent)
MODULE = re.compile(r"`((?:play|server)/[\w/]+\.py)`")
NAME = re.compile(r"`([\w.]+)`")
MOST_MODULES = 14
CLOCK = "play/runtime.py"
"""Whatever happens reads the clock; it is no step of the way."""


def ways() -> dict[str, list[tuple[list[str], list[str]]]]:
    """By name: the rows of each way, as modules and functions."""
    found: dict[str, list[tuple[list[str], list[str]]]] = {}
    for name, table in re.findall(r"<!-- way: (\w+) -->(.*?)<!-- end of way -->", PAGE, re.S):
        rows = [row.split("|") for row in table.splitlines() if MODULE.search(row)]
        found[name] = [(MODULE.findall(row[2]), NAME.findall(row[3])) for row in rows]
    return found


WAYS = ways()


def test_the_page_draws_four_ways() -> None:
    assert set(WAYS) == {"move", "bot", "opening", "page"}
    assert all(len(rows) > 4 for rows in WAYS.values())


@pytest.mark.parametrize("way", WAYS)
def test_every_function_that_is_named_exists_in_its_module(way: str) -> None:
    for modules, functions in WAYS[way]:
        for function in functions:
            assert any(has(module, function) for module in modules), f"{modules} has no {function}"


def test_everything_that_the_page_says_to_change_is_there() -> None:
    table = PAGE.split("## Where to change what")[1].split("## Modules of")[0]
    rows = [row.split("|")[2] for row in table.splitlines() if MODULE.search(row)]
    assert len(rows) >= 6
    for row in rows:
        modules = MODULE.findall(row)
        names = [name for name in NAME.findall(row) if name not in modules]
        for name in names:
            assert any(has(module, name) for module in modules), f"{name} in {modules}"


def has(module: str, name: str) -> bool:
    found: Any = importlib.import_module("hornsup." + module[:-3].replace("/", "."))
    for part in name.split("."):
        found = getattr(found, part, None)
    return found is not None


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
async def test_a_move_passes_the_modules_of_the_page_and_no_others(
    tmp_path: Path, game: str
) -> None:
    drawn = {module for modules, _ in WAYS["move"] for module in modules}
    async with (
        local_server(tmp_path, frame_rate=1000, frame_burst=5000) as server,
        people_at_table(server.base, game, 3) as lines,
    ):
        await play_on(lines, 3)
        await server.services.maintenance.stop()
        await asyncio.gather(*(live.settle() for live in server.services.registry.tables.values()))
        line = mover(lines)
        assert line is not None
        assert line.legal is not None
        with traced_modules() as passed:
            answer = await line.move(line.legal[0])
            await all_at(lines, answer.version)
    assert answer.ok
    assert passed - {CLOCK} <= drawn
    assert len(passed - {CLOCK}) <= MOST_MODULES
    assert "server/storage/group_commit.py" in passed


@contextmanager
def traced_modules() -> Iterator[set[str]]:
    """The modules of the table and the server in which a function is called."""
    passed: set[str] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(PACKAGE):
            module = file[len(PACKAGE) + 1 :]
            if module.startswith(("play/", "server/")):
                passed.add(module)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield passed
    finally:
        sys.setprofile(before)
