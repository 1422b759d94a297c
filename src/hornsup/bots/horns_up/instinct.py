"""Instinct: quick, sensible play on a full state, for the playouts of a search.

Win if the hand can; stop who is about to win; else go forward, gain actions, draw, end the turn.
Each Rocker looks at the table and at its own hand only.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from hornsup.bots.horns_up.prospects import (
    DRAWS,
    HITS,
    MORE_ACTIONS,
    STAGES,
    WALL_CARD,
    uses_of,
)
from hornsup.bots.horns_up.ways import FAR, PATH_KINDS, Map, Plan, map_of, needed, plan
from hornsup.games.horns_up.agenda import ASK_DISCARD
from hornsup.games.horns_up.board import FIXED, IS_ENTRANCE, KIND_OF_SIDES, LAYINGS, SHIFT, STEP, WALL
from hornsup.games.horns_up.legal import may_target
from hornsup.games.horns_up.moves import (
    CELL,
    CLEAR,
    END,
    HALF,
    KIND,
    PLACE,
    PLAY,
    SEAT,
    SIDES,
    TOKEN_BACK,
    WALK,
    WALL_UP,
    WAY,
)
from hornsup.games.horns_up.symbols import ACTION, DRAW

if TYPE_CHECKING:
    from hornsup.games.horns_up.rules import Rules
    from hornsup.games.horns_up.state import HornsUp

ALERT: Final = 2  # who needs no more Paths than this may win in one turn
VIGILANCE: Final = 0.85  # how often a Rocker sees such a threat and acts
MALICE: Final = 0.8  # how often one with no way forward turns against the leader
CURIOSITY: Final = 0.5  # how often one with nothing better to do plays Horns Up
# What is given away first, by kind of Path: side streets before crosses.
KEEP_PATH: Final = (6, 2, 4, 4, 7, 5, 9)


def act(state: HornsUp, rng: Random) -> int:
    """One move for whoever must decide."""
    if state.agenda:
        return answer(state, rng)
    if not state.turn_number:
        codes = state.legal_codes()
        return codes[int(rng.random() * len(codes))]
    seat = state.turn
    land = map_of(state)
    way = plan(state, land, seat)
    if way.stand and way.stand != state.pawns[seat]:
        return WALK | way.stand << CELL
    if state.actions <= 0:
        return END
    if state.tokens[seat]:
        return TOKEN_BACK
    code = _action(state, land, way, rng)
    if code == END and state.rules.must_act:
        codes = state.legal_codes()
        return codes[int(rng.random() * len(codes))]
    return code


def _action(state: HornsUp, land: Map, way: Plan, rng: Random) -> int:
    """What to do with an action, the pawn standing where it should."""
    bonus = _ticket(state, MORE_ACTIONS)
    if way.hand_steps >= way.needed:  # the hand leads to the Stage
        if way.needed <= state.actions:
            return way.code
        if bonus and way.needed <= state.actions + 1:
            return bonus
    leader, need = _leader(state, land)
    if need <= ALERT and rng.random() < VIGILANCE:
        block = _block(state, land, leader)
        if block:
            return block
    if bonus and way.hand_steps > state.actions:
        return bonus
    if way.code:
        return way.code
    return _pastime(state, land, way, leader, rng)


def _pastime(state: HornsUp, land: Map, way: Plan, leader: int, rng: Random) -> int:
    """With no way forward: draw, clear the way, hinder, change the Stage, or leave it."""
    code = _ticket(state, DRAWS) or _clear(state, land, way)
    if code:
        return code
    if rng.random() < MALICE:
        code = _block(state, land, leader)
        if code:
            return code
    if rng.random() < CURIOSITY:
        code = _ticket(state, STAGES)
    return code or _ticket(state, MORE_ACTIONS) or END


def _ticket(state: HornsUp, use: int) -> int:
    """The move that plays a Ticket good for something, without a target; 0 if there is none."""
    uses, _ = uses_of(state.rules)
    for kind in state.hands[state.turn]:
        if uses[kind] == use:
            return PLAY | kind << KIND | _half_for(state.rules, kind, use) << HALF
    return 0


def _half_for(rules: Rules, kind: int, use: int) -> int:
    """Which side of an "or" serves a use; 0 for a Ticket without sides."""
    halves = rules.effects[kind - rules.tickets_from]
    if len(halves) == 1:
        return 0
    wanted = ACTION if use == MORE_ACTIONS else DRAW
    return 1 if any(step == wanted for step, _ in halves[0].steps) else 2


# --- against the leader ---------------------------------------------------------------------


def _leader(state: HornsUp, land: Map) -> tuple[int, int]:
    """The rival who seems nearest to winning, and the Paths it needs."""
    seat = state.turn
    leader, least, fewest = -1, FAR * 4, FAR
    for offset in range(1, state.players):
        other = (seat + offset) % state.players
        need = needed(state, land, other)
        size = len(state.hands[other])
        delay = 2 * state.skips[other] + state.tokens[other]
        rank = 4 * (need + delay) - min(size, 8) + offset
        if rank < least:
            leader, least = other, rank
            fewest = need + delay if size >= need else FAR
    return leader, fewest


def _block(state: HornsUp, land: Map, other: int) -> int:
    """A move that costs a Rocker time: a Ticket, a Wall in the way, a Path that leads nowhere."""
    uses, _ = uses_of(state.rules)
    hand = state.hands[state.turn]
    spot = state.pawns[other]
    last = -1
    for kind in reversed(hand):
        if kind == last:
            continue
        last = kind
        if uses[kind] == HITS:
            code = _hit(state, kind, other)
        elif uses[kind] == WALL_CARD:
            code = _wall(state, land, kind, spot)
        elif kind < PATH_KINDS:
            code = _cover(state, land, kind, spot)
        else:
            code = 0
        if code:
            return code
    return 0


def _hit(state: HornsUp, kind: int, other: int) -> int:
    rules = state.rules
    halves = rules.effects[kind - rules.tickets_from]
    half = halves[0]
    if len(halves) > 1 or not half.target or not may_target(state, half, other):
        return 0
    code = PLAY | kind << KIND | (other + 1) << SEAT
    if not half.push:
        return code
    return code | 3 << WAY if half.push and not half.surf else 0  # southward


def _wall(state: HornsUp, land: Map, kind: int, spot: int) -> int:
    """A Wall on the cell by which a Rocker would go on; next to its Path it is always legal."""
    board = state.board
    if board[spot] & IS_ENTRANCE:
        return 0
    for way in range(4):
        near = spot + STEP[way]
        if not (land.down[spot] & board[spot]) >> way & 1 or board[near] & (FIXED | WALL):
            continue
        if near not in state.pawns and (state.rules.wall_on_path or not board[near]):
            return WALL_UP | kind << KIND | near << CELL
    return 0


def _cover(state: HornsUp, land: Map, kind: int, spot: int) -> int:
    """A Path on a rival's card that lies so that it does not lead on."""
    if state.board[spot] & IS_ENTRANCE or spot == state.pawns[state.turn]:
        return 0
    for sides in LAYINGS[kind]:
        if not sides & land.down[spot]:
            return PLACE | sides << SIDES | spot << CELL
    return 0


