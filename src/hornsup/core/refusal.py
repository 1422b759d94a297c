"""Why a move is refused: a stable code, a rule number and a sentence in every language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from hornsup import i18n
from hornsup.core.notation import Names, seat_name, seat_number
from hornsup.errors import IllegalMove

SEATS: Final = ("seat", "seats")
"""The values of a refusal that are letters of seats, so that names can stand in for them."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal as a value. `topic` names the catalogue that holds its sentence."""

    code: str
    rule: str
    topic: str
    values: dict[str, Any] = field(default_factory=dict)

    def text(self, language: str = "en", names: Names = None) -> str:
        """What would have to be true, with the rule's number behind it."""
        values = {name: _named(name, value, names) for name, value in self.values.items()}
        return f"{i18n.text(language, f'{self.topic}.{self.code}', **values)} {self.rule}"

    @property
    def message(self) -> str:
        return self.text("en")

    def error(self) -> IllegalMove:
        return IllegalMove(self.code, self.rule, self.message, self)

    def to_json(self, language: str = "en", names: Names = None) -> dict[str, str]:
        """Code, rule and sentence: what a client is told."""
        return {"code": self.code, "rule": self.rule, "message": self.text(language, names)}


def refusal_of(error: IllegalMove) -> Refusal:
    """The refusal behind an error, which speaks every language and knows people by name."""
    assert isinstance(error.refusal, Refusal), "every game raises its errors from refusals"
    return error.refusal


def _named(name: str, value: Any, names: Names) -> Any:
    """A seat's letter, or several, as the names of those who sit there."""
    if names is None or name not in SEATS:
        return value
    if isinstance(value, str):
        return seat_name(seat_number(value), names)
    return [seat_name(seat_number(letter), names) for letter in value]
