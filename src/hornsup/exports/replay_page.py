"""A game as one HTML file that replays without a server: the client's own replay, packed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from hornsup.art.sprite import sprite
from hornsup.core import registry
from hornsup.exports.game import Played
from hornsup.play import catalogue
from hornsup.play.replaying import every_viewpoint
from hornsup.web.packing import Pack, page

ENTRY = "packed/replay.js"
UNUSED = ("pages/replay/review/panel.js",)
SHEETS = ("base", "shell", "table", "log", "replay")


def replay_page(played: Played, at: int = 0) -> str:
    """The whole file, showing step `at` first."""
    return page(replay_pack(played, at), played.game.title, played.language)


def replay_pack(played: Played, at: int = 0) -> Pack:
    """The modules, styles and texts of a replay, and the game."""
    return Pack(
        ENTRY,
        also=(played.game.page,),
        without=UNUSED,
        styles=(*SHEETS, played.game.name),
        resources={
            **shared_resources(played.game.name, played.language, played.moments[0].view),
            "/packed/game.json": _json(_game(played, at)),
        },
    )


def shared_resources(game: str, language: str, view: Mapping[str, Any]) -> dict[str, str]:
    """What the client fetches before it shows a game, by path."""
    pictures = registry.get(game).page_pictures(view)
    return {
        f"/api/texts/{language}.json": _json(catalogue.texts(language)),
        f"/api/games?language={language}": _json(catalogue.games(language, game)),
        "/art/sprite.svg": sprite(),
        **{f"/art/{name}": drawn for name, drawn in pictures.items()},
    }


def _game(played: Played, at: int) -> dict[str, Any]:
    steps = every_viewpoint(played.record, played.viewpoints, played.language, played.names)
    return {
        **steps,
        "names": played.names,
        "at": played.moment(at).number,
        # A record holds the seed, and with it every hidden card.
        "record": played.record if played.over else None,
    }


def _json(data: object) -> str:
    return msgspec.json.encode(data).decode()
