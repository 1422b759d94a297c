"""All tables on this worker: loaded from the log when somebody asks, dropped when nobody does."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import structlog

from hornsup.play import codes, opening
from hornsup.play.entries import Practice
from hornsup.play.live.ports import BotRunner, StorageError
from hornsup.play.live.presence import Presence
from hornsup.play.live.table import LiveTable
from hornsup.play.opening import Host, Opening
from hornsup.play.settings import Settings, by_days
from hornsup.play.table import PLAYING, Table, rebuild
from hornsup.server import metrics
from hornsup.server.config import Config
from hornsup.server.live.presence import ALIVE_MS, SavedPresence, SharedPresence
from hornsup.server.notify import Notifier
from hornsup.server.runtime import Runtime
from hornsup.server.storage import table_log
from hornsup.server.storage.store import Store

RESTART_GRACE_MS: Final = 20_000
"""How much time a running clock gets back when its worker goes."""
TRIES: Final = 5
"""How often another short code is tried for a new table."""
POLLED_TOGETHER: Final = 500
logger = structlog.get_logger("registry")


class Registry:
    """The live tables of this worker, and what they share."""

    def __init__(
        self, config: Config, runtime: Runtime, store: Store, notifier: Notifier, bots: BotRunner
    ) -> None:
        self.config = config
        self.runtime = runtime
        self.clock = runtime.clock
        self.store = store
        self.notifier = notifier
        self.worker = codes.new_id(runtime.random, "worker")
        self.presence: Presence = (
            SavedPresence(store.presence, self.worker, self.clock)
            if config.alone
            else SharedPresence(store.presence, self.worker, self.clock)
        )
        self.tables: dict[str, LiveTable] = {}
        self.touched: set[str] = set()  # tables at which the turn may have passed on
        self.running_out: set[str] = set()  # tables at which a player's time runs out
        self._bots = bots
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}

    # --- loading ------------------------------------------------------------------------------

    async def get(self, table_id: str) -> LiveTable | None:
        """A table, rebuilt from its log if need be; None if there is no such table."""
        live = self.tables.get(table_id)
        if live is not None:
            live.used_at = self.clock.now()  # whoever asked is about to join
            if not self.config.alone and not live.viewers.any:
                await live.refresh()  # others may have written, and only watched tables are polled
            return live
        if not codes.ID.fullmatch(table_id):
            return None
        task = self._loading.get(table_id)
        if task is None:
            task = asyncio.create_task(self._load(table_id))
            self._loading[table_id] = task
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> LiveTable | None:
        self.notifier.subscribe(table_id)  # before reading, so that nothing falls between
        try:
            row = await self.store.tables.get(table_id)
            entries = [] if row is None else await self.store.log.entries(table_id)
        except BaseException:
            self.notifier.unsubscribe(table_id)
            raise
        if row is None:
            self.notifier.unsubscribe(table_id)
            return None
        table = Table(row.id, row.code or "", bytes.fromhex(row.secret))
        return self._add(rebuild(table, entries), row.due_at)

    def _add(self, table: Table, due_at: int | None) -> LiveTable:
        if table.id in self.tables:  # loaded by somebody else while we waited for a commit
            return self.tables[table.id]
        live = LiveTable(
            table,
            storage=table_log.StoredTable(self.store, table.id, not self.config.alone, due_at),
            clock=self.clock,
            random=self.runtime.random,
            bots=self._bots,
            presence=self.presence,
            notify=None if self.config.alone else self.notifier.publish,
        )
        live.touched, live.running_out = self.touched, self.running_out
        self.tables[table.id] = live
        metrics.tables.set(len(self.tables))
        return live

    def drop_unused(self) -> None:
        """Drop tables that nobody looks at; the log has them."""
        before = self.clock.now() - self.config.idle_minutes * 60_000
        for live in list(self.tables.values()):
            if live.used_at < before:
                self.drop_unless_used(live)

    def drop_unless_used(self, live: LiveTable) -> None:
        """Drop a table at once unless somebody looks at it or something is under way."""
        if not live.viewers.any and not live.busy:
            del self.tables[live.table.id]
            self.notifier.unsubscribe(live.table.id)
            metrics.tables.set(len(self.tables))

    # --- opening ------------------------------------------------------------------------------

    async def open(
        self,
        settings: Settings,
        host: Host,
        plan: Sequence[str] = (),
        start: bool = False,
        practice: Practice | None = None,
    ) -> LiveTable:
        """Open a table with everyone seated who is in the plan, in one transaction."""
        random = self.runtime.random
        for _ in range(TRIES):
            now = self.clock.now()
            opened = opening.open_table(
                settings, host, plan, start, now=now, random=random, practice=practice
            )
            live = await self._commit(opened)
            if live is not None:
                return live
        raise StorageError("a new table could not be written")

    async def _commit(self, opened: Opening) -> LiveTable | None:
        """Write a new table; None when its short code was taken."""
        item = table_log.for_opening(opened)
        assert item.new_table is not None
        if not await self.store.log.append(item):
            return None
        self.notifier.subscribe(opened.table.id)
        live = self._add(opened.table, item.new_table["due_at"])
        live.bots.consider()
        return live

    # --- hints from other workers -------------------------------------------------------------

    def hint(self, table_id: str, version: int) -> None:
        """Another worker says that a table is at this version."""
        live = self.tables.get(table_id)
        if live is not None:
            live.hint(version)

    async def poll(self) -> None:
        """Look for what hints did not tell, at every table that somebody watches."""
        watched = [each for each, live in self.tables.items() if live.viewers.live.viewers]
        for start in range(0, len(watched), POLLED_TOGETHER):
            await self._poll(watched[start : start + POLLED_TOGETHER])

    async def _poll(self, table_ids: list[str]) -> None:
        newest = await self.store.log.versions(table_ids)
        alive_since = self.clock.now() - ALIVE_MS
        present = await self.store.presence.of_tables(table_ids, alive_since)
        for table_id in table_ids:
            live = self.tables.get(table_id)
            if live is not None:
                live.polled(newest.get(table_id, 0), present.get(table_id, frozenset()))

    async def poll_after_gap(self) -> None:
        """The notifier was away: whatever it would have said is in the log."""
        try:
            await self.poll()
        except StorageError as error:
            logger.warning("poll failed", error=str(error))

    # --- the end ------------------------------------------------------------------------------

    def stop_bots(self) -> None:
        """Bots that are asked now do not answer any more; another worker asks them again."""
        for live in self.tables.values():
            live.bots.stop()

    async def give_time_back(self) -> None:
        """Before this worker ends: running clocks at its tables get the time to come back.

        Where a turn has days, nobody hurries back to the page.
        """
        for live in list(self.tables.values()):
            table = live.table
            if live.viewers.live.viewers and table.phase == PLAYING:
                if by_days(table.settings.clock):
                    continue
                live.extend(RESTART_GRACE_MS)
        await asyncio.gather(*(live.settle() for live in list(self.tables.values())))
