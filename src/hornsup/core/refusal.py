"""Why a move is refused: a stable code, a rule number and a sentence in every language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hornsup import i18n
from hornsup.errors import IllegalMove


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal as a value. `topic` names the catalogue that holds its sentence."""

    code: str
    rule: str
    topic: str
    values: dict[str, Any] = field(default_factory=dict)

    def text(self, language: str = "en") -> str:
        """What would have to be true, with the rule's number behind it."""
        sentence = i18n.text(language, f"{self.topic}.{self.code}", **self.values)
        return f"{sentence} {self.rule}"

    @property
    def message(self) -> str:
        return self.text("en")

    def error(self) -> IllegalMove:
        return IllegalMove(self.code, self.rule, self.message, self)

    def to_json(self, language: str = "en") -> dict[str, str]:
        return {"code": self.code, "rule": self.rule, "message": self.text(language)}
