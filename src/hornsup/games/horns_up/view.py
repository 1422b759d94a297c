"""What a seat may know, as plain data (Q55): the table is open, hands and decks are not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hornsup.errors import BadInput
from hornsup.games.horns_up.agenda import ASK_DISCARD, ASK_PART
from hornsup.games.horns_up.board import CELL_TEXT, SIDES_TEXT, UP, WALL, card_kind, path_sides
from hornsup.games.horns_up.options import write_options

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp


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
        "winner": state.winner if state.winner >= 0 else None,
        "entrances": [CELL_TEXT[cell] for cell in rules.entrances],
        "stage_cells": [CELL_TEXT[cell] for cell in rules.stage_cells],
        "table": [_card(state, cell) for cell in state.table],
        "rockers": [_rocker(state, seat, other) for other in range(state.players)],
        "hand": [] if seat is None else [rules.slugs[kind] for kind in state.hands[seat]],
        "deck_size": len(state.deck) - state.drawn,
        "discard": [rules.slugs[kind] for kind in state.discard],
        "resolving": rules.slugs[state.resolving] if state.resolving >= 0 else None,
        "stage": rules.stage_slugs[state.stage] if state.stage >= 0 else None,
        "stage_deck_size": len(state.stage_deck) - state.stage_drawn,
        "stage_used": [rules.stage_slugs[card] for card in state.stage_used],
        "closing_pending": state.opener >= 0,
        "choice": _choice(state),
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


def _choice(state: HornsUp) -> dict[str, Any] | None:
    """The question that is open, if any."""
    if not state.agenda or state.winner >= 0:
        return None
    task = state.agenda[-1]
    if task[0] == ASK_DISCARD:
        return {"ask": "discard", "seat": task[1], "ticket": bool(task[2])}
    if task[0] == ASK_PART:
        lefts = [CELL_TEXT[cell] for cell in task[3:]]
        return {"ask": "part", "seat": task[1], "cell": CELL_TEXT[task[2]], "gone_left": lefts}
    cards = {
        side: describe(state, content)
        for side, content in zip(("left", "centre", "right"), task[3:6], strict=True)
        if content
    }
    return {"ask": "keep", "seat": task[1], "cell": CELL_TEXT[task[2]], "cards": cards}
