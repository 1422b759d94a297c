"""Luck averages to zero for good and for bad players; the start of the dice game is exact."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import fsum

import pytest

import hornsup
from hornsup.games.horns_up.state import HornsUp
from hornsup.games.raise_your_horns.dice import dice_by_name
from hornsup.games.raise_your_horns.faces import FACES, WHITE
from hornsup.reviews.data import Step, Values
from hornsup.reviews.horns_up import steps
from hornsup.reviews.horns_up.redraws import is_single_draw
from hornsup.reviews.horns_up.steps import Watcher
from hornsup.reviews.raise_your_horns import steps as dice_steps
from hornsup.reviews.raise_your_horns.start_roll import starters
from hornsup.reviews.replaying import Played, replayed
from tests.reviews.games import played
from tests.reviews.soak import Totals, game_of, luck_of

DICE = dice_by_name("standard")
WHITE_DIE = DICE.faces(WHITE)


@pytest.mark.parametrize(("game", "games"), [("horns-up", 16), ("raise-your-horns", 60)])
def test_mean_luck_is_zero_within_three_errors(game: str, games: int) -> None:
    totals = Totals()
    for number in range(games):
        totals.add(luck_of(game_of(game, 1, number)))
    assert totals.games == games
    assert totals.largest_gap <= 1e-9
    for seat in range(4):
        assert abs(totals.mean(seat)) <= 3 * totals.error(seat)


def test_the_luck_of_a_draw_is_zero_in_the_mean_over_the_deck() -> None:
    """Every card that could have come, with the steps that a review makes of it."""
    record = played("horns-up", 4, 2, "greedy,easy,racer,greedy")
    ends = [m for m in replayed(record) if m.text == "end" and is_single_draw(m.events)]
    for move in ends[4::6][:3]:
        undrawn = Counter(move.before.deck[move.before.drawn :])
        lucks = [(_luck_of_draw(move, kind, undrawn), count) for kind, count in undrawn.items()]
        for seat in range(4):
            mean = fsum(luck[seat] * count for luck, count in lucks) / undrawn.total()
            assert mean == pytest.approx(0.0, abs=1e-12)
        assert any(abs(luck[seat]) > 0.001 for luck, _ in lucks for seat in range(4))


def _luck_of_draw(move: Played, kind: int, undrawn: Counter[int]) -> Values:
    before: HornsUp = move.before.clone()
    others = undrawn - Counter([kind])
    before.deck, before.drawn = (kind, *others.elements()), 0
    after = before.clone()
    events = after.apply("end")
    made = steps._steps_of(0, Played(move.number, "end", before, after, events), Watcher(1))
    (luck,) = (step.luck for step in made if step.kind == "chance")
    return luck


@pytest.mark.parametrize("kept", [{"A": "B4"}, {"A": "B4", "B": "F2"}])
def test_the_luck_of_a_roll_is_zero_in_the_mean_over_all_rolls(kept: dict[str, str]) -> None:
    left = list("WBBF")
    for face in kept.values():
        left.remove(face[0])
    total, count = [Fraction(0)] * 4, 0
    for faces in product(*(DICE.faces(die) for die in left)):
        rolled = Counter(faces)
        step = _step_of_roll(kept, " ".join(face.text for face in rolled.elements()))
        total = [sum_ + luck for sum_, luck in zip(total, step.luck, strict=True)]
        count += 1
    assert count == 6 ** len(left)
    assert total == [0] * 4


@cache
def _luck_by_roll(kept: tuple[tuple[str, str], ...], roll: str) -> Step:
    game = hornsup.new("raise-your-horns", players=4, seed=0).game
    position = {"turn": "ABCD"[len(kept)], "kept": dict(kept), "rolls": [roll]}
    before = game.position(4, game.read_options(None), position)
    after = before.clone()
    return dice_steps._step(0, Played(1, "roll", before, after, after.apply("roll")))


def _step_of_roll(kept: dict[str, str], roll: str) -> Step:
    step = _luck_by_roll(tuple(kept.items()), roll)
    assert step.kind == "chance"
    return step


def test_before_any_throw_everyone_is_as_likely_to_start() -> None:
    shares = starters(range(5), (), WHITE_DIE)
    assert set(shares.values()) == {Fraction(1, 5)}


def test_the_chances_to_start_are_the_mean_over_the_next_throw() -> None:
    thrown = (FACES["W3"],)
    now = starters(range(3), thrown, WHITE_DIE)
    then = [starters(range(3), (*thrown, face), WHITE_DIE) for face in WHITE_DIE]
    for seat in range(3):
        assert now[seat] == sum(share[seat] for share in then) / len(then)
    assert sum(now.values()) == 1


def test_the_best_throw_starts() -> None:
    throws = [FACES[text] for text in ("W2", "WH", "W5")]
    assert starters(range(3), throws, WHITE_DIE) == {0: 0, 1: 1, 2: 0}
