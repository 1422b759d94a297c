"""What a seat may know, as plain data (Q55): the table is open, hands and decks are not.

A view says everything that its seat may know, so that `from_view.py` can make a full state of it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from hornsup.errors import BadInput
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
from hornsup.games.horns_up.board import (
    CELL_TEXT,
    DIRECTIONS,
    SIDES_TEXT,
    UP,
    WALL,
    card_kind,
    path_sides,
)
from hornsup.games.horns_up.card_symbols import EVERYWHERE, PLAYER_ONLY, PUSH, STAGE_ONLY
from hornsup.games.horns_up.options import write_options
from hornsup.games.horns_up.wall_of_death import overlapping

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp

STEPS: Final = {**EVERYWHERE, **PLAYER_ONLY, **STAGE_ONLY, "push": PUSH}
STEP_NAMES: Final = {step: name for name, step in STEPS.items()}
WHOM: Final = ("self", "one", "all", "everyone")
PLAIN_TASKS: Final = {TICKET_DONE: "ticket-done", REVEAL: "reveal", CRUSH: "crush"}
ASKED: Final = (ASK_DISCARD, ASK_PART, ASK_KEEP)
BESIDE: Final = ("left", "centre", "right")


def view(state: HornsUp, seat: int | None) -> dict[str, Any]:
    """The whole game as `seat` sees it; None is a spectator."""
    rules = state.rules
    if seat is not None and not 0 <= seat < state.players:
        raise BadInput(f"seat {seat} is not at this table of {state.players}")
    return {
        "game": "horns-up",
        "players": state.players,
        "options": write_options(rules.options),
        "seat": seat,
        "phase": _phase(state),
        "first": state.first,
        "turn": state.turn,
        "turn_number": state.turn_number,
        "to_move": state.to_move,
        "actions": state.actions,
        "acted": state.acted,
        "winner": state.winner if state.winner >= 0 else None,
        "entrances": [CELL_TEXT[cell] for cell in rules.entrances],
        "stage_cells": [CELL_TEXT[cell] for cell in rules.stage_cells],
        "table": [_card(state, cell) for cell in state.table],
        "face_up": [CELL_TEXT[cell] for cell in state.face_up],
        "rockers": [_rocker(state, seat, other) for other in range(state.players)],
        "hand": [] if seat is None else [rules.slugs[kind] for kind in state.hands[seat]],
        "deck_size": len(state.deck) - state.drawn,
        "discard": [rules.slugs[kind] for kind in state.discard],
        "aside": _aside(state),
        "since_reshuffle": _since_reshuffle(state, seat),
        "resolving": rules.slugs[state.resolving] if state.resolving >= 0 else None,
        "stage": rules.stage_slugs[state.stage] if state.stage >= 0 else None,
        "stage_deck_size": len(state.stage_deck) - state.stage_drawn,
        "stage_used": [rules.stage_slugs[card] for card in state.stage_used],
        "closing_pending": state.opener >= 0,
        "opener": state.opener if state.opener >= 0 else None,
        "choice": _task(state, state.agenda[-1]) if state.agenda else None,
        "pending": [_task(state, task) for task in state.agenda[-2::-1]],
    }


def _phase(state: HornsUp) -> str:
    if state.winner >= 0:
        return "over"
    if state.turn_number == 0:
        return "enter"
    return "choice" if state.agenda else "turn"


def _card(state: HornsUp, cell: int) -> dict[str, Any]:
    content = state.board[cell]
    data: dict[str, Any] = {"cell": CELL_TEXT[cell], **describe(state, content)}
    return data


def describe(state: HornsUp, content: int) -> dict[str, Any]:
    """A card of the table by name; a face-down Path's face is known too (Q59)."""
    slug = state.rules.slugs[card_kind(content)]
    if content & WALL:
        return {"card": slug, "kind": "wall"}
    face = "up" if content & UP else "down"
    return {"card": slug, "kind": "path", "sides": SIDES_TEXT[path_sides(content)], "face": face}


def _rocker(state: HornsUp, observer: int | None, seat: int) -> dict[str, Any]:
    pawn = state.pawns[seat]
    return {
        "seat": seat,
        "pawn": CELL_TEXT[pawn] if pawn else None,
        "hand_size": len(state.hands[seat]),
        "tokens": state.tokens[seat],
        "immune": state.immune[seat],
        "skips": state.skips[seat],
        "known": known_cards(state, observer, seat),
        "limits": _limits(state, seat),
    }


