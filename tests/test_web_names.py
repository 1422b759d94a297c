"""The browser client names no game outside the folder of that game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hornsup.games  # noqa: F401 -- registers the games
from hornsup.core import registry
from tests.conftest import ROOT

JS = ROOT / "src" / "hornsup" / "web" / "js"
PRODUCT = "Horns Up"  # the title of the product is that of a game too
SHARED = sorted(path for path in JS.rglob("*.js") if JS / "games" not in path.parents)


def names() -> list[str]:
    """Every way to write the name of a game: slug, module, title."""
    slugs = registry.names()
    titles = {registry.get(slug).title for slug in slugs} - {PRODUCT}
    return [*slugs, *(slug.replace("-", "_") for slug in slugs), *titles]


def test_every_game_has_a_page_module() -> None:
    folders = {path.name for path in (JS / "games").iterdir()}
    assert folders == set(registry.names())
    assert all((JS / "games" / name / "index.js").is_file() for name in folders)


@pytest.mark.parametrize("path", SHARED, ids=lambda path: str(path.relative_to(JS)))
def test_shared_modules_name_no_game(path: Path) -> None:
    found = re.findall("|".join(map(re.escape, names())), path.read_text(encoding="utf-8"))
    assert not found
