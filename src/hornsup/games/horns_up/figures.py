"""What the Rockers did in a game, counted from its events, and the order in which they arrived.

A push counts once for whoever played the card and once for its target. An attack is a Ticket that
makes another Rocker discard, miss a turn, take a token or move; one that hits several counts for
each of them. The steps of a free walk are those of the shortest joined way at that moment; a surf
is no walk. The winner has arrived; the others are ordered by the steps that they would still have
needed over the bare table, and equal distances share a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from hornsup.core.contract import Step
from hornsup.core.figures import Best, Figures, Highlight, Row, in_order, medals
from hornsup.games.horns_up import card_symbols as symbols
from hornsup.games.horns_up import events, turns
from hornsup.games.horns_up.board import cell_of_text, column, row
from hornsup.games.horns_up.moves import HALVES
from hornsup.games.horns_up.state import HornsUp

ROWS: Final[dict[str, Best]] = {
    "distance": "low",
    "turns": None,
    "paths": "high",
    "walls": "high",
    "tickets": "high",
    "steps": "high",
    "cleared": "high",
    "attacks-given": "high",
    "attacks-taken": "low",
    "pushes-given": "high",
    "pushes-taken": "low",
    "tokens": "low",
    "skips": "low",
}
MEDALS: Final = ("steps", "pushes-given", "attacks-taken", "cleared", "tickets", "tokens")
HARMFUL: Final = (
    symbols.DISCARD,
    symbols.DISCARD_TICKET,
    symbols.TOKEN,
    symbols.SKIP,
    symbols.PUSH,
)
LONG_WALK: Final = 3
LONG_SURF: Final = 2
MANY_ATTACKS: Final = 2
MOST_HIGHLIGHTS: Final = 3


def figures(steps: Iterator[Step]) -> Figures:
    """Count a game that is played again."""
    state, _ = next(steps)
    assert isinstance(state, HornsUp)
    count = _Count(state)
    for _, happened in steps:
        count.take_in(happened)
    return count.figures()


class _Count:
    """The figures so far; `pawns` and `turn` are those before the move that is taken in."""

    def __init__(self, state: HornsUp) -> None:
        self.state = state
        self.rows = {name: [0] * state.players for name in ROWS}
        self.pawns = state.pawns.copy()
        self.turn = state.turn
        self.surfed_onto_stage = False
        self.longest_walk = (0, 0)  # steps and seat; a later one must be longer
        self.longest_surf = (0, 0)  # Walls and seat

    def take_in(self, happened: list[Any]) -> None:
        """Count what one move has led to."""
        for event in happened:
            counted = _COUNTED.get(type(event))
            if counted is not None:
                counted(self, event)
        self.pawns = self.state.pawns.copy()
        self.turn = self.state.turn

    def add(self, name: str, seat: int, number: int = 1) -> None:
        self.rows[name][seat] += number

    # --- by event -------------------------------------------------------------------------------

    def turn_began(self, event: events.TurnBegan) -> None:
        self.add("turns", event.seat)

    def turn_skipped(self, event: events.TurnSkipped) -> None:
        self.add("skips", event.seat)

    def path_played(self, event: events.PathPlayed) -> None:
        self.add("paths", event.seat)

    def wall_played(self, event: events.WallPlayed) -> None:
        self.add("walls", event.seat)

    def wall_cleared(self, event: events.WallCleared) -> None:
        self.add("cleared", event.seat)

    def removed(self, event: events.Removed) -> None:
        rules = self.state.rules
        if rules.walls_from <= rules.slugs.index(event.card) < rules.tickets_from:
            self.add("cleared", self.turn)

    def token_taken(self, event: events.TokenTaken) -> None:
        self.add("tokens", event.seat)

    def pushed(self, event: events.Pushed) -> None:
        self.add("pushes-given", self.turn)
        self.add("pushes-taken", event.seat)

    def ticket_played(self, event: events.TicketPlayed) -> None:
        self.add("tickets", event.seat)
        for seat in self._victims(event):
            self.add("attacks-given", event.seat)
            self.add("attacks-taken", seat)

    def _victims(self, event: events.TicketPlayed) -> list[int]:
        """The others whom this side of a Ticket harms."""
        rules = self.state.rules
        sides = rules.effects[rules.slugs.index(event.card) - rules.tickets_from]
        half = sides[max(HALVES.index(event.half) - 1, 0)]
        hit = {who for step, who in half.steps if step in HARMFUL}
        if symbols.ALL in hit:
            return [seat for seat in range(self.state.players) if seat != event.seat]
        return [event.target] if symbols.ONE in hit and event.target is not None else []

    def walked(self, event: events.Walked) -> None:
        before = self.state.clone()
        before.pawns[event.seat] = self.pawns[event.seat]
        self._walk(event.seat, len(turns.route(before, event.seat, cell_of_text(event.cell))) - 1)

    def surfed(self, event: events.Surfed) -> None:
        self.surfed_onto_stage = row(cell_of_text(event.cell)) == 0
        if event.walls > self.longest_surf[0]:
            self.longest_surf = event.walls, event.seat

    def won(self, event: events.Won) -> None:
        if not self.surfed_onto_stage:
            self._walk(event.seat, len(event.walk) - 1)

    def _walk(self, seat: int, steps: int) -> None:
        self.add("steps", seat, steps)
        if steps > self.longest_walk[0]:
            self.longest_walk = steps, seat

    # --- the result -----------------------------------------------------------------------------

    def figures(self) -> Figures:
        state = self.state
        self.rows["distance"] = [_distance(state, seat) for seat in range(state.players)]
        rows = tuple(Row(name, tuple(self.rows[name]), best) for name, best in ROWS.items())
        first = (state.winner,) if state.winner >= 0 else ()
        order = in_order(self.rows["distance"], first)
        best = medals(rows, MEDALS)
        return Figures(order, rows, best, tuple(self._highlights()), standing="distance")

    def _highlights(self) -> list[Highlight]:
        found = []
        if self.state.winner >= 0:
            how = "won-surf" if self.surfed_onto_stage else "won-walk"
            turn = {"turn": self.state.turn_number}
            found.append(Highlight(how, self.state.winner, turn))
        (walls, surfer), (steps, walker) = self.longest_surf, self.longest_walk
        if walls >= LONG_SURF:
            found.append(Highlight("surf", surfer, {"n": walls}))
        attacks = self.rows["attacks-taken"]
        if attacks.count(max(attacks)) == 1 and max(attacks) >= MANY_ATTACKS:
            found.append(Highlight("target", attacks.index(max(attacks)), {"n": max(attacks)}))
        if steps >= LONG_WALK:
            found.append(Highlight("walk", walker, {"n": steps}))
        return found[:MOST_HIGHLIGHTS]


_COUNTED: Final[dict[type, Callable[[_Count, Any], None]]] = {
    events.TurnBegan: _Count.turn_began,
    events.TurnSkipped: _Count.turn_skipped,
    events.PathPlayed: _Count.path_played,
    events.WallPlayed: _Count.wall_played,
    events.WallCleared: _Count.wall_cleared,
    events.Removed: _Count.removed,
    events.TokenTaken: _Count.token_taken,
    events.Pushed: _Count.pushed,
    events.TicketPlayed: _Count.ticket_played,
    events.Walked: _Count.walked,
    events.Surfed: _Count.surfed,
    events.Won: _Count.won,
}


def _distance(state: HornsUp, seat: int) -> int:
    """Steps to the nearest cell of the Stage with nothing in the way; none for who is on it."""
    if seat == state.winner:
        return 0
    pawn = state.pawns[seat]
    across = min(abs(column(pawn) - column(cell)) for cell in state.rules.stage_cells)
    return across + row(pawn)
