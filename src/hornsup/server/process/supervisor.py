"""Several workers behind one listening socket: started, watched, replaced, ended.

SIGTERM and SIGINT end them all. SIGHUP replaces them one by one: an old worker ends when the new
one is ready, and goes on if the new one does not start.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import time
from types import FrameType
from typing import Final

import structlog

from hornsup.server.process.worker import LISTENER, READY

STOP_SECONDS: Final = 15.0
"""How long a worker may take to end before it is killed."""
LOOK_SECONDS: Final = 0.2
"""How often the supervisor looks at its workers."""
READY_SECONDS: Final = 30.0
"""How long a new worker may take until it serves."""
SHORT_LIFE_SECONDS: Final = 5.0
"""A worker that ends sooner than this after its start is started again with a pause."""
logger = structlog.get_logger("supervisor")


class Child:
    """A worker process, and the pipe on which it says that it is ready."""

    def __init__(self, listener: socket.socket) -> None:
        self._ready, theirs = os.pipe()
        handles = [listener.fileno(), theirs]
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "hornsup.server.process.worker"],
                env={**os.environ, LISTENER: str(handles[0]), READY: str(handles[1])},
                pass_fds=handles,
                start_new_session=True,  # Ctrl-C reaches us alone, and we end them in order
            )
        except OSError:
            os.close(self._ready)
            raise
        finally:
            os.close(theirs)
        self.started_at = time.monotonic()

    @property
    def readiness(self) -> bool | None:
        """Whether the worker serves; None while it starts. One that ends closes its pipe."""
        readable, _, _ = select.select([self._ready], [], [], LOOK_SECONDS)
        return os.read(self._ready, 1) == b"1" if readable else None

    def stop(self) -> None:
        """Ask the process to end, and kill it if it does not."""
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self._ready)


class Supervisor:
    """The parent of the workers; it serves nothing itself."""

    def __init__(self, workers: int, listener: socket.socket) -> None:
        self._count = workers
        self._listener = listener
        self._children: list[Child] = []
        self._ending = False
        self._replacing = False

    def run(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        signal.signal(signal.SIGHUP, self._replace)
        try:
            self._children = [Child(self._listener) for _ in range(self._count)]
            while not self._ending:
                time.sleep(LOOK_SECONDS)
                self._restart_dead()
                if self._replacing:
                    self._replacing = False
                    self._replace_all()
        finally:
            for child in self._children:
                child.process.terminate()
            for child in self._children:
                child.stop()

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        self._ending = True

    def _replace(self, _number: int, _frame: FrameType | None) -> None:
        self._replacing = True

    def _restart_dead(self) -> None:
        """Start a new worker where one has died; one that died at once gets a pause."""
        for place, child in enumerate(self._children):
            if child.process.poll() is None:
                continue
            logger.warning("worker ended", code=child.process.returncode)
            if time.monotonic() - child.started_at < SHORT_LIFE_SECONDS:
                time.sleep(1.0)
            new = self._start()
            if new is not None:  # else the next look tries again
                child.stop()
                self._children[place] = new

    def _start(self) -> Child | None:
        try:
            return Child(self._listener)
        except OSError as error:
            logger.error("a worker cannot be started", error=str(error))
            return None

    def _replace_all(self) -> None:
        for place, old in enumerate(self._children):
            new = self._start()
            if new is None or not self._becomes_ready(new):
                logger.error("the new worker does not start; the old ones go on")
                return
            self._children[place] = new
            old.stop()

    def _becomes_ready(self, new: Child) -> bool:
        """Wait for a new worker, unless we are told to end; one that fails is stopped."""
        end, ready = time.monotonic() + READY_SECONDS, None
        while ready is None and not self._ending and time.monotonic() < end:
            ready = new.readiness
        if not ready:
            new.stop()
        return bool(ready)
