"""The exact solution of a round, asked for one situation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hornsup import i18n
from hornsup.core.notation import seat_letter
from hornsup.errors import BadInput
from hornsup.games.raise_your_horns.dice import Dice, dice_by_name
from hornsup.games.raise_your_horns.solution import Faces, Solution, read_faces, solve


def solve_round(players: int, dice: object, kept: list[str], roll: str | None) -> Situation:
    """The odds of a situation, by the texts of its dice; `dice` is a name or plain data."""
    found = Dice.from_data(dice) if isinstance(dice, dict) else dice_by_name(str(dice))
    rolled = None if roll is None else read_faces(roll)
    return Situation(solve(found, players), read_faces(" ".join(kept)), rolled)


class Situation:
    """A point of a round and what the solution says of it."""

    def __init__(self, solution: Solution, kept: Faces, roll: Faces | None) -> None:
        self.solution = solution
        self.kept = kept
        self.roll = roll
        if not solution.left(kept):
            raise BadInput("all dice are kept; the round is over")
        self.keeps = [] if roll is None else solution.keeps(kept, roll)
        if roll is None:
            self.losses = solution.before_roll(kept)
        elif self.keeps:
            best = [keep.losses for keep in self.keeps if not keep.cost]
            self.losses = tuple(sum(c) / Fraction(len(best)) for c in zip(*best, strict=True))
        else:
            self.losses = solution.off_losses(kept, roll)

    def lines(self, language: str, exact: bool) -> list[str]:
        """What each keep costs, and how often each seat loses."""

        def text(key: str, **values: object) -> str:
            return i18n.text(language, f"odds.{key}", **values)

        def share(value: Fraction) -> str:
            return str(value) if exact else i18n.percent(language, value)

        seat = seat_letter(len(self.kept))
        lines = [text("off", seat=seat)] if self.roll is not None and not self.keeps else []
        for keep in self.keeps:
            key = "best" if not keep.cost else "keep"
            loss, cost = share(keep.loss), share(keep.cost)
            lines.append(text(key, die=keep.face.text, loss=loss, cost=cost))
        lines.append(text("losses-rolled" if self.roll else "losses", seat=seat))
        for place, loss_there in enumerate(self.losses):
            lines.append(text("seat", seat=seat_letter(place), loss=share(loss_there)))
        total = sum(self.losses, Fraction(0))
        return [*lines, text("sum-ties" if total > 1 else "sum", total=share(total))]

    def to_json(self) -> dict[str, Any]:
        """The same as data, every share as a fraction and as a number."""

        def both(value: Fraction) -> dict[str, Any]:
            return {"exact": str(value), "value": float(value)}

        return {
            "players": self.solution.players,
            "dice": self.solution.dice.name,
            "kept": [face.text for face in self.kept],
            "roll": None if self.roll is None else [face.text for face in self.roll],
            "to_keep": seat_letter(len(self.kept)),
            "keeps": [
                {"keep": keep.face.text, "loss": both(keep.loss), "cost": both(keep.cost)}
                for keep in self.keeps
            ],
            "losses": [both(loss) for loss in self.losses],
        }
