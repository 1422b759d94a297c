"""`hornsup serve` with repeatable randomness: what is drawn depends on the seed in a file.

The deal of a table is made from its id, its secret and the players' contributions. Ids, secrets and
the seeds of the bots' decisions are drawn here from the seed that is in the file at that moment,
one stream for each purpose. Everything else stays random: no game depends on it.
"""

from __future__ import annotations

import os
from collections import Counter
from hashlib import shake_256
from pathlib import Path
from typing import Final

from hornsup.play.runtime import Purpose
from hornsup.server.config import from_environment
from hornsup.server.process.serve import serve
from hornsup.server.runtime import Runtime

SEED_FILE: Final = "HORNSUP_TEST_SEED_FILE"
SEEDED: Final = ("table", "secret", "bot")


class SeededRandomness:
    """The draws of the server; another seed in the file begins all streams anew."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seed = ""
        self._draws: Counter[str] = Counter()

    def token_bytes(self, count: int, purpose: Purpose) -> bytes:
        if purpose not in SEEDED:
            return os.urandom(count)
        seed = self._file.read_text()
        if seed != self._seed:
            self._seed = seed
            self._draws.clear()
        self._draws[purpose] += 1
        return shake_256(f"{seed}/{purpose}/{self._draws[purpose]}".encode()).digest(count)


def main() -> None:
    runtime = Runtime(random=SeededRandomness(Path(os.environ[SEED_FILE])))
    serve(from_environment(), open_page=False, runtime=runtime)


if __name__ == "__main__":
    main()
