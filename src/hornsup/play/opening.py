"""The first entries of a new table: opened by a host, or for a rematch.

They are decided here by the same functions as every later command, and committed together: a table
exists with everyone who was to be seated, or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from hornsup.core import fairness
from hornsup.play import codes, wire
from hornsup.play import entries as log
from hornsup.play import settings as table_settings
from hornsup.play.decide import decide
from hornsup.play.refused import Refused
from hornsup.play.runtime import Randomness
from hornsup.play.settings import Settings
from hornsup.play.table import EXECUTOR, Table


class Opening(NamedTuple):
    """A new table, its log folded already."""

    table: Table
    entries: list[log.Logged]


class Host(NamedTuple):
    """Who opens a table."""

    player: str
    name: str
    contribution: str = ""


def open_table(
    settings: Settings,
    host: Host,
    plan: Sequence[str],
    start: bool,
    *,
    now: int,
    random: Randomness,
    practice: log.Practice | None = None,
) -> Opening:
    """A table with a fresh secret; `plan` says for every seat "me", "open" or a bot's level."""
    settings = table_settings.check(settings)
    if len(plan) > settings.players:
        raise Refused("seats-in-use", players=settings.players)
    table = _new_table(random)
    seal = fairness.commitment(table.secret)
    created = log.Created(host.player, seal, settings, practice=practice)
    entries = [_fold(table, created, now)]
    for command in _seating(plan, host, start):
        key = random.token_bytes(8, "command").hex()
        sent: Any = command(key, table.version)
        entry = decide(table, sent, host.player)
        entries.append(_fold(table, entry, now, host.player, key))
    return Opening(table, entries)


def _seating(plan: Sequence[str], host: Host, start: bool) -> list[Any]:
    commands: list[Any] = []
    for number, who in enumerate(plan):
        if who == "me":
            commands.append(
                lambda key, version, seat=number: wire.Sit(
                    key, version, host.contribution, seat, host.name
                )
            )
        elif who != "open":
            commands.append(
                lambda key, version, seat=number, level=who: wire.AddBot(key, version, level, seat)
            )
    if start:
        commands.append(wire.Start)
    return commands


def open_rematch(table: Table, host: str, *, now: int, random: Randomness) -> Opening:
    """A table like this one: bots sit, everybody else's seat is reserved under their name.

    People sit down by themselves, because everybody's own random contribution goes into the new
    deal.
    """
    new = _new_table(random)
    reserved = _reserved(table)
    names = {number: table.seat(number).name for number in reserved}
    created = log.Created(
        host, fairness.commitment(new.secret), table.settings, reserved=reserved, names=names
    )
    entries = [_fold(new, created, now)]
    for number, seat in enumerate(table.seats):
        if seat.bot is not None and seat.player is None:
            entries.append(_fold(new, log.BotSat(number, seat.bot), now))
    return Opening(new, entries)


def practice_settings(table: Table) -> Settings:
    """Like the table's own, for one person and bots: no clock, and moves can be taken back."""
    was = table.settings
    return Settings(was.game, was.players, was.options, undo="free", pace=was.pace)


def practice_plan(table: Table, seat: int) -> list[str]:
    """One person in a seat, the bots that were there, and bots for everybody else."""
    levels: list[str] = [other.bot or "normal" for other in table.seats]
    levels[seat] = "me"
    return levels


def rematch_host(table: Table, asker: str, online: frozenset[str]) -> str:
    """The host stays the host; where the host is gone it is whoever asked."""
    return table.host if table.host in online else asker


def _reserved(table: Table) -> dict[int, str]:
    """Whose seat is whose, those that a bot played for the absent included."""
    held = {number: seat.player for number, seat in enumerate(table.seats)}
    held[EXECUTOR] = table.executor.player
    return {number: player for number, player in held.items() if player is not None}


def _new_table(random: Randomness) -> Table:
    return Table(codes.new_id(random), codes.new_code(random), random.token_bytes(32, "secret"))


def _fold(
    table: Table,
    entry: log.AnyEntry,
    now: int,
    player: str | None = None,
    command: str | None = None,
) -> log.Logged:
    logged = log.Logged(table.version + 1, now, entry, player, command)
    table.fold(logged)
    return logged
