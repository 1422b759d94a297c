"""What the browser client asks for before it shows anything: its texts, and the games."""

from __future__ import annotations

from dataclasses import MISSING, fields
from importlib.resources import files
from typing import Any, Final

import msgspec

from hornsup import i18n
from hornsup.bots.lineup import LEVELS
from hornsup.core import registry
from hornsup.core.contract import Game
from hornsup.core.options import Switch
from hornsup.play import words
from hornsup.play.settings import MOST_PLAYERS, Settings

TOPICS: Final = (
    "cards",
    "words",
    "forfeits",
    "owner",
    "calls",
    "handover",
    "devices",
    "days",
    "review",
)
"""Topics that the browser needs beside its own, whose names begin with `web`."""


def topics() -> list[str]:
    """The catalogues that go to the browser."""
    here = (files(i18n.__name__) / "en").iterdir()
    own = sorted(each.name[:-5] for each in here if each.name.startswith("web"))
    return [*own, *TOPICS]


def texts(language: str) -> dict[str, Any]:
    """Every text of the browser client, by topic."""
    found = {topic: i18n.catalogue(language, topic) for topic in topics()}
    for name in registry.names():
        found.update(registry.get(name).texts(language))
    return found


def games(language: str, *names: str) -> dict[str, Any]:
    """The games of these names, or all, with their options in sentences."""
    return {
        "games": [_game(language, name) for name in names or registry.names()],
        "levels": list(LEVELS),
        "reactions": list(words.REACTIONS),
    }


def _game(language: str, name: str) -> dict[str, Any]:
    game = registry.get(name)
    return {
        "name": name,
        "title": game.title,
        "page": game.page,
        "players": {"few": game.seats[0], "many": min(game.seats[-1], MOST_PLAYERS)},
        "presets": [_preset(language, game, preset) for preset in game.presets],
        "options": [
            _option(language, game, option, switch) for option, switch in game.switches.items()
        ],
        "settings": msgspec.to_builtins(Settings(name)),
        **game.contents(language),
    }


def _preset(language: str, game: Game, preset: str) -> dict[str, Any]:
    """A preset: its name, a sentence, and the options that it changes."""
    told = i18n.lookup(language, f"web.presets.{game.name}.{preset}")
    changes = dict(game.presets[preset])
    return {"name": preset, "title": told["title"], "text": told["text"], "changes": changes}


def _option(language: str, game: Game, name: str, switch: Switch) -> dict[str, Any]:
    """One switch: what each of its values means, and in which presets it differs."""
    told = i18n.catalogue(language, f"options_{game.topic}")[name]
    default = _defaults(game.options_type)[name]
    data = {
        "name": name,
        "title": told["title"],
        "rule": switch.rule,
        "default": default,
        "presets": {key: changes.get(name, default) for key, changes in game.presets.items()},
    }
    if switch.numbers is not None:
        span = switch.numbers
        return {**data, "text": told["value"], "low": span[0], "high": span[-1], "step": span.step}
    values: tuple[Any, ...] = switch.words or (True, False)
    choices = [{"value": each, "text": told[_key(each)]} for each in values]
    return {**data, "choices": choices}


def _key(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _defaults(options: Any) -> dict[str, Any]:
    return {each.name: each.default for each in fields(options) if each.default is not MISSING}
