"""A full state out of a view: to its seat it is the true one, and guesses from it are the same."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import hornsup
from hornsup.core import scenario
from hornsup.core.notation import seat_letter
from hornsup.games.horns_up import GAME
from hornsup.games.horns_up.agenda import ASK_DISCARD, ASK_KEEP, ASK_PART
from hornsup.games.horns_up.deck import Deck, deck_text
from hornsup.games.horns_up.state import HornsUp
from tests.conftest import ROOT
from tests.games.horns_up.harness import (
    audience_cards,
    eager,
    fingerprint,
    full_set,
    games,
    random_options,
    stage_cards,
)
from tests.games.mangled_views import (
    assert_refused_by_key,
    assert_refused_or_harmless,
    mangled,
    sent,
)

QUESTIONS = {ASK_DISCARD: "discard", ASK_PART: "part", ASK_KEEP: "keep"}


def from_view(view: Any, seed: object = 1) -> HornsUp:
    state = GAME.state_from_view(view, random.Random(str(seed)))
    assert isinstance(state, HornsUp)
    return state


def situation(state: HornsUp) -> list[str]:
    """What makes this position special."""
    found = [QUESTIONS[state.agenda[-1][0]]] if state.agenda else []
    found += ["more pending"] if len(state.agenda) > 2 else []
    found += ["known"] if state.known else []
    found += ["limits"] if state.limits else []
    found += ["pool"] if state.pool else []
    return [*found, "over"] if state.over else found


def legal_is_open(state: HornsUp, seat: int | None) -> bool:
    """Whether this seat can tell what whoever is to move may do."""
    asked = state.agenda[-1][0] if state.agenda else None
    entering = not state.turn_number
    return state.over or seat == state.to_move or entering or asked in (ASK_PART, ASK_KEEP)


def assert_same_to_seat(state: HornsUp, seat: int | None, rng: random.Random) -> None:
    """A state from a seat's view is to that seat the state itself, guesses included."""
    view = sent(state, seat)
    guess = from_view(view, rng.random())
    assert guess.view(seat) == view == state.view(seat)
    assert guess.origin is None
    assert audience_cards(guess) == audience_cards(state)
    assert stage_cards(guess) == stage_cards(state)
    if legal_is_open(state, seat):
        assert guess.legal_moves() == state.legal_moves()
    one = state.determinize(seat, random.Random(9))
    two = guess.determinize(seat, random.Random(9))
    assert (one.hands, one.deck, one.stage_deck) == (two.hands, two.deck, two.stage_deck)
    assert knowledge_aside(one) == knowledge_aside(two)


def knowledge_aside(state: HornsUp) -> tuple[Any, ...]:
    """The fingerprint without knowledge, whose lists may be in another order."""
    return fingerprint(state)[:-3]


def walk_through(state: HornsUp, rng: random.Random, often: float, turns: int) -> Counter[str]:
    """Play on, compare now and then, and count the kinds of position compared."""
    kinds: Counter[str] = Counter()
    while not state.over and state.turns <= turns:
        special = situation(state)
        if rng.random() < (often if special else often / 5):
            assert_same_to_seat(state, rng.choice([None, *range(state.players)]), rng)
            assert_same_to_seat(state, state.to_move, rng)
            kinds.update(special)
        state.apply(eager(state, rng))
    assert_same_to_seat(state, 0, rng)
    return kinds + Counter(situation(state))


def test_a_view_is_enough_for_a_state_that_its_seat_cannot_tell_apart() -> None:
    kinds: Counter[str] = Counter()
    for state, rng in games(4000, 16):
        kinds += walk_through(state, rng, 0.2, 50)
    for kind in ("discard", "known", "limits", "part", "more pending"):
        assert kinds[kind], f"no position with {kind} came up"


def test_after_a_reshuffle_the_view_still_says_what_went_into_the_deck() -> None:
    """Short decks, so that the pile is shuffled often; the cut cards lie aside."""
    kinds: Counter[str] = Counter()
    for number in range(16):
        rng = random.Random(number)
        players = rng.choice(GAME.seats)
        options = random_options(rng) if number % 2 else None
        hands = {seat_letter(seat): ["path-ns", "horns-up"] for seat in range(min(players, 5))}
        position = {"deck_size": 5 + number, "hands": hands}
        state = GAME.position(players, GAME.read_options(options), position)
        assert isinstance(state, HornsUp)
        assert state.view(0)["aside"]
        kinds += walk_through(state, rng, 0.15, 40)
    assert kinds["pool"] > 100
    assert kinds["known"] > 20


@pytest.mark.parametrize("players", GAME.seats)
def test_every_number_of_rockers(players: int) -> None:
    rng = random.Random(players)
    state = hornsup.new("horns-up", players=players, seed=players)
    assert isinstance(state, HornsUp)
    for _ in range(25):
        assert_same_to_seat(state, state.to_move, rng)
        state.apply(eager(state, rng))


