"""Horns Up: from the mixer to the Stage, through the crowd."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hornsup.core.contract import Drawing, Film, Game, Step
from hornsup.core.figures import Figures
from hornsup.games.horns_up.contents import contents
from hornsup.games.horns_up.deck_file import DECK_FILE
from hornsup.games.horns_up.defaults import default_move
from hornsup.games.horns_up.events import SECRETS
from hornsup.games.horns_up.events_1 import as_engine_1
from hornsup.games.horns_up.from_view import state_from_view
from hornsup.games.horns_up.narration import narrate
from hornsup.games.horns_up.options import PRESETS, SWITCHES, Options, read_options, write_options
from hornsup.games.horns_up.place_names import in_words
from hornsup.games.horns_up.position import observe, position
from hornsup.games.horns_up.setup import start
from hornsup.games.horns_up.showing import showing
from hornsup.games.horns_up.terminal import TERMINAL
from hornsup.games.horns_up.undo import barrier
from hornsup.games.horns_up.why_unusable import why_unusable


def _figures(steps: Iterator[Step]) -> Figures:
    from hornsup.games.horns_up.figures import figures  # needed at the end of a game only

    return figures(steps)


def _hand_svg(view: Mapping[str, Any], language: str) -> str:
    from hornsup.art.horns_up import hand_svg

    return hand_svg(view, language)


def _film(views: Sequence[Mapping[str, Any]], names: Sequence[str], language: str) -> Film:
    from hornsup.art.horns_up_film import film

    return film(views, names, language)


def _final_board(view: Mapping[str, Any], language: str) -> Drawing:
    from hornsup.art.horns_up import board

    return board(view, language)


def _page_pictures(view: Mapping[str, Any]) -> dict[str, str]:
    from hornsup.art.backdrop import halls

    return halls(view)


GAME = Game(
    name="horns-up",
    title="Horns Up",
    seats=range(3, 10),
    engine="2",
    earlier={"1": as_engine_1},
    players_rule="H1",
    read_options=read_options,
    write_options=write_options,
    options_type=Options,
    switches=SWITCHES,
    presets=PRESETS,
    start=start,
    position=position,
    observe=observe,
    state_from_view=state_from_view,
    secrets=SECRETS,
    barrier=barrier,
    default_move=default_move,
    why_unusable=why_unusable,
    narrate=narrate,
    in_words=in_words,
    showing=showing,
    contents=contents,
    page="games/horns-up/index.js",
    page_pictures=_page_pictures,
    terminal=TERMINAL,
    data_files={"deck": DECK_FILE},
    figures=_figures,
    final_board=_final_board,
    hand_svg=_hand_svg,
    film=_film,
)
