"""Options that several commands have: the same name, the same meaning, the same help."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from hornsup.cli.help import game_names
from hornsup.errors import BadInput

F = TypeVar("F", bound=Callable[..., Any])
Complete = Callable[[click.Context, click.Parameter, str], list[str]]
FILE = click.Path(readable=False, allow_dash=True)
"""A file or folder: a shell completes its name, and nothing is looked at before it is opened."""


def completed(words: Callable[[], Iterable[str]]) -> Complete:
    """Complete what begins one of these words; they are asked for when somebody presses Tab."""

    def complete(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
        return [word for word in words() if word.startswith(begun)]

    return complete


# --- arguments ------------------------------------------------------------------------------


def first_game() -> str:
    """The default of an argument GAME."""
    return game_names()[0]


def game_argument(**attributes: Any) -> Callable[[F], F]:
    return click.argument("game", shell_complete=completed(game_names), **attributes)


def file_argument(name: str = "file", **attributes: Any) -> Callable[[F], F]:
    """A file to read; a shell completes its name, and `-` is standard input."""
    return click.argument(name, type=FILE, **attributes)


# --- options --------------------------------------------------------------------------------


def json_option(command: F) -> F:
    return click.option(
        "--json", "as_json", is_flag=True, help="Print JSON for programs instead of words."
    )(command)


def language_option(command: F) -> F:
    from hornsup import i18n

    return click.option(
        "--lang",
        "language",
        metavar="LANG",
        shell_complete=completed(lambda: i18n.LANGUAGES),
        help="en, it or fr; by default the language of your system.",
    )(command)


def seed_option(default: str | None, text: str = "Same seed, same results.") -> Callable[[F], F]:
    """A number or a text; without a default the deal is drawn anew."""
    return click.option(
        "--seed", metavar="SEED", default=default, show_default=default is not None, help=text
    )


def _from_one(_ctx: click.Context, param: click.Parameter, value: int | None) -> int | None:
    if value is not None and value < 1:
        raise BadInput(f"{param.name} is a number from 1, not {value}")
    return value


def jobs_option(default: int | None) -> Callable[[F], F]:
    """By default one process per core, or as many as the command says."""
    usual = "one per core" if default is None else str(default)
    return click.option(
        "--jobs",
        metavar="N",
        type=int,
        callback=_from_one,
        default=default,
        help=f"Processes; the results do not depend on it.  [default: {usual}]",
    )


def crew_options(command: F) -> F:
    """--jobs and --ray: who plays the games."""
    ray = click.option(
        "--ray", metavar="ADDRESS", help="Play on a Ray cluster: HOST:PORT, or auto."
    )
    return jobs_option(None)(ray(command))


def players_option(default: int | None = 4, text: str = "How many seats.") -> Callable[[F], F]:
    return click.option(
        "--players", metavar="N", type=int, default=default, show_default=True, help=text
    )


def games_option(default: int | None, text: str = "How many games.") -> Callable[[F], F]:
    return click.option(
        "--games", metavar="N", type=int, default=default, show_default=True, help=text
    )


def bots_option(
    default: str | None, text: str = "The line-up, such as racer,random."
) -> Callable[[F], F]:
    return click.option("--bots", metavar="NAMES", default=default, show_default=True, help=text)


def max_turns_option(command: F) -> F:
    return click.option(
        "--max-turns",
        metavar="N",
        type=int,
        default=1000,
        show_default=True,
        help="Cut endless games here.",
    )(command)


def folder_options(out: str) -> Callable[[F], F]:
    """--out DIR for what is written, and --resume DIR to go on with it."""

    def add(command: F) -> F:
        resume = click.option(
            "--resume", metavar="DIR", type=FILE, help="Go on with what was interrupted there."
        )
        into = click.option("--out", metavar="DIR", type=FILE, help=out)
        return into(resume(command))

    return add


def _presets(ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """The presets of the game that is on the line, or of all."""
    from hornsup.core import registry

    named = [name for name in game_names() if name == ctx.params.get("game")]
    games = [registry.get(name) for name in named or game_names()]
    return sorted({word for game in games for word in game.presets if word.startswith(begun)})


def rules_options(command: F) -> F:
    """--preset, --option NAME=VALUE and --deck FILE."""
    command = click.option(
        "--deck",
        metavar="FILE|NAME",
        type=FILE,
        help="A deck that comes with the game or a TOML file.",
    )(command)
    command = click.option(
        "--option",
        "switches",
        multiple=True,
        metavar="NAME=VALUE",
        help="A house rule; may be given several times.",
    )(command)
    return click.option(
        "--preset",
        metavar="NAME",
        shell_complete=_presets,
        help="House rules by preset, such as standard or it.",
    )(command)


def database_options(command: F) -> F:
    """--data and --database-url, as `hornsup serve` has them."""
    command = click.option(
        "--database-url", metavar="URL", help="The server's PostgreSQL, as given to serve."
    )(command)
    return click.option("--data", metavar="DIR", type=FILE, help="The server's data folder.")(
        command
    )
