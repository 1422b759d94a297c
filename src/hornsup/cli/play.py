"""`hornsup play`: a table in this terminal, full screen or line by line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from hornsup.cli.common import (
    chosen_options,
    full_screen,
    language_of,
    seed_of,
)
from hornsup.cli.help import Example, command
from hornsup.cli.options import (
    bots_option,
    first_game,
    game_argument,
    language_option,
    players_option,
    rules_options,
    seed_option,
)
from hornsup.core import registry
from hornsup.core.notation import seat_number
from hornsup.errors import BadInput

if TYPE_CHECKING:
    from hornsup.client.session import Session


@command(
    Example("hornsup play {game} --players 3 --bots easy", "a first game", "a terminal"),
    Example("hornsup play {other_game} --seat A,C", "two people at one terminal", "a terminal"),
    Example(
        "hornsup play --join http://localhost:8000/ABC234 --name Ada",
        "at a server's table, beside browsers",
        "a server",
    ),
    Example("hornsup play --seat - --seed 8 --players 3 --lang fr --lines", "watch bots, in words"),
)
@game_argument(default=first_game)
@players_option()
@click.option(
    "--seat",
    metavar="LETTERS",
    default="A",
    show_default=True,
    help="Your seat's letter; 'A,C' for two people at this terminal; '-' to watch.",
)
@bots_option(None, "Who plays the other seats.  [default: normal]")
@seed_option(None, "Deal a known game again.")
@click.option("--join", metavar="URL", help="Play at a server's table instead: its link or code.")
@click.option("--name", metavar="NAME", default="", help="What you are called at the table.")
@click.option("--clock", metavar="SECONDS", type=int, help="A clock for every turn.")
@click.option("--pace", metavar="MS", type=int, help="How long bots let you see a step.")
@click.option("--lines", is_flag=True, help="Plain lines and sentences, for a screen reader.")
@language_option
@rules_options
def play(game: str, join: str | None, lines: bool, language: str | None, **asked: Any) -> None:
    """Play GAME in this terminal against bots, or join a server's table. Press ? for help."""
    lang = language_of(language)
    full = not lines and full_screen()
    session = _remote(join, lang, asked) if join else _local(game, lang, full, asked)
    _quiet()
    if full:
        from hornsup.tui.app import play_full_screen

        play_full_screen(session, lang)
    else:
        play_lines(session, lang, in_words=lines)


def play_lines(session: Session, language: str, in_words: bool) -> None:
    """Play line by line; colour only where it is wanted."""
    import asyncio

    from hornsup.tui.lines import LineTable

    colour = False if in_words or os.environ.get("NO_COLOR") else None
    table = LineTable(session, language, lambda text: click.echo(text, color=colour))
    table.in_words = in_words
    asyncio.run(table.run())


def _local(game: str, language: str, full: bool, asked: dict[str, Any]) -> Session:
    """A table in this process."""
    from hornsup.bots.lineup import bot_names
    from hornsup.client.session import LocalSession, default_names
    from hornsup.play.settings import NoClock, Settings, TurnClock

    known, players = bot_names(registry.get(game).name), asked["players"]
    options = chosen_options(game, asked["preset"], asked["switches"], asked["deck"])
    _check_players(game, players)
    people = default_names(_seats(asked["seat"], players), asked["name"])
    pace = asked["pace"] if asked["pace"] is not None else 700 if full else 0
    clock = NoClock() if asked["clock"] is None else TurnClock(asked["clock"])
    settings = Settings(game, players, options, clock=clock, pace=pace)
    bots = asked["bots"] or ("normal" if "normal" in known else known[0])
    return LocalSession(settings, people, bots, seed=seed_of(asked["seed"]), language=language)


def _check_players(game: str, players: int) -> None:
    seats = registry.get(game).seats
    if players not in seats:
        title = registry.get(game).title
        raise BadInput(f"{title} is for {seats[0]} to {seats[-1]} players, not {players}")


def _seats(text: str, players: int) -> list[int]:
    """The seats of the people at this terminal."""
    if text == "-":
        return []
    return sorted({seat_number(letter.upper(), players) for letter in text.split(",")})


def _remote(address: str, language: str, asked: dict[str, Any]) -> Session:
    """A seat at a server's table."""
    from hornsup.client.session import RemoteSession
    from hornsup.lab.extras import need

    need("hornsup play --join", "client", "msgspec", "websockets")
    name = asked["name"] or _user_name()
    return RemoteSession(address, name, watch=asked["seat"] == "-", language=language)


def _user_name() -> str:
    import getpass

    try:
        return getpass.getuser()[:24]
    except (OSError, KeyError):
        return "?"


def _quiet() -> None:
    """What a table logs must not be printed over the game."""
    import logging

    import structlog

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
