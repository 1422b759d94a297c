"""The glossaries: the same terms in every language, and no avoided word in a catalogue."""

from __future__ import annotations

import pytest

from hornsup import i18n
from hornsup.play.catalogue import topics as served_topics
from hornsup.testing.texts import check_glossary
from hornsup.testing.texts.catalogues import GLOSSARY, topics


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_catalogues_use_the_words_of_the_glossary(language: str) -> None:
    found = [str(fault) for fault in check_glossary(language)]
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize("language", ["it", "fr"])
def test_glossaries_have_the_same_terms_in_the_same_order(language: str) -> None:
    assert list(i18n.catalogue(language, GLOSSARY)) == list(i18n.catalogue("en", GLOSSARY))


def test_the_browser_is_not_sent_the_glossary() -> None:
    assert GLOSSARY not in served_topics()
    assert GLOSSARY not in topics()
