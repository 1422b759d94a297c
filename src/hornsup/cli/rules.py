"""`hornsup rules`: the rules by number."""

from __future__ import annotations

import textwrap
from typing import Any

import click

from hornsup.cli.common import language_of, print_json
from hornsup.cli.help import Example, command
from hornsup.cli.options import completed, first_game, json_option, language_option
from hornsup.core import registry, rulebook
from hornsup.errors import BadInput


def _known() -> list[str]:
    """What can be asked for: games, chapters and numbers."""
    books = [rules_of("en", game) for game in registry.names()]
    chapters = [name for book in books for name in book["chapters"]]
    return [*registry.names(), *chapters, *_asked("en", None)]


@command(
    Example("hornsup rules", "the chapters of both games"),
    Example("hornsup rules {game} --lang fr", "a whole game, in French"),
    Example("hornsup rules H60", "one rule"),
    Example("hornsup rules --search token --json", "for a program"),
)
@click.argument("what", required=False, shell_complete=completed(_known))
@click.option("--search", metavar="WORDS", help="Only rules that contain these words.")
@json_option
@language_option
def rules(what: str | None, search: str | None, as_json: bool, language: str | None) -> None:
    """Read the rules of a game, a chapter or one rule by its number.

    WHAT is the name of a game, of a chapter, or a number such as H60; alone the chapters are
    listed. With --json every rule has its number, game, title and text.
    """
    lang = language_of(language)
    if what is None and search is None and not as_json:
        _contents(lang)
        return
    found = _search(lang, search, what) if search is not None else _asked(lang, what)
    if as_json:
        print_json({"language": lang, "rules": [_data(lang, number) for number in found]})
    elif search is None and what in registry.names():
        _whole_game(lang, str(what))
    else:
        for number in found:
            click.echo(paragraph(number, _entry(lang, number)))


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


def _asked(language: str, what: str | None) -> list[str]:
    """The numbers of the rules of a game, a chapter, one number, or of everything."""
    if what is None or what in registry.names():
        games = registry.names() if what is None else [what]
        return [number for game in games for number in _numbers(language, game)]
    found = rulebook.find_rule(language, what)
    if found is not None:
        return [found[0]]
    for game in registry.names():
        chapter = rules_of(language, game)["chapters"].get(what)
        if chapter is not None:
            return list(chapter["rules"])
    raise BadInput(
        f"there is no rule, chapter or game {what!r}; rules are {_ranges(language)}; "
        f"`hornsup rules` lists the chapters"
    )


def _numbers(language: str, game: str) -> list[str]:
    return [number for number in rules_of(language, game) if number != "chapters"]


def _game_of(language: str, number: str) -> str:
    return next(game for game in registry.names() if number in rules_of(language, game))


def _entry(language: str, number: str) -> dict[str, str]:
    entry: dict[str, str] = rules_of(language, _game_of(language, number))[number]
    return entry


def _data(language: str, number: str) -> dict[str, str]:
    entry = _entry(language, number)
    game = _game_of(language, number)
    return {"number": number, "game": game, "title": entry["title"], "text": entry["text"]}


def _ranges(language: str) -> str:
    """First and last number of each series, such as `H1–H78`, in the order of the games."""
    series: dict[str, list[str]] = {}
    for game in registry.names():
        for number in _numbers(language, game):
            series.setdefault(number.rstrip("0123456789")[:2], []).append(number)
    return ", ".join(f"{numbers[0]}–{numbers[-1]}" for numbers in series.values())


def _search(language: str, words: str, what: str | None) -> list[str]:
    wanted = words.lower().split()
    games = [what] if what in registry.names() else registry.names()
    hits = [
        number
        for game in games
        for number in _numbers(language, str(game))
        if all(word in _searched(_entry(language, number)) for word in wanted)
    ]
    if not hits:
        raise BadInput(f"no rule contains {words!r}")
    return hits


def _searched(entry: dict[str, str]) -> str:
    return f"{entry['title']} {entry['text']}".lower()
