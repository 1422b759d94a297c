"""For everybody: axe finds nothing serious, keys suffice, and who wants no movement has none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import PageAt
from tests.browser.tour import tour
from tests.browser.visitor import Visitor

RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
  .filter(({impact}) => impact === "serious" || impact === "critical")
  .map(({id, impact, nodes}) => `${impact} ${id}: ${nodes.slice(0, 3).map(
    (node) => `${node.html.slice(0, 160)} (${
      (node.any[0] ?? node.all[0] ?? node.none[0])?.message})`
  ).join(" | ")}`)"""


@pytest.mark.parametrize(
    ("size", "theme"), [("laptop", "dark"), ("phone", "light"), ("phone", "dark")]
)
def test_axe_finds_nothing_serious(page_at: PageAt, axe_source: str, size: str, theme: str) -> None:
    visitor = page_at(size, theme=theme)
    found = [f"{place}: {each}" for place in tour(visitor) for each in axe(visitor, axe_source)]
    assert not found, "\n".join(found)


def axe(visitor: Visitor, source: str) -> list[str]:
    if not visitor.page.evaluate("typeof axe === 'object'"):
        visitor.page.evaluate(source)
    violations: Any = visitor.page.evaluate(RUN)
    return list(violations)
