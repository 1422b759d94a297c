"""Luck and play per bot in a report: whose figures they are, and that luck holds zero."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum

import pytest

import hornsup
from hornsup.core.contract import GameState
from hornsup.lab.luck import COLUMNS, chosen, luck_section
from hornsup.lab.results import Row
from hornsup.lab.simulate import Plan
from hornsup.reviews import ledger
from tests.reviews.games import play

GAMES = 24
BOTS = "exact,exact,random"


def games() -> Iterator[tuple[int, GameState]]:
    for number in range(GAMES):
        bots = hornsup.line_up("raise-your-horns", BOTS, 3)
        yield number, hornsup.replay(play("raise-your-horns", 3, f"luck/{number}", bots))


def test_every_bot_has_luck_and_play_with_intervals() -> None:
    section = luck_section(Plan("raise-your-horns", 3, GAMES, BOTS), games())
    assert section is not None
    figures = {figure.label: figure for figure in section.figures}
    assert set(figures) == {f"{bot}: {name}" for bot in ("exact", "random") for name in COLUMNS}
    for figure in figures.values():
        assert figure.estimate.low <= figure.estimate.value <= figure.estimate.high
        assert figure.estimate.games == GAMES
    for bot in ("exact", "random"):
        luck = figures[f"{bot}: luck"].estimate
        assert luck.low < 0 < luck.high
    assert figures["random: own moves"].estimate.low > 0, "bad keeps cost losses"
    assert figures["exact: own moves"].estimate.value == 0, "the best keep costs nothing"
    assert "Luck must average out" in section.text
    assert f"From {GAMES} games" in section.text


def test_a_figure_is_the_mean_over_the_seats_of_its_bot() -> None:
    two = [game for game in games() if game[0] < 2]
    section = luck_section(Plan("raise-your-horns", 3, 2, BOTS), two)
    assert section is not None
    lines = [ledger(state.record()) for _, state in two]
    expected = fsum(float(line[seat].luck) for line in lines for seat in (0, 1)) / 4
    assert section.figures[0].label == "exact: luck"
    assert section.figures[0].estimate.value == pytest.approx(expected, abs=1e-12)


def test_without_games_there_is_no_section_and_unfinished_ones_are_left_out() -> None:
    assert luck_section(Plan("raise-your-horns", 3, 1, BOTS), []) is None
    rows: list[Row] = [{"number": at, "finished": at % 2 == 0} for at in range(90)]
    found = chosen("horns-up", rows)
    assert len(found) == 20
    assert all(number % 2 == 0 for number in found)
    assert max(found) > 80, "spread over the run"
