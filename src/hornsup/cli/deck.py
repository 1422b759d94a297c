"""`hornsup deck`: what a deck file holds."""

from __future__ import annotations

import click

from hornsup.cli.common import language_of, language_option, read_text
from hornsup.core import registry


@click.command()
@click.argument("deck_file", metavar="FILE|NAME", default="standard")
@click.option(
    "--toml", "as_toml", is_flag=True, help="Print a shipped deck's file, to copy and edit."
)
@language_option
def deck(deck_file: str, as_toml: bool, language: str | None) -> None:
    """Explain a deck: a file of yours, or standard or forward.

    A deck that does not work is refused with the line that is wrong. To make one of your own:
    hornsup deck standard --toml > my.toml
    """
    decks = next(game.data_files["deck"] for game in registry.games() if "deck" in game.data_files)
    assert decks.toml is not None
    assert decks.describe is not None
    text = decks.toml(deck_file) if deck_file in decks.names else read_text(deck_file)
    if as_toml:
        click.echo(text, nl=False)
        return
    title, *lines = decks.describe(text, language_of(language))
    click.echo(click.style(title, bold=True))
    click.echo("\n".join(lines))
