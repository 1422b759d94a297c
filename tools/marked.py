"""Parts of a page that a tool writes, between two comments that name them."""

from __future__ import annotations

from collections.abc import Iterable


def replace(text: str, name: str, lines: Iterable[str]) -> str:
    """The page with these lines, and nothing else, between the markers of `name`."""
    start, end = f"<!-- {name}: written by make pages -->", f"<!-- end of {name} -->"
    before, found, rest = text.partition(start)
    assert found, f"the page has no {start}"
    _, found, after = rest.partition(end)
    assert found, f"the page has no {end}"
    return "\n".join([before + start, "", *lines, "", end + after])
