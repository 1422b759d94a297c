"""Records: what is in them, and that nothing in them can be changed unnoticed."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

import hornsup
from hornsup.core import record


def a_game(game: str, players: int, seed: Any, moves: int) -> hornsup.GameState:
    rng = random.Random(3)
    state = hornsup.new(game, players=players, seed=seed)
    for _ in range(moves):
        if state.over:
            break
        state.apply(rng.choice(state.legal_moves()))
    return state


GAMES = [("horns-up", 4, 11, 150), ("raise-your-horns", 4, "a text", 400)]


@pytest.mark.parametrize(("game", "players", "seed", "moves"), GAMES)
def test_a_record_is_plain_json_and_tells_everything(
    game: str, players: int, seed: Any, moves: int
) -> None:
    state = a_game(game, players, seed, moves)
    data = json.loads(json.dumps(state.record()))
    assert set(data) == {
        "format",
        "game",
        "engine",
        "players",
        "seed",
        "options",
        "moves",
        "checks",
        "outcome",
    }
    assert data["seed"] == seed
    assert hornsup.replay(data).view(None) == state.view(None)


def test_a_secret_seed_is_written_in_hexadecimal() -> None:
    state = hornsup.new("horns-up", players=3)
    data = state.record()
    assert data["seed"].startswith("0x")
    assert len(data["seed"]) == 66
    assert hornsup.replay(data).view(0) == state.view(0)


def _tamper(data: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Change one thing about a record."""
    bad = copy.deepcopy(data)
    place = rng.randrange(len(bad["moves"]))
    kind = rng.choice(["seed", "players", "move", "swap", "drop", "check", "outcome", "option"])
    if kind == "seed":
        bad["seed"] = rng.randrange(1 << 40)
    elif kind == "players":
        bad["players"] += rng.choice([-1, 1])
    elif kind == "move":
        bad["moves"][place] = rng.choice(
            [move for move in bad["moves"] if move != bad["moves"][place]]
        )
    elif kind == "swap":
        later = rng.randrange(len(bad["moves"]))
        bad["moves"][place], bad["moves"][later] = bad["moves"][later], bad["moves"][place]
    elif kind == "drop":
        del bad["moves"][place]
    elif kind == "check":
        bad["checks"][place] = "0" * 16
    elif kind == "outcome":
        bad["outcome"] = {"reason": "reached-the-stage", "winners": [1]}
    elif bad["game"] == "horns-up":
        bad["options"]["deck"] = "forward"
    else:
        bad["options"]["dice"] = "high"
    return bad


@pytest.mark.parametrize(("game", "players", "seed", "moves"), GAMES)
def test_every_tampering_is_caught(game: str, players: int, seed: Any, moves: int) -> None:
    data = a_game(game, players, seed, moves).record()
    assert record.verify(data).honest
    rng = random.Random(8)
    caught = 0
    while caught < 60:
        bad = _tamper(data, rng)
        if bad == data:
            continue
        verdict = record.verify(bad)
        assert not verdict.honest, bad
        assert verdict.problem
        caught += 1


def test_a_record_of_other_rules_is_refused_politely() -> None:
    data = a_game("horns-up", 3, 1, 20).record()
    data["engine"] = "0"
    with pytest.raises(hornsup.BadInput, match="rules version '0'"):
        hornsup.replay(data)


def test_a_record_with_a_move_that_cannot_be_names_it() -> None:
    data = a_game("horns-up", 3, 1, 20).record()
    data["moves"][4] = "walk 9,9"
    with pytest.raises(hornsup.BadInput, match=r"move 5 of the record, 'walk 9,9', is refused"):
        hornsup.replay(data)
