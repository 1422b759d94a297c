"""`hornsup admin`: see the tables of a running server, close them, ban, announce."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import click

from hornsup.cli.common import print_json
from hornsup.cli.help import Example, Group
from hornsup.cli.options import database_options, json_option
from hornsup.cli.owner import config_of, moment
from hornsup.cli.owner import print_table as table

Data = dict[str, Any]


@click.group(
    cls=Group,
    examples=[
        Example("hornsup admin tables", "what is being played", "a database"),
        Example("hornsup admin bans --help", "every command explains itself"),
    ],
)
def admin() -> None:
    """See the tables of a running server, close them, ban, announce.

    Works beside the server, through its database: give --data or --database-url as you give them to
    `hornsup serve`, or set HORNSUP_DATA or HORNSUP_DATABASE_URL. Orders hold within a second;
    without a running server they wait for the next start.
    """


def _ask(where: Data, question: Callable[[Any], Awaitable[Any]]) -> Any:
    """Open the database of a server and ask it something."""
    config = config_of("hornsup admin", **where)
    import asyncio

    from hornsup.admin.database import opened

    async def go() -> Any:
        async with opened(config) as database:
            return await question(database)

    return asyncio.run(go())


# --- looking ------------------------------------------------------------------------------------


@admin.command(
    examples=[Example("hornsup admin tables --all --limit 20", "finished ones too", "a database")]
)
@click.option("--all", "everything", is_flag=True, help="Finished and closed ones too.")
@click.option(
    "--limit",
    type=click.IntRange(1, 1000),
    metavar="N",
    default=50,
    show_default=True,
    help="At most so many.",
)
@json_option
@database_options
def tables(everything: bool, limit: int, as_json: bool, **where: Any) -> None:
    """List tables, those with the newest change first."""

    async def go(database: Any) -> Any:
        from hornsup.admin.tables import OPEN, listed

        phases = (*OPEN, "over", "closed") if everything else OPEN
        return await listed(database, phases, limit)

    found = _ask(where, go)
    if as_json:
        print_json(found)
    elif not found:
        click.echo("no tables")
    else:
        columns = ("Table", "Code", "Game", "Phase", "People", "Here", "Host", "Version", "Last")
        table(columns, [_row(each) for each in found])


def _row(each: Data) -> tuple[Any, ...]:
    people = f"{each['people']}/{each['players']}"
    code = each["code"] or "private"
    told = (each["id"], code, each["game"], each["phase"], people, each["connected"], each["host"])
    return (*told, each["version"], moment(each["changed_at"]))


@admin.command(examples=[Example("hornsup admin show 3fa81c07", "one table", "a database")])
@click.argument("which", metavar="TABLE")
@json_option
@database_options
def show(which: str, as_json: bool, **where: Any) -> None:
    """Show one TABLE, by the beginning of its id or by its code."""

    async def go(database: Any) -> Any:
        from hornsup.admin.tables import shown

        return await shown(database, which)

    found = _ask(where, go)
    if as_json:
        print_json(found)
        return
    table(("", ""), _facts(found), f"Table {found['id']}")
    seats = [_seat(each) for each in found["seats"]]
    table(("Seat", "Name", "Who", "Player", "Connected"), seats)


def _facts(found: Data) -> list[tuple[str, Any]]:
    settings = {name: value for name, value in found["settings"].items() if name != "options"}
    told = [
        ("phase", found["phase"] + (f" by {found['closed_by']}" if found["closed_by"] else "")),
        ("code", found["code"] or "private"),
        ("turn", _turn(found["turn"])),
        ("version", f"{found['version']} ({found['moves']} moves, rules {found['engine'] or '–'})"),
        ("watching", found["watching"]),
        ("opened", moment(found["created_at"])),
        ("started", moment(found["started_at"])),
        ("last entry", moment(found["changed_at"])),
        ("settings", ", ".join(f"{name} {_plain(value)}" for name, value in settings.items())),
        ("options", _options(found["settings"]["options"])),
    ]
    return [*told, ("rematch", found["next"])] if found["next"] else told


def _options(options: Data) -> str:
    """Switches with their values; of a deck or dice of one's own only that there is one."""
    told = [f"{k} {'(own)' if isinstance(v, (dict, list)) else v}" for k, v in options.items()]
    return ", ".join(told) or "–"


