"""What is still to happen after a move: a stack of small tasks, some of which ask a Rocker.

A task is a tuple of numbers that begins with one of these. The last task of the stack is next; one
whose name begins with ASK waits for an answer of the seat in its second place.
"""

from __future__ import annotations

from typing import Final

SYMBOL: Final = 0  # step, whom, target, way, cell: one symbol of a Ticket
TICKET_DONE: Final = 1  # the Ticket goes to the discard pile (H26)
ASK_DISCARD: Final = 2  # seat, whether it must be a Ticket
REVEAL: Final = 3  # draw the new Stage card (H61)
ASK_PART: Final = 4  # seat, cell, then (cell, way) of cards already parted
ASK_KEEP: Final = 5  # seat, cell, what came from the left, lies in the centre, came from the right
CRUSH: Final = 6  # after the overlaps: who is nearest to the central column skips (H73)
EACH: Final = 7  # step, seat, how many are left: a symbol for all, one by one (Q46)
