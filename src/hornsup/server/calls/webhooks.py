"""Webhooks of tables: what each kind of service is sent, and how one is set and removed.

The address is a secret between the host who set it and the database. What the table itself knows,
and everybody at it, is the kind.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any, Final, Literal

from hornsup import i18n
from hornsup.play import entries
from hornsup.play.live.table import LiveTable
from hornsup.play.refused import Refused
from hornsup.play.settings import CallKind
from hornsup.play.table import ENDED
from hornsup.server import metrics
from hornsup.server.calls.backoff import MOST_FAILURES, UNRESOLVED_SECONDS, wait_seconds
from hornsup.server.calls.outgoing import BadAddress, Outcome, Outgoing
from hornsup.server.calls.queue import Call, CallQueue
from hornsup.server.calls.words import Message
from hornsup.server.config import Config
from hornsup.server.live.registry import Registry

JSON: Final = "application/json"
NOTE_TRIES: Final = 8
TEST_SECONDS: Final = 15.0
"""How long a test may take, with what it waits for in the queue."""
NO_EMBEDS: Final = 4
"""Discord's flag for a message without previews of links."""
_MARKDOWN: Final = re.compile(r"([\\`*_~|<>#\[\]():+.!-])")
Tried = Literal["sent", "gone", "refused", "failed"]
"""What the host is told of a test."""
Request = tuple[dict[str, str], bytes]


# --- what each kind is sent -------------------------------------------------------------------


def request(kind: str, message: Message, language: str, link: str) -> Request:
    """Headers and body of a call."""
    return _KINDS[kind](message, language, link)


def _discord(message: Message, language: str, link: str) -> Request:
    text = message.to_all(language, _for_discord(message.player), _for_discord(message.host))
    return _as_json(
        {
            "content": f"{text}\n{link}".strip(),
            "allowed_mentions": {"parse": []},
            "flags": NO_EMBEDS,
        }
    )


def _for_discord(name: str) -> str:
    return _MARKDOWN.sub(r"\\\1", _no_mention(name))


def _slack(message: Message, language: str, link: str) -> Request:
    text = message.to_all(language, _for_slack(message.player), _for_slack(message.host))
    return _as_json(
        {
            "text": f"{text}\n{_for_slack(link)}".strip(),
            "mrkdwn": False,
            "parse": "none",
            "link_names": False,
            "unfurl_links": False,
            "unfurl_media": False,
        }
    )


def _for_slack(text: str) -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _no_mention(escaped)


def _no_mention(name: str) -> str:
    """No service takes this sign for the beginning of a mention."""
    return name.replace("@", "＠")


def _ntfy(message: Message, language: str, link: str) -> Request:
    """The text is the body; of names, which may hold anything, none gets into a header."""
    headers = {"Content-Type": "text/plain; charset=utf-8", "Title": _ascii(message.title)}
    if link:
        headers["Click"] = link
    return headers, message.to_all(language, message.player, message.host).encode()


def _ascii(title: str) -> str:
    return title.encode("ascii", "replace").decode()


def _plain(message: Message, language: str, link: str) -> Request:
    text = message.to_all(language, message.player, message.host)
    return _as_json({**message._asdict(), "text": text, "link": link or None})


def _as_json(data: dict[str, Any]) -> Request:
    return {"Content-Type": JSON}, json.dumps(data, ensure_ascii=False).encode()


_KINDS: Final = {"discord": _discord, "slack": _slack, "ntfy": _ntfy, "json": _plain}


# --- setting, removing, sending ---------------------------------------------------------------


class CallRefused(Refused):
    """A refusal whose sentence is in the catalogue of calls."""

    def text(self, language: str) -> str:
        return i18n.text(language, f"calls.refused.{self.code}")


