"""The search: wins it can see are played at once, and its tree lives as long as its turn."""

from __future__ import annotations

from random import Random

import pytest

from hornsup.bots import Info
from hornsup.bots.horns_up import tree
from hornsup.bots.horns_up.search import Search
from hornsup.bots.lineup import LEVELS, make_bot
from hornsup.core import registry
from hornsup.games.horns_up.state import HornsUp
from hornsup.testing import check_bot


def position(**parts: object) -> HornsUp:
    """Three Rockers as the test lays them out."""
    state = registry.get("horns-up").position(3, registry.get("horns-up").read_options(None), parts)
    assert isinstance(state, HornsUp)
    return state


def before_the_stage(cell: str, hand: list[str], **more: object) -> HornsUp:
    return position(
        turn="A",
        pawns={"A": cell, "B": "1,7", "C": "-1,7"},
        paths=[f"NS {cell}"],
        hands={"A": hand},
        **{"actions": 2, **more},
    )


# --- wins in this turn ----------------------------------------------------------------------


WINS = [
    ("0,2", ["path-ns", "cold-beer"], "path NS 0,1"),
    ("0,3", ["path-ns", "path-ns", "cold-beer"], "path NS 0,2"),
    ("0,4", ["path-ns"] * 3 + ["second-wind"], "play second-wind"),
    ("0,5", ["path-ns"] * 4 + ["all-in"], "play all-in"),
    ("0,4", ["path-ns"] * 3 + ["old-friends"], "play old-friends right"),
]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("cell", "hand", "first"), WINS)
def test_every_level_takes_a_win_that_is_there(
    level: str, cell: str, hand: list[str], first: str
) -> None:
    """With several generators: a level that makes mistakes makes none here."""
    for seed in range(8):
        state = before_the_stage(cell, hand)
        bot = make_bot("horns-up", level)
        moves: list[str] = []
        while not state.over and state.to_move == 0:
            moves.append(str(bot.choose(Info.of(state, Random(f"{seed}/{len(moves)}")))))
            state.apply(moves[-1])
        assert (state.winner, moves[0]) == (0, first), f"{level}, seed {seed}: {moves}"


@pytest.mark.parametrize(("cell", "hand", "first"), WINS)
def test_a_win_in_this_turn_is_played_without_a_search(
    cell: str, hand: list[str], first: str
) -> None:
    state = before_the_stage(cell, hand)
    bot = Search(1000)
    moves: list[str] = []
    while not state.over:
        assert state.to_move == 0, f"the turn has ended after {moves}"
        moves.append(str(bot.choose(Info.of(state, Random(1)))))
        state.apply(moves[-1])
    assert moves[0] == first
    assert state.winner == 0
    assert bot.rounds_done == 0


@pytest.mark.parametrize(
    ("cell", "hand", "more"),
    [
        ("0,3", ["path-ns"], {}),
        ("0,4", ["path-ns"] * 3, {}),
        ("0,3", ["path-ns"] * 2, {"actions": 1}),
        ("0,2", ["path-ew"], {}),
        ("0,2", ["path-ns"], {"tokens": {"A": 1}}),
        ("0,2", ["path-ns"], {"walls": ["mosh-pit 0,1"]}),
    ],
)
def test_no_win_is_seen_where_there_is_none(
    cell: str, hand: list[str], more: dict[str, object]
) -> None:
    assert tree.sure_win(before_the_stage(cell, hand, **more)) == -1


# --- the tree -------------------------------------------------------------------------------


def far_away() -> HornsUp:
    return position(
        turn="A",
        actions=2,
        pawns={"A": "0,4", "B": "1,7", "C": "-1,7"},
        paths=["EW 0,4"],
        hands={"A": ["path-ns", "path-new", "path-nesw", "mosh-pit"], "B": ["path-ns"] * 3},
    )


def test_the_tree_is_kept_within_a_turn_and_dropped_after_it() -> None:
    state = far_away()
    bot = Search(40, early=False)
    move = bot.choose(Info.of(state, Random(1)))
    assert bot.rounds_done == 40
    assert str(move).startswith("path ")
    state.apply(move)
    while str(move := bot.choose(Info.of(state, Random(2)))).startswith("walk "):
        state.apply(move)
    assert 10 <= bot.rounds_done - 40 < 40, "what was found out before is used"
    assert bot._kept is None or bot._kept[1].turn_number == state.turn_number
    done = bot.rounds_done
    bot.choose(Info.of(far_away(), Random(1)))
    assert bot.rounds_done - done == 40, "another position begins a new tree"


def test_going_on_with_a_tree_does_not_change_what_was_kept() -> None:
    state = far_away()
    bot = Search(40, early=False)
    state.apply(bot.choose(Info.of(state, Random(1))))
    kept = bot._kept
    assert kept is not None
    visits = kept[0].visits
    first = [str(bot.choose(Info.of(state, Random(2))))]
    assert kept[0].visits == visits
    bot._kept = kept
    assert [str(bot.choose(Info.of(state, Random(2))))] == first


def test_a_search_stops_when_its_choice_can_no_longer_change() -> None:
    root = tree.Node()
    for code, visits in ((1, 9), (2, 3)):
        root.edges[code] = tree.Edge(0.0)
        root.edges[code].visits = visits
    assert tree.is_settled(root, 5)
    assert not tree.is_settled(root, 6)
    assert not tree.is_settled(tree.Node(), 1)


# --- the levels -----------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_uses_only_what_its_seat_knows(level: str) -> None:
    def quick() -> object:
        bot = make_bot("horns-up", level)
        if isinstance(bot, Search):
            bot.rounds = min(bot.rounds, 6)  # the same bot, in the time of a test
        return bot

    check_bot("horns-up", quick, games=2, max_turns=5)  # type: ignore[arg-type] # a function makes bots as a class does


def test_the_same_seed_gives_the_same_game() -> None:
    def moves() -> list[str]:
        state = registry.start("horns-up", 3, "again")
        bots = [Search(5) for _ in range(3)]
        generators = [Random(seat) for seat in range(3)]
        found = []
        while not state.over and state.turns <= 4:
            seat = state.to_move
            assert seat is not None
            found.append(str(bots[seat].choose(Info.of(state, generators[seat]))))
            state.apply(found[-1])
        return found

    assert moves() == moves()
