"""Rows of moves: what they promise is what happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import prod
from random import Random

import hornsup
from hornsup.bots.base import Info
from hornsup.bots.horns_up.changes import MOST
from hornsup.bots.horns_up.move_rows import BY_MOVE, RowMaker
from hornsup.bots.horns_up.planning import distance_map, plan
from hornsup.bots.lineup import make_bot
from hornsup.games.horns_up.moves import CLEAR, PLACE, WALK, op_of
from hornsup.games.horns_up.state import HornsUp

CERTAIN = (PLACE, CLEAR, WALK)


def size_of(shape: int | tuple[int, ...]) -> int:
    return shape if isinstance(shape, int) else prod(shape)


def place_of(name: str) -> int:
    start = 0
    for span, shape, _ in BY_MOVE:
        if span == name:
            return start
        start += size_of(shape)
    raise KeyError(name)


def positions(games: int, bot: str = "easy") -> Iterator[HornsUp]:
    """Positions of games of bots that make mistakes, 3 to 6 players."""
    for number in range(games):
        rng = Random(f"rows/{number}")
        state = hornsup.new("horns-up", players=3 + number % 4, seed=f"rows/{number}")
        assert isinstance(state, HornsUp)
        bots = [make_bot("horns-up", bot) for _ in range(state.players)]
        while not state.over and state.turns < 80:
            yield state
            state.apply(bots[state.mover].choose(Info.of(state, rng)))


def test_the_way_after_a_move_is_the_plan_on_the_table_after_it() -> None:
    way, held, wins = place_of("way"), place_of("held"), place_of("wins_now")
    seen: Counter[int] = Counter()
    won = 0
    for state in positions(8):
        seat, codes = state.mover, list(state.legal_codes())
        rows, _ = RowMaker(state.rules).rows(state, codes)
        for code, row in zip(codes, rows, strict=True):
            if op_of(code) not in CERTAIN:
                continue
            after = state.clone()
            after.advance(after.move_of(code))
            assert row[wins] == (after.winner == seat), f"{state.move_of(code)} in {state}"
            won += after.winner >= 0
            if after.winner < 0:
                route = plan(after, distance_map(after), seat)
                expected = [min(route.needed, MOST), min(route.hand_steps, route.needed)]
                assert [row[way], row[held]] == expected, f"{state.move_of(code)} in {state}"
                seen[op_of(code)] += 1
    assert won > 5
    assert all(seen[op] > 50 for op in CERTAIN)


def test_making_rows_leaves_the_state_as_it_was() -> None:
    for state in positions(4):
        before = state.view(state.mover), list(state.board), [*state.hands]
        RowMaker(state.rules).rows(state, list(state.legal_codes()))
        assert (state.view(state.mover), list(state.board), [*state.hands]) == before
