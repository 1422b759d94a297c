"""Drawings take their words from the catalogues: art/ holds none in any language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from tests.conftest import ROOT

from hornsup.art import horns_up, raise_your_horns
from hornsup.i18n import LANGUAGES

MODULES = sorted((ROOT / "src" / "hornsup" / "art").glob("*.py"))
DRAWING = {"text_line": 0, "title": 0, "document": 2}
"""Functions that put text into a picture, and which of their arguments it is."""
TITLES = {"Horns Up"}
"""Titles of games are the same in every language."""


def own_words(source: str) -> Iterator[str]:
    """Tables of languages, and literal words that are drawn."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Dict):
            keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
            if keys & set(LANGUAGES):
                yield f"line {node.lineno}: a table of languages"
        elif isinstance(node, ast.Call):
            yield from _drawn_words(node)


def _drawn_words(call: ast.Call) -> Iterator[str]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    at = DRAWING.get(name)
    if at is None or at >= len(call.args):
        return
    for words in _literals(call.args[at]):
        if words not in TITLES and re.search(r"[a-z]{2}", words, re.I):
            yield f"line {call.lineno}: {words!r} is drawn"


def _literals(node: ast.AST) -> Iterator[str]:
    """The strings of an expression, without the arguments of functions that it calls."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif not isinstance(node, ast.Call | ast.Subscript):
        for part in ast.iter_child_nodes(node):
            yield from _literals(part)


def test_no_words_in_drawings() -> None:
    found = {path.name: list(own_words(path.read_text(encoding="utf-8"))) for path in MODULES}
    assert "scene.py" in found
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "planted",
    [
        '_WORDS = {"en": "deck", "it": "mazzo"}',
        's.text_line("STAGE", 0, 0, 12)',
        's.text_line(f"{n} cards", 0, 0, 12)',
        's.title(f"deck: {size}")',
        's.document(1, 2, "Round 3", drawn)',
    ],
)
def test_planted_words_are_found(planted: str) -> None:
    assert len(list(own_words(planted))) == 1


@pytest.mark.parametrize(
    "planted", ['s.text_line("?", 0, 0)', "s.text_line(str(n), 0, 0)", 's.group("rim", x=1)']
)
def test_signs_and_values_are_no_words(planted: str) -> None:
    assert list(own_words(planted)) == []


@pytest.mark.parametrize(
    ("language", "heading", "down"),
    [
        ("en", "Who begins?", "face down"),
        ("it", "Chi comincia?", "a faccia in giù"),
        ("fr", "Qui commence\u202f?", "face cachée"),
    ],
)
def test_pictures_speak_the_language_asked_for(language: str, heading: str, down: str) -> None:
    import hornsup

    dice = hornsup.new("raise-your-horns", players=3, seed=1)
    assert heading in raise_your_horns.table_svg(dice.view(None), language)
    view = hornsup.new("horns-up", players=3, seed=1).view(None)
    shut = {"cell": "0,3", "kind": "path", "card": "path-ns", "face": "down", "sides": "NS"}
    assert down in horns_up.table_svg({**view, "table": [shut]}, language)
