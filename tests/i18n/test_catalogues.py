"""The catalogues of the three languages say the same things with the same placeholders."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from hornsup import i18n
from hornsup.testing.texts.catalogues import entries, topics
from tests.conftest import ROOT

FOLDER = ROOT / "src" / "hornsup" / "i18n"
TOPICS = topics()


def placeholders(sentence: object) -> list[str]:
    if not isinstance(sentence, str):
        return []
    return sorted({name for _, name, _, _ in string.Formatter().parse(sentence) if name})


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("language", ["it", "fr"])
def test_same_keys_and_placeholders_as_english(topic: str, language: str) -> None:
    english = dict(entries(i18n.catalogue("en", topic)))
    other = dict(entries(i18n.catalogue(language, topic)))
    assert list(other) == list(english)
    for key, sentence in english.items():
        assert placeholders(other[key]) == placeholders(sentence), f"{topic}.{key}"
        assert other[key], f"{topic}.{key} is empty"


@pytest.mark.parametrize("language", ["it", "fr"])
def test_long_sentences_are_translated(language: str) -> None:
    for topic in TOPICS:
        english = dict(entries(i18n.catalogue("en", topic)))
        for key, sentence in entries(i18n.catalogue(language, topic)):
            if isinstance(sentence, str) and len(sentence) > 40:
                assert sentence != english[key], f"{topic}.{key}"


def test_every_refusal_in_the_code_has_its_sentence() -> None:
    modules = ("refusals", "ticket_refusals", "moves", "why_unusable")
    files = (ROOT / "src/hornsup/games/horns_up" / f"{name}.py" for name in modules)
    code = "".join(file.read_text(encoding="utf-8") for file in files)
    known = i18n.catalogue("en", "refusals")
    used = set(re.findall(r'refuse\(\s*"([\w-]+)"', code))
    used |= {f"unreadable-{part}" for part in re.findall(r'unreadable\("([\w-]+)"', code)}
    used |= set(re.findall(r'"((?:walk|path|wall|choose|off)-[\w-]+)"', code))
    assert used - {"path-ns"} <= set(known) | _slugs()
    assert set(known) <= used, f"never used: {sorted(set(known) - used)}"


def _slugs() -> set[str]:
    return set(i18n.catalogue("en", "cards")["names"])


def test_plural_forms_follow_the_language() -> None:
    assert i18n.text("en", "refusals.tokens-first", n=1) != i18n.text(
        "en", "refusals.tokens-first", n=2
    )
    assert i18n.pick_language("fr_CA.UTF-8") == "fr"
    assert i18n.pick_language("it-IT") == "it"
    assert i18n.pick_language("de") == "en"
    assert i18n.pick_language(None) == "en"


@pytest.mark.parametrize(
    ("language", "three", "two"),
    [
        ("en", "north, east and south", "north and east"),
        ("it", "nord, est e sud", "nord ed est"),
        ("fr", "au nord, à l’est et au sud", "au nord et à l’est"),
    ],
)
def test_a_list_ends_with_and(language: str, three: str, two: str) -> None:
    words = [i18n.text(language, f"words.{way}") for way in ("north", "east", "south")]
    assert i18n.listed(language, words) == three
    assert i18n.listed(language, words[:2]) == two
    assert i18n.listed(language, words[:1]) == words[0]
    assert i18n.listed(language, []) == ""


def test_every_card_of_the_shipped_decks_has_names_and_texts() -> None:
    from hornsup.games.horns_up.deck import SHIPPED, deck_by_name

    for name in SHIPPED:
        deck = deck_by_name(name)
        for card in (*deck.audience, *deck.stage):
            for language in i18n.LANGUAGES:
                assert i18n.lookup(language, f"cards.names.{card.slug}")
                assert i18n.lookup(language, f"cards.text.{card.slug}")
                for symbol in card.symbols:
                    assert i18n.lookup(language, f"cards.symbols.{symbol}")


def test_every_switch_of_the_dice_game_is_explained() -> None:
    from dataclasses import fields

    from hornsup.games.raise_your_horns.options import Options

    for language in i18n.LANGUAGES:
        told = i18n.catalogue(language, "options_raise_your_horns")
        assert {field.name for field in fields(Options)} <= set(told)


def test_every_switch_is_explained() -> None:
    from hornsup.games.horns_up.options import PRESETS, SWITCHES

    for language in i18n.LANGUAGES:
        told = i18n.catalogue(language, "options_horns_up")
        for name, switch in SWITCHES.items():
            words = switch.words or (("value",) if switch.numbers else ("true", "false"))
            assert set(words) <= set(told[name]), f"{name} in {language}"
        assert set(PRESETS) <= set(told["presets"])


def test_the_catalogues_lie_where_the_wheel_takes_them() -> None:
    assert {path.name for path in Path(FOLDER).iterdir() if path.is_dir()} >= set(i18n.LANGUAGES)
