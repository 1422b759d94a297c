"""The evening of one table and its rematches, for those who played: games, wins, luck, grudges.

Nothing of it is stored: it is counted from the logs and from the reviews that are kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from msgspec import Struct

from hornsup.play.live.table import LiveTable
from hornsup.play.table import OVER, Table
from hornsup.server.auth.sessions import Guest
from hornsup.server.http.access import limit
from hornsup.server.live.reviews import Part
from hornsup.server.services import Services

MOST_GAMES: Final = 30
"""Of a very long evening the last games are counted."""


class Standing(Struct, frozen=True):
    """One player over the games of one kind. Luck and play are to the good above zero; `victim`
    and `nemesis` are places in the same list."""

    name: str
    seat: int
    you: bool
    games: int
    wins: int
    luck: float
    play: float
    victim: int | None
    nemesis: int | None


class Played(Struct, frozen=True):
    """The games of one kind, the newest last, and how many of them have been reviewed."""

    game: str
    measure: str
    tables: list[str]
    reviewed: list[str]
    players: list[Standing]


class TableEvening(Controller):
    path = "/api/tables/{table_id:str}"
    tags = ("reviews",)

    @get("/evening", guards=[limit("replays")], summary="The evening of a table you played at")
    async def evening(
        self,
        services: NamedDependency[Services],
        live: NamedDependency[LiveTable],
        guest: NamedDependency[Guest],
    ) -> list[Played]:
        if not live.table.seats_of(guest.id):
            raise NotFoundException("there is no such table")
        followed = await services.store.reviews.rematches(guest.id)
        ids = chain(live.table.id, followed)[-MOST_GAMES:]
        loaded = [await services.registry.get(each) for each in ids]
        tables = [each.table for each in loaded if each and _counts(each.table, guest.id)]
        kept = await services.store.reviews.of_tables([table.id for table in tables])
        names = dict.fromkeys(table.settings.game for table in tables)
        return [_played(name, tables, kept, guest.id) for name in names]


def chain(table_id: str, followed: dict[str, str]) -> list[str]:
    """The tables before and after one, by which followed which."""
    before = {after: first for first, after in followed.items()}
    ids = [table_id]
    while ids[0] in before and before[ids[0]] not in ids:
        ids.insert(0, before[ids[0]])
    while ids[-1] in followed and followed[ids[-1]] not in ids:
        ids.append(followed[ids[-1]])
    return ids


def _counts(table: Table, player: str) -> bool:
    return table.phase == OVER and table.practice is None and bool(table.seats_of(player))


# --- counting ---------------------------------------------------------------------------------


@dataclass
class _Sum:
    """One player's figures while they are added up."""

    name: str
    seat: int
    games: int = 0
    wins: int = 0
    luck: float = 0.0
    play: float = 0.0
    done: dict[str, float] = field(default_factory=dict)
    """What this player's decisions did to others: below zero it was to their harm."""


def _played(game: str, tables: Iterable[Table], kept: dict[str, Any], guest: str) -> Played:
    own = [table for table in tables if table.settings.game == game]
    sums: dict[str, _Sum] = {}
    measure = "win"
    for table in own:
        _count(table, sums)
        if table.id in kept:
            measure = kept[table.id][0]["measure"]
            _book(table, kept[table.id][1], sums, 1 if measure == "win" else -1)
    ids = [table.id for table in own]
    standings = [_standing(who, sums, guest) for who in sums]
    return Played(game, measure, ids, [each for each in ids if each in kept], standings)


def _people(table: Table) -> dict[int, str]:
    """By seat, somebody across games: a player, or the bot of a seat. Whoever asked to be
    forgotten has no name any more, and is not counted."""
    return {
        number: seat.player or f"bot {number}"
        for number, seat in enumerate(table.seats)
        if seat.name or seat.player is None
    }


def _count(table: Table, sums: dict[str, _Sum]) -> None:
    outcome = table.state.outcome if table.state else None
    winners = outcome.winners if outcome else ()
    names = table.names()
    for seat, who in _people(table).items():
        found = sums.setdefault(who, _Sum(names[seat], seat))
        found.name, found.seat = names[seat], seat
        found.games += 1
        found.wins += seat in winners


def _book(table: Table, ledger: Part, sums: dict[str, _Sum], way: int) -> None:
    """Add one review; `way` is -1 where less is better."""
    people = _people(table)
    for seat, who in people.items():
        found, account = sums[who], ledger["ledger"][seat]
        found.luck += way * float(Fraction(account["luck"]))
        found.play += way * float(Fraction(account["own"]))
        for other, whom in people.items():
            if other != seat:
                harm = way * float(Fraction(ledger["grudges"][seat][other]))
                found.done[whom] = found.done.get(whom, 0.0) + harm


def _standing(who: str, sums: dict[str, _Sum], guest: str) -> Standing:
    own, order = sums[who], list(sums)
    hurt = {other: harm for other, harm in own.done.items() if harm < 0}
    by = {other: found.done.get(who, 0.0) for other, found in sums.items() if other != who}
    harmed = {other: harm for other, harm in by.items() if harm < 0}
    victim = min(hurt, key=hurt.__getitem__) if hurt else None
    nemesis = min(harmed, key=harmed.__getitem__) if harmed else None
    return Standing(
        own.name,
        own.seat,
        who == guest,
        own.games,
        own.wins,
        own.luck,
        own.play,
        None if victim is None else order.index(victim),
        None if nemesis is None else order.index(nemesis),
    )
