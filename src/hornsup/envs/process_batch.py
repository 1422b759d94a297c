"""Many games across processes: each writes its part of arrays in shared memory."""

from __future__ import annotations

import multiprocessing
import weakref
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np

from hornsup.envs.encoder import Encoder
from hornsup.envs.games_batch import Arrays, GameBatch, Settings, shapes
from hornsup.errors import BadInput, HornsUpError

ALIGNED = 64


class WorkerError(HornsUpError):
    """A process of a batch failed; the message says how."""


def _bytes(encoder: Encoder, n: int) -> int:
    return sum(
        int(np.prod(shape)) * np.dtype(kind).itemsize + ALIGNED
        for _, shape, kind in shapes(encoder, n)
    )


def _arrays(encoder: Encoder, n: int, memory: SharedMemory) -> Arrays:
    """The arrays of a batch one after the other in a block of memory."""
    found: dict[str, Any] = {}
    offset = 0
    for name, shape, kind in shapes(encoder, n):
        found[name] = np.ndarray(shape, kind, buffer=memory.buf, offset=offset)
        offset += -(-found[name].nbytes // ALIGNED) * ALIGNED
    return Arrays(**found)


def _work(
    pipe: Connection, settings: Settings, n: int, first: int, last: int, seed: int | None, name: str
) -> None:
    """A process: its own part of the games, until the pipe is closed."""
    memory = SharedMemory(name)
    try:
        _answer(pipe, settings, n, first, last, seed, memory)
    except (EOFError, KeyboardInterrupt):
        pass  # the other side has gone
    except Exception as error:  # told to the caller, who raises it
        pipe.send(f"{type(error).__name__}: {error}")


def _answer(
    pipe: Connection,
    settings: Settings,
    n: int,
    first: int,
    last: int,
    seed: int | None,
    memory: SharedMemory,
) -> None:
    arrays = _arrays(settings.encoder(), n, memory).part(first, last)
    batch = GameBatch(settings, last - first, seed, arrays, first)
    pipe.send(None)
    while True:
        command, value = pipe.recv()
        if command == "step":
            batch.step(arrays.actions)
        elif command == "reset":
            batch.reset(value)
        else:
            return
        pipe.send(None)


def _release(pipes: list[Connection], workers: list[Any], memory: SharedMemory) -> None:
    """End the processes and give the memory back."""
    for pipe in pipes:
        pipe.close()
    for worker in workers:
        worker.join(timeout=5)
        if worker.is_alive():
            worker.terminate()
    memory.close()
    memory.unlink()


class ProcessBatch:
    """The games of a `GameBatch`, divided among processes; the same seed plays the same games.

    Use it as a context manager or call `close`, which ends the processes.
    """

    def __init__(
        self, settings: Settings, n: int, processes: int = 2, seed: int | None = None
    ) -> None:
        if not 1 <= processes <= n:
            raise BadInput(f"{n} games need 1 to {n} processes, not {processes}")
        self.settings = settings
        self.encoder = settings.encoder()
        self.n = n
        self._memory = SharedMemory(create=True, size=_bytes(self.encoder, n))
        self.arrays: Arrays = _arrays(self.encoder, n, self._memory)
        start = int(np.random.default_rng(seed).integers(1 << 63)) if seed is None else seed
        self._pipes: list[Connection] = []
        self._workers: list[Any] = []
        self._finalizer = weakref.finalize(self, _release, self._pipes, self._workers, self._memory)
        for number in range(processes):
            first, last = number * n // processes, (number + 1) * n // processes
            self._begin(settings, first, last, start)
        self._wait()

    def _begin(self, settings: Settings, first: int, last: int, seed: int) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would copy the caller's threads
        ours, theirs = context.Pipe()
        worker = context.Process(
            target=_work,
            args=(theirs, settings, self.n, first, last, seed, self._memory.name),
            daemon=True,
        )
        worker.start()
        theirs.close()
        self._pipes.append(ours)
        self._workers.append(worker)

    def _tell(self, command: str, value: int | None = None) -> None:
        for pipe in self._pipes:
            try:
                pipe.send((command, value))
            except OSError as error:
                raise WorkerError(f"a process of the batch has gone: {error}") from error
        self._wait()

    def _wait(self) -> None:
        for pipe in self._pipes:
            try:
                failed = pipe.recv()
            except (EOFError, OSError) as error:
                raise WorkerError("a process of the batch has gone") from error
            if failed is not None:
                raise WorkerError(failed)

    def reset(self, seed: int | None = None) -> None:
        """Deal all games anew; without a seed those that follow."""
        self._tell("reset", seed)

    def step(self, actions: Any) -> None:
        """Play one action in every game."""
        np.copyto(self.arrays.actions, np.asarray(actions), casting="same_kind")
        self._tell("step")

    def close(self) -> None:
        """End the processes; the arrays must not be used afterwards."""
        self._finalizer()

    def __enter__(self) -> ProcessBatch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


Batch = GameBatch | ProcessBatch
