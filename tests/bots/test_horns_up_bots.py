"""The bots of Horns Up: honest, legal everywhere, and as strong as they claim."""

from __future__ import annotations

from random import Random

import pytest

import hornsup
from hornsup.bots import Bot, Info
from hornsup.bots.horns_up.greedy import Greedy
from hornsup.bots.horns_up.grudges import Grudges
from hornsup.bots.horns_up.planning import distance_map, paths_needed, plan
from hornsup.bots.horns_up.search import Search
from hornsup.bots.lineup import bot_names, line_up, make_bot
from hornsup.core import registry
from hornsup.core.moves import Move
from hornsup.games.horns_up.state import HornsUp
from hornsup.testing import check_bot
from tests.bots.ceiling import Seer
from tests.bots.duels import play

THINKING = ("search", "search-1", "hard", "expert")
LOOSE = {
    "path_placement": "adjacent",
    "flip_mode": "discard",
    "wall_on_face_down": False,
    "occupied_needs_connection": False,
    "wod_central": "joint",
    "entrance_distance": 6,
}


# --- honest and legal -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["search:6@0.8", "search-1:2@0.8", "greedy@0.9", "easy@1", "racer@0.5"]
)
def test_uses_only_what_its_seat_knows(name: str) -> None:
    check_bot("horns-up", lambda: make_bot("horns-up", name), games=2, max_turns=6)


@pytest.mark.parametrize("name", ["easy@0.6", "normal@0.6", "hard@0.6", "expert@0.6"])
def test_dice_bots_that_retaliate_are_honest(name: str) -> None:
    check_bot("raise-your-horns", lambda: make_bot("raise-your-horns", name))


@pytest.mark.slow
@pytest.mark.parametrize("options", [None, "en", "fr", LOOSE])
@pytest.mark.parametrize("players", [3, 5, 9])
def test_plays_whole_games(players: int, options: object) -> None:
    bots = line_up("horns-up", "greedy@0.5,easy,search:1", players)
    assert play(bots, f"whole/{players}", options, max_turns=150) in range(players)


def test_every_bot_with_a_name_makes_a_move() -> None:
    for game in registry.names():
        for name in bot_names(game):
            if name in THINKING and game == "horns-up":
                continue  # seconds of thought in the plain build; search:2 above is the same bot
            state = registry.start(game, 4, 1)
            move = make_bot(game, name).choose(Info.of(state, Random(1)))
            assert move in state.legal_moves()


def test_a_wall_that_helps_nobody_is_played_where_one_must_act() -> None:
    options = registry.get("horns-up").read_options("en")
    parts = {
        "turn": "A",
        "actions": 2,
        "pawns": {"A": "0,8", "B": "1,7", "C": "-1,7"},
        "paths": ["down NS 8,12"],
        "hands": {"A": ["mosh-pit"]},
    }
    state = registry.get("horns-up").position(3, options, parts)
    for name in ("greedy", "search:3"):
        move = make_bot("horns-up", name).choose(Info.of(state, Random(1)))
        assert str(move).startswith("wall mosh-pit")


# --- line-ups -------------------------------------------------------------------------------


def test_a_budget_is_rounds_or_seconds() -> None:
    rounds, seconds = line_up("horns-up", "search:200,search:0.5s@0.3", 2)
    assert isinstance(rounds, Search)
    assert (rounds.rounds, rounds.seconds) == (200, 0.0)
    assert isinstance(seconds, Search)
    assert (seconds.rounds, seconds.seconds, seconds.grudges.retaliation) == (0, 0.5, 0.3)


def test_a_class_of_ones_own_is_no_budget() -> None:
    own = make_bot("horns-up", "hornsup.bots.horns_up.greedy:Greedy")
    assert isinstance(own, Greedy)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("greddy", "did you mean 'greedy'"),
        ("greddy@0.5", "did you mean 'greedy'"),
        ("greedy:200", "takes no budget"),
        ("search:0", "has no budget"),
        ("search:0.0s", "has no budget"),
        ("search:fast", "cannot be loaded"),
        ("greedy@2", "a number from 0 to 1"),
        ("greedy@", "a number from 0 to 1"),
        ("nowhere:Bot", "No module named 'nowhere'"),
    ],
)
def test_a_wrong_name_is_refused_in_one_line(name: str, says: str) -> None:
    with pytest.raises(hornsup.BadInput, match=says) as refused:
        make_bot("horns-up", name)
    assert "\n" not in str(refused.value)


def test_a_search_by_time_keeps_its_budget() -> None:
    state = registry.start("horns-up", 4, 5)
    bot = Search(seconds=0.05)
    assert bot.choose(Info.of(state, Random(1))) in state.legal_moves()
    assert bot.rounds_done >= 1


# --- what they see --------------------------------------------------------------------------


def position(**parts: object) -> HornsUp:
    """Three Rockers as the test lays them out."""
    state = registry.get("horns-up").position(3, registry.get("horns-up").read_options(None), parts)
    assert isinstance(state, HornsUp)
    return state


def chosen(bot: Bot, state: HornsUp) -> str:
    return str(bot.choose(Info.of(state, Random(1))))


def at_the_stage(**more: object) -> HornsUp:
    return position(
        turn="A",
        actions=2,
        pawns={"A": "0,2", "B": "1,3", "C": "-1,7"},
        paths=["NS 0,2", "NS 1,3"],
        **more,
    )


