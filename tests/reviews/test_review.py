"""Reviews as a whole: the contract of the JSON, the stream, seeds, budgets, refusals."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

import hornsup
from hornsup.bots.horns_up.tree import sure_win
from hornsup.reviews import Books, Graph, Judged, Review, stream
from hornsup.reviews.replaying import replayed
from hornsup.reviews.words import least_loss, word_for
from tests.reviews.blunders import look, planted
from tests.reviews.games import played

GAMES = ("horns-up", "raise-your-horns")
STEP = {"step", "move", "kind", "values"}
LINE = {"start", "luck", "own", "by", "rest", "result"}
DECISION = {"move", "seat", "played", "best", "loss", "error"}
POINT = {"step", "seat", "change", "text"}


def record(game: str) -> dict[str, Any]:
    return played(game, 4, 3, "greedy,easy,random,greedy" if game == GAMES[1] else "greedy,easy")


@pytest.mark.parametrize("game", GAMES)
def test_the_json_is_what_the_contract_says(game: str) -> None:
    data = json.loads(json.dumps(hornsup.review(record(game), guesses=2, seed=4).to_json()))
    assert (data["game"], data["players"], data["guesses"], data["seed"]) == (game, 4, 2, 4)
    assert all(set(row) >= STEP for row in data["chances"])
    assert {row["kind"] for row in data["chances"]} == {"chance", "decision"}
    assert len(data["ledger"]) == 4
    for line in data["ledger"]:
        assert set(line) >= LINE
        number: Any = Fraction if game == GAMES[1] else float
        columns = [number(line[name]) for name in ("start", "luck", "own", "rest")]
        total = sum(columns) + sum(map(number, line["by"]))
        assert float(total) == pytest.approx(float(number(line["result"])), abs=1e-9)
    assert all(set(row) >= DECISION for row in data["decisions"])
    assert len(data["turning_points"]) == 3
    assert all(set(row) >= POINT for row in data["turning_points"])


@pytest.mark.parametrize("game", GAMES)
def test_the_graph_comes_first_then_the_ledger_then_the_decisions(game: str) -> None:
    parts = list(stream(record(game), guesses=1))
    assert isinstance(parts[0], Graph)
    assert isinstance(parts[1], Books)
    assert all(isinstance(part, Judged) for part in parts[2:-1])
    last = parts[-1]
    assert isinstance(last, Review)
    assert parts[1].decisions == len(parts) - 3
    assert last.steps == parts[0].steps
    assert all(json.dumps(part.to_json()) for part in parts)


def test_the_same_record_gives_the_same_review_whatever_the_jobs() -> None:
    short = played("horns-up", 3, 1, "greedy,racer", (("entrance_distance", 5),))
    one = hornsup.review(short, guesses=2, seed="x")
    assert one == hornsup.review(short, guesses=2, seed="x", jobs=2)
    other = hornsup.review(short, guesses=2, seed="y")
    assert one.decisions != other.decisions


def test_a_budget_leaves_out_decisions_and_says_so() -> None:
    review = hornsup.review(record("horns-up"), guesses=2, seconds=0)
    assert review.left_out > 0
    assert review.decisions == ()
    assert len(review.turning_points) == 3


def test_the_clock_of_a_budget_can_count_the_work_alone() -> None:
    """Of a clock that stands still no decision is left out, however long they take."""
    standing = stream(record("horns-up"), guesses=1, seconds=1e-9, clock=lambda: 5.0)
    *_, whole = standing
    assert isinstance(whole, Review)
    assert whole.left_out == 0
    ticks = count()
    ticking = stream(record("horns-up"), guesses=1, seconds=3, clock=lambda: float(next(ticks)))
    *_, cut = ticking
    assert isinstance(cut, Review)
    assert len(whole.decisions) > len(cut.decisions) == 2


def test_a_stream_can_be_stopped() -> None:
    parts = stream(record("horns-up"), guesses=1, jobs=2)
    assert isinstance(next(parts), Graph)
    assert isinstance(next(parts), Books)
    assert isinstance(next(parts), Judged)
    parts.close()  # type: ignore[attr-defined]  # a generator
    assert list(parts) == []


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    hornsup.review(record("raise-your-horns"), progress=lambda *done: told.append(done))
    assert told[-1][0] == told[-1][1] == len(told)


def test_a_running_game_is_refused() -> None:
    state = hornsup.new("horns-up", players=3, seed=1)
    with pytest.raises(hornsup.BadInput, match="still running"):
        hornsup.review(state.record())


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"guesses": 0}, "guesses"),
        ({"jobs": 0}, "jobs"),
        ({"seconds": -1}, "seconds"),
        ({"as_seen_by": 4}, "seat"),
        ({"as_seen_by": "A"}, "seat"),
    ],
)
def test_wrong_arguments_are_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(hornsup.BadInput, match=says):
        hornsup.review(record("raise-your-horns"), **wrong)


def test_a_position_that_was_set_up_has_no_luck_in_its_deal() -> None:
    parts = {"turn": "A", "actions": 2, "pawns": {"A": "0,2", "B": "1,7", "C": "-1,7"}}
    more = {"paths": ["NS 0,2"], "hands": {"A": ["path-ns"]}}
    game = hornsup.new("horns-up", players=3, seed=0).game
    state = game.position(3, game.read_options(None), {**parts, **more})
    state.apply("path NS 0,1")
    review = hornsup.review(state.record())
    assert review.ledger[0].luck == 0.0
    assert review.ledger[0].result == 1.0
    assert review.ledger[0].start == 1.0, "a win that is there in this turn is judged as won"


def test_words_need_less_at_larger_tables_and_never_noise() -> None:
    assert word_for(0.21, 0.0, 4) == "blunder"
    assert word_for(0.11, 0.0, 4) == "mistake"
    assert word_for(0.06, 0.0, 4) == "inaccuracy"
    assert word_for(0.06, 0.0, 3) == ""
    assert word_for(0.5, 0.3, 4) == ""
    assert least_loss(9) < least_loss(3)


def test_dice_decisions_cost_what_the_solution_says() -> None:
    review = hornsup.review(played("raise-your-horns", 4, 5, "random"))
    assert any(decision.loss for decision in review.decisions)
    for decision in review.decisions:
        assert isinstance(decision.loss, Fraction)
        assert (decision.loss == 0) == (decision.best == decision.played)


@pytest.mark.parametrize("number", [3, 5])
def test_a_win_thrown_away_is_found(number: int) -> None:
    games = (planted(f"blunder/{seed}") for seed in range(10 * number, 10 * number + 10))
    found, move = next(game for game in games if game is not None)
    assert look("", found, move, 4).found


def test_one_win_is_thrown_away_and_no_other() -> None:
    game = next(found for found in map(planted, (f"blunder/{n}" for n in range(10))) if found)
    data, number = game
    left = [
        move.number
        for move in replayed(data)
        if move.before.to_move == 0 and move.text == "end" and sure_win(move.before) >= 0
    ]
    assert left == [number]
