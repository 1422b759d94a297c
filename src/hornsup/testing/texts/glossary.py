"""A language's glossary, and its catalogues read against it.

A glossary gives each term the word in use (`use`), words not to be used for it (`avoid`), whether
the rulebook of that edition has the word (`from`), and texts in which an avoided word is right in
another sense (`except`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final, TypeAlias

from hornsup import i18n
from hornsup.testing.texts.catalogues import GLOSSARY, Sentence, sentences
from hornsup.testing.texts.fault import Fault

SOURCES: Final = ("rulebook", "ours")
FIELDS: Final = {"use", "avoid", "from", "except"}
_PLACEHOLDER: Final = re.compile(r"\{\w*\}")

Terms: TypeAlias = dict[str, dict[str, Any]]


def check_glossary(language: str) -> list[Fault]:
    """The faults of a glossary and of the catalogues read against it."""
    terms = i18n.catalogue(language, GLOSSARY)
    return [*malformed(terms), *avoided(terms, list(sentences(language)))]


def malformed(terms: Terms) -> Iterator[Fault]:
    """Terms without a word, with a field too many, or with a word both used and avoided."""
    for name, term in terms.items():
        if not term.get("use") or term.get("from") not in SOURCES or set(term) - FIELDS:
            yield Fault("malformed term", name)
        if term.get("use") in term.get("avoid", ()):
            yield Fault("term both used and avoided", name)


def avoided(terms: Terms, texts: Iterable[Sentence]) -> Iterator[Fault]:
    """Words that are not to be used, and exceptions that no text needs."""
    known = list(texts)
    for name, term in terms.items():
        allowed = list(term.get("except", ()))
        found = {each.key: word for each in known if (word := _avoided_word(term, each.text))}
        for key, word in found.items():
            if key not in allowed:
                yield Fault(f"avoided word, use “{term['use']}” ({name})", f"{key}: {word}")
        for key in allowed:
            if key not in found:
                yield Fault(f"exception not needed ({name})", key)


def _avoided_word(term: dict[str, Any], text: str) -> str | None:
    spoken = _PLACEHOLDER.sub("·", text)
    return next((word for word in term.get("avoid", ()) if _pattern(word).search(spoken)), None)


@cache
def _pattern(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
