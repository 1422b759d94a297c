"""Runs the agenda: symbols take effect one by one and stop where a Rocker must choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hornsup.core.randomness import Stream
from hornsup.games.horns_up import events, knowledge, push_and_surf, turns, wall_of_death
from hornsup.games.horns_up.agenda import (
    ASK_DISCARD,
    ASK_KEEP,
    ASK_PART,
    CRUSH,
    EACH,
    REVEAL,
    SYMBOL,
    TICKET_DONE,
)
from hornsup.games.horns_up.board import CELL_TEXT, PATH, SHIFT, WALL, about_turn
from hornsup.games.horns_up.card_symbols import (
    ACTION,
    ALL,
    DISCARD,
    DISCARD_TICKET,
    DRAW,
    ENCORE,
    EVERYONE,
    FIRE,
    ONE,
    PUSH,
    REMOVE,
    SCREAM,
    SKIP,
    STAGE_CARD,
    SURF,
    TOKEN,
    WALL_OF_DEATH,
)
from hornsup.games.horns_up.legal import is_immune
from hornsup.games.horns_up.moves import LEFT

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp

ASKING = (ASK_DISCARD, ASK_PART, ASK_KEEP)


def run(state: HornsUp) -> None:
    """Work off the agenda until it is empty, someone must choose, or the game is won."""
    while state.agenda and state.winner < 0:
        task = state.agenda[-1]
        if task[0] in ASKING:
            state.mover = task[1]
            return
        state.agenda.pop()
        _perform(state, task)
    state.mover = state.turn


def _perform(state: HornsUp, task: tuple[int, ...]) -> None:
    what = task[0]
    if what == SYMBOL:
        _symbol(state, task)
        if task[1] == STAGE_CARD:  # Q42: a closing settles and crushes before the win is asked for
            return
    elif what == EACH:
        _each(state, task[1], task[2], task[3])
    elif what == TICKET_DONE:  # H26: only now it goes to the discard pile
        state.discard.append(state.resolving)
        state.resolving = -1
    elif what == REVEAL:
        _reveal(state)
    else:
        assert what == CRUSH
        wall_of_death.crush(state)
    turns.check_win(state)


def _symbol(state: HornsUp, task: tuple[int, ...]) -> None:
    """One symbol, for the player, one target, or all in turn (Q46, Q52)."""
    _, step, who, target, way, cell, sides = task
    if who == ONE:
        if step == PUSH:
            push_and_surf.push(state, target, way)
        else:
            _hit(state, step, target)
    elif who == EVERYONE or (who == ALL and state.rules.all_includes_self):
        _each(state, step, state.turn, state.players)
    elif who == ALL:
        _each(state, step, (state.turn + 1) % state.players, state.players - 1)
    elif step == SURF:
        push_and_surf.surf(state, way, sides)
    elif step == REMOVE:
        card = turns.discard_from_table(state, cell)
        if state.log is not None:
            state.log.append(events.Removed(CELL_TEXT[cell], card))
    else:
        _own_symbol(state, step)


def _own_symbol(state: HornsUp, step: int) -> None:
    """A symbol that concerns the player or the whole table."""
    if step == ACTION:  # H28d, Q53
        state.actions += 1
        if state.log is not None:
            state.log.append(events.ActionGained(state.turn, state.actions))
    elif step == STAGE_CARD:  # H61; H72: an open Wall of Death closes first
        state.agenda.append((REVEAL,))
        if state.opener >= 0:
            wall_of_death.close(state)
    elif step == FIRE:
        _turn_paths(state)
    elif step == ENCORE:
        _encore(state)
    elif step == SCREAM:
        knowledge.pass_hands(state)
        if state.log is not None:
            state.log.append(events.HandsPassed())
    elif step == WALL_OF_DEATH:
        wall_of_death.open_up(state)
    else:
        _hit(state, step, state.turn)


def _each(state: HornsUp, step: int, seat: int, left: int) -> None:
    """A symbol for everyone (H65, Q46): this seat now, the next one clockwise afterwards."""
    if left > 1:
        state.agenda.append((EACH, step, (seat + 1) % state.players, left - 1))
    _hit(state, step, seat)


def _hit(state: HornsUp, step: int, seat: int) -> None:
    """A symbol that works on any Rocker."""
    if step == DRAW:
        turns.draw(state, seat)
    elif step == TOKEN:
        _take_token(state, seat)
    elif step == SKIP:
        turns.mark_skip(state, seat)
    else:
        assert step in (DISCARD, DISCARD_TICKET)
        _ask_discard(state, seat, step == DISCARD_TICKET)


def _take_token(state: HornsUp, seat: int) -> None:
    """H20, H21, Q10: not above three, not while immune, not from an empty supply."""
    supply = state.rules.token_supply - sum(state.tokens)
    if is_immune(state, seat) or supply <= 0:  # who holds three is immune in either reading
        if state.log is not None:
            state.log.append(events.TokenRefused(seat))
        return
    state.tokens[seat] += 1
    if state.tokens[seat] == 3:
        state.immune[seat] = True
    if state.log is not None:
        state.log.append(events.TokenTaken(seat, state.tokens[seat]))


def _ask_discard(state: HornsUp, seat: int, ticket: bool) -> None:
    """H28b, H28j, Q45: the victim chooses; without a fitting card nothing happens."""
    hand = state.hands[seat]
    if hand and (not ticket or hand[-1] >= state.rules.tickets_from):
        state.agenda.append((ASK_DISCARD, seat, int(ticket)))
        return
    if ticket:
        knowledge.remember_no_ticket(state, seat)
    if state.log is not None:
        state.log.append(events.NothingToDiscard(seat, ticket))


def answer_discard(state: HornsUp, kind: int) -> None:
    _, seat, _ = state.agenda.pop()
    knowledge.lose(state, seat, kind)
    state.discard.append(kind)
    if state.log is not None:
        state.log.append(events.Discarded(seat, state.rules.slugs[kind]))
    run(state)


def answer_part(state: HornsUp, side: int) -> None:
    task = state.agenda.pop()
    wall_of_death.part(state, task, side == LEFT)
    turns.check_win(state)
    run(state)


def answer_keep(state: HornsUp, side: int) -> None:
    wall_of_death.keep(state, state.agenda.pop(), side)
    run(state)


# --- Stage cards ----------------------------------------------------------------------------


def _reveal(state: HornsUp) -> None:
    """H61: the next Stage card replaces the one in force, then acts (Q42, Q48, Q49)."""
    if state.stage_drawn == len(state.stage_deck) and not _reshuffle_stage(state):
        return
    card = state.stage_deck[state.stage_drawn]
    state.stage_drawn += 1
    if state.stage >= 0:
        state.stage_used = (*state.stage_used, state.stage)
    state.stage = card
    if state.log is not None:
        state.log.append(events.StageChanged(state.rules.stage_slugs[card]))
    for step, who in reversed(state.rules.stage_effects[card].steps):
        state.agenda.append((SYMBOL, step, who, -1, -1, 0, 0))


def _reshuffle_stage(state: HornsUp) -> bool:
    """The used Stage cards become the deck, never the one that lies on the Stage (Q48)."""
    if not state.stage_used:
        return False
    cards = list(state.stage_used)
    stream = Stream(state.seed, state.words_used)
    stream.shuffle(cards)
    state.words_used = stream.used
    state.stage_deck = tuple(cards)
    state.stage_drawn = 0
    state.stage_used = ()
    if state.log is not None:
        state.log.append(events.StageReshuffled(len(cards)))
    return True


def _turn_paths(state: HornsUp) -> None:
    """H62, Fire Explosion: every Path, of either face, turns by 180 degrees."""
    board = state.board
    paths = [cell for cell in state.table if board[cell] & PATH]
    for cell in paths:
        board[cell] = about_turn(board[cell])
    state.reached = None
    if state.log is not None:
        state.log.append(events.PathsTurned(len(paths)))


def _encore(state: HornsUp) -> None:
    """H63, Encore: every Mosh Pit on the table goes to the discard pile."""
    board = state.board
    rules = state.rules
    pits = [
        cell
        for cell in state.table
        if board[cell] & WALL and rules.encore_clears[(board[cell] >> SHIFT) - rules.walls_from]
    ]
    for cell in pits:
        turns.discard_from_table(state, cell)
    if state.log is not None:
        state.log.append(events.EncorePlayed(tuple(CELL_TEXT[cell] for cell in pits)))
