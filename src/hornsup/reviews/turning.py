"""Turning points: the steps at which the chances changed most, and their cause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from hornsup.reviews.books import changes
from hornsup.reviews.data import Decision, Step, TurningPoint, Values

COUNT: Final = 3
MOST_TOLD: Final = 3
NEARLY: Final = 0.75
# Events that say nothing about why the chances changed.
UNTOLD: Final = frozenset(
    (
        *("first-player", "dealt", "turn-began", "turn-ended", "flipped", "walked", "parted"),
        *("action-gained", "reshuffled", "stage-reshuffled"),
        *("round-began", "round-lost", "direction-turned", "forfeit-dealt", "may-name"),
    )
)


def turning_points(
    steps: Sequence[Step], decisions: Sequence[Decision], measure: str
) -> tuple[TurningPoint, ...]:
    """The largest changes, in the order of the game; one per turn, none for the deal.

    Of changes that are as good as equal a decision comes before chance, and a later one first.
    """
    found = [(step, before, _most_moved(step, before)) for step, before in changes(steps)]
    found = [each for each in found if each[0].start is None]
    lasting = _lasting(steps) if measure == "win" else {}
    found.sort(key=lambda each: _rank(each, lasting))
    chosen: dict[int, TurningPoint] = {}
    judged = {decision.move: decision for decision in decisions if decision.word}
    for step, before, seat in found:
        if step.turn in chosen or not _moved(step, before, seat):
            continue
        chosen[step.turn] = _point(step, before, seat, judged.get(step.move), measure)
        if len(chosen) == COUNT:
            break
    return tuple(sorted(chosen.values(), key=lambda point: point.step))


def _rank(
    found: tuple[Step, Values, int], lasting: Mapping[int, Values]
) -> tuple[float, bool, int]:
    step, before, seat = found
    moved = _moved(step, before, seat)
    if step.turn in lasting:
        moved = _shared(moved, float(lasting[step.turn][seat] - before[seat]))
    return -round(abs(moved), 2), step.kind == "chance", -step.step


def _moved(step: Step, before: Values, seat: int) -> float:
    """What a step did to a seat; of a chance step no more than luck did: the rest has no cause."""
    change = float(step.values[seat] - before[seat])
    if not step.luck:
        return change
    return _shared(change, float(step.luck[seat]))


def _shared(one: float, other: float) -> float:
    """What two changes have in common."""
    return min(one, other, key=abs) if one * other > 0 else 0.0


def _lasting(steps: Sequence[Step]) -> dict[int, Values]:
    """By turn: the chances when it has passed on, before the luck of the next draw.

    A Path that is laid and closes again at the end of the turn changes nothing that lasts, nor
    does luck that is thrown away in the same turn.
    """
    found: dict[int, Values] = {}
    for step, following in pairwise(steps):
        if following.turn > step.turn:
            luck = following.luck or (0.0,) * len(following.values)
            values = zip(following.values, luck, strict=True)
            found[step.turn] = tuple(value - lucky for value, lucky in values)
    return found


def _most_moved(step: Step, before: Values) -> int:
    """The seat whose chance changed most; who drew, or decided, comes first if nearly as much."""

    def moved(seat: int) -> float:
        change = abs(_moved(step, before, seat))
        return change / NEARLY if seat == step.seat else change

    return max(range(len(before)), key=moved)


def _point(
    step: Step, before: Values, seat: int, judged: Decision | None, measure: str
) -> TurningPoint:
    change = step.values[seat] - before[seat]
    cause = _cause(step, seat, _moved(step, before, seat) > 0, measure)
    better = judged if cause.endswith(("slip", "gift")) else None
    return TurningPoint(
        step.step,
        step.move,
        seat,
        change,
        before[seat],
        step.values[seat],
        step.turn,
        cause,
        step.seat,
        _told(step.events),
        better.best if better else "",
        better.loss if better else 0.0,
    )


def _cause(step: Step, seat: int, more: bool, measure: str) -> str:
    """The name of the sentence."""
    good = more == (measure == "win")
    prefix = "" if measure == "win" else "round-"
    if step.kind == "chance":
        return f"{prefix}luck" if good else f"{prefix}bad-luck"
    if step.seat == seat:
        return f"{prefix}move" if good else f"{prefix}slip"
    return f"{prefix}gift" if good else f"{prefix}attack"


def _told(happened: Sequence[Any]) -> tuple[Any, ...]:
    told = [event for event in happened if event.kind not in UNTOLD]
    ended = [event for event in happened if event.kind == "turn-ended"]
    return tuple((told or ended or list(happened))[:MOST_TOLD])
