"""What a Rocker does: one function per kind of move, all of them known to be legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hornsup.games.horns_up import agenda, effects, events, knowledge, legal, turns
from hornsup.games.horns_up.board import CELL_TEXT, KIND_OF_SIDES, SHIFT, SIDES_TEXT, UP, WALL
from hornsup.games.horns_up.moves import (
    CLEAR,
    DISCARD_CARD,
    END,
    ENTER,
    HALVES,
    KEEP,
    OP_MASK,
    PART,
    PLACE,
    PLAY,
    TOKEN_BACK,
    WALK,
    WALL_UP,
    cell_of,
    half_of,
    kind_of,
    seat_of,
    sides_of,
    way_of,
)

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp


def carry_out(state: HornsUp, code: int) -> None:
    """Play a legal move."""
    op = code & OP_MASK
    if op == WALK:
        _walk(state, cell_of(code))
    elif op == PLACE:
        _place(state, sides_of(code), cell_of(code))
    elif op == END:
        _end(state)
    elif op == WALL_UP:
        _wall(state, kind_of(code), cell_of(code))
    elif op == PLAY:
        _play(state, code)
    elif op == TOKEN_BACK:
        _token(state)
    elif op == CLEAR:
        _clear(state, cell_of(code), kind_of(code))
    elif op == ENTER:
        _enter(state, cell_of(code))
    elif op == DISCARD_CARD:
        effects.answer_discard(state, kind_of(code))
    elif op == PART:
        effects.answer_part(state, half_of(code))
    else:
        assert op == KEEP
        effects.answer_keep(state, half_of(code))


def _enter(state: HornsUp, cell: int) -> None:
    """H10: in turn order each Rocker chooses an Entrance."""
    seat = state.mover
    state.pawns[seat] = cell
    if state.log is not None:
        state.log.append(events.Entered(seat, CELL_TEXT[cell]))
    following = (seat + 1) % state.players
    if following == state.first:
        turns.begin_turn(state, following)
    else:
        state.mover = following


def _walk(state: HornsUp, cell: int) -> None:
    """H14: free. Walking is symmetric, so what can be reached stays the same."""
    state.pawns[state.turn] = cell
    if not state.rules.needs_connection:
        state.reached = None
    if state.log is not None:
        state.log.append(events.Walked(state.turn, CELL_TEXT[cell]))
    turns.check_win(state)


def _end(state: HornsUp) -> None:
    if state.rules.must_act and state.actions:
        knowledge.remember_no_action(state, legal.playable_kinds(state))
    turns.end_turn(state)


def _place(state: HornsUp, sides: int, cell: int) -> None:
    """H53, H55, H60: a Path on a free position or over another Path."""
    turns.begin_action(state, 1)
    knowledge.lose(state, state.turn, KIND_OF_SIDES[sides])
    covered = turns.cover(state, cell, UP | sides)
    if state.log is not None:
        played = events.PathPlayed(state.turn, SIDES_TEXT[sides], CELL_TEXT[cell], covered)
        state.log.append(played)
    turns.check_win(state)


def _wall(state: HornsUp, kind: int, cell: int) -> None:
    """H43, H45: a Wall next to a Path or a Wall."""
    turns.begin_action(state, 1)
    knowledge.lose(state, state.turn, kind)
    covered = turns.cover(state, cell, WALL | kind << SHIFT)
    if state.log is not None:
        slug = state.rules.slugs[kind]
        state.log.append(events.WallPlayed(state.turn, slug, CELL_TEXT[cell], covered))
    turns.check_win(state)


def _clear(state: HornsUp, cell: int, kind: int) -> None:
    """H46 to H50: the Wall and the card paid for it go to the discard pile."""
    turns.begin_action(state, 1)
    knowledge.lose(state, state.turn, kind)
    wall = turns.discard_from_table(state, cell)
    state.discard.append(kind)
    if state.log is not None:
        card = state.rules.slugs[kind]
        state.log.append(events.WallCleared(state.turn, CELL_TEXT[cell], wall, card))
    turns.check_win(state)


def _token(state: HornsUp) -> None:
    """H17: one action, one token back; the last one ends the immunity (Q11)."""
    turns.begin_action(state, 1)
    state.tokens[state.turn] -= 1
    if not state.tokens[state.turn]:
        state.immune[state.turn] = False
    if state.log is not None:
        state.log.append(events.TokenReturned(state.turn, state.tokens[state.turn]))
    turns.check_win(state)


def _play(state: HornsUp, code: int) -> None:
    """H26, H27: a Ticket; its symbols go onto the agenda, the first one on top."""
    kind = kind_of(code)
    turns.begin_action(state, 1)
    knowledge.lose(state, state.turn, kind)
    state.resolving = kind
    side = half_of(code)
    half = state.rules.effects[kind - state.rules.tickets_from][side - 1 if side else 0]
    target, way = seat_of(code), way_of(code)
    if state.log is not None:
        aim = target if target >= 0 else None
        slug = state.rules.slugs[kind]
        state.log.append(events.TicketPlayed(state.turn, slug, HALVES[side], aim))
    state.agenda.append((agenda.TICKET_DONE,))
    for step, who in reversed(half.steps):
        state.agenda.append((agenda.SYMBOL, step, who, target, way, cell_of(code), sides_of(code)))
    effects.run(state)
