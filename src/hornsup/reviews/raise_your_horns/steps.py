"""A recorded game of Raise Your Horns! as steps with exact chances of losing the round.

The chances are those of the solution: everyone plays best from here on, looks at this round only,
and names any other player with the same probability. A roll is a chance step, and its luck is
exact, since the chance before it is the mean over all rolls. Keeping, naming, a foul and the stop
are decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from hornsup.games.raise_your_horns.events import Rolled, RoundLost, StartRolled
from hornsup.games.raise_your_horns.faces import WHITE
from hornsup.games.raise_your_horns.round_odds import Situation
from hornsup.games.raise_your_horns.rules import KEEPING, NAMING, OVER, STARTING
from hornsup.games.raise_your_horns.solution import Losses, Solution, solve
from hornsup.games.raise_your_horns.state import RaiseYourHorns
from hornsup.reviews.data import Decision, Step, Values
from hornsup.reviews.raise_your_horns.start_roll import starters
from hornsup.reviews.replaying import Played, replayed
from hornsup.reviews.words import word_for


def solution_of(state: RaiseYourHorns) -> Solution:
    options = state.rules.options
    return solve(options.the_dice(), state.players, options.name_only_in_round)


def values(state: RaiseYourHorns) -> Values:
    """Every seat's chance to lose the round that is under way."""
    solution = solution_of(state)
    if state.phase == STARTING:
        return _before_start(state, solution)
    if state.phase in (KEEPING, NAMING):
        assert state.roll is not None
        losses = Situation(solution, state.kept, state.roll.faces).losses
    else:
        losses = solution.before_roll(state.kept)
    return by_seat(losses, state.order, state.players)


def by_seat(losses: Losses, order: tuple[int, ...], players: int) -> Values:
    """Losses by place, as losses by seat; those whom the dice do not reach come last."""
    seats = [*order, *(seat for seat in range(players) if seat not in order)]
    found = [Fraction(0)] * players
    for seat, loss in zip(seats, losses, strict=True):
        found[seat] = loss
    return tuple(found)


def _before_start(state: RaiseYourHorns, solution: Solution) -> Values:
    """The mean over who may start the first round."""
    losses = solution.before_roll()
    faces = solution.dice.faces(WHITE)
    shares = starters(state.contenders, state.throws, faces)
    orders = state.rules.orders[state.direction]
    total = [Fraction(0)] * state.players
    for starter, share in shares.items():
        for seat, loss in enumerate(by_seat(losses, orders[starter], state.players)):
            total[seat] += share * loss
    return tuple(total)


def steps(data: Mapping[str, Any]) -> Iterator[Step]:
    """The steps of a record, every round opened by one of its own."""
    opened = False
    at = 0
    for move in replayed(data):
        if not opened:
            if _never_begun(move):
                break
            yield _opening(at, move)
            at, opened = at + 1, True
        yield _step(at, move)
        at += 1
        opened = not any(isinstance(event, RoundLost) for event in move.events)


def _never_begun(move: Played) -> bool:
    """A stop between two rounds: the round that would come was never played."""
    return move.after.phase == OVER and not _losers(move)


def _opening(at: int, move: Played) -> Step:
    start = values(move.before)
    turn = max(move.before.round_number, 1)
    none = (Fraction(0),) * len(start)
    return Step(at, move.number - 1, "chance", None, "", turn, start, start, none, none)


def _step(at: int, move: Played) -> Step:
    before, turn = values(move.before), max(move.before.round_number, 1)
    now = after(move)
    told, seat = tuple(move.events), move.before.seat
    if any(isinstance(event, (Rolled, StartRolled)) for event in move.events):
        luck = tuple(one - other for one, other in zip(now, before, strict=True))
        rest = (Fraction(0),) * len(now)
        return Step(
            at, move.number, "chance", seat, move.text, turn, now, None, luck, rest, events=told
        )
    return Step(at, move.number, "decision", seat, move.text, turn, now, events=told)


def after(move: Played) -> Values:
    """The chances after a move; at the end of a round, who lost it."""
    losers = _losers(move)
    if losers or move.after.phase == OVER:  # a round that was stopped counts for nobody
        return tuple(Fraction(seat in losers) for seat in range(move.after.players))
    return values(move.after)


def _losers(move: Played) -> tuple[int, ...]:
    for event in move.events:
        if isinstance(event, RoundLost):
            return event.seats
    return ()


# --- decisions ------------------------------------------------------------------------------


def choices(data: Mapping[str, Any]) -> Iterator[Played]:
    """The choices between dice, and every naming."""
    for move in replayed(data):
        if move.before.phase in (KEEPING, NAMING) and len(move.before.choices) > 1:
            yield move


def judge(move: Played) -> Decision | None:
    """What a choice costs, exactly; a foul and a stop are no choices of a die."""
    state: RaiseYourHorns = move.before
    found = _keep(state, move.text) if state.phase == KEEPING else _name(state, move)
    if found is None:
        return None
    best, loss, count = found
    word = word_for(float(loss), 0.0, state.players)
    turn = max(state.round_number, 1)
    return Decision(move.number, state.seat, move.text, best, loss, 0.0, 0, count, word, turn)


def _keep(state: RaiseYourHorns, text: str) -> tuple[str, Fraction, int] | None:
    assert state.roll is not None
    keeps = solution_of(state).keeps(state.kept, state.roll.faces)
    costs = {f"keep {keep.face.text}": keep.cost for keep in keeps}
    if text not in costs or len(costs) < 2:
        return None
    return (next(iter(costs)) if costs[text] else text), costs[text], len(costs)


def _name(state: RaiseYourHorns, move: Played) -> tuple[str, Fraction, int] | None:
    """To name oneself costs the whole round; whom else one names costs oneself nothing."""
    names = [m.text for m in state.legal_moves() if m.seat is not None]
    if move.text not in names:
        return None
    others = [m.text for m in state.legal_moves() if m.seat not in (None, state.seat)]
    own = move.text not in others
    return (others[0] if own else move.text), Fraction(own), len(names)
