"""The ledger adds up, and the chances of Horns Up are chances, whatever is played."""

from __future__ import annotations

from fractions import Fraction
from math import fsum
from typing import Any

import pytest

from hornsup.reviews import Books, Graph, stream
from hornsup.reviews.data import Ledger, SeenBy
from tests.reviews.games import played

SHORT = (("entrance_distance", 5),)
HORNS_UP: list[tuple[int, int, str, tuple[tuple[str, Any], ...]]] = [
    *((3, seed, "greedy,racer,easy", ()) for seed in range(4)),
    *((4, seed, "greedy,easy,racer,greedy", ()) for seed in range(4)),
    *((6, seed, "greedy,racer,easy", SHORT) for seed in range(2)),
    *((9, seed, "racer,greedy,easy", SHORT) for seed in range(2)),
    *((4, 7, "greedy,racer", (("preset", preset),)) for preset in ("en", "it", "fr")),
    (4, 8, "greedy,racer", (("win_out_of_turn", True),)),
    (4, 9, "greedy,easy", (("flip_mode", "discard"), ("skips_stack", True))),
    (5, 10, "racer,easy", (("must_act", True), ("stage_width", 3))),
    (3, 11, "greedy,easy", (("occupied_needs_connection", False),)),
    (4, 12, "greedy,racer", (("path_placement", "joined"),)),
]
DICE: list[tuple[int, int, str, tuple[tuple[str, Any], ...]]] = [
    *((players, players, "exact,easy,greedy", ()) for players in (3, 4, 5, 6, 9, 12)),
    *((4, seed, "easy,random,exact,greedy", ()) for seed in range(8)),
    (5, 1, "random", (("preset", "real-dice"),)),
    (6, 2, "random", (("name_only_in_round", True),)),
    (4, 3, "random", (("preset", "open-end"),)),
    (4, 4, "easy", (("end_goal", "rounds"), ("end_value", 7))),
    (3, 5, "random", (("preset", "family"),)),
    (4, 6, "random", (("end_goal", "stop"), ("fouls", True))),
]


def parts(record: dict[str, Any], seen_by: SeenBy = None) -> tuple[Graph, Books]:
    """The graph and the books, without the decisions."""
    found = stream(record, seed=1, guesses=4, as_seen_by=seen_by)
    graph, books = next(found), next(found)
    assert isinstance(graph, Graph)
    assert isinstance(books, Books)
    return graph, books


def difference(ledger: Ledger) -> Any:
    return [a.start + a.luck + a.own + sum(a.by) + a.rest - a.result for a in ledger]


@pytest.mark.parametrize(("players", "seed", "bots", "options"), HORNS_UP)
def test_horns_up_adds_up(players: int, seed: int, bots: str, options: Any) -> None:
    record = played("horns-up", players, seed, bots, options)
    graph, books = parts(record)
    assert all(abs(left) < 1e-9 for left in difference(books.ledger))
    winner = record["outcome"]["winners"][0]
    assert [account.result for account in books.ledger] == [
        float(seat == winner) for seat in range(players)
    ]
    for step in graph.steps:
        assert fsum(step.values) == pytest.approx(1.0, abs=1e-9)
        assert fsum(step.luck) == pytest.approx(0.0, abs=1e-9)
        assert all(0.0 <= value <= 1.0 for value in step.values)


@pytest.mark.parametrize("seen_by", [0, 2, "table"])
def test_horns_up_adds_up_as_others_saw_it(seen_by: SeenBy) -> None:
    graph, books = parts(played("horns-up", 4, 0, "greedy,easy,racer,greedy"), seen_by)
    assert all(abs(left) < 1e-9 for left in difference(books.ledger))
    for step in graph.steps:
        assert fsum(step.values) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize(("players", "seed", "bots", "options"), DICE)
def test_dice_add_up_exactly(players: int, seed: int, bots: str, options: Any) -> None:
    record = played("raise-your-horns", players, seed, bots, options)
    _, books = parts(record)
    assert difference(books.ledger) == [0] * players
    assert [account.result for account in books.ledger] == record["outcome"]["losses"]
    for part in books.rounds:
        assert difference(part.ledger) == [0] * players
    for account in books.ledger:
        columns = (account.start, account.luck, account.own, *account.by, account.rest)
        assert all(isinstance(value, Fraction) for value in columns)


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
def test_every_column_is_the_sum_of_its_steps(game: str) -> None:
    """Added up here from the steps alone, step by step and seat by seat."""
    bots = "greedy,easy,racer,greedy" if game == "horns-up" else "easy,random,exact,greedy"
    graph, books = parts(played(game, 4, 1, bots))
    for seat, account in enumerate(books.ledger):
        columns: dict[Any, Any] = dict.fromkeys(("luck", "rest", "own", 0, 1, 2, 3), 0)
        now: Any = 0
        for step in graph.steps:
            now = now if step.start is None else step.start[seat]
            change, now = step.values[seat] - now, step.values[seat]
            if step.kind == "chance":
                columns["luck"] += step.luck[seat]
                columns["rest"] += step.rest[seat]
            else:
                columns["own" if step.seat == seat else step.seat] += change
        booked = (account.luck, account.rest, account.own, *account.by)
        for found, expected in zip(booked, columns.values(), strict=True):
            assert float(found) == pytest.approx(float(expected), abs=1e-9)


def test_the_luck_of_dice_leaves_no_rest() -> None:
    _, books = parts(played("raise-your-horns", 4, 1, "easy,random,exact,greedy"))
    assert {account.rest for account in books.ledger} == {0}


def test_nobody_can_do_anything_to_oneself_but_by_own_moves() -> None:
    _, books = parts(played("horns-up", 3, 1, "greedy,racer,easy"))
    for seat, account in enumerate(books.ledger):
        assert account.by[seat] == 0
        assert [row[seat] for row in books.grudges] == list(account.by)
