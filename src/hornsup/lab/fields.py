"""What the lab records of each game, and of which kind each field is.

A kind is a number, a flag (yes, no or unknown), a text, numbers per seat, texts per seat, or a
table (JSON).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

NUMBER: Final = "number"
FLAG: Final = "flag"
TEXT: Final = "text"
NUMBERS: Final = "numbers"
TEXTS: Final = "texts"
TABLE: Final = "table"

HORNS_UP: Final[Mapping[str, str]] = {
    "first": NUMBER,  # the seat that began
    "entrances": TEXTS,  # per seat
    "winner_entrance": TEXT,
    "winner_place": NUMBER,  # in turn order, 1 for who began
    "leader_changes": NUMBER,
    "comeback": FLAG,  # the winner was last at half time
    "kingmaking": FLAG,  # in the last round somebody attacked the leader, and a third one won
    "attacks_by": NUMBERS,
    "attacks_on": NUMBERS,
    "actions": NUMBERS,  # taken
    "unused_actions": NUMBERS,  # left when the turn was ended
    "own_turns": NUMBERS,
    "skipped_turns": NUMBERS,
    "longest_wait": NUMBERS,  # turns of others between two turns of one's own
    "longest_wait_moves": NUMBERS,  # moves of others between two of one's own
    "steps_left": NUMBERS,  # from the Stage when the game was over
    "tokens_taken": NUMBERS,
    "walls_cleared": NUMBERS,
    "wod_opened": NUMBER,
    "wod_closed": NUMBER,
    "wod_crushed": NUMBER,  # Rockers crushed by closings
    "reshuffles": NUMBER,
    "stage_cards": TABLE,  # how often each was revealed
    "cards": TABLE,  # how often each was played, per seat
}
RAISE_YOUR_HORNS: Final[Mapping[str, str]] = {
    "rounds": NUMBER,  # that were lost by somebody
    "losses": NUMBERS,  # per seat
    "losses_by_place": NUMBERS,  # the place in the round, who began first
    "named": NUMBERS,  # how often each seat was named the loser
    "horns_kept": NUMBERS,  # per seat
    "off_rolled": NUMBERS,  # per seat
    "tied_rounds": NUMBER,  # with more than one loser
}
FIELDS: Final[Mapping[str, Mapping[str, str]]] = {
    "horns-up": HORNS_UP,
    "raise-your-horns": RAISE_YOUR_HORNS,
}
