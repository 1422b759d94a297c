"""Another move, from what its seat knew; and positions to play on from."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import hornsup
from hornsup.core.contract import GameState
from hornsup.games.horns_up.state import HornsUp
from hornsup.games.raise_your_horns.state import RaiseYourHorns
from hornsup.reviews import practice, what_if
from hornsup.reviews.replaying import opening, replayed
from tests.reviews.blunders import planted
from tests.reviews.games import played


def record() -> dict[str, Any]:
    return played("horns-up", 4, 2, "greedy,easy,racer,greedy")


def test_the_win_that_was_thrown_away_was_worth_more() -> None:
    game = next(found for found in map(planted, (f"blunder/{n}" for n in range(10))) if found)
    data, number = game
    move = next(move for move in replayed(data) if move.number == number)
    review = hornsup.review(data, guesses=4)
    best = next(one.best for one in review.decisions if one.move == number)
    found = what_if(data, number, best, guesses=10)
    assert found.seat == move.before.to_move
    assert found.played == "end"
    assert found.low <= found.difference <= found.high
    assert found.difference > 0


def test_the_same_move_makes_no_difference_and_the_same_seed_the_same_answer() -> None:
    move = next(move for move in replayed(record()) if move.number > 20)
    found = what_if(record(), move.number, move.text, guesses=4, seed=3)
    assert found.difference == 0
    assert found == what_if(record(), move.number, move.text, guesses=4, seed=3)


def test_a_move_that_was_illegal_is_refused_with_its_rule() -> None:
    with pytest.raises(hornsup.IllegalMove, match="H"):
        what_if(record(), 1, "end", guesses=2)
    with pytest.raises(hornsup.BadInput, match="moves 1 to"):
        what_if(record(), 100_000, "end")


def test_dice_are_exact() -> None:
    data = played("raise-your-horns", 4, 5, "random")
    review = hornsup.review(data)
    costly = next(decision for decision in review.decisions if decision.loss)
    found = what_if(data, costly.move, costly.best)
    assert found.difference == -costly.loss
    assert found.error == 0
    with pytest.raises(hornsup.BadInput, match="roll"):
        what_if(data, 1, "roll")


def test_a_practice_position_is_what_the_seat_knew() -> None:
    for number in (12, 25, 40):
        move = next(m for m in replayed(record()) if m.number >= number and not m.before.agenda)
        found = practice(record(), move.number, seed=1)
        true: HornsUp = move.before
        again = true.game.position(true.players, true.options, found)
        assert isinstance(again, HornsUp)
        seat = true.turn
        assert again.turn == seat
        assert again.hands[seat] == true.hands[seat]
        assert again.pawns == true.pawns
        assert again.board == true.board
        assert [len(hand) for hand in again.hands] == [len(hand) for hand in true.hands]
        assert len(again.deck) == len(true.deck) - true.drawn
        assert sorted(map(str, again.legal_moves())) == sorted(map(str, true.legal_moves()))
        twin = move._replace(before=true.determinize(seat, Random(8)))
        from hornsup.reviews.horns_up.what_if import practice as redrawn

        assert redrawn(twin, Random(2)) == redrawn(move, Random(2))


def test_an_entrance_is_no_position_to_play_on_from() -> None:
    with pytest.raises(hornsup.BadInput, match="Entrance"):
        practice(record(), 1)


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (6, 3)])
def test_a_game_of_dice_goes_on_before_the_roll_of_the_moment(players: int, seed: int) -> None:
    data = played("raise-your-horns", players, seed, "random")
    tried: Counter[str] = Counter()
    for move in replayed(data):
        true: RaiseYourHorns = move.before
        if true.round_number:
            found = practice(data, move.number, seed=1)
            again = true.game.position(players, true.options, found)
            if true.roll is not None:
                assert [str(each) for each in again.legal_moves()] == ["roll"]
                again.apply("roll")
            assert _seen(again) == _seen(true)
            tried[move.text.split()[0]] += 1
    assert min(tried["roll"], tried["keep"]) > 5


def _seen(state: GameState) -> tuple[Any, ...]:
    view = state.view(None)
    keys = ("round", "starter", "direction", "order", "turn", "hand", "roll", "kept", "losses")
    assert set(keys) <= set(view)
    return ([str(move) for move in state.legal_moves()], *(view[key] for key in keys))


def test_dice_that_come_later_fall_anew() -> None:
    data = played("raise-your-horns", 4, 2, "random")
    move = next(m.number for m in replayed(data) if m.before.round_number and m.text == "roll")
    rolls = set()
    for seed in range(6):
        found = practice(data, move, seed=seed)
        state = hornsup.replay(data).game.position(4, opening(data).options, found)
        rolls.add(str(state.apply("roll")))
    assert len(rolls) > 3


def test_a_starting_roll_is_no_position_to_play_on_from() -> None:
    with pytest.raises(hornsup.BadInput, match="starting roll"):
        practice(played("raise-your-horns", 4, 2, "random"), 1)
