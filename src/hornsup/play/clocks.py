"""Clocks at a table. Time is handed in, in milliseconds; nothing here looks at a watch."""

from __future__ import annotations

from typing import Final

from hornsup.play.settings import Clock, NoClock, ReserveClock, TurnClock, by_days

AGAIN_MS: Final = 10_000
"""The least a seat has when a decision comes back to it within a turn."""
AGAIN_OVER_DAYS_MS: Final = 12 * 3_600_000
"""The same where a game is played over days: a night is not to cost the turn."""
NEW_PLAYER_MS: Final = 60_000
"""The least that is left of a reserve for somebody to whom a seat is handed over."""
AFTER_TIMEOUT_MS: Final = 30_000
"""What a reserve is filled up to after it ran out for the first time."""


class Clocks:
    """What is left for every seat, and whose time runs since when."""

    __slots__ = ("kind", "left", "running", "since", "turn")

    def __init__(self, kind: Clock, players: int) -> None:
        self.kind = kind
        self.running: int | None = None
        self.since = 0
        self.turn = -1
        first = None if isinstance(kind, NoClock) else kind.seconds * 1000
        self.left: list[int | None] = [first] * players

    def decide(self, seat: int | None, turn: int, at: int, fresh: bool = True) -> None:
        """From `at` on this seat must decide, in this turn of the game; None is nobody's time.

        A decision that is not `fresh` was this seat's before: it brings no time with it.
        """
        self._charge(at)
        if turn != self.turn:
            self.turn = turn
            self._new_turn()
        if fresh and seat is not None and seat != self.running:
            self._hand_over(seat)
        self.running = None if isinstance(self.kind, NoClock) else seat
        self.since = at

    def _charge(self, at: int) -> None:
        if self.running is not None:
            left = self.left[self.running]
            assert left is not None
            self.left[self.running] = max(0, left - max(0, at - self.since))

    def _new_turn(self) -> None:
        if isinstance(self.kind, TurnClock):
            self.left = [self.kind.seconds * 1000] * len(self.left)

    def _hand_over(self, seat: int) -> None:
        left = self.left[seat]
        if isinstance(self.kind, TurnClock):
            self.left[seat] = max(left or 0, least_again(self.kind))
        elif isinstance(self.kind, ReserveClock):
            self.left[seat] = (left or 0) + self.kind.increment * 1000

    def ran_out(self, seat: int, at: int) -> None:
        """After a default turn the seat goes on with a little time."""
        self._charge(at)
        self.since = at
        if isinstance(self.kind, ReserveClock):
            self.left[seat] = min(AFTER_TIMEOUT_MS, self.kind.seconds * 1000)
        elif isinstance(self.kind, TurnClock):
            self.left[seat] = self.kind.seconds * 1000

    def renew(self, seat: int, at: int) -> None:
        """A seat has a new player: a whole turn, or what is left of the reserve, but some time."""
        self._charge(at)
        self.since = at
        if isinstance(self.kind, TurnClock):
            self.left[seat] = self.kind.seconds * 1000
        elif isinstance(self.kind, ReserveClock):
            least = max(self.kind.increment * 1000, min(NEW_PLAYER_MS, self.kind.seconds * 1000))
            self.left[seat] = max(self.left[seat] or 0, least)

    def restore(self, seat: int, left: int | None, at: int) -> None:
        """A seat has its former player again, with what its clock had, but some time."""
        self._charge(at)
        self.since = at
        if not isinstance(self.kind, NoClock):
            self.left[seat] = max(left or 0, least_again(self.kind))

    def extend(self, seat: int, milliseconds: int) -> None:
        left = self.left[seat]
        if left is not None:
            self.left[seat] = left + milliseconds

    def deadline(self) -> int | None:
        """When the running clock is at zero."""
        if self.running is None:
            return None
        left = self.left[self.running]
        assert left is not None
        return self.since + left

    def now(self, at: int) -> list[int | None]:
        """What is left for every seat at a moment."""
        shown = list(self.left)
        if self.running is not None:
            left = shown[self.running]
            assert left is not None
            shown[self.running] = max(0, left - max(0, at - self.since))
        return shown


def least_again(clock: TurnClock | ReserveClock) -> int:
    """What a seat has at least when a decision, or its former player, comes back to it."""
    again = AGAIN_OVER_DAYS_MS if by_days(clock) else AGAIN_MS
    return min(again, clock.seconds * 1000)
