"""What a house rule changes: the same deals played under each of its values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hornsup.lab import significance
from hornsup.lab.figures import COUNT, POINTS, SHARE, Figure
from hornsup.lab.intervals import Estimate, mean
from hornsup.lab.results import Row, winners_of

Value = Callable[[Row], float]


@dataclass(frozen=True, slots=True)
class Question:
    """Something that one game answers with a number; `share` if the number is a yes or no."""

    label: str
    value: Value
    unit: str = COUNT


def _unused(row: Row) -> float:
    left = sum(row["unused_actions"])
    return float(left / max(1, left + sum(row["actions"])))


def _plays(*slugs: str) -> Value:
    return lambda row: sum(sum(row["cards"].get(slug, ())) for slug in slugs)


EVERY: Final = (
    Question("moves per game", lambda row: row["moves"]),
    Question("games that end", lambda row: row["finished"], SHARE),
)
HORNS_UP: Final = (
    Question("turns per game", lambda row: row["turns"]),
    *EVERY,
    Question("wins of who begins", lambda row: row["winner_place"] == 1, SHARE),
    Question("leader changes", lambda row: row["leader_changes"]),
    Question("comebacks", lambda row: bool(row["comeback"]), SHARE),
    Question("kingmaking", lambda row: bool(row["kingmaking"]), SHARE),
    Question("attacks per game", lambda row: sum(row["attacks_by"])),
    Question("unused actions", _unused, SHARE),
    Question("turns skipped", lambda row: sum(row["skipped_turns"])),
    Question("longest wait in turns", lambda row: max(row["longest_wait"])),
    Question("tokens taken", lambda row: sum(row["tokens_taken"])),
    Question("Walls played", _plays("troublemakers", "headbangers", "mosh-pit")),
    Question("Crowd Surfing played", _plays("crowd-surfing")),
    Question("Pushed Away played", _plays("pushed-away")),
    Question("Wall of Death opens", lambda row: row["wod_opened"]),
    Question("Wall of Death closes", lambda row: row["wod_closed"]),
    Question("Rockers crushed", lambda row: row["wod_crushed"]),
)
RAISE_YOUR_HORNS: Final = (
    Question("rounds per game", lambda row: row["turns"]),
    *EVERY,
    Question("losers named", lambda row: sum(row["named"])),
    Question("Horns kept", lambda row: sum(row["horns_kept"])),
    Question("off symbols rolled", lambda row: sum(row["off_rolled"])),
    Question("rounds with several losers", lambda row: row["tied_rounds"]),
)
QUESTIONS: Final = {"horns-up": HORNS_UP, "raise-your-horns": RAISE_YOUR_HORNS}
SPREAD: Final = "wins, best less worst seat"


@dataclass(frozen=True, slots=True)
class Answer:
    """One question under two values: both numbers, their difference, and how likely by chance."""

    label: str
    unit: str
    first: float
    second: float
    difference: Estimate
    chance: float
    corrected: float = 1.0
    game: int = 0  # the game that differs most

    @property
    def verdict(self) -> str:
        """Plain words: certain even among so many questions, a hint, or nothing."""
        if self.corrected < 0.05:
            return "changes"
        return "perhaps" if self.chance < 0.05 else ""

    def figure(self, label: str) -> Figure:
        unit = POINTS if self.unit == SHARE else COUNT
        return Figure(label, self.difference, unit)


def compare(game: str, first: list[Row], second: list[Row]) -> list[Answer]:
    """All questions, asked of games that were dealt alike."""
    games = min(len(first), len(second))
    pairs = list(zip(first[:games], second[:games], strict=True))
    answers = [_answer(question, pairs) for question in QUESTIONS[game]]
    answers.insert(3, _spread(pairs))
    corrected = significance.holm([answer.chance for answer in answers])
    return [replace(a, corrected=chance) for a, chance in zip(answers, corrected, strict=True)]


def _answer(question: Question, pairs: Sequence[tuple[Row, Row]]) -> Answer:
    one = [float(question.value(row)) for row, _ in pairs]
    two = [float(question.value(row)) for _, row in pairs]
    gaps = [after - before for before, after in zip(one, two, strict=True)]
    most = max(range(len(gaps)), key=lambda index: (abs(gaps[index]), -index))
    return Answer(
        question.label,
        question.unit,
        sum(one) / len(one),
        sum(two) / len(two),
        mean(gaps),
        significance.paired(one, two),
        game=pairs[most][0]["number"],
    )


def _wins(row: Row) -> list[int]:
    won = winners_of(row)
    return [int(seat in won) for seat in range(row["players"])]


def _spread(pairs: Sequence[tuple[Row, Row]]) -> Answer:
    """How unequal the seats are; its interval comes from leaving out a tenth of the games."""
    one, two = [_wins(row) for row, _ in pairs], [_wins(row) for _, row in pairs]
    first, second = _range(one), _range(two)
    tenths = min(10, len(pairs))
    left_out = [
        _range([w for at, w in enumerate(two) if at % tenths != part])
        - _range([w for at, w in enumerate(one) if at % tenths != part])
        for part in range(tenths)
    ]
    middle = sum(left_out) / tenths
    error = ((tenths - 1) / tenths * sum((gap - middle) ** 2 for gap in left_out)) ** 0.5
    gap = second - first
    interval = Estimate(gap, gap - 1.96 * error, gap + 1.96 * error, len(pairs))
    return Answer(SPREAD, SHARE, first, second, interval, significance.spread(one, two))


def _range(wins: Sequence[Sequence[int]]) -> float:
    totals = [sum(column) for column in zip(*wins, strict=True)]
    return float(max(totals) - min(totals)) / len(wins)
