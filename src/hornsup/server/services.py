"""The parts of one worker, put together."""

from __future__ import annotations

from dataclasses import dataclass

import structlog

from hornsup.play.live.ports import StorageError
from hornsup.server.auth.bans import Bans
from hornsup.server.auth.limits import Limits
from hornsup.server.auth.links import Links
from hornsup.server.auth.sessions import Sessions
from hornsup.server.bot_pool.pool import BotPool
from hornsup.server.bot_pool.reviewer import Reviewer
from hornsup.server.calls.calls import Calls
from hornsup.server.config import Config
from hornsup.server.live.maintenance import Maintenance, after_outage
from hornsup.server.live.orders import Board, Orders
from hornsup.server.live.registry import Registry
from hornsup.server.live.reviews import Reviews
from hornsup.server.notify import Notifier
from hornsup.server.runtime import Runtime
from hornsup.server.storage.store import Store
from hornsup.server.ws.endpoint import Endpoint

logger = structlog.get_logger("worker")


@dataclass(frozen=True, slots=True)
class Services:
    """What every request handler of a worker can reach."""

    config: Config
    runtime: Runtime
    store: Store
    notifier: Notifier
    bots: BotPool
    registry: Registry
    sessions: Sessions
    sockets: Endpoint
    maintenance: Maintenance
    limits: Limits
    bans: Bans
    board: Board
    calls: Calls
    links: Links
    reviews: Reviews


def build(config: Config, runtime: Runtime) -> Services:
    """Put the parts together; nothing is opened yet."""
    clock, random = runtime.clock, runtime.random
    store, notifier = (
        runtime.open_store(config.database, clock),
        runtime.open_notifier(config.redis_url),
    )
    bots = BotPool(config.bot_processes, config.bot_seconds, runtime.processes, random)
    registry = Registry(config, runtime, store, notifier, bots)
    sessions = Sessions(store.players, store.devices, clock, random)
    bans, board = Bans(), Board(clock)
    sockets = Endpoint(registry, sessions, config, bans, board)
    orders = Orders(registry, bans, board, sockets)
    calls = Calls(config, registry, bans)
    maintenance = Maintenance(registry, sessions, sockets, orders, calls)
    return Services(
        config=config,
        runtime=runtime,
        store=store,
        notifier=notifier,
        bots=bots,
        registry=registry,
        sessions=sessions,
        sockets=sockets,
        maintenance=maintenance,
        limits=Limits(config, clock),
        bans=bans,
        board=board,
        calls=calls,
        links=Links(store.links, sessions, clock, random),
        reviews=Reviews(Reviewer(runtime.processes), store.reviews),
    )


async def start(services: Services) -> None:
    """Open the database, announce this worker and begin the maintenance."""
    registry, presence = services.registry, services.store.presence
    database_now = await services.store.database.open()
    if database_now is not None:
        services.runtime.clock.set(database_now)
    last_heartbeat = await presence.last_heartbeat()
    await services.notifier.start(registry.hint, registry.poll_after_gap)
    await after_outage(registry, last_heartbeat)  # before the heartbeat: it may be cut short
    await presence.heartbeat(registry.worker, registry.clock.now())
    await services.maintenance.orders.carry_out()  # a ban holds from the first request on
    await services.calls.start()
    services.maintenance.start()
    logger.info("ready", worker=registry.worker[:8])


async def prepare_to_stop(services: Services) -> None:
    """Before the sockets are closed: no new ones, and running clocks get time back."""
    services.sockets.closing = True
    await services.registry.give_time_back()


async def stop(services: Services) -> None:
    """End in order: clients are told, then bots, notifier, presence and storage end."""
    now = services.registry.clock.now()
    services.sockets.closing = True
    await services.maintenance.stop()
    await services.sockets.close_all(1012, "restart")
    await services.calls.stop()
    services.registry.stop_bots()
    await services.bots.stop()
    await services.reviews.stop()
    await services.notifier.stop()
    await services.registry.presence.stop()
    try:
        await services.store.presence.end_worker(services.registry.worker, now)
    except StorageError as error:
        logger.warning("storage", error=str(error))
    await services.store.database.close()
