"""The server of the browser's tests: a real process, dealing by seeds."""

from __future__ import annotations

from pathlib import Path

from tests.browser.seeded_server import SEED_FILE
from tests.server.harness import Remote


class SeededRemote(Remote):
    """A real server process whose tables are dealt from the seed that was set last."""

    module = "tests.browser.seeded_server"

    def start(self, wait: bool = True, **environment: str) -> None:
        self.set_seed(0)
        super().start(wait, **environment, **{SEED_FILE: str(self._seed_file)})

    @property
    def _seed_file(self) -> Path:
        return self.folder / "seed"

    def set_seed(self, seed: int) -> None:
        """Deal what is opened from now on by this seed; use each seed once on a server."""
        new = self._seed_file.with_suffix(".new")
        new.write_text(str(seed))
        new.replace(self._seed_file)
