"""Who must be called: players whose turn has come and who are not looking at the table.

A worker hears of every change of turn at the tables it has in memory, waits a few seconds whether
the player looks or moves, and then claims the call in the database, which one worker can. A player
who looks at the table through another worker is known to that one: it claims the call, sooner, and
sends nothing. So that it is sooner, a worker that is not alone waits for longer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple

from hornsup.play import reminding
from hornsup.play.live.table import LiveTable
from hornsup.server.auth.bans import Bans
from hornsup.server.calls import words
from hornsup.server.calls.outgoing import Outgoing
from hornsup.server.calls.push import Push
from hornsup.server.calls.queue import Call, CallQueue
from hornsup.server.calls.webhooks import Webhooks
from hornsup.server.calls.words import Kind
from hornsup.server.config import Config
from hornsup.server.live.registry import Registry

SETTLE_SECONDS: Final = 4.0
"""How long a player has to look or to move before being called."""
SHARED_SETTLE_SECONDS: Final = 8.0
"""The same where there are other workers. The one with the player's page polls every half second,
notes the turn with its next look, hears of the page within the four seconds between two pings, and
claims the call with the look after that: 6.5 seconds, and some for a machine that is busy."""
HEARD_SECONDS: Final = 10.0
"""A page that is open sends a ping every four seconds."""
MOST_AT_ONCE: Final = 500
"""How many calls one look makes; the next look goes on with the rest."""

Key = tuple[str, Kind]


class Waiting(NamedTuple):
    """A player who may have to be called. Whoever is heard of after `since` is there."""

    player: str
    version: int
    since: float
    due: float


class Found(NamedTuple):
    """A call that is due, or one that a worker only claims because the player looks here."""

    live: LiveTable
    kind: Kind
    waiting: Waiting
    absent: bool


class Turns:
    """The turns that have changed at the tables of this worker."""

    def __init__(
        self,
        config: Config,
        registry: Registry,
        bans: Bans,
        queue: CallQueue,
        outgoing: Outgoing,
        push: Push,
        webhooks: Webhooks,
    ) -> None:
        self._on = config.calls != "off"
        self._shared = not config.alone
        self._settle_seconds = SHARED_SETTLE_SECONDS if self._shared else SETTLE_SECONDS
        self._registry = registry
        self._clock = registry.clock
        self._store = registry.store.calls
        self._bans = bans
        self._queue = queue
        self._outgoing = outgoing
        self._push = push
        self._webhooks = webhooks
        self._waiting: dict[Key, Waiting] = {}
        self._settled: dict[Key, int] = {}  # the turns that need no more attention

    async def look(self) -> None:
        """Once a second: note new turns and reminders, and call whom it is time to call."""
        touched = self._touched()
        self._note_turns(touched)
        self._note_reminders()
        await self._webhooks.check(touched)
        found = list(islice(self._find(), MOST_AT_ONCE))
        if not found:
            return
        players = {each.waiting.player for each in found}
        tables = {each.live.table.id for each in found if _has_webhook(each.live)}
        by_player = defaultdict(list)
        for row in await self._store.subscriptions(players):
            by_player[row.player].append(row)
        hooks = await self._store.webhooks(tables) if tables else {}
        for each in found:
            hook = hooks.get(each.live.table.id)
            await self._make(each, by_player[each.waiting.player], hook)

    # --- who ----------------------------------------------------------------------------------

    def _touched(self) -> list[LiveTable]:
        """The tables at which something has changed since the last look."""
        known = self._registry.tables
        touched = [known[table_id] for table_id in self._registry.touched if table_id in known]
        self._registry.touched.clear()
        return touched

    def _note_turns(self, touched: list[LiveTable]) -> None:
        now = self._clock.monotonic()
        for live in touched if self._on else ():
            self._note(live, "turn", now, self._settle_seconds)
        if len(self._settled) > 4 * len(self._registry.tables) + 100:
            known = self._registry.tables
            self._settled = {key: at for key, at in self._settled.items() if key[0] in known}

    def _note_reminders(self) -> None:
        """Players whose time runs out are called again, once in a turn, unless they look."""
        running_out = self._registry.running_out | self._watched_running_out()
        self._registry.running_out.clear()
        heard_since = self._clock.monotonic() - HEARD_SECONDS
        settle = HEARD_SECONDS + (self._settle_seconds if self._shared else 0)
        for table_id in running_out if self._on else ():
            live = self._registry.tables.get(table_id)
            if live is not None:
                self._note(live, "reminder", heard_since, settle)

    def _watched_running_out(self) -> set[str]:
        """One worker looks after a table when its reminder is due; the player may look through
        another one, which must find that out by itself."""
        if not self._shared:
            return set()
        now = self._clock.now()
        return {
            table_id
            for table_id, live in self._registry.tables.items()
            if live.viewers.live.viewers and reminding.reminder_is_due(live.table, now)
        }

    def _note(self, live: LiveTable, kind: Kind, since: float, settle: float) -> None:
        """Wait for a player who is not heard of after `since` in so many seconds."""
        table = live.table
        key: Key = (table.id, kind)
        version, known = table.decides_since, self._waiting.get(key)
        if table.decider is None:
            self._waiting.pop(key, None)
        elif version not in (self._settled.get(key), known and known.version):
            self._waiting[key] = Waiting(table.decider, version, since, since + settle)

    def _find(self) -> Iterable[Found]:
        """Everything that is due; what has become pointless is dropped."""
        now = self._clock.monotonic()
        for key, waiting in list(self._waiting.items()):
            live = self._registry.tables.get(key[0])
            if live is None or not _is_turn(live, waiting):
                del self._waiting[key]
                continue
            looks = _looks(live, waiting)
            if looks and not self._shared:
                self._settle(key, waiting)
            elif looks or (looks is False and now >= waiting.due):
                yield Found(live, key[1], waiting, not looks)

    def _settle(self, key: Key, waiting: Waiting) -> None:
        del self._waiting[key]
        self._settled[key] = waiting.version

    # --- the call -----------------------------------------------------------------------------

    async def _make(self, found: Found, subscriptions: list[Any], webhook: Any) -> None:
        live, kind, waiting, absent = found
        if (subscriptions or webhook) and await self._is_still_turn(live.table.id, waiting):
            claimed = await self._store.claim(
                live.table.id, waiting.player, kind, waiting.version, self._clock.now()
            )
            if claimed and absent:
                self._send(live, kind, waiting, subscriptions, webhook)
        key: Key = (live.table.id, kind)
        if self._waiting.get(key) == waiting:
            self._settle(key, waiting)

    async def _may_be_pushed(self, table_id: str, waiting: Waiting) -> bool:
        """Whoever is banned cannot come to the table."""
        return not self._bans.has(waiting.player, "") and await self._is_still_turn(
            table_id, waiting
        )

    async def _is_still_turn(self, table_id: str, waiting: Waiting) -> bool:
        """By the newest that the log has: a table at which nobody looks here is read again."""
        live = await self._registry.get(table_id)
        return live is not None and _is_turn(live, waiting)

    def _send(
        self, live: LiveTable, kind: Kind, waiting: Waiting, subscriptions: list[Any], hook: Any
    ) -> None:
        table_id, message = live.table.id, words.message(live.table, waiting.player, kind)
        wanted = partial(self._may_be_pushed, table_id, waiting)
        for row in subscriptions if self._push.why_not is None else ():
            send = partial(self._push.send, row.id, message)
            host = self._outgoing.host(row.endpoint)
            call = Call(f"{row.id} {table_id}", "push", host, wanted, send)
            self._queue.put(call, self._wait(row.retry_at))
        if hook is not None:
            wanted = partial(self._is_still_turn, table_id, waiting)
            send = partial(self._webhooks.send, table_id, message)
            call = Call(table_id, "webhook", self._outgoing.host(hook.url), wanted, send)
            self._queue.put(call, self._wait(hook.retry_at))

    def _wait(self, retry_at: int) -> float:
        """The seconds for which a receiver that failed is still left alone."""
        return max(0, retry_at - self._clock.now()) / 1000


def _has_webhook(live: LiveTable) -> bool:
    return live.table.webhook is not None and not live.table.webhook_stopped


def _is_turn(live: LiveTable, waiting: Waiting) -> bool:
    table = live.table
    return (table.decider, table.decides_since) == (waiting.player, waiting.version)


def _looks(live: LiveTable, waiting: Waiting) -> bool | None:
    """Whether a player looks at the table here; None while an open page has not been heard of."""
    pages = [
        viewer
        for viewer in live.viewers.live.viewers
        if viewer.player == waiting.player and viewer.role == "player" and viewer.visible
    ]
    if not pages:
        return False
    return True if any(page.heard_at >= waiting.since for page in pages) else None
