"""Every legal move, enumerated quickly. `refusals.py` says why any other one is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hornsup.games.horns_up.agenda import ASK_DISCARD, ASK_KEEP, ASK_PART
from hornsup.games.horns_up.board import (
    EDGE,
    EMPTY,
    FIXED,
    IS_ENTRANCE,
    LAYINGS,
    PATH,
    SHIFT,
    STEP,
    STEPS_TO_STAGE,
    UP,
    WALL,
)
from hornsup.games.horns_up.moves import (
    CELL,
    CLEAR,
    DISCARD_CARD,
    END,
    ENTER,
    HALF,
    KEEP,
    KIND,
    LEFT,
    MIDDLE,
    PART,
    PLACE,
    PLAY,
    RIGHT,
    SEAT,
    SIDES,
    TOKEN_BACK,
    WALK,
    WALL_UP,
    WAY,
)
from hornsup.games.horns_up.turns import reached_by_mover

if TYPE_CHECKING:
    from hornsup.games.horns_up.card_symbols import Half
    from hornsup.games.horns_up.state import HornsUp


def legal_codes(state: HornsUp) -> list[int]:
    """All codes: walks forward, Paths, Walls, removals, Tickets, token, end, other walks.

    In this order a player who always takes the first move gets somewhere: it walks toward the
    Stage while it can, plays a Path while it can, and ends the turn before it walks back. All are
    moves of the Rocker whose turn it is, or answers to a question: off-turn nobody acts (H15).
    """
    if state.winner >= 0:
        return []
    if state.agenda:
        return _answers(state)
    if state.turn_number == 0:
        return _entrances(state)
    codes, back = _walks(state)
    if state.actions > 0 and state.tokens[state.turn]:  # H18: nothing else, not even the end
        codes.append(TOKEN_BACK)
        return codes + back
    walks = len(codes)
    if state.actions > 0:
        add_actions(state.settled(), state.hands[state.turn], codes)
    if len(codes) == walks or not state.rules.must_act:  # H12, Q5
        codes.append(END)
    return codes + back if back else codes


def _entrances(state: HornsUp) -> list[int]:
    """H10: every Entrance that nobody has chosen."""
    return [
        ENTER | cell << CELL
        for cell in sorted(state.rules.entrances)
        if state.rules.shared_entrances or cell not in state.pawns
    ]


def _walks(state: HornsUp) -> tuple[list[int], list[int]]:
    """H14: free steps, named by where they end; those nearer to the Stage apart from the rest."""
    cells = reached_by_mover(state)
    forward: list[int] = []
    back: list[int] = []
    if len(cells) == 1:
        return forward, back
    pawn = state.pawns[state.turn]
    here = STEPS_TO_STAGE[pawn]
    for cell in sorted(cells):
        if STEPS_TO_STAGE[cell] < here:
            forward.append(WALK | cell << CELL)
        elif cell != pawn:
            back.append(WALK | cell << CELL)
    return forward, back


def add_actions(table: HornsUp, hand: tuple[int, ...], codes: list[int]) -> None:
    """Everything a hand can do on a table where the last action has ended."""
    rules = table.rules
    paths: list[int] = []
    walls: list[int] = []
    tickets: list[int] = []
    last = -1
    for kind in hand:
        if kind == last:
            continue
        last = kind
        if kind < rules.walls_from:
            paths.append(kind)
        elif kind < rules.tickets_from:
            walls.append(kind)
        else:
            tickets.append(kind)
    if paths:
        _add_paths(table, paths, codes)
    if walls:
        _add_walls(table, walls, codes)
    if paths or tickets:
        _add_clears(table, paths, tickets, codes)
    for kind in tickets:
        _add_ticket(table, kind, paths, codes)


# --- Paths ----------------------------------------------------------------------------------


def _add_paths(table: HornsUp, kinds: list[int], codes: list[int]) -> None:
    """H60: joined to the own card on a free position, or on any Path that carries a pawn."""
    board = table.board
    pawns = table.pawns
    carrying = [cell for cell in table.face_up if cell in pawns]
    if table.rules.joined:
        own = pawns[table.turn]
        joins = [
            (own + STEP[way], 1 << ((way + 2) & 3))
            for way in range(4)
            if board[own] >> way & 1
            and not board[own + STEP[way]] & (FIXED | WALL)
            and own + STEP[way] not in carrying
        ]
    else:
        joins = [(cell, 15) for cell in path_spots(table) if cell not in carrying]
    for cell, needed in joins:
        base = PLACE | cell << CELL
        for kind in kinds:
            codes += [base | sides << SIDES for sides in LAYINGS[kind] if sides & needed]
    for kind in kinds:
        for sides in LAYINGS[kind]:
            base = PLACE | sides << SIDES
            codes += [base | cell << CELL for cell in carrying]


def path_spots(table: HornsUp) -> list[int]:
    """The looser placement: next to any card or Entrance, or on any Path (Q19)."""
    board = table.board
    spots = {cell for cell in table.table if board[cell] & PATH}
    for cell in table.table + table.rules.entrances:
        for step in STEP:
            if board[cell + step] == EMPTY:
                spots.add(cell + step)
    return sorted(spots)


# --- Walls ----------------------------------------------------------------------------------


def wall_spots(table: HornsUp) -> list[int]:
    """Cells next to a Path or a Wall that hold neither Wall nor Entrance (H43), pawns or not."""
    found = table.spots
    if found is None:
        board = table.board
        near: set[int] = set()
        for cell in table.table:
            for step in STEP:
                if not board[cell + step] & (FIXED | WALL):
                    near.add(cell + step)
        found = table.spots = sorted(near)
    return found


def _add_walls(table: HornsUp, kinds: list[int], codes: list[int]) -> None:
    board = table.board
    pawns = table.pawns
    if table.rules.wall_on_path:
        cells = [cell for cell in wall_spots(table) if cell not in pawns]
    else:
        cells = [cell for cell in wall_spots(table) if board[cell] == EMPTY]
    for kind in kinds:
        base = WALL_UP | kind << KIND
        codes += [base | cell << CELL for cell in cells]


def _add_clears(table: HornsUp, paths: list[int], tickets: list[int], codes: list[int]) -> None:
    """H46 to H49: discard what the Wall asks for."""
    rules = table.rules
    board = table.board
    for cell in table.table:
        content = board[cell]
        if not content & WALL:
            continue
        wall = (content >> SHIFT) - rules.walls_from
        base = CLEAR | cell << CELL
        if rules.paid_by_path[wall]:
            codes += [base | kind << KIND for kind in paths]
        if rules.paid_by_ticket[wall]:
            codes += [base | kind << KIND for kind in tickets]


# --- Tickets --------------------------------------------------------------------------------


def _add_ticket(table: HornsUp, kind: int, paths: list[int], codes: list[int]) -> None:
    halves = table.rules.effects[kind - table.rules.tickets_from]
    base = PLAY | kind << KIND
    if len(halves) == 1:
        _add_half(table, halves[0], base, paths, codes)
        return
    _add_half(table, halves[0], base | LEFT << HALF, paths, codes)
    _add_half(table, halves[1], base | RIGHT << HALF, paths, codes)


def _add_half(table: HornsUp, half: Half, base: int, paths: list[int], codes: list[int]) -> None:
    """One side of a Ticket with every choice it asks for, in the order of the notation."""
    partial = [base]
    if half.target:
        partial = [
            code | (seat + 1) << SEAT
            for code in partial
            for seat in range(table.players)
            if may_target(table, half, seat)
        ]
    if half.push:
        partial = [code | (way + 1) << WAY for code in partial for way in range(4)]
    if half.surf:
        landings = [sides for kind in paths for sides in LAYINGS[kind]]
        partial = [code | more for code in partial for more in _surfs(table, landings)]
    if half.remove:
        cells = [cell for cell in table.table if may_remove(table, cell)]
        partial = [code | cell << CELL for code in partial for cell in cells]
    codes += partial


def may_target(table: HornsUp, half: Half, seat: int) -> bool:
    """H21, H28h, H29, Q33: another Rocker, not immune to tokens, on a Path for a push."""
    if seat == table.turn:
        return False
    if half.tokens and is_immune(table, seat):
        return False
    return not (half.push and table.board[table.pawns[seat]] & IS_ENTRANCE)


def is_immune(state: HornsUp, seat: int) -> bool:
    """H21: who has reached three tokens and is working them off (Q11)."""
    return state.immune[seat] if state.rules.immune_until_empty else state.tokens[seat] == 3


def may_remove(table: HornsUp, cell: int) -> bool:
    """H28c, Q44: a Wall that is not for Encore alone, or a Path without a pawn."""
    content = table.board[cell]
    rules = table.rules
    if content & WALL:
        wall = (content >> SHIFT) - rules.walls_from
        return rules.paid_by_path[wall] or rules.paid_by_ticket[wall]
    return rules.removes_paths and content & PATH != 0 and cell not in table.pawns


# What lies behind the Walls one would surf over.
NO_WALL = 0
SHUT = 1
BARRIER = 2
OFF_TABLE = 3
NO_ENTRANCE = 4
ONTO_STAGE = 5
ONTO_CARD = 6
NEEDS_PATH = 7


def surf_over(table: HornsUp, way: int) -> tuple[int, int, int]:
    """What a surf that way meets, the cell behind the Walls, their number (H35 to H41)."""
    board = table.board
    rules = table.rules
    start = table.pawns[table.turn]
    step = STEP[way]
    cell = start + step
    walls = 0
    while board[cell] & WALL:
        cell += step
        walls += 1
    content = board[cell]
    if not walls:
        return NO_WALL, cell, 0
    if not board[start] >> way & 1:
        return SHUT, cell, walls
    if board[start] & IS_ENTRANCE and not rules.entrance_surf:
        return NO_ENTRANCE, cell, walls
    if content & EDGE:
        if cell in rules.stage_cells:
            return ONTO_STAGE, cell, walls
        return BARRIER if way == 0 else OFF_TABLE, cell, walls
    if content & IS_ENTRANCE:
        return ONTO_CARD if rules.entrance_surf else NO_ENTRANCE, cell, walls
    return ONTO_CARD if content & UP else NEEDS_PATH, cell, walls


def _surfs(table: HornsUp, landings: list[int]) -> list[int]:
    found: list[int] = []
    for way in range(4):
        what, _, _ = surf_over(table, way)
        if what in (ONTO_STAGE, ONTO_CARD):
            found.append((way + 1) << WAY)
        elif what == NEEDS_PATH and table.actions >= 2:
            found += [(way + 1) << WAY | sides << SIDES for sides in landings]
    return found


# --- answers --------------------------------------------------------------------------------


def _answers(state: HornsUp) -> list[int]:
    """The choices of the question on top of the agenda."""
    task = state.agenda[-1]
    if task[0] == ASK_DISCARD:
        return [
            DISCARD_CARD | kind << KIND
            for kind in dict.fromkeys(state.hands[task[1]])
            if not task[2] or kind >= state.rules.tickets_from
        ]
    if task[0] == ASK_PART:
        base = PART | task[2] << CELL
        return [base | LEFT << HALF, base | RIGHT << HALF]
    assert task[0] == ASK_KEEP
    base = KEEP | task[2] << CELL
    sides = (LEFT, MIDDLE, RIGHT)
    return [base | side << HALF for side, card in zip(sides, task[3:6], strict=True) if card]


def playable_kinds(state: HornsUp) -> int:
    """The kinds (as bits) of which a single card in hand would give an action now."""
    table = state.settled()
    playable = 0
    for kind in range(len(table.rules.slugs)):
        codes: list[int] = []
        add_actions(table, (kind,), codes)
        if codes:
            playable |= 1 << kind
    return playable
