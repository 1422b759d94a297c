"""Raise Your Horns! as a game of OpenSpiel, `python_raise_your_horns`.

Every roll is a chance node whose outcomes are the ways for the dice to lie, with probabilities. The
engine plays: an outcome is prescribed to it as the dice to come, as a scenario does, and what may
be chosen is asked of it. Where `roll` is the only legal move nobody is asked for it. The starting
roll gives every seat the same chance, so with `starter=-1` it is one chance node with a seat for
every outcome. A return is minus the number of rounds lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pyspiel
from pyspiel import Game as SpielGame

from hornsup.envs.spiel.dice_progress import ANY_SEAT, Progress, setting
from hornsup.envs.spiel.observer import SpielObserver, asked_type
from hornsup.errors import BadInput
from hornsup.games.raise_your_horns import GAME
from hornsup.games.raise_your_horns.faces import KINDS
from hornsup.games.raise_your_horns.options import ROUNDS

PARAMETERS: Final[Mapping[str, Any]] = {
    "players": 4,
    "end_goal": ROUNDS,
    "end_value": 1,
    "starter": 0,
    "dice": "standard",
    "name_only_in_round": False,
    "fouls": False,
}

GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_raise_your_horns",
    long_name="Raise Your Horns!",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.REWARDS,
    max_num_players=GAME.seats[-1],
    min_num_players=GAME.seats[0],
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=dict(PARAMETERS),
    default_loadable=True,
    provides_factored_observation_string=False,
)


def read_dice(text: str) -> dict[str, Any]:
    """The data of dice written as `1.2.H/1.2.0/1.2.!`: the faces of white, Blank and off die."""
    dice = text.split("/")
    if len(dice) != len(KINDS):
        raise BadInput(f"dice are a name or three dice such as 1.2.H/1.2.0/1.2.!, not {text!r}")
    faces = {
        die: [int(mark) if mark.isdigit() else mark for mark in marks.split(".")]
        for die, marks in zip(KINDS, dice, strict=True)
    }
    return {"name": text, "faces": faces}


class RaiseYourHornsGame(SpielGame):
    """The game with its parameters; `parameters` may leave any of them out."""

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        values = {**PARAMETERS, **(parameters or {})}
        players, starter = values["players"], values["starter"]
        switches = {key: values[key] for key in values if key not in ("players", "starter")}
        if "/" in switches["dice"]:
            switches["dice"] = read_dice(switches["dice"])
        self.setting = setting(players, GAME.read_options(switches), starter)
        own = self.setting
        outcomes = len(own.falls[own.rules.full.dice].faces)
        info = pyspiel.GameInfo(
            num_distinct_actions=own.encoder.actions,
            max_chance_outcomes=max(outcomes, players),
            num_players=players,
            min_utility=-float(min(own.most_rounds, own.options.end_value)),
            max_utility=0.0,
            max_game_length=own.most_decisions,
        )
        super().__init__(GAME_TYPE, info, dict(values))

    def new_initial_state(self) -> RaiseYourHornsState:
        return RaiseYourHornsState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.setting.most_rolls + (self.setting.starter == ANY_SEAT)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> SpielObserver:
        asked = asked_type(kind, parameters)
        if not asked.public_info:
            return SpielObserver(_nothing)
        if asked.perfect_recall:
            return SpielObserver(_recall_text, self.setting.recall.layout, _write_recall)
        return SpielObserver(_text, self.setting.encoder.layout, _write)


def _write(state: RaiseYourHornsState, player: int, out: Any) -> None:
    """The table as a seat sees it; zeros before it is known who starts."""
    progress = state.progress
    if progress.engine is None:
        out[:] = 0
    else:
        progress.setting.encoder.observe(progress.engine, player, out)


def _write_recall(state: RaiseYourHornsState, player: int, out: Any) -> None:
    """All that has happened in the game."""
    state.progress.setting.recall.write(state.progress.texts(), player, out)


def _text(state: RaiseYourHornsState, player: int) -> str:
    """The table as one line; everything on it is public."""
    del player
    return state.progress.table_text()


def _recall_text(state: RaiseYourHornsState, player: int) -> str:
    """All that has happened; everything is public."""
    del player
    return str(state)


def _nothing(state: RaiseYourHornsState, player: int) -> str:
    """No seat has private information."""
    del state, player
    return ""


class RaiseYourHornsState(pyspiel.State):
    """A node of the game tree. Its one attribute is what OpenSpiel copies and pickles."""

    progress: Progress

    def __init__(self, game: RaiseYourHornsGame) -> None:
        super().__init__(game)
        self.progress = Progress(game.setting)

    def current_player(self) -> int:
        progress = self.progress
        if progress.rolling:
            return int(pyspiel.PlayerId.CHANCE)
        engine = progress.engine
        assert engine is not None, "chance decides who starts"
        return int(pyspiel.PlayerId.TERMINAL) if engine.over else engine.seat

    def is_terminal(self) -> bool:
        engine = self.progress.engine
        return engine is not None and engine.over

    def _legal_actions(self, player: int) -> list[int]:
        progress = self.progress
        assert progress.engine is not None, "chance decides who starts"
        assert player == progress.engine.seat, player
        return sorted(progress.setting.encoder.legal(progress.engine))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.progress.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.progress.rolling:
            self.progress.happen(action)
        else:
            self.progress.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.progress.outcome_text(action)
        return self.progress.setting.encoder.move(action, player).text

    def returns(self) -> list[float]:
        """Minus the rounds lost so far."""
        return [0.0 - count for count in self.progress.losses()]

    def rewards(self) -> list[float]:
        """Minus the rounds lost since the decision before, chance in between included."""
        progress = self.progress
        pairs = zip(progress.losses(), progress.losses_before, strict=True)
        return [float(before - now) for now, before in pairs]

    def __str__(self) -> str:
        return "; ".join(self.progress.texts())
