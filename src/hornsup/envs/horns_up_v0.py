"""Horns Up as a PettingZoo environment; docs/environments.md has all settings."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from hornsup.envs import aec

GAME = "horns-up"


def raw_env(players: int = 4, options: object = None, **settings: Any) -> aec.GameEnv:
    """The environment without wrappers; `settings` are those of `hornsup.envs.aec.raw_env`."""
    return aec.raw_env(GAME, "horns_up_v0", players, options, **settings)


def env(
    players: int = 4, options: object = None, **settings: Any
) -> OrderEnforcingWrapper[str, dict[str, Any], int]:
    """The environment; `options` are switches, a preset's name or nothing, as for `hornsup.new`."""
    return aec.wrapped(raw_env(players, options, **settings))