def known_cards(state: HornsUp, observer: int | None, seat: int) -> list[str]:
    """The cards of another hand that this observer is sure of."""
    if state.known is None or observer is None or observer == seat:
        return []
    kinds = state.known[observer * state.players + seat]
    return [state.rules.slugs[kind] for kind in kinds]


def _limits(state: HornsUp, seat: int) -> list[dict[str, Any]]:
    """What everyone has seen of a hand: at least so many of its cards are of these kinds."""
    if state.limits is None:
        return []
    slugs = state.rules.slugs
    return [
        {
            "at_least": limit.least,
            "of": [slug for kind, slug in enumerate(slugs) if limit.kinds >> kind & 1],
        }
        for limit in state.limits[seat]
    ]


def _counted(state: HornsUp, kinds: Counter[int]) -> dict[str, int]:
    """Cards by name with their number, in the order of the deck's list."""
    return {state.rules.slugs[kind]: kinds[kind] for kind in sorted(+kinds)}


def _aside(state: HornsUp) -> dict[str, int]:
    """The cards of the box that are not in this game: a position may have cut its deck."""
    waiting = overlapping(state)
    sizes = (len(state.deck) - state.drawn, len(state.discard), len(state.table), len(waiting))
    held = sum(len(hand) for hand in state.hands) + (state.resolving >= 0)
    if sum(sizes) + held == sum(state.rules.counts):
        return {}
    box = Counter(dict(enumerate(state.rules.counts)))
    for cards in (state.deck[state.drawn :], state.discard, *state.hands):
        box.subtract(cards)
    box.subtract(card_kind(content) for content in waiting)
    box.subtract(card_kind(state.board[cell]) for cell in state.table)
    if state.resolving >= 0:
        box[state.resolving] -= 1
    return _counted(state, box)


def _since_reshuffle(state: HornsUp, observer: int | None) -> dict[str, Any] | None:
    """What went into the deck, and by hand how many cards it held then, drew and lost since.

    Hands are listed by who holds them now; `own` are the cards of it that this observer drew.
    """
    pool = state.pool
    if pool is None:
        return None
    slugs = state.rules.slugs
    hands = []
    for holder in range(state.players):
        draws = [draw for draw in pool.draws if draw[0] == holder]
        own = [slugs[kind] for _, who, kind in draws if who == observer]
        left = _counted(state, Counter(pool.left[holder]))
        hand = {"held": pool.stale[holder], "drawn": len(draws), "own": own, "left": left}
        hands.append(hand)
    return {"pile": _counted(state, Counter(pool.pile)), "hands": hands}


# --- what is under way ----------------------------------------------------------------------


def _task(state: HornsUp, task: tuple[int, ...]) -> dict[str, Any]:
    """A question, or something that will happen once the questions before it are answered."""
    what = task[0]
    if what in ASKED:
        return _question(state, task)
    if what == SYMBOL:
        return _symbol(task)
    if what == EACH:
        _, step, seat, left = task
        return {"do": "each", "symbol": STEP_NAMES[step], "seat": seat, "left": left}
    return {"do": PLAIN_TASKS[what]}


def _question(state: HornsUp, task: tuple[int, ...]) -> dict[str, Any]:
    if task[0] == ASK_DISCARD:
        return {"ask": "discard", "seat": task[1], "ticket": bool(task[2])}
    if task[0] == ASK_PART:
        lefts = [CELL_TEXT[cell] for cell in task[3:]]
        return {"ask": "part", "seat": task[1], "cell": CELL_TEXT[task[2]], "gone_left": lefts}
    cards = {
        side: describe(state, content)
        for side, content in zip(BESIDE, task[3:6], strict=True)
        if content
    }
    return {"ask": "keep", "seat": task[1], "cell": CELL_TEXT[task[2]], "cards": cards}


def _symbol(task: tuple[int, ...]) -> dict[str, Any]:
    """A symbol with what was chosen for it, where it has that."""
    _, step, who, target, way, cell, sides = task
    data: dict[str, Any] = {"do": "symbol", "symbol": STEP_NAMES[step], "whom": WHOM[who]}
    if target >= 0:
        data["target"] = target
    if way >= 0:
        data["direction"] = DIRECTIONS[way]
    if cell:
        data["cell"] = CELL_TEXT[cell]
    if sides:
        data["sides"] = SIDES_TEXT[sides]
    return data
