"""Who plays the games: this process, a process pool, or a cluster; the result is the same.

Games are handed out in chunks of about half a second. Results are collected in the order of the
plan, so they are always its beginning, in whatever order the chunks were played.
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
CHUNKS_PER_WORKER = 8  # under way at once, so that one long game blocks no worker
POOL_AFTER_SECONDS = 0.5  # shorter runs do not start processes
POLL_SECONDS = 0.1


def never() -> bool:
    return False


class Chunk(Protocol):
    """A chunk of games under way."""

    def ready(self, seconds: float) -> bool: ...

    def results(self) -> list[Played]: ...


class Crew:
    """Plays chunks of games on `workers` processes, with at most `max_chunks` under way."""

    workers = 1
    max_chunks = 1

    def begin(self, tasks: list[Task], watch: bool) -> Chunk:
        raise NotImplementedError

    def stop(self) -> None:
        """Finish the games under way and begin no more."""

    def close(self, terminate: bool) -> None:
        """End the workers; with `terminate`, without finishing their games."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close(terminate=kind is not None)


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def make_crew(jobs: int | None, stopped: Callable[[], bool] = never) -> Crew:
    """A crew of so many processes; None leaves it to the length of the work and the cores."""
    if jobs is not None and jobs < 1:
        raise BadInput(f"jobs is a number from 1, not {jobs}")
    if jobs is None and cores() > 1:
        return DelayedPool(cores(), stopped)
    if jobs is None or jobs == 1:
        return InProcess(stopped)
    return ProcessPool(jobs)


def play_tasks(
    crew: Crew,
    tasks: Iterator[Task],
    number: int,
    watch: bool = False,
    stopped: Callable[[], bool] = never,
) -> Iterator[list[Played]]:
    """Play so many tasks and give the results in order; after a stop, those played so far."""
    under_way: deque[tuple[int, Chunk]] = deque()
    sizes = _ChunkSize(crew, number)
    stopping = False
    while True:
        while not stopping and sizes.left and len(under_way) < crew.max_chunks:
            chunk = list(islice(tasks, sizes.size()))
            sizes.left -= len(chunk)
            under_way.append((len(chunk), crew.begin(chunk, watch)))
        if not under_way:
            return
        asked, work = under_way.popleft()
        while not work.ready(POLL_SECONDS):
            if stopped() and not stopping:
                stopping = True
                crew.stop()
        results = work.results()
        sizes.learn(results)
        if results:
            yield results
        if len(results) < asked:
            return
        stopping = stopping or stopped()


class _ChunkSize:
    """The number of games in a chunk, from the time that earlier games took."""

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
        fair = self.left // (2 * self.crew.workers)  # smaller at the end, so that no worker idles
        return max(1, min(by_time, fair, CHUNK_GAMES))


# --- in this process ------------------------------------------------------------------------


class _InProcessChunk:
    """A chunk that is played when its results are asked for."""

    def __init__(self, tasks: list[Task], watch: bool, stopped: Callable[[], bool]) -> None:
        self._given = (tasks, watch, stopped)

    def ready(self, _seconds: float) -> bool:
        return True

    def results(self) -> list[Played]:
        return play_batch(*self._given)


class InProcess(Crew):
    """Everything in this process, one game after the other."""

    def __init__(self, stopped: Callable[[], bool] = never) -> None:
        self._stopped = stopped

    def begin(self, tasks: list[Task], watch: bool) -> Chunk:
        return _InProcessChunk(tasks, watch, self._stopped)


class DelayedPool(InProcess):
    """Plays in this process first; a run that takes longer gets one process per core."""

    def __init__(self, jobs: int, stopped: Callable[[], bool] = never) -> None:
        super().__init__(stopped)
        self._jobs = jobs
        self._began = time.perf_counter()
        self._pool: ProcessPool | None = None

    def begin(self, tasks: list[Task], watch: bool) -> Chunk:
        if self._pool is None and time.perf_counter() - self._began > POOL_AFTER_SECONDS:
            self._pool = ProcessPool(self._jobs)
            self.workers, self.max_chunks = self._pool.workers, self._pool.max_chunks
        if self._pool is None:
            return super().begin(tasks, watch)
        return self._pool.begin(tasks, watch)

    def stop(self) -> None:
        if self._pool is not None:
            self._pool.stop()

    def close(self, terminate: bool) -> None:
        if self._pool is not None:
            self._pool.close(terminate)


# --- in a process pool ----------------------------------------------------------------------

_stop_event: Any = None  # in a worker: set by the main process


def _init_worker(stop_event: Any) -> None:
    """Start a worker; it ignores SIGINT, which the main process handles."""
    global _stop_event
    _stop_event = stop_event
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_in_worker(tasks: list[Task], watch: bool) -> list[Played]:
    return play_batch(tasks, watch, _stop_event.is_set)


class _PoolChunk:
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


class ProcessPool(Crew):
    """A pool of processes on this machine."""

    def __init__(self, jobs: int) -> None:
        self.workers = jobs
        self.max_chunks = CHUNKS_PER_WORKER * jobs
        context = get_context("spawn")  # the main process may have threads: never fork it
        self._stop_event = context.Event()
        self._names: set[str] = set()
        self._pool = ProcessPoolExecutor(jobs, context, _init_worker, (self._stop_event,))

    def begin(self, tasks: list[Task], watch: bool) -> Chunk:
        with _block_sigint():
            before = {child.name for child in active_children()}
            work = _PoolChunk(self._pool.submit(_play_in_worker, tasks, watch))
            self._names |= {child.name for child in active_children()} - before
            return work

    def stop(self) -> None:
        self._stop_event.set()

    def close(self, terminate: bool) -> None:
        self._stop_event.set()
        if terminate:
            for child in active_children():
                if child.name in self._names:
                    child.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _block_sigint() -> Iterator[None]:
    """Block SIGINT while processes start: they inherit the mask, this one restores its own."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
