"""The judge's chances on a fixed set of games that it has not learnt from."""

from __future__ import annotations

from pathlib import Path

import pytest

from hornsup.bots.horns_up import chances
from hornsup.bots.horns_up.judge import ONE_ROW, net, rows
from hornsup.core import registry
from hornsup.games.horns_up.state import HornsUp
from tests.bots import held_out

JUDGE = Path(registry.__file__).parent.parent / "bots" / "horns_up" / "data" / "judge.json"
# With fewer games the share that won is itself uncertain by more than three points.
MIN_GAMES = 200


def test_chances_add_up_for_any_number_of_players() -> None:
    for players in range(3, 10):
        state = registry.start("horns-up", players, players)
        assert isinstance(state, HornsUp)
        found = chances(state)
        assert len(found) == players
        assert sum(found) == pytest.approx(1.0)
        assert all(0 < chance < 1 for chance in found)
        assert {len(row) for row in rows(state)} == {ONE_ROW}


def test_a_game_that_is_over_has_its_winner() -> None:
    parts = {"turn": "A", "actions": 1, "pawns": {"A": "0,2", "B": "1,7", "C": "-1,7"}}
    more = {"paths": ["NS 0,2"], "hands": {"A": ["path-ns"]}}
    game = registry.get("horns-up")
    state = game.position(3, game.read_options(None), {**parts, **more})
    assert isinstance(state, HornsUp)
    assert chances(state)[0] > 0.5, "a win in this turn"
    state.apply("path NS 0,1")
    assert chances(state) == [1.0, 0.0, 0.0]


def test_the_weights_are_small_plain_data() -> None:
    assert JUDGE.stat().st_size <= 60_000
    assert len(net().first) == ONE_ROW


@pytest.mark.slow
def test_predicts_better_than_the_weights_of_the_search() -> None:
    new, old = held_out.log_loss(), held_out.log_loss(of_old=True)
    assert new < old - 0.04, f"new {new:.4f}, old {old:.4f}"


@pytest.mark.slow
def test_is_calibrated() -> None:
    """In every tenth with enough games, the share that won is near the mean chance given."""
    enough = [each for each in held_out.tenths() if each.games >= MIN_GAMES]
    assert len(enough) >= 4
    for each in enough:
        assert abs(each.won - each.predicted) <= 0.03, str(each)
