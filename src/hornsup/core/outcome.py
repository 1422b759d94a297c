"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why the game ended, who won, and in the dice game how often each seat lost."""

    reason: str
    winners: tuple[int, ...] = ()
    losses: tuple[int, ...] | None = None

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"reason": self.reason, "winners": list(self.winners)}
        if self.losses is not None:
            data["losses"] = list(self.losses)
        return data
