"""The golden playthroughs as states: their moves played again on a fresh game."""

from __future__ import annotations

import re
import sys

import hornsup
from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import golden

_MOVE = re.compile(r"[A-I]: (.+)  \(\d+ legal\)")


def golden_lines(name: str) -> list[str]:
    return (golden.FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def golden_state(name: str) -> hornsup.GameState:
    """The state at the end of a golden playthrough."""
    game, players, seed, _, options = golden.GAMES[name]
    state = hornsup.new(game, players=players, seed=seed, options=options)
    for line in golden_lines(name):
        found = _MOVE.fullmatch(line)
        if found:
            state.apply(found[1])
    return state


def golden_names(game: str) -> list[str]:
    return [name for name, (which, *_) in golden.GAMES.items() if which == game]
