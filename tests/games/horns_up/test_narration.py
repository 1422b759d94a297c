"""Sentences about events say in words what the notation abbreviates."""

from __future__ import annotations

import re

import pytest

from hornsup import i18n
from hornsup.games.horns_up.events import PathPlayed
from hornsup.games.horns_up.narration import narrate

WORDS = {
    "en": "north, south and west",
    "it": "nord, sud e ovest",
    "fr": "au nord, au sud et à l’ouest",
}
LETTERS = re.compile(r"\b[NESW]{2,4}\b")


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("covered", [None, "mosh-pit"])
def test_open_sides_are_words_in_every_language(language: str, covered: str | None) -> None:
    said = narrate(PathPlayed(0, "NSW", "0,6", covered), language)
    assert WORDS[language] in said
    assert not LETTERS.search(said)