class Webhooks:
    """The webhooks of all tables."""

    def __init__(
        self, config: Config, registry: Registry, queue: CallQueue, outgoing: Outgoing
    ) -> None:
        self._config = config
        self._registry = registry
        self._store = registry.store.calls
        self._queue = queue
        self._outgoing = outgoing
        self._testing: set[str] = set()  # players who wait for a test

    async def set(self, live: LiveTable, player: str, kind: CallKind, url: str) -> None:
        """Set a table's webhook; the address is kept first, and used once the table shows it."""
        live.table.need_host(player)
        if self._config.calls == "off":
            raise CallRefused("calls-off")
        if live.table.phase in ENDED:
            raise Refused("not-playing")
        try:
            self._outgoing.target(url)
        except BadAddress as error:
            raise CallRefused("address") from error
        await self._replace(live, player, {"kind": kind, "url": url})
        await _note(live, entries.WebhookSet(kind))

    async def remove(self, live: LiveTable, player: str) -> None:
        live.table.need_host(player)
        if live.table.phase not in ENDED:  # else it went with the end of the game
            await self._replace(live, player, None)
            await _note(live, entries.WebhookSet())

    async def _replace(self, live: LiveTable, player: str, new: dict[str, Any] | None) -> None:
        if not await self._store.set_webhook(live.table.id, player, new):
            raise Refused("not-host")  # not any more

    async def check(self, tables: Iterable[LiveTable]) -> None:
        """Let tables no longer show a webhook whose address was deleted with whoever set it."""
        shown = {live.table.id: live for live in tables if live.table.webhook is not None}
        if shown:
            kept = await self._store.webhooks(shown)
            for table_id in shown.keys() - kept.keys():
                shown[table_id].enqueue(partial(self._note_missing, shown[table_id]))

    async def _note_missing(self, live: LiveTable) -> None:
        """In the table's queue, and by the newest: another address may just be set."""
        with suppress(Refused):  # the storage is away; the next change of the table tries again
            for _ in range(NOTE_TRIES):
                if live.table.webhook is None or await self._store.webhook(live.table.id):
                    return
                if await live.log(entries.WebhookSet()):
                    return

    # --- sending ------------------------------------------------------------------------------

    async def test(self, live: LiveTable, player: str, message: Message) -> Tried:
        """Send a message now; only whoever set the address may, and learns no more than whether
        it arrived."""
        live.table.need_host(player)
        row = await self._store.webhook(live.table.id)
        if row is None or row.player != player or self._config.calls == "off":
            raise CallRefused("no-webhook")
        outcome = await self._try(row, message)
        if outcome == "sent" and (row.failures or live.table.webhook_stopped):
            await self._store.webhook_failures(row.table_id, row.url, 0, 0)
            await _note(live, entries.WebhookSet(row.kind))
        return outcome if outcome != "unresolved" else "failed"

    async def _try(self, row: Any, message: Message) -> Outcome:
        """Through the queue like every call, one at a time for each player."""
        if row.player in self._testing:
            raise Refused("busy")
        done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

        async def wanted() -> bool:
            return not done.done()

        async def send() -> None:
            outcome = await self._post(row, message)
            if not done.done():
                done.set_result(outcome)

        host = self._outgoing.host(row.url)
        self._testing.add(row.player)
        try:
            if not self._queue.put(Call(f"test {row.player}", "webhook", host, wanted, send)):
                raise Refused("busy")
            async with asyncio.timeout(TEST_SECONDS):
                return await done
        except TimeoutError:
            return "failed"
        finally:
            self._testing.discard(row.player)

    async def send(self, table_id: str, message: Message) -> float | None:
        """Send a message if the webhook is still there; gives when to try again."""
        row = await self._store.webhook(table_id)
        if row is None:
            return None
        outcome = await self._post(row, message)
        if outcome == "sent":
            if row.failures:
                await self._store.webhook_failures(table_id, row.url, 0, 0)
            return None
        if outcome == "unresolved":
            return UNRESOLVED_SECONDS
        failures = MOST_FAILURES if outcome == "gone" else row.failures + 1
        wait = wait_seconds(failures)
        retry_at = self._registry.clock.now() + int(wait * 1000)
        await self._store.webhook_failures(table_id, row.url, failures, retry_at)
        if failures >= MOST_FAILURES:
            await self._note_stopped(table_id, row.kind)
            return None
        return wait if outcome == "failed" else None

    async def _note_stopped(self, table_id: str, kind: CallKind) -> None:
        """At the table as it is in memory now: it may have been dropped and read again."""
        live = await self._registry.get(table_id)
        if live is not None:
            await _note(live, entries.WebhookSet(kind, stopped=True))

    async def _post(self, row: Any, message: Message) -> Outcome:
        link = f"{self._config.public_url.rstrip('/')}/t/{row.table_id}"
        headers, body = request(
            row.kind, message, row.language or "en", link if self._config.public_url else ""
        )
        outcome = await self._outgoing.post(row.url, headers, body)
        metrics.calls.labels("webhook", outcome).inc()
        return outcome


async def _note(live: LiveTable, entry: entries.WebhookSet) -> None:
    """Log what everybody at the table may know, and wait until it is logged; raises Refused."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    live.enqueue(partial(_log, live, entry, done))
    await done


async def _log(live: LiveTable, entry: entries.WebhookSet, done: asyncio.Future[None]) -> None:
    """Log an entry unless the table says the same already; others may be writing, too."""
    table = live.table
    try:
        for _ in range(NOTE_TRIES):
            shown = entries.WebhookSet(table.webhook, table.webhook_stopped)
            if shown == entry or table.phase in ENDED or await live.log(entry):
                break
    except Exception as error:
        if not done.done():
            done.set_exception(error)
    if not done.done():
        done.set_result(None)
