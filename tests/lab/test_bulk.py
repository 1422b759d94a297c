"""The bulk path is equal in distribution to the engine and to the exact solution."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import hornsup
from hornsup.bots import Info
from hornsup.bots.base import RandomBot
from hornsup.games.raise_your_horns.dice import dice_by_name
from hornsup.games.raise_your_horns.solution import solve
from hornsup.lab.bulk import RoundGraph


@pytest.mark.parametrize("players", [3, 4, 6])
def test_under_exact_play_the_graph_has_exactly_the_solved_losses(players: int) -> None:
    graph = RoundGraph.of(players=players, policies="exact")
    assert graph.expected() == list(solve(dice_by_name("standard"), players).before_roll())


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("policy", ["random", "greedy", "exact"])
def test_200_000_rounds_lie_within_three_standard_errors(players: int, policy: str) -> None:
    graph = RoundGraph.of(players=players, policies=policy)
    rounds = 200_000
    lost = graph.play(rounds, seed=2)
    for count, loss in zip(lost, graph.expected(), strict=True):
        share = float(loss)
        error = (share * (1 - share) / rounds) ** 0.5
        assert abs(count / rounds - share) <= 3 * error


def test_the_engine_with_random_players_has_the_graphs_distribution() -> None:
    """The engine's losses per place beside the exact expectation of the graph."""
    games, rounds = 6, 1000
    lost = np.zeros(4)
    for seed in range(games):
        lost += _engine_losses(seed, rounds)
    expected = np.array([float(loss) for loss in RoundGraph.of(policies="random").expected()])
    errors = np.sqrt(expected * (1 - expected) / (games * rounds))
    assert (np.abs(lost / (games * rounds) - expected) < 4 * errors).all(), lost


def _engine_losses(seed: int, rounds: int) -> np.ndarray:
    options = {"end_goal": "rounds", "end_value": rounds, "forfeits": "off"}
    state = hornsup.new("raise-your-horns", players=4, seed=seed, options=options)
    bot, rng = RandomBot(), Random(seed)
    lost = np.zeros(4)
    while not state.over:
        order = state.view(None)["order"]
        for event in state.apply(bot.choose(Info.of(state, rng))):
            if event.kind == "round-lost":
                for seat in event.seats:
                    lost[order.index(seat)] += 1
    return lost


@pytest.mark.slow
@pytest.mark.parametrize("place", range(4))
def test_against_exact_opponents_the_exact_player_loses_least_in_every_seat(place: int) -> None:
    """100,000 rounds each; and by walking the graph the order is certain, not only likely."""
    lost, exactly = {}, {}
    for policy in ("exact", "greedy", "random"):
        policies = ["exact"] * 4
        policies[place] = policy
        graph = RoundGraph.of(players=4, policies=policies)
        lost[policy] = graph.play(100_000, seed=place)[place]
        exactly[policy] = graph.expected()[place]
    assert exactly["exact"] <= exactly["greedy"]
    assert exactly["exact"] < exactly["random"]
    slack = 3 * (100_000 * 0.25) ** 0.5
    assert lost["exact"] <= lost["greedy"] + slack
    assert lost["exact"] <= lost["random"] + slack


def test_unknown_policies_are_refused() -> None:
    with pytest.raises(hornsup.BadInput, match="unknown policy"):
        RoundGraph.of(policies="bold")
    with pytest.raises(hornsup.BadInput, match="need 4 policies"):
        RoundGraph.of(policies=["exact"])
