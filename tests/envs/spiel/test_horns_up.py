"""`python_horns_up`: deals, hidden information, the caps, searches over resampled states."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import hornsup
import hornsup.envs.spiel  # registers the games
from tests.envs.spiel.test_games import random_states
from tests.seeds import new_random


def load(text: str) -> Any:
    return pyspiel.load_game(f"python_horns_up({text})")


def dealt(game: Any, deal: int) -> Any:
    state = game.new_initial_state()
    state.apply_action(deal)
    return state


@pytest.mark.parametrize("players", [3, 4, 9])
def test_a_deal_is_the_game_with_that_seed(players: int) -> None:
    state = dealt(load(f"players={players},preset=fr"), 7)
    own = hornsup.new("horns-up", players=players, seed=7, options="fr")
    for _ in range(30):
        assert [state.progress.engine.view(seat) for seat in range(players)] == [
            own.view(seat) for seat in range(players)
        ]
        action = state.legal_actions()[-1]
        own.apply(state.action_to_string(action))
        state.apply_action(action)


def test_deals_follow_from_rng_seed_and_copies_draw_none() -> None:
    def deals(seed: int, copies: int) -> list[int]:
        game = load(f"rng_seed={seed}")
        found = []
        for _ in range(5):
            state = game.new_initial_state()
            for _ in range(copies):
                state.clone()
            [(deal, chance)] = state.chance_outcomes()
            assert (chance, state.clone().chance_outcomes()) == (1.0, [(deal, 1.0)])
            found.append(deal)
        return found

    assert deals(1, copies=0) == deals(1, copies=3)
    assert deals(1, copies=0) != deals(2, copies=0)
    assert len(set(deals(1, copies=0))) == 5


@pytest.mark.parametrize("players", [3, 9])
def test_a_seat_cannot_tell_resampled_states_apart(players: int) -> None:
    rng = new_random()
    game = load(f"players={players},max_turns=30")
    observation = make_observation(game)
    different = 0
    for state in random_states(game, rng)[1:-1:6]:
        seat = rng.randrange(players)
        twin = state.resample_from_infostate(seat, rng.random)
        different += twin.progress.engine.hands != state.progress.engine.hands
        assert twin.observation_string(seat) == state.observation_string(seat)
        assert twin.information_state_string(seat) == state.information_state_string(seat)
        observation.set_from(state, seat)
        shown = observation.tensor.copy()
        observation.set_from(twin, seat)
        assert np.array_equal(observation.tensor, shown)
        if state.current_player() == seat:
            assert twin.legal_actions() == state.legal_actions()
    assert different > 0


def test_information_states_tell_cards_to_their_owner_alone() -> None:
    rng = new_random()
    state = random_states(load("players=4,max_turns=30"), rng)[-1]
    drawn = [0] * 4
    for seat in range(4):
        for line in state.information_state_string(seat).splitlines():
            words = line.split()
            if words[0] == "drew":
                assert (words[2] != "?") == (words[1] == str(seat)), line
                drawn[seat] += words[1] == str(seat)
    assert min(drawn) > 0


def test_information_states_remember_the_own_moves() -> None:
    rng = new_random()
    state = random_states(load("players=3,max_turns=12"), rng)[-1]
    told = []
    for seat in range(3):
        lines = state.information_state_string(seat).splitlines()
        told += [line[2:] for line in lines if line.startswith("> ")]
    moves = [move.text for move in state.progress.engine.moves_played()]
    assert sorted(told) == sorted(moves)


def test_one_walk_at_most_between_other_moves() -> None:
    rng = new_random()
    state = random_states(load("players=4,max_turns=60"), rng)[-1]
    texts = [move.text for move in state.progress.engine.moves_played()]
    walks = [text.startswith("walk ") for text in texts]
    assert sum(walks) > 3
    assert not any(one and next_one for one, next_one in pairwise(walks))


def test_a_game_ends_at_the_cap_with_nothing_for_anyone() -> None:
    rng = new_random()
    state = random_states(load("players=4,max_turns=5"), rng)[-1]
    assert state.progress.engine.turns == 6
    assert not state.progress.engine.over
    assert state.returns() == [0, 0, 0, 0]
    assert state.legal_actions() == []


def test_the_winner_gets_one_and_the_others_share_minus_one() -> None:
    game = load("players=3,max_turns=400,options=stage_width:31")
    bots = hornsup.line_up("horns-up", "racer", 3)
    rng = new_random()
    state = dealt(game, 11)
    while not state.is_terminal():
        engine = state.progress.engine
        move = bots[engine.mover].choose(hornsup.Info.of(engine, rng))
        state.apply_action(state.progress.setting.encoder.map.encode(move, engine.mover))
    winner = state.progress.engine.winner
    assert winner >= 0
    assert state.returns() == [1.0 if seat == winner else -0.5 for seat in range(3)]


def test_information_set_search_of_openspiel_plays_legal_moves() -> None:
    rng = new_random()
    game = load("players=3,max_turns=3,rng_seed=4")
    random = np.random.RandomState(rng.randrange(2**31))
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random),
        uct_c=1.0,
        max_simulations=5,
        random_state=random,
    )
    state = dealt(game, 3)
    for _ in range(6):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_a_resampled_state_cannot_be_serialized() -> None:
    state = dealt(load("players=3"), 3).resample_from_infostate(0, new_random().random)
    with pytest.raises(hornsup.BadInput, match="resampled state"):
        state.serialize()
