"""Every registered game and bot passes the conformance suites that we ship to authors."""

from __future__ import annotations

import pytest

import hornsup
from hornsup.bots import Bot, Info, bot_names
from hornsup.bots.lineup import line_up_names, make_bot
from hornsup.core import registry
from hornsup.core.moves import Move
from hornsup.testing import check_bot, check_game

# tests/bots checks them at low budgets
THINKING = [("horns-up", name) for name in ("search", "search-1", "hard", "expert")]
BOTS = [(game, name) for game in registry.names() for name in bot_names(game)]
BOTS = [bot for bot in BOTS if bot not in THINKING]


@pytest.mark.parametrize("game", registry.names())
def test_game_keeps_the_contract(game: str) -> None:
    check_game(game)


@pytest.mark.parametrize(("game", "name"), BOTS)
def test_bot_is_legal_and_honest(game: str, name: str) -> None:
    check_bot(game, lambda: make_bot(game, name))


class Cheat(Bot):
    """Reaches through the closure for the true state."""

    def choose(self, info: Info) -> Move:
        state = info._make_view.__closure__[1].cell_contents  # type: ignore[index] # a cheat's way
        return info.legal[hash(tuple(state.hands)) % len(info.legal)]


def test_a_bot_that_peeks_is_caught() -> None:
    with pytest.raises(AssertionError, match="hidden cards were permuted"):
        check_bot("horns-up", Cheat)


def test_line_ups_go_round_the_table() -> None:
    assert line_up_names("racer, random", 5) == ["racer", "random", "racer", "random", "racer"]
    with pytest.raises(hornsup.BadInput, match="4 bots for 3 seats"):
        line_up_names("a,b,c,d", 3)
    with pytest.raises(hornsup.BadInput, match="empty"):
        line_up_names(" , ", 3)


def test_the_board_draws_itself_in_a_notebook() -> None:
    state = hornsup.new("horns-up", players=3, seed=1)
    assert state._repr_svg_().startswith("<svg")
