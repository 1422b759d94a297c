"""Who sits together in a tournament: every deal is played by every bot from every seat.

For each deal the bots are drawn into tables. Where they do not fill the last table, bots that have
filled fewest seats so far sit a second time. Each table plays the deal as often as it has seats,
and everybody moves up one seat in between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from hornsup.errors import BadInput
from hornsup.lab.simulate import Plan, Task

Table = list[str]


def check_bots(bots: Sequence[str]) -> None:
    """Refuse a list of bots that is no tournament."""
    if len(bots) < 2:
        raise BadInput("a tournament needs at least two bots: --bots racer,random")
    if len(set(bots)) < len(bots):
        raise BadInput("each bot enters a tournament once")


def deals(bots: Sequence[str], players: int, seed: int | str) -> Iterator[list[Table]]:
    """The tables of the first deal, of the second, and so on."""
    rng = Random(f"{seed}/seating")
    filled: Counter[str] = Counter()
    while True:
        drawn = list(bots)
        rng.shuffle(drawn)
        tables = [drawn[at : at + players] for at in range(0, len(drawn), players)]
        while len(tables[-1]) < players:
            tables[-1].append(_filler(bots, tables[-1], filled, rng))
        rng.shuffle(tables[-1])
        yield tables


def _filler(bots: Sequence[str], table: Table, filled: Counter[str], rng: Random) -> str:
    """Somebody for an empty seat: sits here seldom, then has filled few seats, then by lot."""
    name = min(bots, key=lambda name: (table.count(name), filled[name], rng.random()))
    filled[name] += 1
    return name


def games_of_a_deal(bots: Sequence[str], players: int) -> int:
    """How many games it takes until every bot has played a deal from every seat."""
    return -(-len(bots) // players) * players


def tasks_of(plan: Plan, bots: Sequence[str]) -> Iterator[Task]:
    """The games of a tournament, deal after deal; the plan says how many."""
    left = plan.games
    for deal, tables in enumerate(deals(bots, plan.players, plan.seed)):
        for table in tables:
            for turn in range(plan.players):
                if not left:
                    return
                left -= 1
                yield replace(plan, bots=",".join([*table[turn:], *table[:turn]])), deal
