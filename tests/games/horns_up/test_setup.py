"""Setup: what no position can show (H1 to H10)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import hornsup
from hornsup.core.randomness import Stream, seed_bytes
from hornsup.games.horns_up.deck import deck_by_name
from hornsup.games.horns_up.state import HornsUp


def _new(players: int = 4, seed: int = 0, **options: object) -> HornsUp:
    state = hornsup.new("horns-up", players=players, seed=seed, options=options)
    assert isinstance(state, HornsUp)
    return state


@pytest.mark.parametrize("players", [2, 10, 0, -1, True, "4", 3.5])
def test_h1_any_other_number_than_three_to_nine_is_refused(players: Any) -> None:
    with pytest.raises(hornsup.BadInput, match=r"3 to 9 players.*H1"):
        hornsup.new("horns-up", players=players, seed=0)


@pytest.mark.parametrize("players", range(3, 10))
def test_h1_three_to_nine_rockers_play(players: int) -> None:
    state = _new(players)
    assert len(state.view(None)["rockers"]) == players


@pytest.mark.parametrize("name", ["standard", "forward"])
def test_h2_the_box_holds_137_audience_and_12_stage_cards(name: str) -> None:
    deck = deck_by_name(name)
    assert sum(card.count for card in deck.paths) == 82
    assert sum(card.count for card in deck.walls) == 9
    assert sum(card.count for card in deck.tickets) == 46
    assert sum(card.count for card in deck.stage) == 12


def test_h3_the_game_ends_when_the_first_rocker_reaches_the_stage() -> None:
    state = _new()
    assert state.outcome is None
    assert "".join(state.view(None)["stage_cells"]) == "0,0"


def test_h4_the_vip_pass_is_dealt_singly_from_the_first_seat() -> None:
    """Deal again by hand from the documented stream: the VIP Pass is card number 9 of ten."""
    for seed in range(40):
        cards = list(range(10))
        Stream(seed_bytes(seed)).shuffle(cards)
        for players in (3, 7, 9):
            assert _new(players, seed).first == cards.index(9) % players


def test_h4_every_seat_can_be_first() -> None:
    assert {_new(9, seed).first for seed in range(120)} == set(range(9))


def test_h5_turns_go_clockwise_by_seat() -> None:
    state = _new(4, 5)
    order = []
    for _ in range(4):
        order.append(state.to_move)
        state.apply(state.legal_moves()[0])
    first = state.first
    assert order == [(first + offset) % 4 for offset in range(4)]
    seats = []
    for _ in range(6):
        seats.append(state.turn)
        while state.turn == seats[-1] and not state.over:
            state.apply("end" if state.why_not("end") is None else state.legal_moves()[0])
    assert seats == [(first + offset) % 4 for offset in range(6)]


def test_h6_the_nine_entrances_lie_like_a_tree_eight_steps_away() -> None:
    cells = [tuple(map(int, text.split(","))) for text in _new().view(None)["entrances"]]
    assert len(cells) == 9
    assert all(abs(x) + y == 8 for x, y in cells)
    assert [x for x, _ in cells] == list(range(-4, 5))


def test_h7_the_stage_deck_is_shuffled_and_nothing_is_in_force() -> None:
    state = _new()
    view = state.view(None)
    assert view["stage"] is None
    assert view["stage_deck_size"] == 12
    assert len({_new(4, seed).stage_deck for seed in range(20)}) == 20


def test_h8_paths_walls_and_tickets_form_one_shuffled_deck() -> None:
    state = _new(3)
    assert Counter(state.deck) == Counter(dict(enumerate(state.rules.counts)))
    assert len({_new(4, seed).deck for seed in range(20)}) == 20


def test_h9_each_rocker_draws_four_cards_before_the_first_turn() -> None:
    state = _new(9)
    assert [len(hand) for hand in state.hands] == [4] * 9
    assert state.view(None)["deck_size"] == 137 - 36
    first = state.first
    assert tuple(sorted(state.deck[:4])) == state.hands[first]


def test_h10_entrances_are_chosen_in_turn_and_one_is_for_one() -> None:
    state = _new(3)
    assert state.to_move == state.first
    state.apply("enter 0,8")
    refusal = state.why_not("enter 0,8")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("entrance-taken", "H10")
    assert len(state.legal_moves()) == 8


def test_h10_shared_entrances_switch() -> None:
    state = _new(3, shared_entrances=True)
    state.apply("enter 0,8")
    assert state.why_not("enter 0,8") is None


def test_h11_the_first_turn_begins_with_a_draw() -> None:
    state = _new(3)
    happened = []
    for cell in ("0,8", "1,7", "-1,7"):
        happened = state.apply(f"enter {cell}")
    assert [event.kind for event in happened] == ["entered", "turn-began", "drew"]
    assert len(state.hands[state.turn]) == 5
    assert state.actions == 2


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("standard", {}),
        ("it", {}),
        ("en", {"must_act": True, "chain_through_walls": False, "wod_decider": "opener"}),
        (
            "fr",
            {
                "must_act": True,
                "chain_through_walls": False,
                "wod_decider": "opener",
                "token_supply": 24,
            },
        ),
    ],
)
def test_presets_play_each_editions_letter(preset: str, expected: dict[str, object]) -> None:
    state = hornsup.new("horns-up", players=3, seed=0, options=preset)
    assert state.view(None)["options"] == expected
