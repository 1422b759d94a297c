"""Forfeits dealt to losers, and those that wait for the Executor (R13, R15, R-o)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from hornsup.core.notation import seat_letter
from hornsup.core.randomness import Stream
from hornsup.errors import BadInput
from hornsup.games.raise_your_horns.events import ForfeitDone

if TYPE_CHECKING:
    from hornsup.core.contract import GameState
    from hornsup.games.raise_your_horns.state import RaiseYourHorns

PILE_WORDS: Final = 1 << 40
"""Where the pile's words begin in the seed's stream: far off, so that dice never depend on it."""

Pending = tuple[Any, int, int] | None
"""Linked list of seat and number of the forfeits not yet confirmed, newest first."""


def deal(state: RaiseYourHorns, seat: int, log: list[Any] | None) -> None:
    """Give a loser the next forfeit; an empty pile is filled again.

    Each takes the place of the last one left, which is a Fisher-Yates shuffle done card by card.
    """
    pile = state.pile
    if not pile:
        pile.extend(range(len(state.rules.forfeits)))
    stream = state.pile_stream
    if stream is None:
        stream = Stream(state.seed, PILE_WORDS + state.pile_words_used)
        state.pile_stream = stream
    place = stream.below(len(pile))
    state.pile_words_used = stream.used - PILE_WORDS
    number = pile[place]
    pile[place] = pile[-1]
    pile.pop()
    state.pending = (state.pending, seat, number)
    if log is not None:
        log.append(state.rules.forfeit_events[number][seat])


def waiting(state: RaiseYourHorns) -> list[tuple[int, int]]:
    """Seat and number of every forfeit not yet confirmed, the oldest first."""
    found: list[tuple[int, int]] = []
    chain = state.pending
    while chain is not None:
        chain, seat, number = chain
        found.append((seat, number))
    found.reverse()
    return found


def confirm(state: RaiseYourHorns, seat: int) -> ForfeitDone:
    """Take the oldest forfeit of a seat off the list and count it as served."""
    kept: Pending = None
    done = -1
    for owner, number in waiting(state):
        if owner == seat and done < 0:
            done = number
        else:
            kept = (kept, owner, number)
    if done < 0:
        known = 0 <= seat < state.players
        who = f"seat {seat_letter(seat)}" if known else f"{seat!r}, no seat of this table,"
        raise BadInput(f"{who} has no forfeit to confirm")
    state.pending = kept
    served = list(state.served)
    served[seat] += 1
    state.served = tuple(served)
    forfeit = state.rules.forfeits[done]
    return ForfeitDone(seat, forfeit.id, forfeit.text)


def pending_forfeits(state: GameState) -> list[tuple[int, str]]:
    """Seat and forfeit of all that wait for the Executor, the oldest first."""
    return cast("RaiseYourHorns", state).pending_forfeits


def confirm_forfeit(state: GameState, seat: int) -> ForfeitDone:
    """Confirm the oldest forfeit of a seat."""
    return confirm(cast("RaiseYourHorns", state), seat)
