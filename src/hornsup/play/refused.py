"""Why the table refuses a command: a stable code and a sentence in every language."""

from __future__ import annotations

from typing import Any

from hornsup import i18n
from hornsup.core.notation import Names
from hornsup.core.refusal import Refusal, refusal_of
from hornsup.errors import HornsUpError, IllegalMove


class Refused(HornsUpError):
    """A command that the table turns down; nothing has changed.

    `code` is stable and meant for programs. A refusal of the rules keeps the engine's code and its
    rule; the table's own have none.
    """

    def __init__(
        self, code: str, *, refusal: Refusal | None = None, names: Names = None, **values: Any
    ) -> None:
        self.code = code
        self.refusal = refusal
        self.names = names
        self.values = values
        super().__init__(self.text("en"))

    @property
    def rule(self) -> str | None:
        return self.refusal.rule if self.refusal else None

    def text(self, language: str) -> str:
        """The sentence in the reader's language."""
        if self.refusal is not None:
            return self.refusal.text(language, self.names)
        return i18n.text(language, f"table.refused.{self.code}", **self.values)


def refused_by_rules(error: IllegalMove, names: Names) -> Refused:
    """The engine's refusal as the table's, with the players' names in it."""
    return Refused(error.code, refusal=refusal_of(error), names=names)
