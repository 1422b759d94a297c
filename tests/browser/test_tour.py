"""All pages: nothing untranslated, nothing that does not fit, nothing found by axe."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.browser.conftest import PageAt
from tests.browser.tour import short_tour, tour
from tests.browser.visitor import Visitor, script

WORDS = script("words")
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
  .map(({id, impact, nodes}) => `${impact} ${id}: ${nodes.slice(0, 3).map(
    (node) => `${node.html.slice(0, 160)} (${
      (node.any[0] ?? node.all[0] ?? node.none[0])?.message})`
  ).join(" | ")}`)"""


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("size", "language", "theme"), [("laptop", "en", "dark"), ("phone", "fr", "light")]
)
def test_every_page_is_translated_fits_and_is_accessible(
    page_at: PageAt,
    axe_source: str | None,
    size: str,
    language: str,
    theme: Literal["dark", "light"],
) -> None:
    """Both sizes and both themes; French, because it has the longest texts."""
    visitor = page_at(size, language, theme=theme)
    found = []
    for place in tour(visitor):
        told = visitor.page.evaluate(WORDS) + (axe(visitor, axe_source) if axe_source else [])
        found += [f"{place}: {each}" for each in told]
    assert visitor.page.evaluate("document.documentElement.lang") == language
    assert not found, "\n".join(found)
    if axe_source is None:
        pytest.skip("axe-core is not here: it comes with `make web`, which needs npm")


@pytest.mark.parametrize(
    ("size", "language"), [("phone", "en"), ("laptop", "fr"), ("laptop", "it"), ("phone", "it")]
)
def test_the_fullest_pages_are_translated_and_fit(
    page_at: PageAt, size: str, language: str
) -> None:
    visitor = page_at(size, language)
    found = [
        f"{place}: {each}" for place in short_tour(visitor) for each in visitor.page.evaluate(WORDS)
    ]
    assert visitor.page.evaluate("document.documentElement.lang") == language
    assert not found, "\n".join(found)


def axe(visitor: Visitor, source: str) -> list[str]:
    page = visitor.page
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(source)
    return list(page.evaluate(RUN))
