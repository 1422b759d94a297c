"""Line-ups: one string that says who sits where, such as `greedy,search:200,my_module:MyBot`.

A bot is `NAME`, `NAME:BUDGET` for one that thinks (rounds, or seconds as in `search:0.5s`), or
`module:Class` for one of your own; `@` and a number from 0 to 1 give it a temper: `normal@0.8`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from hornsup.bots.base import Bot, RandomBot
from hornsup.core.options import unknown_name
from hornsup.errors import BadInput

_BUDGET: Final = re.compile(r"(?P<rounds>[0-9]{1,9})|(?P<seconds>[0-9]{1,5}(\.[0-9]{1,6})?)s")
_TEMPER: Final = re.compile(r"0(\.[0-9]{1,6})?|1(\.0{1,6})?")
HARD_ROUNDS: Final = 60


@dataclass(frozen=True, slots=True)
class Order:
    """What a line-up asks of one bot beside its name."""

    rounds: int = 0
    seconds: float = 0.0
    temper: float = 0.0


Maker = Callable[[Order], Bot]


# --- Horns Up -------------------------------------------------------------------------------


def _grudging(bot: Bot, order: Order) -> Bot:
    from hornsup.bots.temper import Grudging

    return Grudging(bot, order.temper) if order.temper else bot


def _random(order: Order) -> Bot:
    return _grudging(RandomBot(), order)


def _racer(order: Order) -> Bot:
    from hornsup.bots.horns_up.racer import Racer

    return _grudging(Racer(), order)


def _easy(order: Order) -> Bot:
    from hornsup.bots.horns_up.easy import Easy

    return _grudging(Easy(), order)


def _greedy(order: Order) -> Bot:
    from hornsup.bots.horns_up.greedy import Greedy

    return Greedy(order.temper)


def _search(order: Order) -> Bot:
    from hornsup.bots.horns_up.search import Search

    return Search(order.rounds, order.seconds, order.temper)


def _hard(order: Order) -> Bot:
    from hornsup.bots.horns_up.search import Search

    return Search(HARD_ROUNDS, temper=order.temper)


# --- Raise Your Horns! ----------------------------------------------------------------------


def _grudging_dice(bot: Bot, order: Order) -> Bot:
    from hornsup.bots.temper import GrudgingDice

    return GrudgingDice(bot, order.temper) if order.temper else bot


def _random_dice(order: Order) -> Bot:
    return _grudging_dice(RandomBot(), order)


def _easy_dice(order: Order) -> Bot:
    from hornsup.bots.raise_your_horns.dice_bots import Easy

    return _grudging_dice(Easy(), order)


def _greedy_dice(order: Order) -> Bot:
    from hornsup.bots.raise_your_horns.dice_bots import Greedy

    return _grudging_dice(Greedy(), order)


def _exact(order: Order) -> Bot:
    from hornsup.bots.raise_your_horns.dice_bots import Exact

    return _grudging_dice(Exact(), order)


_SHELF: dict[str, dict[str, Maker]] = {
    "horns-up": {
        "random": _random,
        "racer": _racer,
        "greedy": _greedy,
        "search": _search,
        "easy": _easy,
        "normal": _greedy,
        "hard": _hard,
    },
    "raise-your-horns": {
        "random": _random_dice,
        "greedy": _greedy_dice,
        "exact": _exact,
        "easy": _easy_dice,
        "normal": _greedy_dice,
        "hard": _exact,
    },
}
THINKERS: Final = ("search",)  # those that take a budget
LEVELS: Final = ("easy", "normal", "hard")


def _shelf(game: str) -> dict[str, Maker]:
    return _SHELF.get(game, {"random": lambda _: RandomBot()})


def bot_names(game: str) -> list[str]:
    """The bots that come with a game."""
    return sorted(_shelf(game))


def make_bot(game: str, name: str) -> Bot:
    """A bot by its name, with a budget and a temper if it says so, or by `module:Class`."""
    shelf = _shelf(game)
    plain, at, temper = name.partition("@")
    order = Order(temper=_read_temper(name, temper) if at else 0.0)
    if plain in shelf:
        return shelf[plain](order)
    base, colon, budget = plain.partition(":")
    found = _BUDGET.fullmatch(budget)
    if base in shelf and found:
        if base not in THINKERS:
            raise BadInput(f"the bot {base!r} takes no budget, as in {name!r}")
        return shelf[base](_with_budget(name, order, found))
    if not colon:
        raise unknown_name("bot", plain, bot_names(game))
    bot = _import_bot(plain)
    return _grudging_dice(bot, order) if game == "raise-your-horns" else _grudging(bot, order)


def _read_temper(name: str, text: str) -> float:
    if not _TEMPER.fullmatch(text):
        raise BadInput(f"a temper is a number from 0 to 1, as in greedy@0.7, not {name!r}")
    return float(text)


def _with_budget(name: str, order: Order, found: re.Match[str]) -> Order:
    rounds, seconds = int(found["rounds"] or 0), float(found["seconds"] or 0)
    if not rounds and not seconds:
        raise BadInput(f"{name!r} has no budget; write for example search:200 or search:0.5s")
    return Order(rounds, seconds, order.temper)


def _import_bot(name: str) -> Bot:
    module_name, _, class_name = name.partition(":")
    try:
        maker = getattr(import_module(module_name), class_name)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadInput(f"the bot {name!r} cannot be loaded: {error}") from error
    bot = maker()
    if not callable(getattr(bot, "choose", None)):
        raise BadInput(f"{name!r} is no bot: it has no method choose(info)")
    return bot  # type: ignore[no-any-return] # a bot from outside need not derive from Bot


def line_up_names(text: str, players: int) -> list[str]:
    """The name at each seat; a shorter list goes round the table."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise BadInput("the line-up is empty; write for example --bots racer,random")
    if len(names) > players:
        raise BadInput(f"the line-up has {len(names)} bots for {players} seats")
    return [names[seat % len(names)] for seat in range(players)]


def line_up(game: str, text: str, players: int) -> list[Bot]:
    """One bot per seat."""
    return [make_bot(game, name) for name in line_up_names(text, players)]
