"""Everything about calls of one worker, put together."""

from __future__ import annotations

from hornsup.server.auth.bans import Bans
from hornsup.server.calls.outgoing import Outgoing
from hornsup.server.calls.push import Push
from hornsup.server.calls.queue import CallQueue
from hornsup.server.calls.turns import Turns
from hornsup.server.calls.webhooks import Webhooks
from hornsup.server.config import Config
from hornsup.server.live.registry import Registry


class Calls:
    """Push, webhooks, the queue between them and the network, and who must be called."""

    def __init__(self, config: Config, registry: Registry, bans: Bans) -> None:
        runtime = registry.runtime
        outgoing = Outgoing(config, runtime.network)
        self.queue = CallQueue()
        self.push = Push(config, registry.store.calls, outgoing, runtime.clock, runtime.random)
        self.webhooks = Webhooks(config, registry, self.queue, outgoing)
        self.turns = Turns(config, registry, bans, self.queue, outgoing, self.push, self.webhooks)

    async def start(self) -> None:
        await self.push.start()

    async def look(self) -> None:
        """A job of the maintenance."""
        await self.turns.look()

    async def stop(self) -> None:
        await self.queue.stop()
