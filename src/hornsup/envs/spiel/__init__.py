"""Both games for OpenSpiel: importing this package registers them with `pyspiel`."""

from __future__ import annotations

import pyspiel

from hornsup.envs.spiel import horns_up, raise_your_horns

pyspiel.register_game(raise_your_horns.GAME_TYPE, raise_your_horns.RaiseYourHornsGame)
pyspiel.register_game(horns_up.GAME_TYPE, horns_up.HornsUpGame)
