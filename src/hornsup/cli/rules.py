"""`hornsup rules`: the rules by number."""

from __future__ import annotations

import textwrap
from typing import Any

import click

from hornsup.cli.common import first_game, language_of, language_option
from hornsup.core import registry, rulebook
from hornsup.errors import BadInput


@click.command()
@click.argument("what", required=False)
@click.option("--search", metavar="WORDS", help="Only rules that contain these words.")
@language_option
def rules(what: str | None, search: str | None, language: str | None) -> None:
    """Read the rules of a GAME, a CHAPTER or one RULE by its number."""
    lang = language_of(language)
    if what is None and search is None:
        _contents(lang)
    elif search is not None:
        _search(lang, search, what)
    elif what in registry.names():
        _whole_game(lang, str(what))
    else:
        _one(lang, str(what))


def rules_of(language: str, game: str) -> dict[str, Any]:
    """The catalogue of a game's rules: `chapters`, and each rule by its number."""
    return rulebook.rules_of(language, registry.get(game))


def paragraph(number: str, entry: dict[str, str]) -> str:
    """A rule as it is printed: number, title and text."""
    body = textwrap.fill(entry["text"], 88, initial_indent="     ", subsequent_indent="     ")
    return f"{click.style(number, bold=True):<4} {click.style(entry['title'], bold=True)}\n{body}"


def overview(language: str, game: str) -> str:
    """The game in one minute, as it is printed before the first rule."""
    told = rulebook.overview(language, registry.get(game))
    lines = (textwrap.fill(line, 88, subsequent_indent="  ") for line in told.lines)
    heading = click.style(told.title.upper(), bold=True)
    return "\n".join((heading, *(f"- {line}" for line in lines)))


def _contents(language: str) -> None:
    for game in registry.names():
        click.echo(click.style(f"{game}", bold=True))
        for name, chapter in rules_of(language, game)["chapters"].items():
            first, last = chapter["rules"][0], chapter["rules"][-1]
            span = first if first == last else f"{first}–{last}"
            click.echo(f"  {span:<10} {chapter['title']}  [{name}]")
    first = registry.get(first_game())
    examples = (first.name, first.players_rule, "--search WORDS")
    click.echo("\n" + " | ".join(f"hornsup rules {words}" for words in examples))


def _whole_game(language: str, game: str) -> None:
    found = rules_of(language, game)
    click.echo(overview(language, game))
    for chapter in found["chapters"].values():
        click.echo("\n" + click.style(chapter["title"].upper(), bold=True))
        for number in chapter["rules"]:
            click.echo(paragraph(number, found[number]))


def _one(language: str, what: str) -> None:
    found = rulebook.find_rule(language, what)
    if found is not None:
        click.echo(paragraph(*found))
        return
    for game in registry.names():
        chapter = rules_of(language, game)["chapters"].get(what)
        if chapter is not None:
            for number in chapter["rules"]:
                click.echo(paragraph(number, rules_of(language, game)[number]))
            return
    raise BadInput(
        f"there is no rule, chapter or game {what!r}; rules are {_ranges(language)}; "
        f"`hornsup rules` lists the chapters"
    )


def _ranges(language: str) -> str:
    """First and last number of each series, such as `H1–H78`, in the order of the games."""
    series: dict[str, list[str]] = {}
    for game in registry.names():
        for number in rules_of(language, game):
            if number != "chapters":
                series.setdefault(number.rstrip("0123456789")[:2], []).append(number)
    return ", ".join(f"{numbers[0]}–{numbers[-1]}" for numbers in series.values())


def _search(language: str, words: str, what: str | None) -> None:
    wanted = words.lower().split()
    games = [what] if what in registry.names() else registry.names()
    hits = [
        (number, entry)
        for game in games
        for number, entry in rules_of(language, str(game)).items()
        if number != "chapters"
        and all(word in f"{entry['title']} {entry['text']}".lower() for word in wanted)
    ]
    if not hits:
        raise BadInput(f"no rule contains {words!r}")
    for number, entry in hits:
        click.echo(paragraph(number, entry))
