"""Who plays the games: this process, processes beside it, or a cluster; the result is the same.

Games are handed out in chunks that take about half a second and collected in their order, so that
what is collected is always the beginning of the plan, wherever and in whatever order it was played.
"""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context
from types import TracebackType
from typing import Any, Protocol, Self

from hornsup.errors import BadInput, HornsUpError
from hornsup.lab.simulate import Played, Task, play_batch

CHUNK_SECONDS = 0.5
CHUNK_GAMES = 500
AHEAD = 8  # chunks under way per hand, so that one long game keeps nobody waiting
ALONE_SECONDS = 0.5
POLL_SECONDS = 0.1


def never() -> bool:
    return False


class Work(Protocol):
    """A chunk of games under way."""

    def ready(self, seconds: float) -> bool: ...

    def results(self) -> list[Played]: ...


class Crew:
    """Plays chunks of games; `hands` of them at a time."""

    hands = 1
    ahead = 1

    def begin(self, tasks: list[Task], watch: bool) -> Work:
        raise NotImplementedError

    def stop(self) -> None:
        """Finish the games under way and begin no more."""

    def close(self, hurry: bool) -> None:
        """Let everybody go home; in a hurry, without finishing a game."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close(hurry=kind is not None)


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def muster(jobs: int | None, stopped: Callable[[], bool] = never) -> Crew:
    """A crew of so many processes; None leaves it to the length of the work and the cores."""
    if jobs is not None and jobs < 1:
        raise BadInput(f"jobs is a number from 1, not {jobs}")
    if jobs is None and cores() > 1:
        return GrowingCrew(cores(), stopped)
    if jobs is None or jobs == 1:
        return Soloist(stopped)
    return Processes(jobs)


def work_off(
    crew: Crew,
    tasks: Iterator[Task],
    number: int,
    watch: bool = False,
    stopped: Callable[[], bool] = never,
) -> Iterator[list[Played]]:
    """Play so many tasks and give the results in order; a stop ends them early, not amiss."""
    under_way: deque[tuple[int, Work]] = deque()
    pace = _Pace(crew, number)
    stopping = False
    while True:
        while not stopping and pace.left and len(under_way) < crew.ahead:
            chunk = list(islice(tasks, pace.size()))
            pace.left -= len(chunk)
            under_way.append((len(chunk), crew.begin(chunk, watch)))
        if not under_way:
            return
        asked, work = under_way.popleft()
        while not work.ready(POLL_SECONDS):
            if stopped() and not stopping:
                stopping = True
                crew.stop()
        results = work.results()
        pace.learn(results)
        if results:
            yield results
        if len(results) < asked:
            return
        stopping = stopping or stopped()


class _Pace:
    """How many games make a good chunk, learnt from those that have been played."""

    def __init__(self, crew: Crew, left: int) -> None:
        self.crew = crew
        self.left = left
        self.games = 0
        self.seconds = 0.0

    def learn(self, results: list[Played]) -> None:
        self.games += len(results)
        self.seconds += sum(played.seconds for played in results)

    def size(self) -> int:
        if not self.games:
            return 1
        by_time = int(CHUNK_SECONDS * self.games / max(self.seconds, 1e-6))
        fair = self.left // (2 * self.crew.hands)  # towards the end everybody has some
        return max(1, min(by_time, fair, CHUNK_GAMES))


# --- in this process ------------------------------------------------------------------------


class _Solo:
    """A chunk that is played when its results are asked for."""

    def __init__(self, tasks: list[Task], watch: bool, stopped: Callable[[], bool]) -> None:
        self._given = (tasks, watch, stopped)

    def ready(self, _seconds: float) -> bool:
        return True

    def results(self) -> list[Played]:
        return play_batch(*self._given)


class Soloist(Crew):
    """Everything in this process, one game after the other."""

    def __init__(self, stopped: Callable[[], bool] = never) -> None:
        self._stopped = stopped

    def begin(self, tasks: list[Task], watch: bool) -> Work:
        return _Solo(tasks, watch, self._stopped)


class GrowingCrew(Soloist):
    """Alone for as long as it takes to start processes, then with one process per core."""

    def __init__(self, jobs: int, stopped: Callable[[], bool] = never) -> None:
        super().__init__(stopped)
        self._jobs = jobs
        self._began = time.perf_counter()
        self._others: Processes | None = None

    def begin(self, tasks: list[Task], watch: bool) -> Work:
        if self._others is None and time.perf_counter() - self._began > ALONE_SECONDS:
            self._others = Processes(self._jobs)
            self.hands, self.ahead = self._others.hands, self._others.ahead
        if self._others is None:
            return super().begin(tasks, watch)
        return self._others.begin(tasks, watch)

    def stop(self) -> None:
        if self._others is not None:
            self._others.stop()

    def close(self, hurry: bool) -> None:
        if self._others is not None:
            self._others.close(hurry)


# --- in processes beside it -----------------------------------------------------------------

_stop_sign: Any = None  # in a worker: the event by which the main process says stop


def _come_in(stop_sign: Any) -> None:
    """A worker begins: Ctrl-C is the main process's business."""
    global _stop_sign
    _stop_sign = stop_sign
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_here(tasks: list[Task], watch: bool) -> list[Played]:
    return play_batch(tasks, watch, _stop_sign.is_set)


class _Promise:
    """A chunk that a worker process plays."""

    def __init__(self, future: Future[list[Played]]) -> None:
        self._future = future

    def ready(self, seconds: float) -> bool:
        return bool(wait([self._future], timeout=seconds).done)

    def results(self) -> list[Played]:
        try:
            return self._future.result()
        except BrokenProcessPool as error:
            raise HornsUpError(
                "a process that played games has died (out of memory?); try fewer --jobs"
            ) from error


class Processes(Crew):
    """A pool of processes on this machine."""

    def __init__(self, jobs: int) -> None:
        self.hands = jobs
        self.ahead = AHEAD * jobs
        context = get_context("spawn")  # the main process may have threads: never fork it
        self._sign = context.Event()
        self._names: set[str] = set()
        self._pool = ProcessPoolExecutor(jobs, context, _come_in, (self._sign,))

    def begin(self, tasks: list[Task], watch: bool) -> Work:
        with _deaf_children():
            before = {child.name for child in active_children()}
            work = _Promise(self._pool.submit(_play_here, tasks, watch))
            self._names |= {child.name for child in active_children()} - before
            return work

    def stop(self) -> None:
        self._sign.set()

    def close(self, hurry: bool) -> None:
        self._sign.set()
        if hurry:
            for child in active_children():
                if child.name in self._names:
                    child.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes started here never hear Ctrl-C; this one hears it a moment later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
