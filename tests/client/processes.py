"""`hornsup bot` as a person starts it: a process of its own, and what it prints."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hornsup.client import request
from tests.conftest import ROOT
from tests.services import wait_until

FAST = {"frame_rate": 1000, "frame_burst": 5000}
GAMES = {"raise-your-horns": ["--option", "end_value=2"], "horns-up": []}


class BotProcess:
    """`hornsup bot` in a process of its own, and what it prints."""

    def __init__(self, folder: Path, name: str, address: str, *words: str) -> None:
        self.name = name
        self.trace = folder / f"{name}.trace"
        self.out, self.err = folder / f"{name}.out", folder / f"{name}.err"
        command = [sys.executable, "-m", "hornsup", "bot", address, *words]
        paths = [str(ROOT / "examples"), os.environ.get("PYTHONPATH", "")]
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = subprocess.Popen(
                [*command, "--name", name, "--trace", str(self.trace)],
                stdout=out,
                stderr=err,
                cwd=folder,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
            )

    @property
    def output(self) -> str:
        return self.out.read_text() + self.err.read_text()

    def wait_for(self, pattern: str, seconds: float = 60.0) -> re.Match[str]:
        """Wait until its output matches."""

        def matches() -> bool:
            if self.process.poll() not in (None, 0):
                raise AssertionError(f"{self.name} ended: {self.output}")
            return re.search(pattern, self.output) is not None

        wait_until(matches, f"{self.name} printing {pattern!r}", seconds)
        found = re.search(pattern, self.output)
        assert found is not None
        return found

    def finish(self, seconds: float = 90.0) -> None:
        code = self.process.wait(seconds)
        assert code == 0, f"{self.name}: {self.output}"
        assert "the game is over" in self.output

    def lines(self) -> list[str]:
        """The trace so far, without a last line that is not finished."""
        text = self.trace.read_text() if self.trace.exists() else ""
        return text[: text.rfind("\n") + 1].splitlines()

    def frames(self, direction: str) -> list[dict[str, Any]]:
        return [json.loads(line[2:]) for line in self.lines() if line.startswith(direction)]

    def acknowledged(self) -> int:
        answers = (line for line in self.lines() if line.startswith('< {"type":"answer"'))
        return sum('"ok":true' in line for line in answers)


@contextmanager
def bot_processes() -> Iterator[list[BotProcess]]:
    """A list of bots; those still running at the end are killed."""
    started: list[BotProcess] = []
    try:
        yield started
    finally:
        for bot in started:
            if bot.process.poll() is None:
                bot.process.kill()
            bot.process.wait(10)


def open_table(folder: Path, base: str, started: list[BotProcess], game: str, *words: str) -> str:
    """Start a bot that opens a table; gives the link of the table."""
    options = GAMES[game]
    started.append(BotProcess(folder, "host", base, "--new", game, *options, *words))
    return started[0].wait_for(r"http://\S+/t/[0-9a-f]{32}")[0]


def record_of(base: str, link: str) -> dict[str, Any]:
    found: dict[str, Any] = request(base, "GET", f"/api/tables/{link[-32:]}/record")
    return found


def complaint(folder: Path, address: str, *words: str) -> str:
    """The one line on stderr with which `hornsup bot` ends."""
    done = subprocess.run(
        [sys.executable, "-m", "hornsup", "bot", address, *words],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=folder,
        check=False,
    )
    assert done.returncode == 1, (done.returncode, done.stdout, done.stderr)
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("hornsup: ")
    return lines[0].removeprefix("hornsup: ")
