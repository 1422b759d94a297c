"""What stands on the shelf, in the reader's language: texts, games with their options, rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, PathParameter

from hornsup import i18n
from hornsup.bots.lineup import LEVELS
from hornsup.core import registry
from hornsup.core.options import Switch
from hornsup.games.horns_up import deck
from hornsup.games.raise_your_horns import dice, forfeits
from hornsup.play import wire, words
from hornsup.play.settings import MOST_PLAYERS
from hornsup.server.assets import Asset, pack, reply
from hornsup.server.problems import AnyRequest

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
    told = i18n.catalogue(language, "events_raise_your_horns")
    found["dice"] = {"rulebook": told["rulebook"], "family": told["family"]}
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


def _options_of(game: str) -> Any:
    return import_module(f"hornsup.games.{game.replace('-', '_')}.options")


@cache
def _games(language: str) -> Asset:
    data = {
        "games": [_game(language, name) for name in registry.names()],
        "levels": list(LEVELS),
        "reactions": list(words.REACTIONS),
    }
    return pack(msgspec.json.encode(data), JSON)


def _game(language: str, name: str) -> dict[str, Any]:
    game, module = registry.get(name), _options_of(name)
    return {
        "name": name,
        "title": game.title,
        "page": f"games/{name}/index.js",
        "players": {"few": game.seats[0], "many": min(game.seats[-1], MOST_PLAYERS)},
        "presets": [_preset(language, name, preset) for preset in module.PRESETS],
        "options": [
            _option(language, name, option, switch) for option, switch in module.SWITCHES.items()
        ],
        **_boxes(language, name),
    }


def _preset(language: str, game: str, preset: str) -> dict[str, Any]:
    """A preset: its name, a sentence, and the options that it changes."""
    told = i18n.lookup(language, f"web.presets.{game}.{preset}")
    changes: Mapping[str, Any] = _options_of(game).PRESETS[preset]
    return {"name": preset, "title": told["title"], "text": told["text"], "changes": dict(changes)}


def _option(language: str, game: str, name: str, switch: Switch) -> dict[str, Any]:
    """One switch: what each of its values means, and in which presets it differs."""
    module = _options_of(game)
    told = i18n.catalogue(language, f"options_{game.replace('-', '_')}")[name]
    default = _defaults(module.Options)[name]
    data = {
        "name": name,
        "title": told["title"],
        "rule": switch.rule,
        "default": default,
        "presets": {key: changes.get(name, default) for key, changes in module.PRESETS.items()},
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


def _boxes(language: str, game: str) -> dict[str, Any]:
    """What comes in the box: decks, or dice and forfeits."""

    def named(kind: str, names: tuple[str, ...]) -> list[dict[str, Any]]:
        return [{"name": each, **i18n.lookup(language, f"web.{kind}.{each}")} for each in names]

    if game == "horns-up":
        return {"decks": named("decks", deck.SHIPPED)}
    tags = forfeits.forfeits_by_name("standard").tags()
    return {
        "dice": named("dice-sets", dice.SHIPPED),
        "forfeits": named("forfeits", forfeits.SHIPPED),
        "tags": [
            {"name": tag, "title": i18n.text(language, f"forfeits.tags.{tag}")} for tag in tags
        ],
    }


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
def _rules(language: str, game: str) -> Asset:
    book = i18n.catalogue(language, "rules_" + game.replace("-", "_"))
    chapters = [
        _chapter(book, name, chapter["title"], chapter["rules"])
        for name, chapter in book["chapters"].items()
    ]
    placed = {number for chapter in book["chapters"].values() for number in chapter["rules"]}
    rest = [number for number in book if number not in placed and number != "chapters"]
    if rest:  # what the rulebook leaves open stands in no chapter of it
        title = i18n.text(language, "web.rules.questions")
        chapters.append(_chapter(book, "questions", title, rest))
    data = {"game": game, "title": registry.get(game).title, "chapters": chapters}
    return pack(msgspec.json.encode(data), JSON)


def _chapter(book: dict[str, Any], name: str, title: str, numbers: list[str]) -> dict[str, Any]:
    rules = [{"number": number, **book[number]} for number in numbers]
    return {"name": name, "title": title, "rules": rules}


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
