"""`hornsup deck`: what a deck file holds."""

from __future__ import annotations

import click

from hornsup import i18n
from hornsup.cli.common import language_of, language_option, read_text
from hornsup.games.horns_up.deck import SHIPPED, Card, Deck, deck_by_name, deck_text


@click.command()
@click.argument("deck_file", metavar="FILE|NAME", default="standard")
@click.option(
    "--toml", "as_toml", is_flag=True, help="Print a shipped deck's file, to copy and edit."
)
@language_option
def deck(deck_file: str, as_toml: bool, language: str | None) -> None:
    """Explain a deck for Horns Up: a file of yours, or standard or forward.

    A deck that does not work is refused with the line that is wrong. To make one of your own:
    hornsup deck standard --toml > my.toml
    """
    if as_toml:
        click.echo(deck_text(deck_file) if deck_file in SHIPPED else read_text(deck_file), nl=False)
        return
    tongue = language_of(language)
    found = (
        deck_by_name(deck_file) if deck_file in SHIPPED else Deck.from_toml(read_text(deck_file))
    )
    click.echo(click.style(found.name, bold=True))
    for title, cards in (
        ("path", found.paths),
        ("wall", found.walls),
        ("ticket", found.tickets),
        ("stage", found.stage),
    ):
        total = sum(card.count for card in cards)
        click.echo(f"\n{i18n.text(tongue, 'cards.kinds.' + title)} ({total})")
        for card in cards:
            click.echo("  " + _line(tongue, card))


def _line(language: str, card: Card) -> str:
    name = card.name or i18n.lookup(language, f"cards.names.{card.slug}") or card.slug
    text = i18n.lookup(language, f"cards.text.{card.slug}") or _symbols(language, card)
    status = i18n.text(language, "cards.status." + ("named" if card.named else "reconstructed"))
    return f"{card.count:>3} × {name} [{card.slug}] {text} ({status})"


def _symbols(language: str, card: Card) -> str:
    words = (i18n.text(language, f"cards.symbols.{symbol}") for symbol in card.symbols)
    return " ".join(words)
