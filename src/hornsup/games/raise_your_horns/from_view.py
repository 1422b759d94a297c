"""A full state from a view: the dice as they lie, other dice to come."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from hornsup.core.data_reader import DataReader, canonical, check_same, read_canonical
from hornsup.games.raise_your_horns import rounds
from hornsup.games.raise_your_horns.faces import FACES, HORNS_VALUE, WHITE, Face, in_order
from hornsup.games.raise_your_horns.moves import Choices
from hornsup.games.raise_your_horns.options import read_options
from hornsup.games.raise_your_horns.rolls import Hand, Roll
from hornsup.games.raise_your_horns.rules import (
    KEEPING,
    NAMING,
    OVER,
    PHASES,
    ROLLING,
    STARTING,
    Rules,
    rules_for,
)
from hornsup.games.raise_your_horns.state import RaiseYourHorns

PLACE: Final = "the view"
PHASE_OF: Final = {name: phase for phase, name in enumerate(PHASES)}
REASONS: Final = {
    reason: reason for reason in ("losses-reached", "rounds-played", "stopped", "time-up")
}
DIRECTIONS: Final = (1, -1)


def state_from_view(view: Mapping[str, Any], rng: Any) -> RaiseYourHorns:
    """The table of this view with dice to come that `rng` (a random.Random) chooses."""
    plain = DataReader(view, PLACE)
    state = _ViewReader(plain).state
    state.seed = rng.randbytes(32)
    check_same(state.view(plain.seat(state.players)), view, PLACE)
    return state


@lru_cache(maxsize=64)
def _rules(options: str, players: int) -> Rules:
    return rules_for(read_canonical(read_options, options), players)


class _ViewReader:
    """Reads a view and lays out its dice."""

    def __init__(self, view: DataReader) -> None:
        self.view = view
        self.players = view.number("players", 3, 20)
        self.rules = _rules(canonical(view.table("options").data), self.players)
        self.state = RaiseYourHorns.fresh(self.rules, self.players)
        self.game()
        if self.state.phase == STARTING:
            self.starting_roll()
        else:
            self.round()
        self.forfeits()

    # -- reading ---------------------------------------------------------------------------

    def seat_of(self, key: str) -> int:
        return self.view.number(key, 0, self.players - 1)

    def seats(self, plain: DataReader, key: str) -> tuple[int, ...]:
        """Different seats in some order."""
        seats = plain.numbers(key, self.players - 1)
        if len(set(seats)) != len(seats):
            raise plain.wrong(key, "seats, none of them twice")
        return tuple(seats)

    def by_seat(self, key: str) -> list[int]:
        numbers = self.view.numbers(key)
        if len(numbers) != self.players:
            raise self.view.wrong(key, f"a list of {self.players} numbers")
        return numbers

    def dice_of(self, plain: DataReader, key: str, seats: tuple[int, ...]) -> tuple[Face, ...]:
        """The dice before the first of these seats, in their order; a list by seat has them."""
        texts = plain.data.get(key)
        if not isinstance(texts, list) or len(texts) != self.players:
            raise plain.wrong(key, f"a list of {self.players} dice")
        shown = [texts[seat] for seat in seats]
        while shown and shown[-1] is None:
            shown.pop()
        return tuple(self.face(plain, key, text) for text in shown)

    def face(self, plain: DataReader, key: str, text: object) -> Face:
        face = FACES.get(text) if isinstance(text, str) else None
        if face is None or face not in self.rules.dice.faces(face.die):
            raise plain.wrong(key, f"faces of the dice {self.rules.dice.name!r}")
        return face

    # -- laying out ------------------------------------------------------------------------

    def game(self) -> None:
        view, state = self.view, self.state
        state.phase = view.word("phase", PHASE_OF)
        state.seat = self.seat_of("turn")
        state.round_number = view.number("round", 0 if state.phase == STARTING else 1)
        state.direction = view.number("direction", -1, 1)
        if state.direction not in DIRECTIONS:
            raise view.wrong("direction", "1 (clockwise) or -1")
        state.losses = self.by_seat("losses")
        state.losers = self.seats(view, "losers")
        if state.phase == OVER:
            state.reason = view.table("outcome").word("reason", REASONS)

    def starting_roll(self) -> None:
        start, state = self.view.table("start"), self.state
        state.contenders = self.seats(start, "contenders")
        state.throws = self.dice_of(start, "throws", state.contenders)
        if any(face not in self.rules.dice.faces(WHITE) for face in state.throws):
            raise start.wrong("throws", "faces of the white die")
        if len(state.throws) >= len(state.contenders):
            raise start.wrong("throws", "fewer than there are contenders")
        state.seat = state.contenders[len(state.throws)]

    def round(self) -> None:
        view, state = self.view, self.state
        turn = state.seat
        state.starter = self.seat_of("starter")
        state.order = self.seats(view, "order")
        if len(state.order) != len(self.rules.full.dice):
            raise view.wrong("order", f"the {len(self.rules.full.dice)} seats of a round")
        state.lowest = HORNS_VALUE
        left = self.lay(self.dice_of(view, "kept", state.order))
        if state.phase != OVER:
            if left is None:
                raise view.wrong("kept", "fewer dice, since the round goes on")
            state.seat = state.order[len(state.kept)]
            state.hand = left
        state.roll = self.roll() if view.given("roll") else None
        state.choices = self.choices()
        state.seat = turn if state.phase == OVER else state.seat

    def lay(self, kept: tuple[Face, ...]) -> Hand | None:
        """Put the kept dice down one by one; give back the hand that is left."""
        state = self.state
        hand: Hand | None = self.rules.full
        for seat, face in zip(state.order, kept, strict=False):
            if hand is None or face.die not in hand.dice or face.off:
                raise self.view.wrong("kept", "dice that can have been kept in one round")
            state.seat = seat
            rounds.take(state, face)
            hand = hand.without[face.die]
        return hand

    def roll(self) -> Roll:
        texts = self.view.data["roll"]
        if not isinstance(texts, list):
            raise self.view.wrong("roll", "a list of dice")
        faces = in_order(self.face(self.view, "roll", text) for text in texts)
        hand = self.rules.hands.get("".join(face.die for face in faces))
        if hand is None or (self.state.phase != OVER and hand is not self.state.hand):
            raise self.view.wrong("roll", "a roll of the dice in hand")
        return hand.lying(faces)

    def choices(self) -> Choices:
        """What may be done now; it follows from the phase and the dice."""
        state, rules = self.state, self.rules
        if state.phase == ROLLING:
            return rules.to_roll if state.kept else rules.to_open
        if state.phase == OVER:
            return rules.nothing
        if state.roll is None or state.roll.off != (state.phase == NAMING):
            raise self.view.wrong("roll", "the dice rolled, with the off symbol for naming alone")
        return state.roll.choices if state.phase == KEEPING else rules.to_name(state.order)

    def forfeits(self) -> None:
        view, state = self.view, self.state
        numbers = {forfeit.id: number for number, forfeit in enumerate(self.rules.forfeits)}
        state.pile = view.words("forfeits_left", numbers)
        if len(set(state.pile)) != len(state.pile):
            raise view.wrong("forfeits_left", "forfeits, none of them twice")
        for owed in view.tables("pending_forfeits"):
            seat = owed.number("seat", 0, self.players - 1)
            state.pending = (state.pending, seat, owed.word("forfeit", numbers))
        state.served = tuple(self.by_seat("forfeits_served"))
