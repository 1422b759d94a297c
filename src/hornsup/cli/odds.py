"""`hornsup odds`: the exact solution of a round of Raise Your Horns!, asked for one situation."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from hornsup import i18n
from hornsup.cli.common import language_of, language_option, read_text
from hornsup.core import registry
from hornsup.core.notation import SEAT_LETTERS, seat_letter
from hornsup.errors import BadInput
from hornsup.games.raise_your_horns.dice import SHIPPED, Dice, dice_by_name
from hornsup.games.raise_your_horns.faces import Face
from hornsup.games.raise_your_horns.solution import Faces, Solution, read_faces, solve


@click.command()
@click.option("--players", default=4, show_default=True, help="How many play.")
@click.option("--roll", help='What the next player has rolled, such as "W5 B2 B0 F1".')
@click.option(
    "--kept", multiple=True, metavar="A=B4", help="What was kept before, the starter being A."
)
@click.option("--dice", "dice_name", default="standard", show_default=True, help="A set or a file.")
@click.option("--exact", is_flag=True, help="Fractions instead of percentages.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@language_option
def odds(
    players: int,
    roll: str | None,
    kept: tuple[str, ...],
    dice_name: str,
    exact: bool,
    as_json: bool,
    language: str | None,
) -> None:
    """Say how often each player loses this round under best play, and what each keep costs.

    A starts the round, B is next, and so on. Without --roll the odds are those before the next
    roll; with it, one line for every die that may be kept.
    """
    registry.check_players(registry.get("raise-your-horns"), players)
    solution = solve(_dice(dice_name), players)
    before = read_kept(kept)
    answer = Answer(solution, before, read_faces(roll) if roll is not None else None)
    if as_json:
        click.echo(json.dumps(answer.to_json()))
    else:
        answer.show(language_of(language), exact)


def _dice(name: str) -> Dice:
    if name in SHIPPED:
        return dice_by_name(name)
    if not Path(name).exists():
        raise BadInput(f"there are no dice {name!r}; name a TOML file or {', '.join(SHIPPED)}")
    return Dice.from_toml(read_text(name))


def read_kept(words: tuple[str, ...]) -> Faces:
    """`A=B4 B=F2`: the seats must follow each other from A on."""
    faces: list[Face] = []
    for word in " ".join(words).replace(",", " ").split():
        letter, equals, die = word.partition("=")
        if not equals:
            raise BadInput(f"write a kept die as A=B4, not {word!r}")
        if letter != SEAT_LETTERS[len(faces)]:
            expected = SEAT_LETTERS[len(faces)]
            raise BadInput(f"kept dice are named in turn from A on: {expected}=... comes next")
        faces += read_faces(die)
    return tuple(faces)


class Answer:
    """One situation and what the solution says of it."""

    def __init__(self, solution: Solution, kept: Faces, roll: Faces | None) -> None:
        self.solution = solution
        self.kept = kept
        self.roll = roll
        left = solution.left(kept)
        if not left:
            raise BadInput("all dice are kept; the round is over")
        self.keeps = [] if roll is None else solution.keeps(kept, roll)
        if roll is None:
            self.losses = solution.before_roll(kept)
        elif self.keeps:
            best = [keep.losses for keep in self.keeps if not keep.cost]
            self.losses = tuple(sum(c) / Fraction(len(best)) for c in zip(*best, strict=True))
        else:
            self.losses = solution.off_losses(kept, roll)

    def show(self, language: str, exact: bool) -> None:
        def say(key: str, **values: object) -> None:
            click.echo(i18n.text(language, f"odds.{key}", **values))

        def share(value: Fraction) -> str:
            return str(value) if exact else f"{float(value) * 100:.1f} %"

        me = seat_letter(len(self.kept))
        if self.roll is not None and not self.keeps:
            say("off", seat=me)
        for keep in self.keeps:
            key = "best" if not keep.cost else "keep"
            say(key, die=keep.face.text, loss=share(keep.loss), cost=share(keep.cost))
        say("losses-rolled" if self.roll else "losses", seat=me)
        for place, loss in enumerate(self.losses):
            say("seat", seat=seat_letter(place), loss=share(loss))
        total = sum(self.losses, Fraction(0))
        say("sum-ties" if total > 1 else "sum", total=share(total))

    def to_json(self) -> dict[str, Any]:
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
