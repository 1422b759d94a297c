"""Every text of every catalogue, by the customs of its language."""

from __future__ import annotations

import pytest

from hornsup import i18n
from hornsup.testing.texts import check_sentence
from hornsup.testing.texts.catalogues import sentences, topics
from hornsup.testing.texts.filling import MANY_ONLY, NOT_NAMES


@pytest.mark.parametrize("topic", topics())
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_typography_and_grammar(language: str, topic: str) -> None:
    own = [each for each in sentences(language) if each.key.startswith(f"{topic}.")]
    assert own
    found = [f"{each.key}: {fault}" for each in own for fault in check_sentence(each)]
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_exceptions_name_texts_that_exist(language: str) -> None:
    known = {each.key for each in sentences(language)}
    assert set(NOT_NAMES) | set(MANY_ONLY) <= known
