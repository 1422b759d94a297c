"""`hornsup serve` whose time tests move: a file says by how many seconds it is ahead."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from hornsup.play.runtime import SteadyClock
from hornsup.server.config import from_environment
from hornsup.server.process.serve import serve
from hornsup.server.runtime import Runtime
from tests.browser.seeded_server import SEED_FILE, SeededRandomness

TIME_FILE: Final = "HORNSUP_TEST_TIME_FILE"


class FileClock(SteadyClock):
    """The clock of this machine and what the file adds; durations are not touched."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file

    def now(self) -> int:
        return super().now() + int(self._file.read_text()) * 1000


def main() -> None:
    settings: dict[str, Any] = {"clock": FileClock(Path(os.environ[TIME_FILE]))}
    if SEED_FILE in os.environ:
        settings["random"] = SeededRandomness(Path(os.environ[SEED_FILE]))
    serve(from_environment(), open_page=False, runtime=Runtime(**settings))


if __name__ == "__main__":
    main()
