"""Line-ups: one string that says who sits where, such as `racer,random,my_module:MyBot`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from hornsup.bots.base import Bot, RandomBot
from hornsup.core.options import unknown_name
from hornsup.errors import BadInput

Maker = Callable[[], Bot]


def _racer() -> Bot:
    from hornsup.bots.horns_up.racer import Racer

    return Racer()


def _exact() -> Bot:
    from hornsup.bots.raise_your_horns.dice_bots import Exact

    return Exact()


def _greedy_dice() -> Bot:
    from hornsup.bots.raise_your_horns.dice_bots import Greedy

    return Greedy()


def _greedy() -> Bot:
    from hornsup.bots.horns_up.greedy import Greedy

    return Greedy()


_SHELF: dict[str, dict[str, Maker]] = {
    "horns-up": {"random": RandomBot, "racer": _racer, "greedy": _greedy},
    "raise-your-horns": {"random": RandomBot, "exact": _exact, "greedy": _greedy_dice},
}


def bot_names(game: str) -> list[str]:
    """The bots that come with a game."""
    return sorted(_SHELF.get(game, {"random": RandomBot}))


def make_bot(game: str, name: str) -> Bot:
    """A bot by its name, or by `module:Class` for one of your own."""
    shelf = _SHELF.get(game, {"random": RandomBot})
    if name in shelf:
        return shelf[name]()
    if ":" in name:
        return _import_bot(name)
    raise unknown_name("bot", name, bot_names(game))


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
