"""Horns Up as a game of OpenSpiel, `python_horns_up`.

Sampled stochastic: the one chance node, at the root, draws the number of a deal. Deal 7 is the game
that `hornsup.new` gives with the seed 7, so all later draws and shuffles follow from it, and a
history of actions alone rebuilds a game. The winner gets 1, the others share -1. A game that
reaches the cap of turns or moves ends with 0 for everyone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

import pyspiel
from pyspiel import Game as SpielGame

from hornsup.core.registry import check_players
from hornsup.envs.episode import MAX_TURNS, STEPS_PER_TURN
from hornsup.envs.horns_up.encoder import make
from hornsup.envs.spiel import horns_up_texts
from hornsup.envs.spiel.observer import SpielObserver, asked_type
from hornsup.errors import BadInput
from hornsup.games.horns_up import GAME
from hornsup.games.horns_up.options import Options
from hornsup.games.horns_up.state import HornsUp

PARAMETERS: Final[Mapping[str, Any]] = {
    "players": 4,
    "preset": "standard",
    "options": "",
    "max_turns": MAX_TURNS,
    "deals": 1_000_000,
    "rng_seed": -1,
}
MOST_DEALS: Final = 10_000_000
"""OpenSpiel makes masks with a place for every outcome that a chance node can have."""

GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_horns_up",
    long_name="Horns Up",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=GAME.seats[-1],
    min_num_players=GAME.seats[0],
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=dict(PARAMETERS),
    default_loadable=True,
    provides_factored_observation_string=True,
)


class Setting:
    """What all states of one kind of game share."""

    def __init__(self, players: int, options: Options, max_turns: int, deals: int) -> None:
        check_players(GAME, players)
        if not 1 <= deals <= MOST_DEALS:
            raise BadInput(f"deals is a number from 1 to {MOST_DEALS}, not {deals}")
        if max_turns < 1:
            raise BadInput(f"max_turns is a number from 1, not {max_turns}")
        self.players = players
        self.options = options
        self.max_turns = max_turns
        self.deals = deals
        self.max_moves = max_turns * STEPS_PER_TURN
        self.encoder = make(options, players, "one")  # so that games end


@lru_cache(maxsize=64)
def setting(players: int, options: Options, max_turns: int, deals: int) -> Setting:
    return Setting(players, options, max_turns, deals)


def read_switches(preset: str, text: str) -> Options:
    """Options from a preset and switches such as `must_act:true;token_supply:24`."""
    given: dict[str, Any] = {"preset": preset}
    for part in filter(None, text.split(";")):
        name, colon, value = part.partition(":")
        if not colon:
            raise BadInput(f"options are name:value with ; between them, not {part!r}")
        switch = GAME.switches.get(name)
        given[name] = value if switch is None else switch.read(name, value)
    options = GAME.read_options(given)
    assert isinstance(options, Options)
    return options


Happened = tuple[Any, int, str, list[Any]] | None
"""What has happened, newest first: the seat that moved, its move, the events."""


class Progress:
    """A game so far. OpenSpiel copies it with each state and pickles it as deal and moves."""

    __slots__ = ("deal", "engine", "happened", "moves", "setting")

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.deal: int | None = None  # the outcome of the chance node, once it has been drawn
        self.engine: HornsUp | None = None  # None until the chance node is passed
        self.happened: Happened = None
        self.moves = 0

    def __deepcopy__(self, _memo: dict[int, Any]) -> Progress:
        copy = Progress.__new__(Progress)
        copy.setting = self.setting
        copy.deal = self.deal
        copy.engine = None if self.engine is None else self.engine.clone()
        copy.happened = self.happened
        copy.moves = self.moves
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        own = self.setting
        options = GAME.write_options(own.options)
        begun = self.engine is not None
        if self.engine is not None and self.engine.origin is None:
            raise BadInput("a resampled state has no deal of its own and cannot be serialized")
        texts = [text for _, text, _ in self.steps()]
        made_of = (own.players, options, own.max_turns, own.deals)
        return _again, (made_of, self.deal, begun, texts)

    def steps(self) -> Iterator[tuple[int, str, list[Any]]]:
        """Every move so far, first one first: the seat, the move, the events."""
        found, left = [], self.happened
        while left is not None:
            left, seat, text, events = left
            found.append((seat, text, events))
        return reversed(found)

    @property
    def over(self) -> bool:
        engine, own = self.engine, self.setting
        return engine is not None and (
            engine.over or engine.turns > own.max_turns or self.moves >= own.max_moves
        )

    def begin(self, deal: int) -> None:
        """Deal the cards of this number."""
        if not 0 <= deal < self.setting.deals:
            raise BadInput(f"deals are numbered from 0 to {self.setting.deals - 1}, not {deal}")
        engine = GAME.start(self.setting.players, deal, self.setting.options)
        assert isinstance(engine, HornsUp)
        self.deal, self.engine = deal, engine

    def legal(self) -> list[int]:
        assert self.engine is not None, "nobody can move before the deal"
        return sorted(self.setting.encoder.legal(self.engine))

    def play(self, action: int) -> None:
        """Play the move behind an action number."""
        engine = self.engine
        assert engine is not None, "nobody can move before the deal"
        seat = engine.mover
        move = self.setting.encoder.move(action, seat)
        self.happened = (self.happened, seat, move.text, engine.apply(move))
        self.moves += 1


def _again(
    made_of: tuple[int, object, int, int], deal: int | None, begun: bool, texts: list[str]
) -> Progress:
    """A game played again from its deal and moves."""
    players, options, max_turns, deals = made_of
    progress = Progress(setting(players, GAME.read_options(options), max_turns, deals))
    progress.deal = deal
    if begun and deal is not None:
        progress.begin(deal)
    for text in texts:
        assert progress.engine is not None, "moves come after the deal"
        move = progress.engine.parse(text)
        progress.play(progress.setting.encoder.map.encode(move, progress.engine.mover))
    return progress


class HornsUpGame(SpielGame):
    """The game with its parameters; `parameters` may leave any of them out."""

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        values = {**PARAMETERS, **(parameters or {})}
        options = read_switches(values["preset"], values["options"])
        players: int = values["players"]
        self.setting = setting(players, options, values["max_turns"], values["deals"])
        seed = values["rng_seed"]
        self._rng = random.Random(None if seed < 0 else seed)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.encoder.actions,
            max_chance_outcomes=self.setting.deals,
            num_players=players,
            min_utility=-1 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.setting.max_moves,
        )
        super().__init__(GAME_TYPE, info, dict(values))

    def new_initial_state(self) -> HornsUpState:
        return HornsUpState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 1

    def draw_deal(self) -> int:
        """The number of a deal, from the generator that `rng_seed` starts."""
        return self._rng.randrange(self.setting.deals)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> SpielObserver:
        asked = asked_type(kind, parameters)
        private = asked.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if asked.perfect_recall:
            text = horns_up_texts.seen_so_far if private else horns_up_texts.public_so_far
            return SpielObserver(text)
        if not asked.public_info:
            return SpielObserver(horns_up_texts.own_hand if private else horns_up_texts.nothing)
        if not private:
            return SpielObserver(horns_up_texts.public_view)
        return SpielObserver(horns_up_texts.own_view, self.setting.encoder.layout, _write)


def _write(state: HornsUpState, player: int, out: Any) -> None:
    """The observation of a seat; zeros before the deal."""
    engine = state.progress.engine
    if engine is None:
        out[:] = 0
    else:
        state.progress.setting.encoder.observe(engine, player, out)


class HornsUpState(pyspiel.State):
    """A node of the game tree. Its one attribute is what OpenSpiel copies and pickles."""

    progress: Progress

    def __init__(self, game: HornsUpGame) -> None:
        super().__init__(game)
        self.progress = Progress(game.setting)

    def current_player(self) -> int:
        engine = self.progress.engine
        if engine is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.progress.over else engine.mover

    def is_terminal(self) -> bool:
        return self.progress.over

    def _legal_actions(self, player: int) -> list[int]:
        assert player == self.current_player(), player
        return self.progress.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """One deal with probability 1; drawn when first asked for, since copies make new states."""
        if self.progress.deal is None:
            self.progress.deal = self.get_game().draw_deal()
        return [(self.progress.deal, 1.0)]

    def _apply_action(self, action: int) -> None:
        if self.progress.engine is None:
            self.progress.begin(action)
        else:
            self.progress.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.progress.setting.encoder.move(action, player).text

    def resample_from_infostate(self, player_id: int, sampler: Any) -> HornsUpState:
        """A copy with other hidden cards, drawn from those that this seat cannot tell apart."""
        copy: HornsUpState = self.clone()
        engine = copy.progress.engine
        if engine is not None:
            rng = random.Random(sampler())
            copy.progress.engine = engine.determinize(player_id, rng)
        return copy

    def returns(self) -> list[float]:
        """1 for the winner, the others share -1; 0 for everyone while nobody has won."""
        engine, own = self.progress.engine, self.progress.setting
        gains = None if engine is None else own.encoder.gains(engine, ())
        return [0.0] * own.players if gains is None else list(gains)

    def __str__(self) -> str:
        return horns_up_texts.public_view(self, 0)