def test_a_plan_counts_the_paths_still_to_be_played() -> None:
    state = at_the_stage(hands={"A": ["path-ns"]})
    distances = distance_map(state)
    assert [paths_needed(state, distances, seat) for seat in range(3)] == [1, 3, 7]
    route = plan(state, distances, 0)
    assert (route.needed, route.hand_steps, str(state.move_of(route.code))) == (1, 1, "path NS 0,1")


def test_a_wall_in_the_way_makes_it_longer() -> None:
    free, walled = at_the_stage(), at_the_stage(walls=["mosh-pit 0,1"])
    assert paths_needed(walled, distance_map(walled), 0) > paths_needed(free, distance_map(free), 0)


@pytest.mark.parametrize("bot", [Greedy(), Search(20)], ids=["greedy", "search"])
def test_wins_when_the_hand_can(bot: Bot) -> None:
    state = at_the_stage(hands={"A": ["path-ew", "path-ns", "cold-beer"]})
    assert chosen(bot, state) == "path NS 0,1"


@pytest.mark.parametrize("bot", [Greedy(), Search(60)], ids=["greedy", "search"])
def test_stops_a_rival_before_the_stage(bot: Bot) -> None:
    state = position(
        turn="A",
        actions=1,
        pawns={"A": "2,6", "B": "0,1", "C": "-1,7"},
        paths=["NS 0,1"],
        hands={"A": ["path-ew", "path-ns"], "B": ["path-ns"]},
    )
    assert chosen(bot, state) == "path EW 0,1"


@pytest.mark.parametrize("bot", [Greedy(), Search(20)], ids=["greedy", "search"])
def test_surfs_onto_the_stage(bot: Bot) -> None:
    state = at_the_stage(walls=["mosh-pit 0,1"], hands={"A": ["cold-beer", "crowd-surfing"]})
    assert chosen(bot, state) == "play crowd-surfing N"


# --- retaliation ----------------------------------------------------------------------------


def hit_by(culprit: str) -> HornsUp:
    """A's turn again after B or C has sent A to the back of the queue."""
    state = position(
        turn=culprit,
        actions=1,
        pawns={"A": "0,6", "B": "2,4", "C": "-2,4"},
        paths=["NS 0,6", "NS 2,4", "NS -2,4"],
        hands={culprit: ["slow-song"], "A": ["lost-in-the-queue"]},
        draw=["cold-beer"] * 4,
    )
    state.apply("play slow-song A")
    for _ in range(2):
        while state.to_move != 0 or state.tokens[0]:
            state.apply("token" if state.to_move == 0 else "end")
    return state


@pytest.mark.parametrize("culprit", ["B", "C"])
def test_a_grudge_is_against_whoever_did_it(culprit: str) -> None:
    state = hit_by(culprit)
    grudges = Grudges(1.0)
    weights = grudges.rival_weights(state, 0)
    assert max(range(3), key=lambda seat: weights[seat]) == "ABC".index(culprit)
    assert Grudges(0.0).rival_weights(state, 0) == [0.0, 0.0, 0.0]


def test_retaliation_turns_a_bot_against_who_hit_it() -> None:
    targets = {culprit: chosen(Greedy(1.0), _with_actions(hit_by(culprit))) for culprit in "BC"}
    assert targets == {
        "B": "play lost-in-the-queue B",
        "C": "play lost-in-the-queue C",
    }


def _with_actions(state: HornsUp) -> HornsUp:
    state.actions = 1
    state.codes = None
    return state


def test_a_retaliating_dice_bot_names_who_named_it() -> None:
    assert _times_paid_back("normal") == (0, 7)
    assert _times_paid_back("normal@1") == (7, 7)


def _times_paid_back(name: str) -> tuple[int, int]:
    """How often A names the player who named A last, of how many times that A names a loser."""
    options = {"end_goal": "rounds", "end_value": 400, "forfeits": "off"}
    state = registry.start("raise-your-horns", 4, 0, options)
    bots = line_up("raise-your-horns", f"{name},random,random,random", 4)
    generators = [Random(seat) for seat in range(4)]
    culprit, paid_back, names = -1, 0, 0
    while not state.over:
        seat = state.to_move
        assert seat is not None
        move = bots[seat].choose(Info.of(state, generators[seat]))
        if seat == 0 and move.verb == "name" and culprit > 0:
            names += 1
            paid_back += move.seat == culprit
        if str(move) == "name A" and seat:
            culprit = seat
        state.apply(move)
    return paid_back, names


# --- strength -------------------------------------------------------------------------------


@pytest.mark.slow
def test_greedy_beats_racers() -> None:
    """A fair share is a quarter; `tests.bots.soak` plays more games."""
    won = 0
    for game in range(40):
        bots = line_up("horns-up", "racer", 4)
        bots[game % 4] = Greedy()
        won += play(bots, f"strength/{game}") == game % 4
    assert won > 15, f"{won} of 40"


def test_the_seer_of_the_tests_sees_every_hand_and_is_no_bot_of_the_package() -> None:
    seen: list[list[tuple[int, ...]]] = []

    class Recorder(Search):
        def choose(self, info: Info) -> Move:
            sample = info.sample()
            assert isinstance(sample, HornsUp)
            seen.append(list(sample.hands))
            return info.legal[0]

    state = registry.start("horns-up", 3, "seer")
    assert isinstance(state, HornsUp)
    seer = Seer()
    seer.search = Recorder()
    seer.watch(state)
    seer.choose(Info.of(state, Random(1)))
    assert seen == [list(state.hands)]
    assert "seer" not in bot_names("horns-up")
