"""Observers: what the lab records of a game while it is played, from its events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from hornsup.core.contract import GameState
from hornsup.games.horns_up import card_symbols
from hornsup.games.horns_up.board import (
    CELLS,
    KIND_OF_SIDES,
    PATH_SLUGS,
    STEP,
    cell_of_text,
    column,
    row,
    sides_mask,
)
from hornsup.games.horns_up.state import HornsUp
from hornsup.lab.fields import HORNS_UP, NUMBER, NUMBERS, RAISE_YOUR_HORNS

HARM: Final = (
    card_symbols.TOKEN,
    card_symbols.SKIP,
    card_symbols.DISCARD,
    card_symbols.DISCARD_TICKET,
    card_symbols.PUSH,
)


class Observer(Protocol):
    """Watches one game from its deal to its end."""

    def begin(self, state: GameState) -> None: ...

    def after(self, state: GameState, seat: int, happened: list[Any]) -> None: ...

    def result(self, state: GameState) -> dict[str, Any]: ...


def observer_of(game: str) -> Observer:
    """The observer of a game."""
    makers: dict[str, Callable[[], Observer]] = {
        "horns-up": HornsUpObserver,
        "raise-your-horns": DiceObserver,
    }
    return makers[game]()


class Attack:
    """Somebody has acted against somebody else, at this turn, in this standing."""

    __slots__ = ("by", "leaders", "on", "turn")

    def __init__(self, by: int, on: int, turn: int, leaders: tuple[int, ...]) -> None:
        self.by = by
        self.on = on
        self.turn = turn
        self.leaders = leaders


class HornsUpObserver:
    """The lead is measured in steps: who stands fewest steps from the Stage, leads."""

    def begin(self, state: GameState) -> None:
        assert isinstance(state, HornsUp)
        seats = state.players
        self._state = state
        self._steps = _steps_to_stage(state.rules.options.stage_width)
        self._standings: list[tuple[int, ...]] = []
        self._leader: int | None = None
        self._attacks: list[Attack] = []
        self._turn = 0
        self._actions_left = 0
        self._moves = 0
        self._last_move = [0] * seats
        self._last_turn = [0] * seats
        self._counts = {name: 0 for name, kind in HORNS_UP.items() if kind == NUMBER}
        self._seats = {name: [0] * seats for name, kind in HORNS_UP.items() if kind == NUMBERS}
        self._entrances = [""] * seats
        self._cards: dict[str, list[int]] = {}
        self._stage_cards: dict[str, int] = {}
        self._counts["first"] = state.first

    def after(self, _state: GameState, seat: int, happened: list[Any]) -> None:
        self._moves += 1
        waited = self._moves - self._last_move[seat] - 1
        self._last_move[seat] = self._moves
        longest = self._seats["longest_wait_moves"]
        longest[seat] = max(longest[seat], waited)
        for event in happened:
            handler = _HANDLERS.get(event.kind)
            if handler is not None:
                handler(self, event)

    # -- events ----------------------------------------------------------------------------

    def _entered(self, event: Any) -> None:
        self._entrances[event.seat] = event.cell

    def _turn_began(self, event: Any) -> None:
        seat, self._turn = event.seat, event.turn
        self._actions_left = 2
        self._seats["own_turns"][seat] += 1
        longest = self._seats["longest_wait"]
        longest[seat] = max(longest[seat], self._turn - self._last_turn[seat] - 1)
        self._last_turn[seat] = self._turn
        standing = tuple(self._steps[pawn] for pawn in self._state.pawns)
        self._standings.append(standing)
        best = min(standing)
        if standing.count(best) == 1:
            leader = standing.index(best)
            self._counts["leader_changes"] += self._leader not in (None, leader)
            self._leader = leader

    def _turn_ended(self, event: Any) -> None:
        self._seats["unused_actions"][event.seat] += self._actions_left
        self._actions_left = 0

    def _turn_skipped(self, event: Any) -> None:
        self._seats["skipped_turns"][event.seat] += 1

    def _action(self, seat: int) -> None:
        self._actions_left -= 1
        self._seats["actions"][seat] += 1

    def _action_gained(self, event: Any) -> None:
        self._actions_left = event.actions

    def _card(self, seat: int, slug: str) -> None:
        self._action(seat)
        played = self._cards.get(slug)
        if played is None:
            played = self._cards[slug] = [0] * self._state.players
        played[seat] += 1

    def _path_played(self, event: Any) -> None:
        """Turning the Path under somebody else's feet is an attack."""
        self._card(event.seat, PATH_SLUGS[KIND_OF_SIDES[sides_mask(event.sides)]])
        if event.covered is not None:
            pawns, cell = self._state.pawns, cell_of_text(event.cell)
            if pawns[event.seat] != cell:
                for seat, pawn in enumerate(pawns):
                    if pawn == cell:
                        self._attack(event.seat, seat)

    def _wall_played(self, event: Any) -> None:
        """A Wall right before somebody, on the side of the Stage, is an attack."""
        self._card(event.seat, event.card)
        wall = cell_of_text(event.cell)
        for seat, pawn in enumerate(self._state.pawns):
            near = wall - pawn in STEP and self._steps[wall] < self._steps[pawn]
            if near and seat != event.seat:
                self._attack(event.seat, seat)

    def _wall_cleared(self, event: Any) -> None:
        self._action(event.seat)
        self._seats["walls_cleared"][event.seat] += 1

    def _ticket_played(self, event: Any) -> None:
        """A Ticket that does harm to one other Rocker is an attack; those that hit all are not."""
        self._card(event.seat, event.card)
        if event.target is not None and event.target != event.seat and self._harms(event):
            self._attack(event.seat, event.target)

    def _harms(self, event: Any) -> bool:
        rules = self._state.rules
        halves = rules.effects[rules.slugs.index(event.card) - rules.tickets_from]
        half = halves[1] if event.half == "right" else halves[0]
        return any(who == card_symbols.ONE and step in HARM for step, who in half.steps)

    def _attack(self, by: int, on: int) -> None:
        self._seats["attacks_by"][by] += 1
        self._seats["attacks_on"][on] += 1
        standing = self._standings[-1]
        best = min(standing)
        leaders = tuple(seat for seat, steps in enumerate(standing) if steps == best)
        self._attacks.append(Attack(by, on, self._turn, leaders))

    def _token_returned(self, event: Any) -> None:
        self._action(event.seat)

    def _token_taken(self, event: Any) -> None:
        self._seats["tokens_taken"][event.seat] += 1

    def _divided(self, _event: Any) -> None:
        self._counts["wod_opened"] += 1

    def _closed(self, _event: Any) -> None:
        self._counts["wod_closed"] += 1

    def _crushed(self, event: Any) -> None:
        self._counts["wod_crushed"] += len(event.seats)

    def _reshuffled(self, _event: Any) -> None:
        self._counts["reshuffles"] += 1

    def _stage_changed(self, event: Any) -> None:
        self._stage_cards[event.card] = self._stage_cards.get(event.card, 0) + 1

    # -- the end ---------------------------------------------------------------------------

    def result(self, state: GameState) -> dict[str, Any]:
        self._close_waits(state.players)
        self._seats["steps_left"] = self._steps_left(state)
        winner = state.outcome.winners[0] if state.outcome else None
        place = None
        if winner is not None:
            place = (winner - self._counts["first"]) % state.players + 1
        found: dict[str, Any] = {
            **self._counts,
            **self._seats,
            "entrances": self._entrances,
            "winner_entrance": "" if winner is None else self._entrances[winner],
            "winner_place": place,
            "comeback": None if winner is None else self._is_comeback(winner),
            "kingmaking": None if winner is None else self._is_kingmaking(winner),
            "stage_cards": self._stage_cards,
            "cards": self._cards,
        }
        return {name: found[name] for name in HORNS_UP}

    def _steps_left(self, state: GameState) -> list[int]:
        won = state.outcome.winners if state.outcome else ()
        pawns = self._state.pawns
        return [0 if seat in won else self._steps[pawn] for seat, pawn in enumerate(pawns)]

    def _close_waits(self, seats: int) -> None:
        """Who was still waiting when the game ended has waited too."""
        turns, moves = self._seats["longest_wait"], self._seats["longest_wait_moves"]
        for seat in range(seats):
            turns[seat] = max(turns[seat], self._turn - self._last_turn[seat])
            moves[seat] = max(moves[seat], self._moves - self._last_move[seat])

    def _is_comeback(self, winner: int) -> bool:
        standing = self._standings[len(self._standings) // 2]
        return standing[winner] == max(standing) > min(standing)

    def _is_kingmaking(self, winner: int) -> bool:
        last_round = self._turn - self._state.players
        return any(
            attack.turn > last_round
            and attack.on in attack.leaders
            and winner not in (attack.by, attack.on)
            for attack in self._attacks
        )


_HANDLERS: Final[Mapping[str, Callable[[HornsUpObserver, Any], None]]] = {
    name.strip("_").replace("_", "-"): getattr(HornsUpObserver, name)
    for name in (
        "_entered",
        "_turn_began",
        "_turn_ended",
        "_turn_skipped",
        "_action_gained",
        "_path_played",
        "_wall_played",
        "_wall_cleared",
        "_ticket_played",
        "_token_returned",
        "_token_taken",
        "_divided",
        "_closed",
        "_crushed",
        "_reshuffled",
        "_stage_changed",
    )
}


def _steps_to_stage(width: int) -> list[int]:
    """For every cell the steps to the nearest part of the Stage, as if no card lay there."""
    half = width // 2
    return [row(cell) + max(0, abs(column(cell)) - half) for cell in range(CELLS)]


class DiceObserver:
    """Rounds of Raise Your Horns!: who loses, from which place, and who was named."""

    def begin(self, state: GameState) -> None:
        self._players = state.players
        self._starter, self._direction = 0, 1
        self._counts = {name: 0 for name, kind in RAISE_YOUR_HORNS.items() if kind == NUMBER}
        self._seats = {
            name: [0] * state.players for name, kind in RAISE_YOUR_HORNS.items() if kind == NUMBERS
        }

    def after(self, _state: GameState, _seat: int, happened: list[Any]) -> None:
        for event in happened:
            if event.kind == "kept":
                self._seats["horns_kept"][event.seat] += event.die == "WH"
            elif event.kind == "round-began":
                self._starter, self._direction = event.seat, event.direction
            elif event.kind == "round-lost":
                self._lost(event.seats)
            elif event.kind == "off-rolled":
                self._seats["off_rolled"][event.seat] += 1
            elif event.kind == "named":
                self._seats["named"][event.loser] += 1

    def _lost(self, seats: tuple[int, ...]) -> None:
        self._counts["rounds"] += 1
        self._counts["tied_rounds"] += len(seats) > 1
        for seat in seats:
            self._seats["losses"][seat] += 1
            place = (seat - self._starter) * self._direction % self._players
            self._seats["losses_by_place"][place] += 1

    def result(self, _state: GameState) -> dict[str, Any]:
        found = {**self._counts, **self._seats}
        return {name: found[name] for name in RAISE_YOUR_HORNS}
