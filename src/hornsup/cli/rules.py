"""`hornsup rules`: the rules by number."""

from __future__ import annotations

import textwrap
from typing import Any

import click

from hornsup import i18n
from hornsup.cli.common import language_of, language_option
from hornsup.core import registry
from hornsup.errors import BadInput


@click.command()
@click.argument("what", required=False)
@click.option("--search", metavar="WORDS", help="Only rules that contain these words.")
@language_option
def rules(what: str | None, search: str | None, language: str | None) -> None:
    """Read the rules of a GAME, a CHAPTER or one RULE such as H60, Q19 or R5."""
    tongue = language_of(language)
    if what is None and search is None:
        _contents(tongue)
    elif search is not None:
        _search(tongue, search, what)
    elif what in registry.names():
        _whole_game(tongue, str(what))
    else:
        _one(tongue, str(what))


def book(language: str, game: str) -> dict[str, Any]:
    return i18n.catalogue(language, "rules_" + game.replace("-", "_"))


def find_rule(language: str, number: str) -> tuple[str, dict[str, str]] | None:
    """A rule by its number, written in any case."""
    for game in registry.names():
        for key, entry in book(language, game).items():
            if key != "chapters" and key.lower() == number.lower():
                return key, entry
    return None


def _paragraph(number: str, entry: dict[str, str]) -> str:
    body = textwrap.fill(entry["text"], 88, initial_indent="     ", subsequent_indent="     ")
    return f"{click.style(number, bold=True):<4} {click.style(entry['title'], bold=True)}\n{body}"


def _contents(language: str) -> None:
    for game in registry.names():
        click.echo(click.style(f"{game}", bold=True))
        for name, chapter in book(language, game)["chapters"].items():
            first, last = chapter["rules"][0], chapter["rules"][-1]
            span = first if first == last else f"{first}–{last}"
            click.echo(f"  {span:<10} {chapter['title']}  [{name}]")
    click.echo("\nhornsup rules horns-up | hornsup rules H60 | hornsup rules --search token")


def _whole_game(language: str, game: str) -> None:
    found = book(language, game)
    for chapter in found["chapters"].values():
        click.echo("\n" + click.style(chapter["title"].upper(), bold=True))
        for number in chapter["rules"]:
            click.echo(_paragraph(number, found[number]))


def _one(language: str, what: str) -> None:
    found = find_rule(language, what)
    if found is not None:
        click.echo(_paragraph(*found))
        return
    for game in registry.names():
        chapter = book(language, game)["chapters"].get(what)
        if chapter is not None:
            for number in chapter["rules"]:
                click.echo(_paragraph(number, book(language, game)[number]))
            return
    raise BadInput(
        f"there is no rule, chapter or game {what!r}; rules are H1–H78, Q1–Q60, R1–R15 "
        f"and R-a–R-q; `hornsup rules` lists the chapters"
    )


def _search(language: str, words: str, what: str | None) -> None:
    wanted = words.lower().split()
    games = [what] if what in registry.names() else registry.names()
    hits = [
        (number, entry)
        for game in games
        for number, entry in book(language, str(game)).items()
        if number != "chapters"
        and all(word in f"{entry['title']} {entry['text']}".lower() for word in wanted)
    ]
    if not hits:
        raise BadInput(f"no rule contains {words!r}")
    for number, entry in hits:
        click.echo(_paragraph(number, entry))
