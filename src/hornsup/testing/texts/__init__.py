"""Checks of the catalogues for translators: `check_language("it")` gives every fault it finds.

Each check is a function of a language and a text that returns faults, so that it can be tried on
one sentence. What they cannot see, whether a sentence is good, needs a reader.
"""

from __future__ import annotations

from hornsup.testing.texts.catalogues import Sentence, sentences
from hornsup.testing.texts.fault import Fault
from hornsup.testing.texts.filling import filled
from hornsup.testing.texts.glossary import check_glossary
from hornsup.testing.texts.grammar import grammar
from hornsup.testing.texts.typography import typography
from hornsup.testing.texts.wording import wording

__all__ = [
    "Fault",
    "check_glossary",
    "check_language",
    "check_sentence",
    "grammar",
    "typography",
    "wording",
]


def check_sentence(sentence: Sentence) -> list[Fault]:
    """The faults of one text, as written and as filled with names, cards and counts."""
    language, key, text = sentence
    beside_values: dict[str, Fault] = {}
    for example in filled(language, key, text):
        for fault in grammar(language, example):
            beside_values.setdefault(fault.kind, fault)
    return [*typography(language, text), *wording(language, text), *beside_values.values()]


def check_language(language: str) -> list[str]:
    """Every fault in every catalogue of a language, one line each, those of the glossary last."""
    lines = [
        f"{sentence.key}: {fault}"
        for sentence in sentences(language)
        for fault in check_sentence(sentence)
    ]
    return lines + [str(fault) for fault in check_glossary(language)]
