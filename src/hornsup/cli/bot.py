"""`hornsup bot`: let a program play at somebody's table."""

from __future__ import annotations

import asyncio

import click

from hornsup.cli.common import seed_of
from hornsup.errors import BadInput
from hornsup.lab.extras import need


@click.command()
@click.argument("address")
@click.option(
    "--bot", "bot_name", default="normal", show_default=True, help="Name or module:Class."
)
@click.option("--exec", "program", help="A program that speaks JSON lines instead.")
@click.option("--name", default="", help="What it is called at the table.")
@click.option("--new", "game", help="Open a table for this game and wait for others.")
@click.option("--players", default=3, show_default=True, help="Seats of a table opened by --new.")
@click.option("--fill", help="Fill the other seats of a new table with bots of this level.")
@click.option("--games", default=1, show_default=True, help="How many games to play (with --new).")
@click.option("--seed", help="For a bot that should play the same way again.")
def bot(
    address: str,
    bot_name: str,
    program: str | None,
    name: str,
    game: str | None,
    players: int,
    fill: str | None,
    games: int,
    seed: str | None,
) -> None:
    """Let a bot take a seat at a table and play until the game is over.

    ADDRESS is a table's link, a server with a code (http://host:8000/ABC234), or a server alone:
    then the bot joins a public table, or opens one with --new. A program given by --exec gets one
    JSON line for every decision, with `game`, `view` and `legal`, and answers with a line such as
    {"move": "end"}.
    """
    need("hornsup bot", "server", "msgspec", "websockets")
    from hornsup.server.outside import OurBot, Player, Program, Visitor

    if fill is not None and game is None:
        raise BadInput("--fill goes with --new")
    new = None
    if game is not None:
        settings = {"game": game, "players": players, "public": fill is None}
        new = {"settings": settings, "seats": ["open", *([fill] * (players - 1) if fill else [])]}
    seeded = seed_of(seed)
    for number in range(games):
        player: Player
        if program:
            player = Program(program)
        else:
            player = OurBot(bot_name, hash((seeded, number)) if seeded is not None else None)
        visitor = Visitor(player, name or f"{program or bot_name}"[:24], click.echo)
        asyncio.run(visitor.play(address, new))
