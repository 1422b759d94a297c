"""Texts, games with their options, and rules, in the reader's language."""

from __future__ import annotations

from dataclasses import MISSING, fields
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, PathParameter

from hornsup import i18n
from hornsup.art import rule_pictures
from hornsup.bots.lineup import LEVELS
from hornsup.core import registry, rulebook
from hornsup.core.contract import Game
from hornsup.core.options import Switch
from hornsup.play import wire, words
from hornsup.play.settings import MOST_PLAYERS, Settings
from hornsup.server.http.assets import Asset, pack, reply
from hornsup.server.http.errors import AnyRequest

JSON: Final = "application/json"
TOPICS: Final = ("cards", "words", "forfeits")
"""Topics that the browser needs beside its own, whose names begin with `web`."""


# --- texts ------------------------------------------------------------------------------------


def topics() -> list[str]:
    """The catalogues that go to the browser."""
    here = (files(i18n.__name__) / "en").iterdir()
    own = sorted(each.name[:-5] for each in here if each.name.startswith("web"))
    return [*own, *TOPICS]


@cache
def _texts(language: str) -> Asset:
    found = {topic: i18n.catalogue(language, topic) for topic in topics()}
    for name in registry.names():
        found.update(registry.get(name).texts(language))
    return pack(msgspec.json.encode(found), JSON)


@get(
    "/api/texts/{name:str}",
    tags=["pages"],
    summary="Every text of the browser client: en.json",
    packed=True,
)
async def texts(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    language = name.removesuffix(".json")
    if language not in i18n.LANGUAGES or language == name:
        raise NotFoundException("there is no such catalogue")
    return reply(request, _texts(language))


# --- games ------------------------------------------------------------------------------------


@cache
def _games(language: str) -> Asset:
    data = {
        "games": [_game(language, name) for name in registry.names()],
        "levels": list(LEVELS),
        "reactions": list(words.REACTIONS),
    }
    return pack(msgspec.json.encode(data), JSON)


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


@get(
    "/api/games",
    tags=["pages"],
    summary="The games, their options in sentences, decks, dice",
    packed=True,
)
async def games(request: AnyRequest, language: FromQuery[wire.Language] = "en") -> Response[bytes]:
    return reply(request, _games(language))


# --- rules ------------------------------------------------------------------------------------


@cache
def _rules(language: str, name: str) -> Asset:
    game = registry.get(name)
    data = {
        "game": name,
        "title": game.title,
        "overview": rulebook.overview(language, game)._asdict(),
        "chapters": [
            {
                "name": chapter.name,
                "title": chapter.title,
                "rules": [_rule(language, game, number) for number in chapter.numbers],
            }
            for chapter in rulebook.chapters(language, game)
        ],
    }
    return pack(msgspec.json.encode(data), JSON)


def _rule(language: str, game: Game, number: str) -> dict[str, Any]:
    """A rule, and the picture beside it where it has one."""
    rule = {"number": number, **rulebook.rules_of(language, game)[number]}
    drawn = rule_pictures.illustration(number, language)
    return rule if drawn is None else {**rule, "picture": drawn._asdict()}


@get(
    "/api/rules/{game:str}",
    tags=["pages"],
    summary="The numbered rules of a game, by chapter",
    packed=True,
)
async def rules(
    request: AnyRequest,
    game: Annotated[str, PathParameter(max_length=40)],
    language: FromQuery[wire.Language] = "en",
) -> Response[bytes]:
    if game not in registry.names():
        raise NotFoundException("there is no such game")
    return reply(request, _rules(language, game))


HANDLERS: list[Any] = [texts, games, rules]
