"""The conformance suite of bots: legal moves only, no use of what the seat cannot see."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hornsup.bots.base import Bot, Info
from hornsup.core import registry

MOST_MOVES = 20_000


def check_bot(game: str, make: Callable[[], Bot], games: int = 3, max_turns: int = 30) -> None:
    """Play with the bot in every seat; at each of its decisions permute what it cannot see.

    The permuted world looks the same to the seat, so with the same generator the bot must choose
    the same move in it.
    """
    seats = registry.get(game).seats
    for number in range(games):
        players = seats[min(number * 2, len(seats) - 1)]
        try:
            _check_one(game, make, players, number, max_turns)
        except AssertionError as error:
            error.add_note(
                f"in the game new({game!r}, players={players}, seed='check_bot/{number}')"
            )
            raise


def _check_one(
    game: str, make: Callable[[], Bot], players: int, number: int, max_turns: int
) -> None:
    state = registry.start(game, players, f"check_bot/{number}")
    bots = [make() for _ in range(players)]
    moves = 0
    while not state.over and state.turns <= max_turns:
        seat = state.to_move
        assert seat is not None
        moves += 1
        assert moves < MOST_MOVES, "the bot walks in circles and never ends its turn"
        seed = f"{number}/{moves}"
        other = state.determinize(seat, Random(seed))
        twin = make()
        twin.__dict__.update(bots[seat].__dict__)
        move = bots[seat].choose(Info.of(state, Random(seed)))
        assert move in state.legal_moves(), f"{move} is not legal"
        again = twin.choose(Info.of(other, Random(seed)))
        assert again == move, f"chose {move}, but {again} when hidden cards were permuted"
        state.apply(move)