def _plain(value: Any) -> str:
    return " ".join(map(str, value.values())) if isinstance(value, dict) else str(value)


def _turn(turn: Data | None) -> str:
    return "–" if turn is None else f"{turn['seat']} {turn['name']}, since {moment(turn['since'])}"


def _seat(each: Data) -> tuple[Any, ...]:
    here = "yes" if each["connected"] else f"left {moment(each['left_at'])}"
    here = here if each["connected"] or each["left_at"] else "no"
    name = each["name"] + (" (host)" if each["host"] else "")
    return each["seat"], name, each["who"], each["player"] or "–", here if each["player"] else "–"


# --- orders -------------------------------------------------------------------------------------


def _order(where: Data, as_json: bool, name: str, *words: Any) -> None:
    """Give an order and say what comes of it."""

    async def go(database: Any) -> Any:
        from hornsup.admin import orders

        return await getattr(orders, name)(database, *words)

    given = _ask(where, go)
    if as_json:
        print_json(given)
        return
    about = given.get("table") or given.get("subject") or ""
    till = f" until {moment(given['until'])}" if "until" in given else ""
    lives = "within a second" if given["workers"] else "when a server starts: none is running"
    click.echo(f"{' '.join((given['order'], about)).strip()}{till}: carried out {lives}")


@admin.command(
    examples=[Example("hornsup admin close 3fa81c07", "everybody there is told", "a database")]
)
@click.argument("which", metavar="TABLE")
@json_option
@database_options
def close(which: str, as_json: bool, **where: Any) -> None:
    """Close a TABLE, in its lobby or in the middle of a game; everybody there is told."""
    _order(where, as_json, "close", which)


@admin.command(
    examples=[
        Example(
            'hornsup admin ban 90bd41e2 --reason "insults"',
            "by the id that `show` prints",
            "a database",
        )
    ]
)
@click.argument("player", required=False)
@click.option("--address", metavar="IP", help="An address, or a network such as 192.0.2.0/24.")
@click.option(
    "--reason", metavar="TEXT", default="", help="A note for yourself; players do not see it."
)
@json_option
@database_options
def ban(player: str | None, address: str | None, reason: str, as_json: bool, **where: Any) -> None:
    """Ban a PLAYER, by the beginning of the id that `show` prints, or an address.

    Their sockets are closed on every worker, and they are told why they cannot come in. A guest who
    deletes the browser's cookies is a new player; an address keeps out all who share it.
    """
    _order(where, as_json, "ban", player, address, reason)


@admin.command(
    examples=[
        Example("hornsup admin unban 192.0.2.0/24", "a network may come in again", "a database")
    ]
)
@click.argument("who", metavar="PLAYER|ADDRESS")
@json_option
@database_options
def unban(who: str, as_json: bool, **where: Any) -> None:
    """Lift a ban."""
    _order(where, as_json, "unban", who)


@admin.command(
    examples=[Example("hornsup admin bans --json", "who is banned, as data", "a database")]
)
@json_option
@database_options
def bans(as_json: bool, **where: Any) -> None:
    """List who is banned."""

    async def go(database: Any) -> Any:
        from hornsup.admin.orders import bans as listed

        return await listed(database)

    found = _ask(where, go)
    if as_json:
        print_json(found)
    elif not found:
        click.echo("there are no bans")
    else:
        rows = [(b["subject"], b["name"], moment(b["since"]), b["reason"]) for b in found]
        table(("Banned", "Name", "Since", "Reason"), rows)


@admin.command(
    examples=[
        Example(
            'hornsup admin announce "The server restarts at nine." --minutes 30',
            "on every open page",
            "a database",
        )
    ]
)
@click.argument("text", required=False)
@click.option(
    "--minutes", metavar="N", type=int, default=60, show_default=True, help="How long it is shown."
)
@click.option("--clear", is_flag=True, help="Take the announcement down.")
@json_option
@database_options
def announce(text: str | None, minutes: int, clear: bool, as_json: bool, **where: Any) -> None:
    """Show a TEXT on every open page, and on those opened later, until its time is over."""
    if clear == (text is not None):
        raise click.UsageError("give a text, or --clear")
    if clear:
        _order(where, as_json, "clear")
    else:
        _order(where, as_json, "announce", text, minutes)
