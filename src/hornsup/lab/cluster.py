"""A Ray cluster as a crew: the same chunks on many machines; lost ones are played again."""

from __future__ import annotations

import socket
from typing import Any

from hornsup.errors import HornsUpError
from hornsup.lab.crew import CHUNKS_PER_WORKER, Chunk, Crew
from hornsup.lab.extras import need
from hornsup.lab.simulate import Played, Task, play_batch

RETRIES = 10  # how often the chunk of a lost worker is begun again


def _play_remote(tasks: list[Task], watch: bool) -> list[Played]:
    return play_batch(tasks, watch, lambda: False)


class _RemoteChunk:
    """A chunk that the cluster plays."""

    def __init__(self, ray: Any, reference: Any) -> None:
        self._ray = ray
        self._reference = reference
        self._cancelled = False

    def ready(self, seconds: float) -> bool:
        done, _ = self._ray.wait([self._reference], timeout=seconds)
        return self._cancelled or bool(done)

    def cancel(self) -> None:
        """Cancel the chunk unless it is ready."""
        if not self.ready(0):
            self._cancelled = True
            self._ray.cancel(self._reference, force=True)

    def results(self) -> list[Played]:
        if self._cancelled:
            return []
        try:
            played: list[Played] = self._ray.get(self._reference)
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from error
        except self._ray.exceptions.RayError as error:
            raise HornsUpError(f"the cluster has lost games for good: {_line(error)}") from error
        return played


class Cluster(Crew):
    """Workers of a Ray cluster; they need the same hornsup, and the bots, where they run."""

    def __init__(self, address: str) -> None:
        self._ray = need("--ray", "ray", "ray.exceptions", "ray")
        self._under_way: list[_RemoteChunk] = []
        self._connect(address)
        remote = self._ray.remote(_play_remote)
        self._play = remote.options(max_retries=RETRIES, retry_exceptions=False, num_cpus=1)
        self.workers = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self.max_chunks = CHUNKS_PER_WORKER * self.workers

    def _connect(self, address: str) -> None:
        try:
            _check_reachable(address)
            self._ray.init(
                address=address, log_to_driver=False, logging_level="ERROR", configure_logging=True
            )
        except (ConnectionError, ValueError, RuntimeError, OSError) as error:
            raise HornsUpError(
                f"no Ray cluster answers at {address!r} ({_line(error)}); "
                "start one with: ray start --head"
            ) from error

    def begin(self, tasks: list[Task], watch: bool) -> Chunk:
        work = _RemoteChunk(self._ray, self._play.remote(tasks, watch))
        self._under_way = [old for old in self._under_way if not old.ready(0)]
        self._under_way.append(work)
        return work

    def stop(self) -> None:
        for work in self._under_way:
            work.cancel()

    def close(self, terminate: bool) -> None:  # noqa: ARG002 -- the cluster itself goes on
        self.stop()
        self._ray.shutdown()


def _check_reachable(address: str) -> None:
    """Connect once: Ray itself waits minutes for a cluster that is not there."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=5).close()


def _line(error: BaseException) -> str:
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0]
