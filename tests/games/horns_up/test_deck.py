"""Decks: read, explained, refused with the line that is wrong; new cards need no code."""

from __future__ import annotations

from importlib.resources import files

import pytest

import hornsup
from hornsup.games.horns_up.deck import Deck, deck_by_name

STANDARD = (files("hornsup.games.horns_up") / "data" / "standard.toml").read_text(encoding="utf-8")


def test_a_deck_round_trips_through_its_data() -> None:
    deck = deck_by_name("standard")
    assert Deck.from_data(deck.to_data()) == deck
    assert Deck.from_toml(STANDARD) == deck


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("path-ns = 12", "path-ns = 13", r"line 6: the paths add up to 83, not 82"),
        ("path-ns = 12", "path-n = 12", r"line 7: there is no Path 'path-n'"),
        ("path-ns = 12", "path-ns = -1", r"line 7: path-ns: a count is a whole number"),
        ('symbols = ["stage"]', 'symbols = ["stag"]', r"line 39: horns-up: unknown symbol 'stag'"),
        ('symbols = ["one", "push"]', 'symbols = ["push"]', r"push must come after one"),
        ('symbols = ["surf"]', 'symbols = ["surf", "surf"]', r"surf may stand once"),
        ('symbols = ["surf"]', 'symbols = ["discard", "surf"]', r"surf must come before discard"),
        ('symbols = ["surf"]', 'symbols = ["stage", "surf"]', r"surf must come before stage"),
        ('symbols = ["surf"]', 'symbols = ["one"]', r"nothing follows one"),
        ('symbols = ["surf"]', "symbols = []", r"symbols are missing"),
        ('symbols = ["surf"]', 'symbols = "surf"', r"is a list of words"),
        ('symbols = ["fire"]', 'symbols = ["stage"]', r"a Stage card has fire"),
        ('symbols = ["fire"]', "symbols = []", r"symbols are missing"),
        ('card = "cold-beer"', 'card = "Cold Beer"', r"needs card = a name like 'cold-beer'"),
        ('card = "cold-beer"', 'card = "horns-up"', r"horns-up stands twice"),
        ('removed_by = ["ticket"]', 'removed_by = ["fire"]', r"a Wall is removed by"),
        ('name = "standard"', 'nam = "standard"', r"unknown entry 'nam'"),
        ('name = "standard"', "name = 3", r"a deck needs a name"),
        ("count = 10", "count = 11", r"the tickets add up to 47, not 46"),
        ("count = 10", "count = true", r"horns-up: a count is a whole number"),
        ("count = 10", "number = 10", r"horns-up: unknown entry 'number'"),
        ("[paths]", "[paths", r"not a TOML file"),
        ("count = 6", "count = 7", r"line 35: the tickets add up to 47"),
        ('removed_by = ["ticket"]', "removed_by = []", r"line 20: .*at least one of path"),
        (
            "named = true\nremoved_by",
            'named = "yes"\nremoved_by',
            r"line 19: troublemakers: named is true or false",
        ),
        ('"or", "draw"', '"or", "or"', r"there may be one"),
        ('["one", "skip"]', '["one", "action"]', r"action is for the player"),
        ('["one", "skip"]', '["one", "all", "skip"]', r"cannot both be the target"),
    ],
)
def test_a_deck_that_does_not_work_is_refused_with_the_line(
    old: str, new: str, problem: str
) -> None:
    assert old in STANDARD
    with pytest.raises(hornsup.BadInput, match=problem) as caught:
        Deck.from_toml(STANDARD.replace(old, new, 1))
    assert "\n" not in str(caught.value)


def test_a_deck_may_declare_totals_of_its_own() -> None:
    text = STANDARD.replace("path-ns = 12", "path-ns = 20") + "\n[totals]\npaths = 90\n"
    assert Deck.from_toml(text).paths[0].count == 20


def test_a_new_ticket_made_of_known_symbols_needs_no_code() -> None:
    text = STANDARD.replace('card = "cold-beer"\ncount = 6', 'card = "cold-beer"\ncount = 4')
    text += """
[[ticket]]
card = "stage-dive"
count = 2
named = false
name = "Stage Dive"
symbols = ["draw", "all", "token", "discard"]
"""
    deck = Deck.from_toml(text)
    state = hornsup.new("horns-up", players=3, seed=1, options={"deck": deck.to_data()})
    position = {
        "hands": {"A": ["stage-dive"], "B": ["path-ns"], "C": ["path-ew"]},
        "draw": ["mosh-pit"],
    }
    game = state.game
    played = game.position(3, game.read_options({"deck": deck.to_data()}), position)
    played.apply("play stage-dive")
    assert [rocker["tokens"] for rocker in played.view(None)["rockers"]] == [1, 1, 1]
    for card in ("mosh-pit", "path-ns", "path-ew"):
        played.apply(f"discard {card}")
    assert [rocker["hand_size"] for rocker in played.view(None)["rockers"]] == [0, 0, 0]
    refusal = played.why_not("play stage-dive")
    assert refusal is not None
    record = played.record()
    assert hornsup.replay(record).view(None) == played.view(None)


def test_a_new_stage_card_made_of_known_symbols_needs_no_code() -> None:
    text = STANDARD.replace('card = "downpour"\ncount = 2', 'card = "downpour"\ncount = 1')
    text += """
[[stage]]
card = "encore-for-all"
count = 1
named = false
symbols = ["encore", "all", "draw", "skip"]
"""
    deck = Deck.from_toml(text)
    game = hornsup.new("horns-up", players=3, seed=1).game
    position = {
        "pawns": {"A": "0,6"},
        "paths": ["NS 0,6"],
        "walls": ["mosh-pit 0,5"],
        "hands": {"A": ["horns-up"]},
        "stage_draw": ["encore-for-all"],
    }
    state = game.position(3, game.read_options({"deck": deck.to_data()}), position)
    state.apply("play horns-up")
    view = state.view(None)
    assert [card["kind"] for card in view["table"]] == ["path"]
    assert [rocker["skips"] for rocker in view["rockers"]] == [1, 1, 1]
    assert [rocker["hand_size"] for rocker in view["rockers"]] == [1, 1, 1]


def test_unknown_decks_and_switches_are_refused_with_the_nearest_name() -> None:
    with pytest.raises(hornsup.BadInput, match="did you mean 'forward'"):
        hornsup.new("horns-up", players=3, options={"deck": "forwards"})
    with pytest.raises(hornsup.BadInput, match="did you mean 'must_act'"):
        hornsup.new("horns-up", players=3, options={"must_akt": True})
    with pytest.raises(hornsup.BadInput, match="true or false"):
        hornsup.new("horns-up", players=3, options={"must_act": "maybe"})
    with pytest.raises(hornsup.BadInput, match="odd number from 1 to 31"):
        hornsup.new("horns-up", players=3, options={"stage_width": 2})
    with pytest.raises(hornsup.BadInput, match="one of joined, adjacent"):
        hornsup.new("horns-up", players=3, options={"path_placement": "anywhere"})
    with pytest.raises(hornsup.BadInput, match="unknown preset"):
        hornsup.new("horns-up", players=3, options="de")
