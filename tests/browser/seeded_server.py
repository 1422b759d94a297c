"""`hornsup serve` with repeatable randomness: what is drawn depends on the seed in a file.

The deal of a table is made from its id, its secret and the players' contributions. Ids, secrets and
the seeds of the bots' decisions are drawn here from the seed that is in the file at that moment,
one stream for each kind and size of draw. Session tokens and table codes stay random: no game
depends on them.
"""

from __future__ import annotations

import os
import secrets
from base64 import urlsafe_b64encode
from collections import Counter
from hashlib import shake_256
from pathlib import Path
from typing import Any, Final

SEED_FILE: Final = "HORNSUP_TEST_SEED_FILE"


class SeededRandom:
    """The draws of the server; another seed in the file begins all streams anew."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seed = ""
        self._draws: Counter[str] = Counter()

    def token_bytes(self, size: int) -> bytes:
        return self._draw("bytes", size)

    def token_hex(self, size: int) -> str:
        return self._draw("hex", size).hex()

    def randbits(self, bits: int) -> int:
        return int.from_bytes(self._draw("bits", (bits + 7) // 8), "big") % (1 << bits)

    def _draw(self, kind: str, size: int) -> bytes:
        seed = self._file.read_text()
        if seed != self._seed:
            self._seed = seed
            self._draws.clear()
        stream = f"{kind}/{size}"
        self._draws[stream] += 1
        return shake_256(f"{seed}/{stream}/{self._draws[stream]}".encode()).digest(size)


def token_urlsafe(size: int) -> str:
    """As in `secrets`, where it would draw from the stream of `token_bytes`."""
    return urlsafe_b64encode(os.urandom(size)).rstrip(b"=").decode()


def main() -> None:
    source: Any = SeededRandom(Path(os.environ[SEED_FILE]))
    module: Any = secrets
    module.token_urlsafe = token_urlsafe
    for name in ("token_bytes", "token_hex", "randbits"):
        setattr(module, name, getattr(source, name))

    from hornsup.cli import main as run

    run()


if __name__ == "__main__":
    main()
