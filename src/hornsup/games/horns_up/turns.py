"""Turns: beginning, drawing, flipping, ending, and the check for the winner."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from hornsup.core.randomness import Stream
from hornsup.games.horns_up import events, knowledge
from hornsup.games.horns_up.board import (
    CELL_TEXT,
    DOWN,
    EAST,
    EMPTY,
    NORTH,
    SOUTH,
    STEP,
    UP,
    WEST,
    WIDTH,
    card_kind,
    face_down,
)

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp


# --- cards on the table ---------------------------------------------------------------------


def lay(state: HornsUp, cell: int, content: int) -> None:
    """Put a card into a cell that is empty."""
    state.board[cell] = content
    insort(state.table, cell)
    if content & UP:
        state.face_up.append(cell)
    state.spots = None
    state.reached = None


def take(state: HornsUp, cell: int) -> int:
    """Take the card out of a cell; the caller moves its pawns."""
    content = state.board[cell]
    state.board[cell] = EMPTY
    state.table.remove(cell)
    if content & UP:
        state.face_up.remove(cell)
    state.spots = None
    state.reached = None
    return content


def discard_from_table(state: HornsUp, cell: int) -> str:
    """Take a card to the discard pile and name it."""
    kind = card_kind(take(state, cell))
    state.discard.append(kind)
    return state.rules.slugs[kind]


def cover(state: HornsUp, cell: int, content: int) -> str | None:
    """Lay a card on a cell, in place of the Path that may lie there (H55, Q21)."""
    covered = discard_from_table(state, cell) if state.board[cell] else None
    lay(state, cell, content)
    return covered


# --- flipping -------------------------------------------------------------------------------


def unattended(state: HornsUp) -> bool:
    """Whether any face-up Path has no pawn on it."""
    pawns = state.pawns
    for cell in state.face_up:  # noqa: SIM110 -- a plain loop is twice as fast here
        if cell not in pawns:
            return True
    return False


def flip(state: HornsUp) -> None:
    """The end of an action: the crowd closes over every Path without a pawn (H56)."""
    pawns = state.pawns
    closing = [cell for cell in state.face_up if cell not in pawns]
    if not closing:
        return
    for cell in closing:
        if state.rules.discards_flipped:
            discard_from_table(state, cell)
        else:
            state.board[cell] = face_down(state.board[cell])
            state.face_up.remove(cell)
    state.reached = None
    if state.log is not None:
        state.log.append(events.Flipped(tuple(CELL_TEXT[cell] for cell in closing)))


# --- hands and decks ------------------------------------------------------------------------


def draw(state: HornsUp, seat: int) -> None:
    """One Audience card, after a reshuffle if the deck is empty (H11, H28a, Q47)."""
    if state.drawn == len(state.deck) and not _reshuffle(state):
        if state.log is not None:
            state.log.append(events.NothingToDraw(seat))
        return
    kind = state.deck[state.drawn]
    state.drawn += 1
    knowledge.gain(state, seat, kind)
    if state.log is not None:
        state.log.append(events.Drew(seat, state.rules.slugs[kind]))


def _reshuffle(state: HornsUp) -> bool:
    """Make the discard pile the deck; the Ticket being resolved stays out (H26)."""
    swept: list[int] = []
    if state.rules.sweeps:
        swept = [cell for cell in state.table if state.board[cell] & DOWN]
        for cell in swept:
            discard_from_table(state, cell)
    if not state.discard:
        return False
    cards = state.discard
    state.discard = []
    stream = Stream(state.seed, state.words_used)
    stream.shuffle(cards)
    state.words_used = stream.used
    state.deck = tuple(cards)
    state.drawn = 0
    knowledge.remember_reshuffle(state)
    if state.log is not None:
        cells = tuple(CELL_TEXT[cell] for cell in swept)
        state.log.append(events.Reshuffled(len(cards), cells))
    return True


def mark_skip(state: HornsUp, seat: int) -> None:
    """The next turn is lost; two losses count once unless they stack (H22, Q12)."""
    if state.rules.skips_stack:
        state.skips[seat] += 1
    else:
        state.skips[seat] = 1
    if state.log is not None:
        state.log.append(events.SkipMarked(seat))


# --- the turn -------------------------------------------------------------------------------


def begin_turn(state: HornsUp, seat: int) -> None:
    """The next Rocker who need not skip begins: check for the win, draw, two actions."""
    log = state.log
    while state.skips[seat]:  # H22: that turn does not begin
        state.skips[seat] -= 1
        if log is not None:
            log.append(events.TurnSkipped(seat))
        seat = (seat + 1) % state.players
    state.turn = state.mover = seat
    state.turn_number += 1
    state.acted = False
    state.reached = None
    if log is not None:
        log.append(events.TurnBegan(seat, state.turn_number))
    state.actions = 2
    if check_win(state):  # H23: before drawing
        return
    draw(state, seat)  # H11; H19: also with tokens left


def end_turn(state: HornsUp) -> None:
    """Flip what is left open, hand over to the left-hand neighbour (H5, Q7)."""
    flip(state)
    state.actions = 0
    if state.log is not None:
        state.log.append(events.TurnEnded(state.turn))
    begin_turn(state, (state.turn + 1) % state.players)


def begin_action(state: HornsUp, cost: int) -> None:
    """An action starts: the one before it ends (Q6)."""
    if state.acted:
        flip(state)
    state.acted = True
    state.actions -= cost


# --- walking and winning --------------------------------------------------------------------


def reach(state: HornsUp, seat: int) -> list[int]:
    """Every cell the pawn can walk to, its own first (H14, H51, H52, H77)."""
    board = state.board
    seen = [state.pawns[seat]]
    loose = not state.rules.needs_connection
    for cell in seen:  # grows while we look
        content = board[cell]
        if content & NORTH and board[cell - WIDTH] & SOUTH and cell - WIDTH not in seen:
            seen.append(cell - WIDTH)
        if content & EAST and board[cell + 1] & WEST and cell + 1 not in seen:
            seen.append(cell + 1)
        if content & SOUTH and board[cell + WIDTH] & NORTH and cell + WIDTH not in seen:
            seen.append(cell + WIDTH)
        if content & WEST and board[cell - 1] & EAST and cell - 1 not in seen:
            seen.append(cell - 1)
        if loose:
            _step_to_others(state, seat, cell, seen)
    return seen


def _step_to_others(state: HornsUp, seat: int, cell: int, seen: list[int]) -> None:
    """The loose reading of H59: any neighbouring Path that carries another Rocker."""
    for step in STEP:
        near = cell + step
        if near in seen or not state.board[near] & UP:
            continue
        for other in range(state.players):
            if other != seat and state.pawns[other] == near:
                seen.append(near)
                break


def reached_by_mover(state: HornsUp) -> list[int]:
    """`reach` of the Rocker whose turn it is, remembered until the table changes."""
    found = state.reached
    if found is None:
        found = state.reached = reach(state, state.turn)
    return found


def _card_before_stage(state: HornsUp, seat: int) -> int:
    """The cell from which a Rocker can walk onto the Stage; 0 if there is none (H23)."""
    for front in state.rules.fronts:
        content = state.board[front]
        if content & UP and content & NORTH and front in reach(state, seat):
            return front
    return 0


def check_win(state: HornsUp) -> bool:
    """End the game if the active Rocker can walk to the Stage (H23, H25, Q15)."""
    if state.winner >= 0:
        return True
    seats = range(state.players) if state.rules.win_out_of_turn else range(1)
    for offset in seats:
        seat = (state.turn + offset) % state.players
        last = _card_before_stage(state, seat)
        if last:
            win(state, seat, [*route(state, seat, last), last - WIDTH])
            return True
    return False


def win(state: HornsUp, seat: int, walk: list[int]) -> None:
    """The game is over at this instant (H25); a Ticket under way is finished with."""
    state.winner = seat
    state.agenda = []
    if state.resolving >= 0:
        state.discard.append(state.resolving)
        state.resolving = -1
    if state.log is not None:
        state.log.append(events.Won(seat, tuple(CELL_TEXT[cell] for cell in walk)))


def route(state: HornsUp, seat: int, goal: int) -> list[int]:
    """A shortest walk from the pawn's card to a cell it can reach, both ends included."""
    cells = reach(state, seat)
    board = state.board
    came: dict[int, int] = {cells[0]: 0}
    queue = [cells[0]]
    for cell in queue:
        for way in range(4):
            near = cell + STEP[way]
            if near not in cells or near in came:
                continue
            joined = board[cell] >> way & 1 and board[near] >> ((way + 2) & 3) & 1
            if joined or not state.rules.needs_connection:
                came[near] = cell
                queue.append(near)
    walk = [goal]
    while walk[-1] != cells[0]:
        walk.append(came[walk[-1]])
    walk.reverse()
    return walk