def test_scenarios_of_all_rules_can_be_made_from_a_view_at_every_step() -> None:
    """Cut decks, stacked skips, several overlaps and custom decks among them."""
    rng = random.Random(8)
    kinds: Counter[str] = Counter()
    for path in sorted((ROOT / "tests" / "scenarios" / "horns_up").glob("*.toml")):
        data = scenario.read(path.read_text(encoding="utf-8"))
        state = scenario.begin(data)
        assert isinstance(state, HornsUp)
        for step in data["step"]:
            if "move" in step:
                state.apply(step["move"])
                kinds.update(situation(state))
                assert_same_to_seat(state, state.to_move, rng)
    for kind in ("keep", "part", "over"):
        assert kinds[kind] > 3


def test_the_same_public_move_tells_the_same_up_to_what_is_new() -> None:
    """Whoever moves, the seat is told the same until a hidden card decides."""
    told = 0
    for state, rng in games(91, 6):
        while not state.over and state.turns <= 40:
            move = eager(state, rng)
            seat = state.to_move
            guess = from_view(sent(state, seat))
            happened = state.redact(state.apply(move), seat)
            same = guess.redact(guess.apply(str(move)), seat)
            for one, two in zip(happened, same, strict=False):
                if one.kind in ("drew", "stage-changed", "nothing-to-discard", "reshuffled"):
                    break
                if two.kind == "nothing-to-discard":
                    break
                assert one == two
                told += 1
    assert told > 300


def test_cards_a_seat_is_sure_of_are_where_it_knows_them() -> None:
    state = scenario.begin(
        scenario.read("""
game = "horns-up"
players = 3
[position]
hands = { A = ["horns-up", "path-ns", "path-ns", "cold-beer"], B = ["path-ew"], C = ["mosh-pit"] }
stage_draw = ["scream-for-me"]
[[step]]
move = "play horns-up"
""")
    )
    assert isinstance(state, HornsUp)
    state.apply("play horns-up")
    given = state.hands[2]
    others = set()
    for seed in range(20):
        guess = from_view(sent(state, 0), seed)
        assert guess.hands[2] == given
        others.add(from_view(sent(state, 1), seed).hands[2])
    assert len(others) > 1, "B never held that hand and can only guess"


def test_a_deck_of_ones_own_comes_with_the_view() -> None:
    data = Deck.from_toml(deck_text("forward")).to_data()
    data["name"] = "ours"
    state = hornsup.new("horns-up", players=4, seed=3, options={"deck": data, "must_act": True})
    assert isinstance(state, HornsUp)
    rng = random.Random(3)
    for _ in range(30):
        assert_same_to_seat(state, state.to_move, rng)
        state.apply(eager(state, rng))
    guess = from_view(sent(state, 1))
    assert guess.rules.deck.name == "ours"
    assert audience_cards(guess) == full_set(guess.rules.counts)


def test_a_view_holds_no_hidden_card() -> None:
    """A state from a view differs from the truth exactly where the seat cannot see."""
    state = hornsup.new("horns-up", players=4, seed=5)
    assert isinstance(state, HornsUp)
    guess = from_view(sent(state, 2))
    assert guess.hands[2] == state.hands[2]
    assert guess.hands != state.hands
    assert guess.deck[guess.drawn :] != state.deck[state.drawn :]
    assert guess.seed != state.seed


BROKEN = {
    "players": (7, "rockers"),
    "options": ({"flip_mode": 3}, "flip_mode"),
    "seat": (9, "seat"),
    "turn": (True, "turn"),
    "table": ([{"cell": "0,99"}], "0,99"),
    "hand": (["path-ns"] * 5, "hand"),
    "deck_size": (3, "deck_size"),
    "discard": ("cold-beer", "discard"),
    "face_up": (["0,4"], "face_up"),
    "pending": ([{"do": "reveal"}], "choice"),
    "choice": ({"ask": "why", "seat": 0}, "ask"),
    "stage_used": (["encore"] * 9, "stage_used"),
    "since_reshuffle": ({"pile": {}, "hands": []}, "hands"),
    "aside": ({"path-ns": 1}, "deck_size"),
    "phase": ("over", "phase"),
    "rockers": (None, "rockers"),
}


@pytest.mark.parametrize("key", BROKEN)
def test_a_view_that_cannot_be_is_refused_by_its_key(key: str) -> None:
    state = hornsup.new("horns-up", players=3, seed=1)
    assert isinstance(state, HornsUp)
    assert_refused_by_key(from_view, sent(state, 0), key, *BROKEN[key])


def test_a_mangled_view_is_refused_or_harmless_and_nothing_else() -> None:
    refused = 0
    for state, rng in games(55, 8):
        while not state.over and state.turns <= 30:
            state.apply(eager(state, rng))
            view = mangled(sent(state, state.to_move), rng, "0,0", "path-ns")
            refused += assert_refused_or_harmless(from_view, view)
    assert refused > 300
