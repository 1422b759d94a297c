"""Every page in every language at both sizes: nothing untranslated, nothing that does not fit."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PageAt
from tests.browser.tour import tour
from tests.browser.visitor import LOCALES, SIZES, script

WORDS = script("words")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LOCALES)
def test_every_text_is_translated_and_fits(page_at: PageAt, language: str, size: str) -> None:
    visitor = page_at(size, language)
    found = [f"{place}: {each}" for place in tour(visitor) for each in visitor.page.evaluate(WORDS)]
    assert visitor.page.evaluate("document.documentElement.lang") == language
    assert not found, "\n".join(found)
