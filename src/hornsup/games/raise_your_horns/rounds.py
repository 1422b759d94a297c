"""How a game goes: the starting roll, rolling, keeping, naming, the end of a round (R2 to R14).

Every function of PLAY carries out one kind of move that is known to be legal. `log` takes the
events; in a search it is None.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from hornsup.core.randomness import Stream
from hornsup.errors import BadInput
from hornsup.games.raise_your_horns import forfeit_pile
from hornsup.games.raise_your_horns.events import (
    Declined,
    DirectionTurned,
    Fouled,
    GameEnded,
    MayName,
    Named,
    RoundBegan,
    RoundLost,
    StartRolled,
    StartTied,
    Stopped,
)
from hornsup.games.raise_your_horns.faces import FACE_OF_CODE, HORNS_VALUE, Face
from hornsup.games.raise_your_horns.options import TIME
from hornsup.games.raise_your_horns.rolls import Hand, Roll
from hornsup.games.raise_your_horns.rules import CLOCKWISE, KEEPING, NAMING, OVER, ROLLING, STARTING

if TYPE_CHECKING:
    from hornsup.games.raise_your_horns.state import RaiseYourHorns

Log = list[Any] | None
_event = tuple.__new__
"""Makes the two events of every round directly: half the cost of calling their class."""

TURNED: Final = {direction: DirectionTurned(direction) for direction in (CLOCKWISE, -CLOCKWISE)}


def roll(state: RaiseYourHorns, _: int, log: Log) -> None:
    if state.phase == STARTING:
        _roll_for_start(state, log)
        return
    seat = state.seat
    hand = state.hand
    rolled = _scripted(state, hand) if state.script else _fall(state, hand)
    if log is not None:
        log.append(rolled.events[seat])
    if not rolled.off:
        state.roll = rolled
        state.phase = KEEPING
        state.choices = rolled.choices
        return
    if log is not None:
        log.append(state.rules.off_events[seat])
    if rolled.horns or state.horns_kept:  # R10, R-h
        state.roll = rolled
        state.phase = NAMING
        state.choices = state.rules.to_name(state.order)
        if log is not None:
            log.append(MayName(seat))
    else:
        _end_round(state, (seat,), True, log)


def keep(state: RaiseYourHorns, face_code: int, log: Log) -> None:
    face = FACE_OF_CODE[face_code]
    rules = state.rules
    if log is not None:
        log.append(rules.kept_events[face_code][state.seat])
    left = state.hand.without[face.die]
    state.roll = None
    place = take(state, face)
    if left is None:
        _end_round(state, state.lowest_seats, False, log)
        return
    state.hand = left
    state.seat = state.order[place]
    state.phase = ROLLING
    state.choices = rules.to_roll


def take(state: RaiseYourHorns, face: Face) -> int:
    """Put a die before the seat to move and count the dice kept; the lowest is known (R4)."""
    kept = state.kept = (*state.kept, face)
    value = face.value
    lowest = state.lowest
    if value < lowest:
        state.lowest = value
        state.lowest_seats = (state.seat,)
    elif value == HORNS_VALUE:
        state.horns_kept = True
    elif value == lowest:
        state.lowest_seats += (state.seat,)
    return len(kept)


def name(state: RaiseYourHorns, loser: int, log: Log) -> None:
    if log is not None:
        seat = state.seat
        log.append(Declined(seat) if loser == seat else Named(seat, loser))
    _end_round(state, (loser,), True, log)


def foul(state: RaiseYourHorns, _: int, log: Log) -> None:
    """R-m: the fouler alone loses and starts the next round; nothing turns."""
    if log is not None:
        log.append(Fouled(state.seat))
    _end_round(state, (state.seat,), False, log)


def stop(state: RaiseYourHorns, _: int, log: Log) -> None:
    """The table has had enough, or time is up; a round under way counts for nobody."""
    if log is not None:
        log.append(Stopped(state.seat))
    _end_game(state, "time-up" if state.rules.options.end_goal == TIME else "stopped", log)


PLAY: Final[tuple[Callable[[RaiseYourHorns, int, Log], None], ...]] = (
    roll,
    keep,
    name,
    stop,
    foul,
)


# --- the starting roll ----------------------------------------------------------------------


def _roll_for_start(state: RaiseYourHorns, log: Log) -> None:
    """R2, R-c: the best throw starts; those who share it throw again, the others are out."""
    hand = state.rules.white
    face = (_scripted(state, hand) if state.script else _fall(state, hand)).faces[0]
    if log is not None:
        log.append(StartRolled(state.seat, face.text))
    contenders = state.contenders
    throws = state.throws = (*state.throws, face)
    if len(throws) < len(contenders):
        state.seat = contenders[len(throws)]
        return
    best = max(throw.value for throw in throws)
    tied = tuple(
        seat for seat, throw in zip(contenders, throws, strict=True) if throw.value == best
    )
    state.throws = ()
    state.contenders = tied
    state.seat = tied[0]
    if len(tied) > 1:
        if log is not None:
            log.append(StartTied(tied))
        return
    state.contenders = ()
    begin_round(state, tied[0], log)


# --- rounds ---------------------------------------------------------------------------------


def begin_round(state: RaiseYourHorns, starter: int, log: Log) -> None:
    rules = state.rules
    state.round_number += 1
    state.seat = state.starter = starter
    state.order = rules.orders[state.direction][starter]
    state.kept = ()
    state.hand = rules.full
    state.roll = None
    state.lowest = HORNS_VALUE
    state.lowest_seats = ()
    state.horns_kept = False
    state.phase = ROLLING
    state.choices = rules.to_open
    if log is not None:
        log.append(
            _event(RoundBegan, (state.round_number, starter, state.direction, "round-began"))
        )


def _end_round(state: RaiseYourHorns, losers: tuple[int, ...], turn: bool, log: Log) -> None:
    """Count the losses, deal forfeits, turn the direction (R11) and go on with R12 or the end."""
    rules = state.rules
    state.losers = losers
    state.starter = state.seat
    if log is not None:
        log.append(_event(RoundLost, (state.round_number, losers, "round-lost")))
    losses = state.losses
    worst = 0
    for seat in losers:
        losses[seat] += 1
        if losses[seat] > worst:
            worst = losses[seat]
        if rules.forfeits:
            forfeit_pile.deal(state, seat, log)
    if turn:
        state.direction = -state.direction
        if log is not None:
            log.append(TURNED[state.direction])
    if worst >= rules.loss_goal:
        _end_game(state, "losses-reached", log)
    elif state.round_number >= rules.round_goal:
        _end_game(state, "rounds-played", log)
    else:
        begin_round(state, state.seat, log)


def _end_game(state: RaiseYourHorns, reason: str, log: Log) -> None:
    state.phase = OVER
    state.choices = state.rules.nothing
    state.reason = reason
    if log is not None:
        log.append(GameEnded(reason, winners(state), tuple(state.losses)))


def winners(state: RaiseYourHorns) -> tuple[int, ...]:
    """R-n: the fewest losses, and all who share them."""
    fewest = min(state.losses)
    return tuple(seat for seat, count in enumerate(state.losses) if count == fewest)


# --- dice -----------------------------------------------------------------------------------


def _fall(state: RaiseYourHorns, hand: Hand) -> Roll:
    """The dice of a hand as the stream lets them fall."""
    stream = state.stream
    if stream is None:
        stream = state.stream = Stream(state.seed, state.words_before)
    return hand[stream.below(hand.ways)]


def _scripted(state: RaiseYourHorns, hand: Hand) -> Roll:
    """The next roll of a scenario; dice of the hand that it does not mention fall by chance."""
    faces = state.script[0]
    rest = left_over(hand.dice, faces)
    if rest is None:
        roll_text, hand_text = " ".join(face.text for face in faces), " ".join(hand.dice)
        raise BadInput(f"the roll {roll_text!r} cannot come: the dice in hand are {hand_text}")
    state.script = state.script[1:]
    if rest:
        faces += _fall(state, state.rules.hands[rest]).faces
    return hand.lying(faces)


def left_over(dice: str, faces: tuple[Face, ...]) -> str | None:
    """The dice of a hand that a roll does not mention; None if it mentions others."""
    for face in faces:
        if face.die not in dice:
            return None
        dice = dice.replace(face.die, "", 1)
    return dice
