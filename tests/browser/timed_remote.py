"""A real server process that deals by seeds and whose time tests move."""

from __future__ import annotations

from tests.browser.remote import SeededRemote
from tests.server.timed_server import TIME_FILE


class TimedRemote(SeededRemote):
    """A server that is as many seconds ahead of this machine as it was sent forward."""

    module = "tests.server.timed_server"
    ahead = 0

    def start(self, wait: bool = True, **environment: str) -> None:
        self.forward(0)
        super().start(wait, **environment, **{TIME_FILE: str(self.folder / "ahead")})

    def forward(self, seconds: int) -> None:
        """Let time pass, also for a server that is not running."""
        self.ahead += seconds
        new = self.folder / "ahead.new"
        new.write_text(str(self.ahead))
        new.replace(self.folder / "ahead")
