"""Which moves of Horns Up may be taken back: those that showed nobody anything new.

The table, the discard pile and the faces of turned Paths are open (Q55, Q59), so cards that move,
close or leave the table tell nothing. Hands and both decks are hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hornsup.core.contract import GameState
from hornsup.core.undo import DRAWN, FREE, OVER, PASSED, REVEALED, SHOWN, find_barrier, meaning

MEANINGS: Final[Mapping[str, str]] = {
    "dealt": DRAWN,
    "drew": DRAWN,
    "reshuffled": DRAWN,
    "stage-changed": DRAWN,
    "stage-reshuffled": DRAWN,
    "hands-passed": REVEALED,
    "first-player": PASSED,
    "turn-began": PASSED,
    "turn-skipped": PASSED,
    "turn-ended": PASSED,
    "won": OVER,
    "path-played": SHOWN,
    "wall-played": SHOWN,
    "wall-cleared": SHOWN,
    "ticket-played": SHOWN,
    "discarded": SHOWN,
    "entered": FREE,
    "nothing-to-draw": FREE,  # everybody sees that deck and discard pile are empty
    "walked": FREE,
    "flipped": FREE,
    "token-returned": FREE,
    "token-taken": FREE,
    "token-refused": FREE,
    "action-gained": FREE,
    "skip-marked": FREE,
    "removed": FREE,
    "pushed": FREE,
    "push-held": FREE,
    "entrance-took": FREE,
    "off-edge": FREE,
    "covered": FREE,
    "overlap-lost": FREE,
    "carried": FREE,
    "sent-to-entrance": FREE,
    "surfed": FREE,
    "paths-turned": FREE,
    "encore-played": FREE,
    "divided": FREE,
    "parted": FREE,
    "closed": FREE,
    "kept": FREE,
    "crushed": FREE,
}


def barrier(
    before: GameState, after: GameState, events: list[Any], strict: bool = False
) -> str | None:
    """Why the move between these states cannot be taken back; None if it can."""
    return find_barrier(before, after, (_meaning(event) for event in events), strict)


def _meaning(event: Any) -> str:
    """An empty hand is seen by everyone; that there is no Ticket in one is news (H28j)."""
    if event.kind == "nothing-to-discard":
        return REVEALED if event.ticket else FREE
    return meaning(event.kind, MEANINGS)
