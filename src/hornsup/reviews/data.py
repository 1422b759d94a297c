"""A review as plain data: what happened step by step, who owes what to whom, and the decisions.

Values are chances to win (Horns Up, as floats that add up to 1) or to lose the round (Raise Your
Horns!, as exact fractions). `to_json` writes fractions as texts such as "7/216".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias

from hornsup import i18n
from hornsup.core.notation import Names, seat_name
from hornsup.i18n import Plain

Value: TypeAlias = float | Fraction
Values: TypeAlias = tuple[Any, ...]
"""One value per seat: floats or fractions, never both."""
Kind = Literal["chance", "decision"]
SeenBy = int | Literal["table"] | None
"""Whose knowledge the chances are from: a seat, what everybody saw, or all hands open (None)."""
FORMAT: Final = "hornsup-review/1"


def when(language: str, turn: int, group: str = "turn") -> str:
    """The number of a turn or a round in words; the setup comes before the first turn."""
    return i18n.text(language, f"review.when.{group if turn else 'start'}", n=turn)


def plain(value: Value) -> float | str:
    """A value as JSON has it."""
    return str(value) if isinstance(value, Fraction) else float(value)


def plain_list(values: Values) -> list[float | str]:
    return [plain(value) for value in values]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the game and the chances after it.

    A step with a `start` opens an account: the deal, or a round of dice. `luck` and `rest` are
    those of a chance step; `guesses` and `errors` say what the mean over redraws stands on, and
    0 guesses that the mean is exact. `events` are what happened, as the reader may know it.
    """

    step: int
    move: int  # the moves played so far; 0 before the first one
    kind: Kind
    seat: int | None  # who decided, or drew
    played: str
    turn: int
    values: Values
    start: Values | None = None
    luck: Values = ()
    rest: Values = ()
    guesses: int = 0
    errors: Values = ()
    events: tuple[Any, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "step": self.step,
            "move": self.move,
            "kind": self.kind,
            "values": plain_list(self.values),
            "seat": self.seat,
            "played": self.played,
            "turn": self.turn,
            "opens": self.start is not None,
            "luck": plain_list(self.luck),
            "rest": plain_list(self.rest),
            "guesses": self.guesses,
            "errors": plain_list(self.errors),
        }


@dataclass(frozen=True, slots=True)
class Account:
    """One seat's line of the ledger: `start + luck + own + sum(by) + rest == result`."""

    start: Value
    luck: Value
    own: Value
    by: Values
    rest: Value
    result: Value
    luck_error: float = 0.0

    def to_json(self) -> dict[str, Any]:
        return {
            "start": plain(self.start),
            "luck": plain(self.luck),
            "own": plain(self.own),
            "by": plain_list(self.by),
            "rest": plain(self.rest),
            "result": plain(self.result),
            "luck_error": self.luck_error,
        }


