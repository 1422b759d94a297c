"""What is played for a Rocker whose time is up is legal, meek and comes to an end."""

from __future__ import annotations

from collections import Counter

import pytest

from hornsup.core import registry
from hornsup.games.horns_up import GAME
from hornsup.games.horns_up.state import HornsUp
from tests.games.horns_up.harness import eager, games

MOST = 30


@pytest.mark.parametrize("seed", range(2))
def test_repeated_it_ends_the_turn_from_any_position(seed: int) -> None:
    tried = 0
    for state, rng in games(700 + seed, 30):
        while not state.over and state.turns <= 60:
            if rng.random() < 0.5:
                _runs_out(state.clone())
                tried += 1
            state.apply(
                eager(state, rng) if rng.random() < 0.7 else rng.choice(state.legal_moves())
            )
    assert tried > 1000


def _runs_out(state: HornsUp) -> None:
    """Until somebody else has to decide, or the same Rocker in another turn."""
    seat, turn = state.to_move, state.turns
    for _ in range(MOST):
        move = GAME.default_move(state)
        assert move in state.legal_moves()
        assert str(move).split()[0] == "end" or "end" not in map(str, state.legal_moves())
        state.apply(move)
        if state.to_move != seat or state.turns != turn:
            return
    raise AssertionError(f"{MOST} moves and {seat} is still to move")


@pytest.mark.parametrize("players", [3, 6, 9])
def test_a_table_of_sleepers_plays_on(players: int) -> None:
    state = registry.start(GAME.name, players, 3)
    seen: Counter[str] = Counter()
    for _ in range(200):
        move = GAME.default_move(state)
        state.apply(move)
        seen[str(move).split()[0]] += 1
    assert seen == {"enter": players, "end": 200 - players}


def _position(**position: object) -> HornsUp:
    state = GAME.position(3, GAME.read_options(position.pop("options", None)), position)
    assert isinstance(state, HornsUp)
    return state


def test_h18_tokens_come_first() -> None:
    state = _position(turn="A", actions=2, pawns={"A": "0,8"}, tokens={"A": 1})
    assert str(GAME.default_move(state)) == "token"


def test_a_wall_is_discarded_before_a_ticket_and_a_path_last() -> None:
    pawns = {"A": "0,8", "B": "1,7", "C": "-1,7"}
    kept = ["path-ns", "mosh-pit", "horns-up"]
    for worst in ("mosh-pit", "horns-up", "path-ns"):
        hands = {"B": kept}
        state = _asked(hands, pawns)
        assert str(GAME.default_move(state)) == f"discard {worst}"
        kept = [card for card in kept if card != worst]


def _asked(hands: dict[str, list[str]], pawns: dict[str, str]) -> HornsUp:
    """B has to discard a card of the hand, by a Ticket of the standard deck that says so."""
    rules = _position(turn="A").rules
    tickets = rules.slugs[rules.tickets_from :]
    for slug in tickets:
        state = _position(turn="A", actions=2, pawns=pawns, hands={**hands, "A": [slug]})
        for move in state.legal_moves():
            world = state.clone()
            world.apply(move)
            if world.agenda and world.to_move == 1 and not world.agenda[-1][2]:
                return world
    raise AssertionError("no Ticket makes another Rocker discard a card")


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        (["path-ns", "mosh-pit", "slow-song"], "path NS 0,7"),
        (["slow-song", "cold-beer"], "play cold-beer"),
        (["slow-song"], "play slow-song B"),
    ],
)
def test_h12_who_must_act_hits_somebody_last(hand: list[str], move: str) -> None:
    state = _position(
        turn="A",
        actions=1,
        options={"must_act": True},
        pawns={"A": "0,8", "B": "1,7", "C": "-1,7"},
        hands={"A": hand},
    )
    assert "end" not in map(str, state.legal_moves())
    assert str(GAME.default_move(state)) == move