def _clear(state: HornsUp, land: Map, way: Plan) -> int:
    """Remove a Wall that the way forward meets, or surf over it."""
    board = state.board
    rules = state.rules
    pawn = state.pawns[state.turn]
    hand = state.hands[state.turn]
    for side in range(4):
        near = pawn + STEP[side]
        if not (land.down[pawn] & board[pawn]) >> side & 1 or not board[near] & WALL:
            continue
        wall = (board[near] >> SHIFT) - rules.walls_from
        for kind in hand:
            if kind < rules.walls_from:
                pays = rules.paid_by_path[wall] and kind != KIND_OF_SIDES[way.code >> SIDES & 15]
            else:
                pays = kind >= rules.tickets_from and rules.paid_by_ticket[wall]
            if pays:
                return CLEAR | near << CELL | kind << KIND
    return 0


# --- answers --------------------------------------------------------------------------------


def answer(state: HornsUp, rng: Random) -> int:
    """Discard what is least useful; part and keep as it comes."""
    codes = state.legal_codes()
    if state.agenda[-1][0] != ASK_DISCARD:
        return codes[int(rng.random() * len(codes))]
    best = codes[0]
    least = FAR
    uses, _ = uses_of(state.rules)
    for code in codes:
        kind = code >> KIND & 63
        worth = KEEP_PATH[kind] if kind < PATH_KINDS else 8 if uses[kind] == MORE_ACTIONS else 3
        if worth < least:
            best, least = code, worth
    return best
