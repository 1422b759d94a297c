"""Games of every kind for the tests of environments: sizes, presets, switches, decks, dice."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from random import Random
from typing import Any

import hornsup
from hornsup.games.horns_up.deck import Deck
from hornsup.games.horns_up.moves import OP_MASK, WALK
from hornsup.games.horns_up.options import PRESETS
from hornsup.games.horns_up.state import HornsUp
from hornsup.games.raise_your_horns.state import RaiseYourHorns
from tests.games.horns_up.harness import eager, random_options
from tests.games.raise_your_horns.harness import ODD_DICE
from tests.seeds import new_random

SIZES = (3, 4, 9)


def odd_deck() -> dict[str, Any]:
    """The standard deck with Tickets that ask for everything that can be asked for at once."""
    text = (files("hornsup.games.horns_up") / "data" / "standard.toml").read_text(encoding="utf-8")
    data = Deck.from_toml(text).to_data()
    data["name"] = "odd"
    symbols = {
        "horns-up": ["remove", "stage"],
        "pushed-away": ["remove", "one", "push", "discard"],
        "crowd-surfing": ["surf", "one", "token"],
        "cold-beer": ["surf", "remove", "or", "draw", "one", "push"],
        "steward": ["one", "discard-ticket", "or", "all", "discard"],
    }
    for card in data["ticket"]:
        card["symbols"] = symbols.get(card["card"], card["symbols"])
    data["wall"][2]["removed_by"] = ["path"]
    return data


def options_of(name: str, rng: Random) -> Any:
    if name == "odd-deck":
        return {"deck": odd_deck()}
    if name == "loose":
        return {"path_placement": "adjacent", "occupied_needs_connection": False, "must_act": True}
    return random_options(rng) if name == "random" else name


KINDS = (*PRESETS, "odd-deck", "loose", "random")


def horns_up_positions(
    players: int, games: int, turns: int = 40, free_walks: str = "all"
) -> Iterator[HornsUp]:
    """Every position of games with random options; now and then a player who gets somewhere."""
    rng = new_random()
    for number in range(games):
        kind = KINDS[number % len(KINDS)]
        seed = rng.randrange(1 << 30)
        options = options_of(kind, rng)
        print(f"game {number}: players={players}, seed={seed}, options={kind}")
        state = hornsup.new("horns-up", players=players, seed=seed, options=options)
        assert isinstance(state, HornsUp)
        daring = rng.random()
        walked = False
        while not state.over and state.turns <= turns:
            yield state
            move = eager(state, rng) if rng.random() < daring else rng.choice(state.legal_moves())
            if walked and free_walks == "one":
                rest = [m for m in state.legal_moves() if m.code & OP_MASK != WALK]
                move = rng.choice(rest)
            walked = move.code & OP_MASK == WALK
            state.apply(move)
        yield state


def dice_positions(players: int, games: int) -> Iterator[RaiseYourHorns]:
    """Every position of games with standard dice, high ones, odd ones, fouls and open ends."""
    rng = new_random()
    kinds: list[Any] = [
        None,
        {"dice": "high", "name_only_in_round": True},
        {"dice": ODD_DICE, "fouls": True},
        {"end_goal": "stop"},
        {"end_goal": "rounds", "end_value": 7, "forfeits": "off"},
    ]
    for number in range(games):
        options = kinds[number % len(kinds)]
        seed = rng.randrange(1 << 30)
        print(f"game {number}: players={players}, seed={seed}, options={options}")
        state = hornsup.new("raise-your-horns", players=players, seed=seed, options=options)
        assert isinstance(state, RaiseYourHorns)
        while not state.over and state.turns <= 30:
            yield state
            moves = state.legal_moves()
            if len(moves) > 1:  # rarely the end of everything
                moves = [move for move in moves if str(move) != "stop" or rng.random() < 0.02]
            state.apply(rng.choice(moves))
        yield state
