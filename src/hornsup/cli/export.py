"""`hornsup export`: a recorded game as a film, picture, page or score sheet; cards to print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hornsup import i18n
from hornsup.cli.common import language_of, progress_bar, read_text
from hornsup.cli.help import Example, command
from hornsup.cli.options import FILE, file_argument, language_option
from hornsup.cli.records import read_record
from hornsup.core import registry
from hornsup.core.data_file import PrintedCard
from hornsup.errors import BadInput
from hornsup.lab.extras import need


@command(
    Example("hornsup export game.json --to game.html --to sheet.md", "a page and a score sheet"),
    Example("hornsup export game.json --to turn.gif --turn 2 --width 400", "one turn as a film"),
    Example("hornsup export --cards standard --to cards.svg --lang it", "cards to print"),
)
@file_argument(required=False)
@click.option(
    "--to",
    "targets",
    metavar="NAME",
    type=FILE,
    multiple=True,
    required=True,
    help="A file to write; its suffix says what it becomes.",
)
@click.option(
    "--cards", "deck", metavar="FILE|NAME", type=FILE, help="The cards of this deck instead."
)
@click.option("--at", type=int, metavar="N", help="Show this step; 0 is the deal.")
@click.option("--turn", type=int, metavar="N", help="Show this turn or round alone.")
@click.option(
    "--speed", metavar="N", type=float, default=1.0, show_default=True, help="Of the film."
)
@click.option("--width", type=int, metavar="PIXELS", help="Of a film or PNG.")
@click.option("--backs", is_flag=True, help="With --cards: a page of backs after each page.")
@language_option
def export(
    file: str | None, targets: tuple[str, ...], deck: str | None, language: str | None, **asked: Any
) -> None:
    """Write the recorded game in FILE to NAME, as its suffix says.

    \b
    .gif   a film of the game, or of one turn
    .png   the table at a step, by default the last
    .svg   the same, sharp at any size
    .html  one page that replays the game without a network
    .md    the score sheet, to post
    .pdf   the score sheet, to print
    With --cards DECK: cards to print and cut, as .pdf, .svg or .html.
    --to may be given several times. A game that is not over shows no hidden card.
    """
    lang = language_of(language)
    _check(asked)
    need("hornsup export", "export", "msgspec", "PIL", "resvg_py")
    if (file is None) == (deck is None):
        raise click.UsageError("give the FILE of a record, or --cards and a deck")
    if deck is not None:
        _cards(deck, targets, lang, asked["backs"])
    else:
        _game(str(file), targets, lang, asked)


def _check(asked: dict[str, Any]) -> None:
    if not 0.1 <= asked["speed"] <= 20:
        raise BadInput(f"--speed is a number from 0.1 to 20, not {asked['speed']:g}")
    if asked["width"] is not None and not 200 <= asked["width"] <= 4000:
        raise BadInput(f"--width is a number from 200 to 4000, not {asked['width']}")


def _game(file: str, targets: tuple[str, ...], language: str, asked: dict[str, Any]) -> None:
    from hornsup.exports import GAME_FILES, Wanted, maker, write
    from hornsup.exports.game import Played

    makers = [maker(target, GAME_FILES) for target in targets]
    played = Played(read_record(file), language)
    options = {name: asked[name] for name in ("at", "turn", "speed", "width")}
    for target, make in zip(targets, makers, strict=True):
        with progress_bar(Path(target).name) as progress:
            write(Path(target), make(played, Wanted(**options, progress=progress)))
        click.echo(f"written to {target}", err=True)


def _cards(deck: str, targets: tuple[str, ...], language: str, backs: bool) -> None:
    from hornsup.exports import CARD_FILES, export_cards, maker

    for target in targets:
        maker(target, CARD_FILES)
    title, cards = _printed(deck, language)
    for target in targets:
        with progress_bar(Path(target).name) as progress:
            export_cards(cards, target, title, language, backs=backs, progress=progress)
        click.echo(f"written to {target}", err=True)


def _printed(deck: str, language: str) -> tuple[str, list[PrintedCard]]:
    """The title of a deck, and its cards."""
    decks = next(game.data_files["deck"] for game in registry.games() if "deck" in game.data_files)
    assert decks.toml is not None
    assert decks.describe is not None
    assert decks.printed is not None
    text = decks.toml(deck) if deck in decks.names else read_text(deck)
    try:
        name = i18n.Plain(decks.describe(text, language)[0])
        return i18n.text(language, "export.cards", deck=name), decks.printed(text, language)
    except BadInput as error:
        raise BadInput(f"{deck}: {error}") from error
