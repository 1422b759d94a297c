"""Jobs of a table that nobody asked for: time that ran out, players who left, tables in disuse."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from hornsup.play import entries as log
from hornsup.play import reminding, timing
from hornsup.play.live.ports import StorageError
from hornsup.play.refused import Refused
from hornsup.play.table import ENDED, LOBBY, PLAYING

if TYPE_CHECKING:
    from hornsup.play.live.table import LiveTable

FORGET_TRIES: Final = 8
CLOSE_TRIES: Final = 8


async def look_after(live: LiveTable) -> None:
    """See to clocks, players who left and bots that never answered, then note the next look."""
    await live.catch_up()
    table, now = live.table, live.clock.now()
    entry: log.AnyEntry | None = timing.ran_out(table, now) or timing.time_is_up(table, now)
    if entry is None:
        entry = timing.left_alone(table, now, await _away_since(live))
    try:
        if entry is not None:
            await live.log(entry)
        elif live.bots.is_overdue(now):
            live.bots.again()
        if reminding.reminder_is_due(table, now):
            live.running_out.add(table.id)
        if live.storage.shared:
            await live.viewers.refresh()
        await live.storage.schedule(table, now, await _see_to_host(live))
    except Refused:
        return  # the storage is away; the next look tries again


async def see_to_host(live: LiveTable) -> None:
    """Somebody came or left: the host may be back, or may have to be replaced later."""
    with suppress(Refused, StorageError):
        due = await _see_to_host(live)
        if due is not None:
            await live.storage.schedule(live.table, live.clock.now(), due)


async def _see_to_host(live: LiveTable) -> int | None:
    """Make another person the host, or the former one again; when to look at this next."""
    table, now, people = live.table, live.clock.now(), live.viewers.people
    since = await _host_away_since(live)
    entry: log.AnyEntry | None = timing.host_back(table, people.present)
    entry = entry or timing.host_gone(table, now, since, people.present)
    if entry is not None:
        await live.log(entry)  # where others wrote first, the next look tries again
        since = await _host_away_since(live)
    waiting = timing.next_host(table, people.present) is not None
    return timing.host_due(table, since) if waiting else None


async def _host_away_since(live: LiveTable) -> int | None:
    """Since when the host has had no connection anywhere."""
    since = live.viewers.people.away_since(live.table.host)
    if since is None:
        return None
    left = await live.presence.left_at(live.table.id, live.table.host)
    return since if left is None else left


async def _away_since(live: LiveTable) -> int | None:
    """Since when the player that all wait for has had no connection anywhere."""
    seat = live.table.to_move
    player = None if seat is None else live.table.seats[seat].player
    if player is None or player in live.viewers.here():
        return None
    if player in await live.presence.elsewhere(live.table.id):
        return None
    left = await live.presence.left_at(live.table.id, player)
    return left if left is not None else live.table.started_at


async def extend(live: LiveTable, milliseconds: int) -> None:
    """Give time back to the clock that runs."""
    seat = live.table.clocks.running if live.table.phase == PLAYING else None
    if seat is not None:
        with suppress(Refused):
            await live.log(log.Extended(seat, milliseconds))


async def close_idle(live: LiveTable) -> None:
    if live.table.phase == LOBBY:
        with suppress(Refused):
            await live.log(log.Closed("idle"))


async def close_by_owner(live: LiveTable) -> None:
    """Close a table, also in the middle of a game; one that is over stays as it is."""
    with suppress(Refused):
        for _ in range(CLOSE_TRIES):
            if live.table.phase in ENDED or await live.log(log.Closed("owner")):
                return


async def forget(live: LiveTable, player: str) -> None:
    with suppress(Refused):
        for _ in range(FORGET_TRIES):
            if await live.log(log.Forgotten(player)):  # else others wrote first, and were folded
                return
