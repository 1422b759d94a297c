"""Several workers behind one listening socket: started, watched, replaced, ended.

SIGTERM and SIGINT end them all; SIGHUP replaces them one by one while the others go on.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from types import FrameType
from typing import Final

import structlog

LISTENER: Final = "HORNSUP_LISTENER"
PATIENCE_SECONDS: Final = 15.0
LIVED_SECONDS: Final = 5.0
logger = structlog.get_logger("supervisor")


class Supervisor:
    """The parent of the workers; it opens nothing itself."""

    def __init__(self, workers: int, listener: socket.socket) -> None:
        self._workers = workers
        self._listener = listener
        self._running: list[tuple[subprocess.Popen[bytes], float]] = []
        self._ending = False
        self._replacing = False

    def run(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        signal.signal(signal.SIGHUP, self._replace)
        self._running = [self._start() for _ in range(self._workers)]
        while not self._ending:
            time.sleep(0.2)
            self._look()
        self._end_all()

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        self._ending = True

    def _replace(self, _number: int, _frame: FrameType | None) -> None:
        self._replacing = True

    def _start(self) -> tuple[subprocess.Popen[bytes], float]:
        number = self._listener.fileno()
        process = subprocess.Popen(
            [sys.executable, "-m", "hornsup.server.worker"],
            env={**os.environ, LISTENER: str(number)},
            pass_fds=[number],
            start_new_session=True,  # Ctrl-C reaches us alone, and we end them in order
        )
        return process, time.monotonic()

    def _look(self) -> None:
        """Put a new worker where one has died; one that dies at once gets a pause."""
        for place, (process, since) in enumerate(self._running):
            if process.poll() is None:
                continue
            logger.warning("worker ended", code=process.returncode)
            if time.monotonic() - since < LIVED_SECONDS:
                time.sleep(1.0)
            self._running[place] = self._start()
        if self._replacing:
            self._replacing = False
            self._replace_all()

    def _replace_all(self) -> None:
        for place, (old, _) in enumerate(self._running):
            self._running[place] = self._start()
            time.sleep(2.0)  # the new one takes sockets before the old one lets go
            self._stop(old)

    def _end_all(self) -> None:
        for process, _ in self._running:
            process.terminate()
        for process, _ in self._running:
            self._stop(process)

    @staticmethod
    def _stop(process: subprocess.Popen[bytes]) -> None:
        process.terminate()
        try:
            process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
