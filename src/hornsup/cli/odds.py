"""`hornsup odds`: the exact solution of a round, asked for one situation."""

from __future__ import annotations

import click

from hornsup.cli.common import language_of, print_json, read_data_file
from hornsup.cli.help import Example, command
from hornsup.cli.options import FILE, json_option, language_option, players_option
from hornsup.core import registry
from hornsup.core.notation import SEAT_LETTERS
from hornsup.errors import BadInput


@command(
    Example("hornsup odds --players 3", "who loses how often before the first roll"),
    Example('hornsup odds --roll "W5 B2 B0 F1"', "what to keep when you begin"),
    Example('hornsup odds --kept A=B4 --roll "W3 B1 F2" --exact', "the next one, as fractions"),
)
@players_option(text="How many play.")
@click.option(
    "--roll", metavar="DICE", help='What the next player has rolled, such as "W5 B2 B0 F1".'
)
@click.option(
    "--kept", multiple=True, metavar="A=B4", help="What was kept before, the starter being A."
)
@click.option(
    "--dice",
    "dice_name",
    metavar="FILE|NAME",
    type=FILE,
    default="standard",
    show_default=True,
    help="A set of dice that comes with the game, or a TOML file.",
)
@click.option("--exact", is_flag=True, help="Fractions instead of percentages.")
@json_option
@language_option
def odds(
    players: int,
    roll: str | None,
    kept: tuple[str, ...],
    dice_name: str,
    exact: bool,
    as_json: bool,
    language: str | None,
) -> None:
    """Say how often each player loses this round under best play, and what each keep costs.

    A starts the round, B is next, and so on. Without --roll the odds are those before the next
    roll; with it, one line for every die that may be kept.
    """
    game = next(game for game in registry.games() if game.solve_round is not None)
    assert game.solve_round is not None
    registry.check_players(game, players)
    dice = read_data_file(game, "dice", dice_name)
    found = game.solve_round(players, dice, read_kept(kept), roll)
    if as_json:
        print_json(found.to_json())
    else:
        click.echo("\n".join(found.lines(language_of(language), exact)))


def read_kept(words: tuple[str, ...]) -> list[str]:
    """`A=B4 B=F2`: the seats must follow each other from A on."""
    faces: list[str] = []
    for word in " ".join(words).replace(",", " ").split():
        letter, equals, die = word.partition("=")
        if not equals or not die:
            raise BadInput(f"write a kept die as A=B4, not {word!r}")
        if letter != SEAT_LETTERS[len(faces)]:
            expected = SEAT_LETTERS[len(faces)]
            raise BadInput(f"kept dice are named in turn from A on: {expected}=... comes next")
        faces.append(die)
    return faces
