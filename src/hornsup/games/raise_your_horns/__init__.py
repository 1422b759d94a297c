"""Raise Your Horns!: four dice go round, and the lowest one kept loses."""

from __future__ import annotations

from hornsup.core.contract import Game
from hornsup.games.raise_your_horns.defaults import default_move
from hornsup.games.raise_your_horns.events import SECRETS
from hornsup.games.raise_your_horns.imagine import imagine
from hornsup.games.raise_your_horns.narration import narrate
from hornsup.games.raise_your_horns.options import read_options, write_options
from hornsup.games.raise_your_horns.position import observe, position
from hornsup.games.raise_your_horns.setup import start
from hornsup.games.raise_your_horns.undo import barrier
from hornsup.games.raise_your_horns.why import why

GAME = Game(
    name="raise-your-horns",
    title="Raise Your Horns!",
    seats=range(3, 21),
    engine="1",
    players_rule="R14",
    read_options=read_options,
    write_options=write_options,
    start=start,
    position=position,
    observe=observe,
    imagine=imagine,
    secrets=SECRETS,
    barrier=barrier,
    default_move=default_move,
    why=why,
    narrate=narrate,
)