Ledger = tuple[Account, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """The ledger from one opening step to the last step before the next: a round of dice."""

    number: int
    first: int
    last: int
    ledger: Ledger

    def to_json(self) -> dict[str, Any]:
        return {
            "round": self.number,
            "first": self.first,
            "last": self.last,
            "ledger": [account.to_json() for account in self.ledger],
        }


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice between several sensible moves, judged from what the seat itself knew.

    `loss` is what the move played gives away against the best one, `error` its standard error,
    `word` one of `inaccuracy`, `mistake`, `blunder` or empty.
    """

    move: int
    seat: int
    played: str
    best: str
    loss: Value
    error: float
    guesses: int
    choices: int
    word: str = ""
    turn: int = 0

    @property
    def noise(self) -> bool:
        """Whether the loss is too small to be told from chance."""
        return float(self.loss) < 2 * self.error

    def to_json(self) -> dict[str, Any]:
        return {
            "move": self.move,
            "seat": self.seat,
            "played": self.played,
            "best": self.best,
            "loss": plain(self.loss),
            "error": self.error,
            "guesses": self.guesses,
            "choices": self.choices,
            "word": self.word,
            "noise": self.noise,
            "turn": self.turn,
        }


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A step at which the game turned, for whom, by how much, and why.

    `cause` names the sentence of the catalogue `review`; `told` is what happened there, which the
    game narrates.
    """

    step: int
    move: int
    seat: int
    change: Value
    before: Value
    after: Value
    turn: int
    cause: str
    doer: int | None
    told: tuple[Any, ...] = ()
    better: str = ""
    loss: Value = 0.0

    def text(self, game: Any, language: str = "en", names: Names = None) -> str:
        """The turning point as a sentence or two, a better move in its notation."""
        text = self.happened(game, language, names)
        if not self.better:
            return text
        better = i18n.text(
            language, "review.turning.better", move=self.better, points=self._points(language)
        )
        return f"{text} {better}"

    def in_words(self, game: Any, language: str, names: Names, better: str) -> str:
        """The turning point as sentences only; `better` tells what the better move would do."""
        text = self.happened(game, language, names)
        points = self._points(language)
        told = i18n.text(language, "review.turning.better-told", told=Plain(better), points=points)
        return f"{text} {told}"

    def _points(self, language: str) -> Plain:
        return Plain(i18n.number(language, float(self.loss) * 100, 0))

    def happened(
        self, game: Any, language: str = "en", names: Names = None, *, in_words: bool = False
    ) -> str:
        """What happened and how the chances changed; `in_words` is without notation and names."""
        if in_words:
            happened, names = game.in_words(self.told, language), None
        else:
            happened = " ".join(game.narrate(event, language, names) for event in self.told)
        group = "round" if self.cause.startswith("round-") else "turn"
        values = {
            "when": Plain(when(language, self.turn, group)),
            "seat": seat_name(self.seat, names),
            "before": Plain(i18n.percent(language, self.before, 0)),
            "after": Plain(i18n.percent(language, self.after, 0)),
            "happened": Plain(happened),
        }
        return i18n.text(language, f"review.turning.{self.cause}", **values).strip()

    def to_json(self, game: Any, language: str = "en", names: Names = None) -> dict[str, Any]:
        return {
            "step": self.step,
            "seat": self.seat,
            "change": plain(self.change),
            "text": self.text(game, language, names),
            "move": self.move,
            "turn": self.turn,
            "before": plain(self.before),
            "after": plain(self.after),
            "cause": self.cause,
            "doer": self.doer,
            "better": self.better,
        }


@dataclass(frozen=True, slots=True)
class Accuracy:
    """One seat's decisions together: the mean loss with its standard error."""

    seat: int
    decisions: int
    loss: float
    error: float
    words: Mapping[str, int]

    def to_json(self) -> dict[str, Any]:
        percent = max(0.0, 100 * (1 - self.loss)) if self.decisions else None
        return {
            "seat": self.seat,
            "decisions": self.decisions,
            "mean_loss": self.loss,
            "error": self.error,
            "percent": percent,
            "words": dict(self.words),
        }


@dataclass(frozen=True, slots=True)
class Head:
    """What a review is of, and how it was made."""

    game: str
    players: int
    guesses: int
    seed: int | str
    seen_by: SeenBy
    measure: Literal["win", "lose"]
    names: tuple[str, ...]
    outcome: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        seen_by = "open" if self.seen_by is None else self.seen_by
        return {
            "format": FORMAT,
            "game": self.game,
            "players": self.players,
            "guesses": self.guesses,
            "seed": self.seed,
            "seen_by": seen_by,
            "measure": self.measure,
            "names": list(self.names),
            "outcome": dict(self.outcome),
        }


@dataclass(frozen=True, slots=True)
class Graph:
    """The first part of a review: the chances after every step."""

    head: Head
    steps: tuple[Step, ...]

    def to_json(self, _language: str = "en") -> dict[str, Any]:
        return {
            "part": "graph",
            **self.head.to_json(),
            "chances": [step.to_json() for step in self.steps],
        }


@dataclass(frozen=True, slots=True)
class Books:
    """The second part: the ledger, by round if there are several, and who did what to whom.

    `grudges[j][i]` is what the decisions of seat j did to seat i. `decisions` is how many
    decisions there are still to judge.
    """

    ledger: Ledger
    rounds: tuple[Part, ...]
    grudges: tuple[Values, ...]
    decisions: int

    def to_json(self, _language: str = "en") -> dict[str, Any]:
        return {
            "part": "ledger",
            "ledger": [account.to_json() for account in self.ledger],
            "rounds": [part.to_json() for part in self.rounds],
            "grudges": [plain_list(row) for row in self.grudges],
            "to_judge": self.decisions,
        }


@dataclass(frozen=True, slots=True)
class Judged:
    """One decision, as soon as it is judged; `done` counts those judged so far."""

    decision: Decision | None  # None: there was nothing to choose after all
    done: int
    total: int

    def to_json(self, _language: str = "en") -> dict[str, Any]:
        found = None if self.decision is None else self.decision.to_json()
        return {"part": "decision", "decision": found, "done": self.done, "total": self.total}


@dataclass(frozen=True, slots=True)
class Review:
    """A whole review; the last part of a stream."""

    head: Head
    steps: tuple[Step, ...]
    ledger: Ledger
    rounds: tuple[Part, ...]
    grudges: tuple[Values, ...]
    decisions: tuple[Decision, ...]
    turning_points: tuple[TurningPoint, ...]
    accuracy: tuple[Accuracy, ...]
    left_out: int = 0
    """Decisions for which the budget was too short."""

    @property
    def game(self) -> Any:
        from hornsup.core import registry

        return registry.get(self.head.game)

    def to_json(self, language: str = "en") -> dict[str, Any]:
        """The review as JSON has it; sentences are in `language`, seats in them have names."""
        names = self.head.names
        points = [point.to_json(self.game, language, names) for point in self.turning_points]
        return {
            "part": "review",
            **self.head.to_json(),
            "chances": [step.to_json() for step in self.steps],
            "ledger": [account.to_json() for account in self.ledger],
            "rounds": [part.to_json() for part in self.rounds],
            "grudges": [plain_list(row) for row in self.grudges],
            "decisions": [decision.to_json() for decision in self.decisions],
            "turning_points": points,
            "accuracy": [accuracy.to_json() for accuracy in self.accuracy],
            "left_out": self.left_out,
        }

    def _repr_svg_(self) -> str:
        from hornsup.reviews.pictures import graph_svg

        return graph_svg(self)

    def _repr_html_(self) -> str:
        from hornsup.reviews.page import fragment

        return fragment(self)


StreamPart = Graph | Books | Judged | Review
