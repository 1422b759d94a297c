"""Every code with which the table or its server refuses has its sentence, and none is left over."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from hornsup import i18n
from hornsup.core import undo
from hornsup.play import wire
from hornsup.play.decide import BY_PRESENCE, DECISIONS, STRICT
from tests.conftest import ROOT

PACKAGES = [ROOT / "src/hornsup/play", ROOT / "src/hornsup/server"]
SOURCES = {
    path: path.read_text(encoding="utf-8") for package in PACKAGES for path in package.rglob("*.py")
}
PHASES = {"lobby", "playing", "over"}
REASONS = {*undo.REASONS, "nothing", "bot", "clock", "confirmed", "handed-over"} - {undo.FREE}


def codes(text: str) -> set[str]:
    """The codes that a source names, those put together included."""
    found = set(re.findall(r'(?<!Call)Refused\(\s*"([\w-]+)"', text))
    found |= set(re.findall(r'table\.refused\.([\w-]+)"', text))
    found |= set(re.findall(r'"part": "ended", "code": "([\w-]+)"', text))
    found |= set(re.findall(r'_refuse\(\w+, "([\w-]+)"', text))
    if 'f"not-{phase}"' in text:
        found |= {f"not-{phase}" for phase in PHASES}
    if 'f"undo-{table.barrier}"' in text:
        found |= {f"undo-{reason}" for reason in REASONS}
    return found


USED = set().union(*map(codes, SOURCES.values()))
SPARE = {"refused"}
"""The word for a refusal of the rules that reaches HTTP without a sentence of its own."""


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_code_in_a_source_has_its_sentence(path: Path) -> None:
    for code in codes(SOURCES[path]):
        for language in i18n.LANGUAGES:
            assert i18n.lookup(language, f"table.refused.{code}"), f"{code} in {language}"


def test_no_sentence_is_left_over() -> None:
    told = set(i18n.catalogue("en", "table")["refused"])
    assert told - USED <= SPARE


def test_calls_are_refused_in_sentences_of_their_own() -> None:
    raised = [r"raise CallRefused\((.*?)\)(?: from|\n)", r'"([\w-]+)"']
    said = re.findall(raised[0], "".join(SOURCES.values()))
    used = {code for each in said for code in re.findall(raised[1], each)} - {"off"}
    assert used == set(i18n.catalogue("en", "calls")["refused"])


def test_the_codes_are_really_found() -> None:
    assert {"stale", "seat-reserved", "screen", "undo-drawn", "not-lobby", "no-spectators"} <= USED


def test_every_barrier_a_game_may_name_is_known() -> None:
    for reason in undo.REASONS:
        assert i18n.lookup("en", f"table.refused.undo-{reason}"), reason


def test_every_command_is_decided() -> None:
    assert {*DECISIONS, *BY_PRESENCE} == set(get_args(wire.Logged))
    assert not set(DECISIONS) & set(BY_PRESENCE)
    assert set(DECISIONS) >= STRICT
