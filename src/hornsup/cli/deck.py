"""`hornsup deck`: what a deck file holds."""

from __future__ import annotations

import click

from hornsup.cli.common import language_of, print_json, read_text
from hornsup.cli.help import Example, command
from hornsup.cli.options import FILE, json_option, language_option
from hornsup.core import registry


@command(
    Example("hornsup deck forward", "a deck that comes with the game"),
    Example("hornsup deck standard --toml > my.toml", "a copy to edit"),
    Example("hornsup deck my.toml --lang fr", "your own, in French"),
)
@click.argument("deck_file", metavar="FILE|NAME", type=FILE, default="standard")
@click.option(
    "--toml", "as_toml", is_flag=True, help="Print a shipped deck's file, to copy and edit."
)
@json_option
@language_option
def deck(deck_file: str, as_toml: bool, as_json: bool, language: str | None) -> None:
    """Explain a deck: a file of yours, or standard or forward.

    A deck that does not work is refused with the line that is wrong.
    """
    decks = next(game.data_files["deck"] for game in registry.games() if "deck" in game.data_files)
    assert decks.toml is not None
    assert decks.describe is not None
    text = decks.toml(deck_file) if deck_file in decks.names else read_text(deck_file)
    if as_toml:
        click.echo(text, nl=False)
        return
    if as_json:
        print_json(decks.read(text))
        return
    title, *lines = decks.describe(text, language_of(language))
    click.echo(click.style(title, bold=True))
    click.echo("\n".join(lines))
