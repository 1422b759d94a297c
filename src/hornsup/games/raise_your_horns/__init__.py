"""Raise Your Horns!: four dice go round, and the lowest one kept loses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hornsup.core.contract import Drawing, Film, Game, Step
from hornsup.core.data_file import DataFile
from hornsup.core.figures import Figures
from hornsup.core.protocols import RoundOdds
from hornsup.games.raise_your_horns.contents import contents, texts
from hornsup.games.raise_your_horns.defaults import default_move
from hornsup.games.raise_your_horns.dice import SHIPPED, Dice
from hornsup.games.raise_your_horns.events import SECRETS
from hornsup.games.raise_your_horns.forfeit_pile import confirm_forfeit, pending_forfeits
from hornsup.games.raise_your_horns.from_view import state_from_view
from hornsup.games.raise_your_horns.narration import in_words, narrate
from hornsup.games.raise_your_horns.options import (
    PRESETS,
    SWITCHES,
    Options,
    read_options,
    time_limit,
    write_options,
)
from hornsup.games.raise_your_horns.position import observe, position
from hornsup.games.raise_your_horns.setup import start
from hornsup.games.raise_your_horns.showing import showing
from hornsup.games.raise_your_horns.terminal import TERMINAL
from hornsup.games.raise_your_horns.undo import barrier
from hornsup.games.raise_your_horns.why_unusable import why_unusable


def _odds(view: Mapping[str, Any]) -> dict[str, Any]:
    from hornsup.games.raise_your_horns.odds import odds  # fractions take time to import

    return odds(view)


def _solve_round(players: int, dice: object, kept: list[str], roll: str | None) -> RoundOdds:
    from hornsup.games.raise_your_horns.round_odds import solve_round

    return solve_round(players, dice, kept, roll)


def _figures(steps: Iterator[Step]) -> Figures:
    from hornsup.games.raise_your_horns.figures import figures

    return figures(steps)


def _hand_svg(view: Mapping[str, Any], language: str) -> str:
    from hornsup.art.raise_your_horns import hand_svg

    return hand_svg(view, language)


def _film(views: Sequence[Mapping[str, Any]], names: Sequence[str], language: str) -> Film:
    from hornsup.art.raise_your_horns import film

    return film(views, names, language)


def _final_board(view: Mapping[str, Any], language: str) -> Drawing:
    from hornsup.art.raise_your_horns import board

    return board(view, language, margin=400)


def _read_dice(text: str) -> dict[str, Any]:
    return Dice.from_toml(text).to_data()


GAME = Game(
    name="raise-your-horns",
    title="Raise Your Horns!",
    seats=range(3, 21),
    engine="1",
    players_rule="R14",
    read_options=read_options,
    write_options=write_options,
    options_type=Options,
    switches=SWITCHES,
    presets=PRESETS,
    time_limit=time_limit,
    stop_move="stop",
    start=start,
    position=position,
    observe=observe,
    state_from_view=state_from_view,
    secrets=SECRETS,
    executor=True,
    pending_forfeits=pending_forfeits,
    confirm_forfeit=confirm_forfeit,
    odds=_odds,
    terminal=TERMINAL,
    data_files={"dice": DataFile(SHIPPED, _read_dice)},
    solve_round=_solve_round,
    figures=_figures,
    final_board=_final_board,
    hand_svg=_hand_svg,
    film=_film,
    barrier=barrier,
    default_move=default_move,
    why_unusable=why_unusable,
    narrate=narrate,
    in_words=in_words,
    showing=showing,
    contents=contents,
    texts=texts,
    page="games/raise-your-horns/index.js",
)
