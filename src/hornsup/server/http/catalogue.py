"""Texts, games with their options, and rules, in the reader's language."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, PathParameter

from hornsup import i18n
from hornsup.art import rule_pictures
from hornsup.core import registry, rulebook
from hornsup.core.contract import Game
from hornsup.play import catalogue, wire
from hornsup.server.http.assets import Asset, pack, reply
from hornsup.server.http.errors import AnyRequest

JSON: Final = "application/json"

# --- texts ------------------------------------------------------------------------------------


@cache
def _texts(language: str) -> Asset:
    return pack(msgspec.json.encode(catalogue.texts(language)), JSON)


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
    return pack(msgspec.json.encode(catalogue.games(language)), JSON)


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
