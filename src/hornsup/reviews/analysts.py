"""What a review needs of each game, behind one interface."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, Literal, Protocol

from hornsup.errors import BadInput
from hornsup.reviews.data import Decision, SeenBy, Step
from hornsup.reviews.replaying import Played


class Analyst(Protocol):
    """Reviews one record of one game. Every figure depends on record and seed alone."""

    measure: Literal["win", "lose"]
    hidden: bool
    """Whether seats know different things."""

    def steps(self) -> Iterator[Step]: ...

    def choices(self) -> Iterable[Played]: ...

    def judge(self, move: Played) -> Decision | None: ...


class HornsUpAnalyst:
    measure: Literal["win", "lose"] = "win"
    hidden = True

    def __init__(self, data: Mapping[str, Any], seed: object, seen_by: SeenBy, guesses: int):
        self.data, self.seed, self.seen_by, self.guesses = data, seed, seen_by, guesses

    def steps(self) -> Iterator[Step]:
        from hornsup.reviews.horns_up.steps import steps, watcher

        return steps(self.data, watcher(self.seed, self.seen_by, self.guesses))

    def choices(self) -> Iterable[Played]:
        from hornsup.reviews.horns_up.decisions import choices

        return choices(self.data)

    def judge(self, move: Played) -> Decision | None:
        from hornsup.reviews.horns_up.decisions import judge

        return judge(move, self.seed, self.guesses)


class DiceAnalyst:
    """Everything is public and exact, so neither guesses nor seed are needed."""

    measure: Literal["win", "lose"] = "lose"
    hidden = False

    def __init__(self, data: Mapping[str, Any], _seed: object, _seen_by: SeenBy, _guesses: int):
        self.data = data

    def steps(self) -> Iterator[Step]:
        from hornsup.reviews.raise_your_horns.steps import steps

        return steps(self.data)

    def choices(self) -> Iterable[Played]:
        from hornsup.reviews.raise_your_horns.steps import choices

        return choices(self.data)

    def judge(self, move: Played) -> Decision | None:
        from hornsup.reviews.raise_your_horns.steps import judge

        return judge(move)


_ANALYSTS: Final[Mapping[str, Callable[..., Analyst]]] = {
    "horns-up": HornsUpAnalyst,
    "raise-your-horns": DiceAnalyst,
}


def analyst(data: Mapping[str, Any], seed: object, seen_by: SeenBy, guesses: int) -> Analyst:
    """The analyst of a record's game."""
    name = data["game"]
    if name not in _ANALYSTS:
        raise BadInput(f"games of {name!r} cannot be reviewed; {', '.join(_ANALYSTS)} can")
    return _ANALYSTS[name](data, seed, seen_by, guesses)
