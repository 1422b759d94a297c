"""Everything outside of this process's memory that a worker uses, in one object.

A test or a simulation hands in another clock, other randomness, processes or storage.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from hornsup.play.runtime import Clock, Randomness, SteadyClock, SystemRandomness
from hornsup.server.network import Network, SystemNetwork
from hornsup.server.notify import Notifier, open_notifier
from hornsup.server.storage.store import Store


class Processes(Protocol):
    """Starts child processes."""

    async def start(self, module: str) -> asyncio.subprocess.Process: ...


class SystemProcesses:
    """Python processes with a pipe each way."""

    async def start(self, module: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the server, which ends its children
        )


@dataclass(frozen=True, slots=True)
class Runtime:
    """Time, randomness, processes, storage, the channel to other workers, the outside network."""

    clock: Clock = field(default_factory=SteadyClock)
    random: Randomness = field(default_factory=SystemRandomness)
    processes: Processes = field(default_factory=SystemProcesses)
    open_store: Callable[[str, Clock], Store] = Store
    open_notifier: Callable[[str], Notifier] = open_notifier
    network: Network = field(default_factory=SystemNetwork)
