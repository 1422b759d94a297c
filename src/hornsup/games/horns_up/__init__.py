"""Horns Up: from the mixer to the Stage, through the crowd."""

from __future__ import annotations

from hornsup.core.contract import Game
from hornsup.games.horns_up.events import SECRETS
from hornsup.games.horns_up.narration import narrate
from hornsup.games.horns_up.options import read_options, write_options
from hornsup.games.horns_up.position import observe, position
from hornsup.games.horns_up.setup import start

GAME = Game(
    name="horns-up",
    title="Horns Up",
    seats=range(3, 10),
    engine="1",
    players_rule="H1",
    read_options=read_options,
    write_options=write_options,
    start=start,
    position=position,
    observe=observe,
    secrets=SECRETS,
    narrate=narrate,
)
