"""`hornsup bot`: let a program play at somebody's table."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from hornsup.cli.common import chosen_options, seed_of
from hornsup.cli.help import Example, command, game_names
from hornsup.cli.options import (
    FILE,
    completed,
    games_option,
    players_option,
    rules_options,
    seed_option,
)
from hornsup.errors import BadInput
from hornsup.lab.extras import need


@command(
    Example("hornsup bot http://localhost:8000/ABC234", "join a table by its code", "a server"),
    Example(
        "hornsup bot http://localhost:8000 --new {game} --fill easy --bot my_module:MyBot",
        "a new table, your bot against others",
        "a server",
    ),
    Example(
        'hornsup bot http://localhost:8000 --exec "./my_bot --fast"',
        "a program in any language",
        "a server",
    ),
)
@click.argument("address")
@click.option(
    "--bot",
    "bot_name",
    metavar="NAME",
    default="normal",
    show_default=True,
    help="Name or module:Class.",
)
@click.option(
    "--exec", "program", metavar="COMMAND", help="A program that speaks JSON lines instead."
)
@click.option("--name", metavar="NAME", default="", help="What it is called at the table.")
@click.option(
    "--new",
    "game",
    metavar="GAME",
    shell_complete=completed(game_names),
    help="Open a table for this game and wait for others.",
)
@players_option(3, "Seats of a table opened by --new.")
@click.option(
    "--fill",
    metavar="LEVEL",
    help="Fill the other seats of a new table with bots of this level.",
)
@click.option(
    "--wait-for", metavar="N", default=0, help="With --fill: leave so many seats to others."
)
@games_option(1, "How many games to play (with --new).")
@seed_option(None, "For a bot that should play the same way again.")
@click.option(
    "--trace",
    metavar="FILE",
    type=FILE,
    help="Write down every frame sent (>) and received (<).",
)
@rules_options
def bot(address: str, game: str | None, games: int, trace: str | None, **asked: Any) -> None:
    """Let a bot take a seat at a table and play until the game is over.

    ADDRESS is a table's link, a server with a code (http://host:8000/ABC234), or a server alone:
    then the bot joins a public table, or opens one with --new. A program given by --exec gets one
    JSON line for every decision, with `game`, `view` and `legal`, and answers with a line such as
    {"move": "end"}.
    """
    need("hornsup bot", "client", "msgspec", "websockets")
    import asyncio

    from hornsup.client import TablePlayer

    new = _table(game, asked)
    with Path(trace or os.devnull).open("w", encoding="utf-8", buffering=1) as file:
        for number in range(games):
            player, name = _player(asked, number)
            seat = TablePlayer(player, name, click.echo, lambda *words: print(*words, file=file))
            asyncio.run(seat.play(address, new))


def _table(game: str | None, asked: dict[str, Any]) -> dict[str, Any] | None:
    """The table to open, if one is wanted."""
    fill, players, others = asked["fill"], asked["players"], asked["wait_for"]
    if game is None:
        flags = {"fill": fill, "wait-for": others, "preset": asked["preset"], "deck": asked["deck"]}
        given = [name for name, value in {**flags, "option": asked["switches"]}.items() if value]
        if given:
            raise BadInput(f"--{given[0]} goes with --new")
        return None
    options = chosen_options(game, asked["preset"], asked["switches"], asked["deck"])
    settings = {"game": game, "players": players, "options": options}
    bots = [fill] * max(0, players - 1 - others) if fill else []
    settings["public"] = 1 + len(bots) < players
    return {"settings": settings, "seats": ["open"] * (players - len(bots)) + bots}


def _player(asked: dict[str, Any], number: int) -> tuple[Any, str]:
    """Who plays the game of this number, and its name at the table."""
    from hornsup.client import BotPlayer, ProgramPlayer

    program, bot_name = asked["program"], asked["bot_name"]
    name = (asked["name"] or f"{program or bot_name}")[:24]
    if program is not None:
        return ProgramPlayer(program), name
    seed = seed_of(asked["seed"])
    return BotPlayer(bot_name, None if seed is None else f"{seed}/{number}"), name
