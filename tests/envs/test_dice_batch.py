"""Games of Raise Your Horns! in arrays: what the engine plays, look-up by look-up."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import hornsup
from hornsup.envs.encoder import make_encoder
from hornsup.envs.raise_your_horns.batch import DiceBatch, random_actions
from hornsup.envs.raise_your_horns.round_tables import FIRST_ENDING, ROLL, RoundTables, round_tables
from hornsup.errors import BadInput
from hornsup.games.raise_your_horns.options import Options, read_options
from hornsup.games.raise_your_horns.rounds import begin_round
from hornsup.games.raise_your_horns.state import RaiseYourHorns
from hornsup.lab.bulk import RoundGraph
from tests.seeds import new_random

GAMES = 32
SMALL: dict[str, Any] = {
    "dice": {"name": "small", "faces": {"W": ["H", 1], "B": [0, 4], "F": [3, "!"]}}
}
SETTINGS = [
    (3, None),
    (4, SMALL),
    (9, SMALL),
    (4, {**SMALL, "end_goal": "rounds", "end_value": 6}),
    (3, {**SMALL, "fouls": True, "name_only_in_round": True}),
    (5, {**SMALL, "end_goal": "stop"}),
]


def engine_at_start(batch: DiceBatch, game: int) -> RaiseYourHorns:
    """The engine's game that a game of the batch has just begun."""
    options = replace(batch.encoder.options, forfeits="off")
    state = hornsup.new("raise-your-horns", players=batch.players, seed=0, options=None)
    state = state.game.start(batch.players, 0, options)
    assert isinstance(state, RaiseYourHorns)
    begin_round(state, int(batch.starter[game]), None)
    return state


def follow(batch: DiceBatch, game: int, state: RaiseYourHorns, action: int) -> None:
    """Play in the engine what the batch has played, with the dice that have fallen in it."""
    move = batch.encoder.move(action, state.seat)
    if move.text == "roll":
        found = batch.tables.states[int(batch.situation[game])].roll
        if found is None:  # the round ended with an off symbol: any roll that does will do
            found = next(
                roll
                for roll in (state.hand[n] for n in range(state.hand.ways))
                if roll.off and not (roll.horns or state.horns_kept)
            )
        state.script = (found.faces,)
    state.advance(move)


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_every_step_is_the_engines(players: int, options: Any) -> None:
    rng = np.random.default_rng(new_random().getrandbits(32))
    batch = DiceBatch(GAMES, players, options, seed=5, max_turns=12)
    states = [engine_at_start(batch, game) for game in range(GAMES)]
    found = np.zeros(batch.encoder.size, dtype=np.int16)
    ended = 0
    for _ in range(150):
        actions = random_actions(batch.masks, rng)
        before = [tuple(state.losses) for state in states]
        batch.step(actions)
        for game, state in enumerate(states):
            follow(batch, game, state, int(actions[game]))
            earned = [old - new for old, new in zip(before[game], state.losses, strict=True)]
            assert list(batch.rewards[game]) == earned
            assert batch.terminated[game] == state.over
            assert batch.truncated[game] == (not state.over and state.turns > 12)
            if batch.terminated[game] or batch.truncated[game]:
                ended += 1
                states[game] = engine_at_start(batch, game)
            state = states[game]
            assert state.seat == batch.to_move[game]
            batch.encoder.observe(state, state.seat, found)
            assert (found == batch.observations[game]).all()
            assert list(np.flatnonzero(batch.masks[game])) == sorted(batch.encoder.legal(state))
    assert ended > 10


def chance_to_lose(tables: RoundTables) -> list[Fraction]:
    """By place, for random play: the weights of all ways through the tables, as fractions."""
    lost = [Fraction(0)] * tables.players
    weights = {tables.first[1]: Fraction(1)}
    for situation in range(len(tables.states)):  # an action leads to a later one or ends the round
        weight = weights.pop(situation, Fraction(0))
        actions: Any = np.flatnonzero(tables.masks[situation]) if weight else []
        mover = int(tables.movers[situation])
        for action in actions:
            target = int(tables.targets[situation, action])
            start = int(tables.fall_starts[situation])
            ways = int(tables.ways[situation])
            falls = tables.falls[start : start + ways] if target == ROLL else [target]
            for fall in map(int, falls):
                share = weight / len(actions) / len(falls)
                if fall >= 0:
                    weights[fall] = weights.get(fall, Fraction(0)) + share
                    continue
                for place in np.flatnonzero(tables.lost[FIRST_ENDING - fall]):
                    lost[(mover + int(place)) % tables.players] += share
    return lost


def test_the_tables_have_the_chances_of_the_labs_graph_exactly() -> None:
    tables = round_tables(Options(), 3)
    assert chance_to_lose(tables) == RoundGraph.of("standard", 3, "random").expected()


def test_a_bots_choice_in_every_situation_is_legal() -> None:
    tables = round_tables(Options(), 3)
    policy = tables.policy("exact")
    assert ((policy >= 0) | tables.naming).all()
    legal = tables.masks[np.arange(len(policy)), policy] == 1
    assert (legal | tables.naming).all()


def test_illegal_actions_change_nothing_and_cost() -> None:
    batch = DiceBatch(4, 3, seed=1, illegal_reward=-0.5)
    before = batch.observations.copy()
    batch.step([5, -1, 10**6, batch.encoder.actions - 1])
    assert (batch.observations == before).all()
    assert (batch.rewards.sum(axis=1) == -0.5).all()
    assert (batch.rewards[np.arange(4), batch.to_move] == -0.5).all()


def test_the_same_seed_plays_the_same_games() -> None:
    sums = []
    for _ in range(2):
        batch, rng = DiceBatch(64, 3, seed=3), np.random.default_rng(4)
        total = 0
        for _ in range(50):
            batch.step(random_actions(batch.masks, rng))
            total += int(batch.observations.sum()) + int(batch.rewards.sum() * 1000)
        sums.append(total)
    assert sums[0] == sums[1]


def test_random_actions_are_legal_and_even() -> None:
    masks = np.array([[0, 1, 0, 1], [1, 0, 0, 0]] * 2000, dtype=np.int8)
    chosen = random_actions(masks, np.random.default_rng(1))
    assert masks[np.arange(4000), chosen].all()
    assert 800 < (chosen[::2] == 1).sum() < 1200


def test_dice_with_too_many_falls_are_refused() -> None:
    wide = list(range(1, 40))
    dice = {"name": "wide", "faces": {"W": [*wide, "H"], "B": wide, "F": [*wide, "!"]}}
    with pytest.raises(BadInput, match="tables are made for 5000"):
        RoundTables(read_options({"dice": dice}), 3)


def test_an_encoder_of_the_batch_is_that_of_the_game() -> None:
    assert DiceBatch(1, 3).encoder is make_encoder("raise-your-horns", 3)
