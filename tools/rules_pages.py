"""Write docs/rules.md, docs/rules.it.md, docs/rules.fr.md and their pictures.

Every word comes from the catalogues and every picture from art/, so the pages say what the game
says; tests/test_rules_pages.py fails when they are out of date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import hornsup.games  # noqa: F401 -- registers the games
from hornsup import i18n
from hornsup.art import rule_pictures
from hornsup.core import registry, rulebook
from hornsup.core.contract import Game
from hornsup.games.horns_up.deck import Card, deck_by_name

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PICTURES = DOCS / "img" / "rules"
NAMES = {"en": "English", "it": "Italiano", "fr": "Français"}
WITH_CARDS = "horns-up"
NUMBER = re.compile(r"\b(?:[HQR]\d{1,2}|R-[a-z])\b")
WRITTEN = "<!-- Written by `make pages` from the catalogues: change those, not this page. -->"


def page_of(language: str) -> Path:
    return DOCS / ("rules.md" if language == "en" else f"rules.{language}.md")


def page(language: str) -> str:
    """A whole page."""
    told = i18n.catalogue(language, "rules_page")
    parts = [f"# {told['title']}", WRITTEN, _languages(language), told["intro"]]
    for name in registry.names():
        parts += _game(language, registry.get(name))
    return "\n\n".join(parts) + "\n"


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    return {
        file: rule_pictures.picture_svg(name, language) + "\n"
        for file, (name, language) in rule_pictures.picture_files().items()
    }


def _languages(language: str) -> str:
    """The same page in the other languages."""
    links = (
        NAMES[each] if each == language else f"[{NAMES[each]}]({page_of(each).name})"
        for each in i18n.LANGUAGES
    )
    return " · ".join(links)


# --- rules -----------------------------------------------------------------------------------


def _game(language: str, game: Game) -> Iterator[str]:
    told = rulebook.overview(language, game)
    yield f"## {game.title}"
    yield f"### {told.title}"
    yield "\n".join(f"- {line}" for line in told.lines)
    known = set(rulebook.rules_of(language, game))
    for chapter in rulebook.chapters(language, game):
        yield f"### {chapter.title}"
        for number in chapter.numbers:
            yield from _rule(language, game, number, known)
    if game.name == WITH_CARDS:
        yield from _cards(language)


def _rule(language: str, game: Game, number: str, known: set[str]) -> Iterator[str]:
    """Number, title and text in one paragraph, and the picture below it."""
    rule = rulebook.rules_of(language, game)[number]
    stop = "" if rule["title"].endswith("?") else "."
    text = _linked(rule["text"], known - {number})
    yield f'<a id="{number}"></a>**{number} · {rule["title"]}{stop}** {text}'
    drawn = rule_pictures.illustration(number, language)
    if drawn is not None:
        yield f"![{drawn.alt}](img/{PICTURES.name}/{drawn.file})"


def _linked(text: str, known: set[str]) -> str:
    """A text in which the numbers of other rules are links."""

    def link(found: re.Match[str]) -> str:
        return f"[{found[0]}](#{found[0]})" if found[0] in known else found[0]

    return NUMBER.sub(link, text)


# --- cards -----------------------------------------------------------------------------------


def _cards(language: str) -> Iterator[str]:
    """Every card of the usual deck, by its kind."""
    deck = deck_by_name("standard")
    kinds = {"path": deck.paths, "wall": deck.walls, "ticket": deck.tickets, "stage": deck.stage}
    yield f"### {i18n.text(language, 'web_more.rules.cards')}"
    for kind, cards in kinds.items():
        yield from _table(language, kind, cards)


def _table(language: str, kind: str, cards: Sequence[Card]) -> Iterator[str]:
    told = i18n.catalogue(language, "rules_page")
    yield f"#### {i18n.text(language, f'cards.kinds.{kind}')}"
    head = f"| {told['card']} | {told['copies']} | {told['text']} |\n|---|---:|---|"
    yield "\n".join((head, *(_row(language, kind, card) for card in cards)))


def _row(language: str, kind: str, card: Card) -> str:
    """A card and what it does; cards that the printed rules do not name are marked."""
    name = i18n.text(language, f"cards.names.{card.slug}")
    text = i18n.text(language, f"cards.text.{card.slug}")
    if kind != "path" and not card.named:  # the seven kinds of Paths have no names there at all
        text += f" *{i18n.text(language, 'cards.status.reconstructed')}.*"
    return f"| {name} | {card.count} | {text} |"


def write() -> None:
    for language in i18n.LANGUAGES:
        page_of(language).write_text(page(language), encoding="utf-8")
    PICTURES.mkdir(parents=True, exist_ok=True)
    drawn = pictures()
    for old in set(PICTURES.glob("*.svg")) - {PICTURES / file for file in drawn}:
        old.unlink()
    for file, svg in drawn.items():
        (PICTURES / file).write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    write()
    print(f"wrote the rules in {len(i18n.LANGUAGES)} languages, {PICTURES.relative_to(ROOT)}/")
