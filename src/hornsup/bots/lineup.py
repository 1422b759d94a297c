"""Line-ups: one string that says who sits where, such as `greedy,search:200,my_module:MyBot`.

A bot is `NAME`, `NAME:BUDGET` for one that searches (rounds, or seconds as in `search:0.5s`), or
`module:Class` for one of your own; `@` and a number from 0 to 1 say how much it retaliates:
`normal@0.8`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Final

from hornsup.bots.base import Bot
from hornsup.core.options import unknown_name
from hornsup.errors import BadInput

_BUDGET: Final = re.compile(r"(?P<rounds>[0-9]{1,9})|(?P<seconds>[0-9]{1,5}(\.[0-9]{1,6})?)s")
_RETALIATION: Final = re.compile(r"0(\.[0-9]{1,6})?|1(\.0{1,6})?")
LEVELS: Final = ("easy", "normal", "hard", "expert")


@dataclass(frozen=True, slots=True)
class BotEntry:
    """How a bot of the package is made."""

    path: str  # `module:Class`, imported when the bot is made
    takes_budget: bool = False  # the class takes `rounds` and `seconds`, written as NAME:BUDGET
    takes_retaliation: bool = False  # the class takes `retaliation`; other bots are wrapped
    arguments: Mapping[str, Any] = field(default_factory=dict)  # what the class always gets


_RANDOM: Final = BotEntry("hornsup.bots.base:RandomBot")
_RACER: Final = BotEntry("hornsup.bots.horns_up.racer:Racer")
_EASY: Final = BotEntry("hornsup.bots.horns_up.easy:Easy")
_GREEDY: Final = BotEntry("hornsup.bots.horns_up.greedy:Greedy", takes_retaliation=True)
_GREEDY_1: Final = BotEntry(_GREEDY.path, takes_retaliation=True, arguments={"sees_wins": False})
_SEARCH: Final = BotEntry(
    "hornsup.bots.horns_up.search:Search", takes_budget=True, takes_retaliation=True
)
_SEARCH_1: Final = BotEntry(
    "hornsup.bots.horns_up.search:FirstSearch", takes_budget=True, takes_retaliation=True
)
_HARD: Final = BotEntry(_SEARCH.path, takes_retaliation=True, arguments={"rounds": 80})
_EXPERT: Final = BotEntry(_SEARCH.path, takes_retaliation=True, arguments={"rounds": 450})
_EASY_DICE: Final = BotEntry("hornsup.bots.raise_your_horns.dice_bots:Easy")
_GREEDY_DICE: Final = BotEntry("hornsup.bots.raise_your_horns.dice_bots:Greedy")
_EXACT: Final = BotEntry("hornsup.bots.raise_your_horns.dice_bots:Exact")

BOTS: Final[Mapping[str, Mapping[str, BotEntry]]] = {
    "horns-up": {
        "random": _RANDOM,
        "racer": _RACER,
        "greedy": _GREEDY,
        "search": _SEARCH,
        # What `greedy` and `search` were in 0.1.0, for duels across versions.
        "greedy-1": _GREEDY_1,
        "search-1": _SEARCH_1,
        "easy": _EASY,
        "normal": _GREEDY,
        "hard": _HARD,
        "expert": _EXPERT,
    },
    "raise-your-horns": {
        "random": _RANDOM,
        "greedy": _GREEDY_DICE,
        "exact": _EXACT,
        "easy": _EASY_DICE,
        "normal": _GREEDY_DICE,
        "hard": _EXACT,
        "expert": _EXACT,
    },
}
# The class that adds retaliation to a bot without it: Class(bot, retaliation).
WRAPPERS: Final[Mapping[str, str]] = {
    "horns-up": "hornsup.bots.horns_up.retaliation:Retaliating",
    "raise-your-horns": "hornsup.bots.raise_your_horns.retaliation:Retaliating",
}


def _entries(game: str) -> Mapping[str, BotEntry]:
    return BOTS.get(game, {"random": _RANDOM})


def bot_names(game: str) -> list[str]:
    """The bots that come with a game."""
    return sorted(_entries(game))


def make_bot(game: str, name: str) -> Bot:
    """A bot by its name, with a budget and a retaliation if it says so, or by `module:Class`."""
    plain, at, text = name.partition("@")
    retaliation = _read_retaliation(name, text) if at else 0.0
    entries = _entries(game)
    base, colon, budget = plain.partition(":")
    found = _BUDGET.fullmatch(budget)
    if plain in entries:
        return _make(game, entries[plain], {}, retaliation)
    if base in entries and found:
        return _make(game, entries[base], _read_budget(name, entries[base], found), retaliation)
    if not colon:
        raise unknown_name("bot", plain, bot_names(game))
    return _wrap(game, _import_bot(plain), retaliation)


def _make(game: str, entry: BotEntry, budget: Mapping[str, Any], retaliation: float) -> Bot:
    arguments = {**entry.arguments, **budget}
    if entry.takes_retaliation:
        arguments["retaliation"] = retaliation
    bot: Bot = _load(entry.path)(**arguments)
    return bot if entry.takes_retaliation else _wrap(game, bot, retaliation)


def _wrap(game: str, bot: Bot, retaliation: float) -> Bot:
    if not retaliation or game not in WRAPPERS:
        return bot
    wrapped: Bot = _load(WRAPPERS[game])(bot, retaliation)
    return wrapped


def _load(path: str) -> Any:
    module_name, _, class_name = path.partition(":")
    return getattr(import_module(module_name), class_name)


def _read_retaliation(name: str, text: str) -> float:
    if not _RETALIATION.fullmatch(text):
        raise BadInput(f"retaliation is a number from 0 to 1, as in greedy@0.7, not {name!r}")
    return float(text)


def _read_budget(name: str, entry: BotEntry, found: re.Match[str]) -> dict[str, Any]:
    if not entry.takes_budget:
        raise BadInput(f"the bot {name.partition(':')[0]!r} takes no budget, as in {name!r}")
    rounds, seconds = int(found["rounds"] or 0), float(found["seconds"] or 0)
    if not rounds and not seconds:
        raise BadInput(f"{name!r} has no budget; write for example search:200 or search:0.5s")
    return {"rounds": rounds, "seconds": seconds}


def _import_bot(path: str) -> Bot:
    try:
        bot_class = _load(path)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadInput(f"the bot {path!r} cannot be loaded: {error}") from error
    try:
        bot: Bot = bot_class()  # a bot from outside need not derive from Bot
    except TypeError as error:
        raise BadInput(f"the bot {path!r} cannot be made without arguments: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise BadInput(f"{path!r} is no bot: it has no method choose(info)")
    return bot


def line_up_names(text: str, players: int) -> list[str]:
    """The name at each seat; a list shorter than the table is repeated."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise BadInput("the line-up is empty; write for example --bots racer,random")
    if len(names) > players:
        raise BadInput(f"the line-up has {len(names)} bots for {players} seats")
    return [names[seat % len(names)] for seat in range(players)]


def line_up(game: str, text: str, players: int) -> list[Bot]:
    """One bot per seat."""
    return [make_bot(game, name) for name in line_up_names(text, players)]
