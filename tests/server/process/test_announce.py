"""What `hornsup serve` prints."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hornsup.server.process.announce import lan_address


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """`hornsup serve` in a terminal, ended at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "hornsup", "serve", "--no-open", "--data", str(folder), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_phones_are_shown_a_code_to_scan(tmp_path: Path) -> None:
    with serving(tmp_path, "--lan", "--port", "0") as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        found = re.fullmatch(r"hornsup is open: http://(.+):(\d+)\n", first)
        assert found is not None, first
        assert found[1] == lan_address()
        assert "scan this" in process.stdout.readline()
        drawn = [process.stdout.readline() for _ in range(12)]
        assert sum(sign in "▀▄█" for line in drawn for sign in line) > 100
