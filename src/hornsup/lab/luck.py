"""Luck and play of every bot, from the ledgers of some games of a run.

Luck has the mean zero for every bot, good or bad: it is what cards and dice gave beyond their mean.
An interval that leaves out zero would therefore speak against the ledger, not for a lucky bot.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Final

from hornsup.bots.lineup import line_up_names
from hornsup.core.contract import GameState
from hornsup.lab.figures import COUNT, POINTS, Figure, Plot, Section
from hornsup.lab.intervals import mean
from hornsup.lab.results import Row
from hornsup.lab.simulate import Plan
from hornsup.reviews import ledger
from hornsup.reviews.data import Account, Ledger

MOST_GAMES: Final = {"horns-up": 20}
"""Games that are reviewed for one run, evenly spread: a ledger takes about half a second."""
MOST_DICE_GAMES: Final = 200
COLUMNS: Final = ("luck", "own moves", "done by others")
_TEXT: Final = (
    "What chance gave each bot beyond its mean, what its own moves changed, and what the others "
    "did to it, per game and seat, in points of {measure}. Luck must average out: its interval "
    "should hold zero for every bot, strong or weak. From {count} games."
)


def chosen(game: str, rows: Sequence[Row]) -> set[int]:
    """The finished games that are reviewed."""
    done = [row["number"] for row in rows if row["finished"]]
    most = MOST_GAMES.get(game, MOST_DICE_GAMES)
    every = max(len(done) / most, 1.0)
    return {done[int(at * every)] for at in range(min(len(done), most))}


def luck_section(plan: Plan, games: Iterable[tuple[int, GameState]]) -> Section | None:
    """Figures and a plot by bot; None without games."""
    found = {number: ledger(state.record()) for number, state in games}
    if not found:
        return None
    losing = plan.game != "horns-up"
    measure = "losses (less is better)" if losing else "the chance to win"
    text = _TEXT.format(measure=measure, count=len(found))
    names = line_up_names(plan.bots, plan.players)
    unit = COUNT if losing else POINTS
    figures = [
        _figure(f"{bot}: {column}", found, _seats(names, bot), place, unit)
        for bot in dict.fromkeys(names)
        for place, column in enumerate(COLUMNS)
    ]
    plot = Plot("points", "luck and play per game", tuple(figures), reference=0.0)
    return Section("luck", "Luck and play", text, figures, [plot])


def _seats(names: Sequence[str], bot: str) -> list[int]:
    return [seat for seat, name in enumerate(names) if name == bot]


def _figure(
    label: str, found: dict[int, Ledger], seats: Sequence[int], place: int, unit: str
) -> Figure:
    """A column of the ledger, averaged over the seats of one bot, then over games."""
    by_game = {
        number: fmean(_columns(lines[seat])[place] for seat in seats)
        for number, lines in found.items()
    }
    ranked = sorted(by_game, key=lambda number: (by_game[number], number))
    games = (("least", ranked[0]), ("most", ranked[-1]))
    return Figure(label, mean(list(by_game.values())), unit, games)


def _columns(account: Account) -> tuple[float, float, float]:
    return float(account.luck), float(account.own), float(sum(account.by))
