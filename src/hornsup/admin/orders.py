"""Orders of the owner: written into the database, carried out by the server's workers."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import select

from hornsup.admin.database import Opened
from hornsup.admin.tables import OPEN, find_player, find_table, short
from hornsup.errors import BadInput
from hornsup.play import words
from hornsup.server.auth.bans import is_network, network
from hornsup.server.live.presence import ALIVE_MS
from hornsup.server.storage.schema import players, workers

MOST_REASON: Final = 200
MOST_TEXT: Final = 500
MOST_MINUTES: Final = 60 * 24 * 31

Data = dict[str, Any]


async def close(opened: Opened, text: str) -> Data:
    row = await find_table(opened, text)
    if row.phase not in OPEN:
        raise BadInput(f"table {short(row.id)} is {row.phase} already")
    await opened.store.owner.close(row.id, opened.clock.now())
    return {"order": "close", "table": short(row.id), **await _when(opened)}


async def ban(opened: Opened, player: str | None, address: str | None, reason: str) -> Data:
    reason = _one_line(reason, MOST_REASON, "a reason")
    subject, shown = await _subject(opened, player, address)
    if not await opened.store.owner.ban(subject, reason, opened.clock.now()):
        raise BadInput(f"{shown} is banned already")
    return {"order": "ban", "subject": shown, **await _when(opened)}


async def unban(opened: Opened, text: str) -> Data:
    """Lift a ban of a player, by the beginning of the id, or of an address."""
    subject = await _banned(opened, text)
    await opened.store.owner.unban(subject, opened.clock.now())
    shown = subject if is_network(subject) else short(subject)
    return {"order": "unban", "subject": shown, **await _when(opened)}


async def bans(opened: Opened) -> list[Data]:
    """All bans, the oldest first; players with the name that they have now."""
    found = await opened.store.owner.bans()
    known = [row.subject for row in found if not is_network(row.subject)]
    query = select(players.c.id, players.c.name).where(players.c.id.in_(known))
    names = {row.id: row.name for row in await opened.store.database.read(query)}
    return [
        {
            "subject": row.subject if is_network(row.subject) else short(row.subject, known),
            "kind": "address" if is_network(row.subject) else "player",
            "name": names.get(row.subject, ""),
            "since": row.at,
            "reason": row.reason,
        }
        for row in found
    ]


async def announce(opened: Opened, text: str, minutes: int) -> Data:
    text = _one_line(text, MOST_TEXT, "an announcement")
    if not text:
        raise BadInput("an announcement needs a text; --clear takes the last one down")
    if not 1 <= minutes <= MOST_MINUTES:
        raise BadInput(f"an announcement stays for 1 to {MOST_MINUTES} minutes, not {minutes}")
    now = opened.clock.now()
    until = now + minutes * 60_000
    await opened.store.owner.announce(text, now, until)
    return {"order": "announce", "text": text, "until": until, **await _when(opened)}


async def clear(opened: Opened) -> Data:
    if not await opened.store.owner.clear_announcement(opened.clock.now()):
        raise BadInput("there is no announcement to take down")
    return {"order": "clear", **await _when(opened)}


# --- parts --------------------------------------------------------------------------------------


async def _subject(opened: Opened, player: str | None, address: str | None) -> tuple[str, str]:
    """What is banned, as it is stored and as it is shown."""
    if (player is None) == (address is None):
        raise BadInput("ban either a player or --address")
    if address is not None:
        found = network(address)
        return found, found
    row = await find_player(opened, player or "")
    return row.id, short(row.id)


async def _banned(opened: Opened, text: str) -> str:
    """The one ban that a text is about."""
    known = [row.subject for row in await opened.store.owner.bans()]
    if is_network(text):
        found = [each for each in known if each == network(text)]
    else:
        found = [each for each in known if each.startswith(text.strip().lower())]
    if len(found) > 1:
        raise BadInput(f"more than one ban begins with {text!r}; give more of it")
    if not found or not text.strip():
        raise BadInput(f"{text!r} is not banned; `hornsup admin bans` lists who is")
    return str(found[0])


async def _when(opened: Opened) -> Data:
    """Whether a worker lives that carries the order out now."""
    query = select(workers.c.id).where(workers.c.seen_at >= opened.clock.now() - ALIVE_MS)
    return {"workers": len(await opened.store.database.read(query))}


def _one_line(text: str, most: int, what: str) -> str:
    """A text without control and invisible characters."""
    found = words.clean(text)
    if len(found) > most:
        raise BadInput(f"{what} has at most {most} characters, not {len(found)}")
    return found
