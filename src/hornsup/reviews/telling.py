"""A review told: headings, sentences and tables in one language, for text and HTML alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hornsup import i18n
from hornsup.core import registry
from hornsup.core.notation import seat_letter
from hornsup.i18n import Plain
from hornsup.reviews.data import Account, Decision, Review, Value, when

WORST: Final = 6
MANY_SEATS: Final = 9  # more do not fit side by side


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under their columns; the first cell of a row names it."""

    heading: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Telling:
    """The words of one review in one language."""

    def __init__(self, review: Review, language: str = "en") -> None:
        self.review = review
        self.language = language
        self.losing = review.head.measure == "lose"

    def text(self, key: str, **values: object) -> str:
        return i18n.text(self.language, f"review.{key}", **values)

    def name(self, seat: int) -> str:
        """The letter of a seat, and who sat there."""
        return f"{seat_letter(seat)} {self.review.head.names[seat]}".strip()

    @property
    def names(self) -> list[str]:
        return [self.name(seat) for seat in range(self.review.head.players)]

    @property
    def title(self) -> str:
        return self.text("title", game=registry.get(self.review.head.game).title)

    def introduction(self) -> list[str]:
        """How the game ended, and what the figures are."""
        measure = self.text("measure-lose" if self.losing else "measure-win")
        return [self._ending(), measure if self.losing else f"{measure} {self._seen_by()}"]

    def _ending(self) -> str:
        outcome = self.review.head.outcome
        if self.losing:
            pairs = zip(self.names, outcome["losses"], strict=True)
            return self.text("lost", losses=Plain(", ".join(f"{name} {n}" for name, n in pairs)))
        winners = Plain(", ".join(self.name(seat) for seat in outcome["winners"]))
        return self.text("won", names=winners, n=self.review.steps[-1].turn)

    def _seen_by(self) -> str:
        seen_by = self.review.head.seen_by
        if seen_by is None:
            return self.text("seen-open")
        if seen_by == "table":
            return self.text("seen-table")
        return self.text("seen-seat", seat=Plain(self.name(seen_by)))

    def sentences(self) -> list[str]:
        """The turning points."""
        names = self.review.head.names
        game = registry.get(self.review.head.game)
        return [point.text(game, self.language, names) for point in self.review.turning_points]

    # --- figures --------------------------------------------------------------------------------

    def amount(self, value: Value, sign: bool = True) -> str:
        """Points of a chance to win, or losses."""
        number = float(value) if self.losing else float(value) * 100
        digits = 2 if self.losing else 1
        number = round(number, digits) + 0.0  # no negative zero
        written = i18n.number(self.language, abs(number), digits)
        before = "−" if number < 0 else "+" if sign and number > 0 else ""
        return before + written

    def with_error(self, value: Value, error: float, sign: bool = True) -> str:
        shown = self.amount(value, sign)
        return f"{shown} ± {self.amount(error, False)}" if error else shown

    def columns(self, *names: str) -> tuple[str, ...]:
        return tuple(self.text(f"columns.{name}") for name in names)

    @property
    def turn_word(self) -> str:
        return self.text("columns.round" if self.losing else "columns.turn")

    def turn(self, turn: int) -> str:
        """A turn or round in the column of that name."""
        return str(turn) if turn else when(self.language, turn)

    # --- tables ---------------------------------------------------------------------------------

    def ledger(self) -> Table:
        luck = "" if self.losing else self.text("notes.luck")
        note = self.text("notes.ledger-lose" if self.losing else "notes.ledger")
        rows = tuple(
            (name, *self._account(account))
            for name, account in zip(self.names, self.review.ledger, strict=True)
        )
        columns = self.columns("seat", "start", "luck", "own", "by", "rest", "result")
        return Table(self.text("heads.ledger"), f"{note} {luck}".strip(), columns, rows)

    def _account(self, account: Account) -> tuple[str, ...]:
        return (
            self.amount(account.start, False),
            self.with_error(account.luck, account.luck_error),
            self.amount(account.own),
            self.amount(sum(account.by)),
            self.amount(account.rest),
            self.amount(account.result, False),
        )

    def grudges(self) -> Table | None:
        """Who did what to whom, at tables where it fits."""
        if self.review.head.players > MANY_SEATS:
            return None
        rows = []
        for seat, row in enumerate(self.review.grudges):
            cells = ("·" if seat == at else self.amount(value) for at, value in enumerate(row))
            rows.append((self.name(seat), *cells))
        columns = ("", *(seat_letter(seat) for seat in range(self.review.head.players)))
        note = self.text("notes.grudges-lose" if self.losing else "notes.grudges")
        return Table(self.text("heads.grudges"), note, columns, tuple(rows))

    def worst(self) -> Sequence[Decision]:
        """The costliest decisions that have a word."""
        named = [decision for decision in self.review.decisions if decision.word]
        return sorted(named, key=lambda decision: -float(decision.loss))[:WORST]

    def decisions(self) -> Table:
        rows = tuple(
            (
                self.turn(decision.turn),
                self.name(decision.seat),
                decision.played,
                decision.best,
                self.with_error(decision.loss, decision.error, False),
                self.text(f"words.{decision.word}"),
            )
            for decision in self.worst()
        )
        columns = (self.turn_word, *self.columns("seat", "played", "best", "loss"), "")
        note = self.text("notes.decisions") if rows else self.text("notes.none")
        if self.losing and rows:
            note = self.text("notes.exact")
        return Table(self.text("heads.decisions"), note, columns, rows)

    def accuracy(self) -> Table:
        rows = []
        for figure in self.review.accuracy:
            percent = figure.to_json()["percent"]
            share = "–" if percent is None else i18n.percent(self.language, percent / 100)
            mean = self.with_error(figure.loss, figure.error, False) if figure.decisions else "–"
            rows.append((self.name(figure.seat), str(figure.decisions), mean, share))
        columns = self.columns("seat", "decisions", "mean", "accuracy")
        return Table(self.text("heads.accuracy"), self.footing(), columns, tuple(rows))

    def footing(self) -> str:
        """What the figures stand on."""
        head, said = self.review.head, ""
        if not self.losing:
            said = self.text("notes.guesses", n=head.guesses, seed=Plain(head.seed))
        if self.review.left_out:
            said += " " + self.text("notes.left-out", n=self.review.left_out)
        return said.strip()

    def chances(self) -> Table:
        """The chances after every turn: the graph for those who read it."""
        last = {step.turn: step for step in self.review.steps}
        rows = tuple(
            (self.turn(turn), *(i18n.percent(self.language, value, 0) for value in step.values))
            for turn, step in last.items()
        )
        columns = (self.turn_word, *self.names)
        return Table(self.text("heads.table"), "", columns, rows)

    def tables(self) -> list[Table]:
        found = (self.ledger(), self.grudges(), self.decisions(), self.accuracy())
        return [table for table in found if table is not None]
