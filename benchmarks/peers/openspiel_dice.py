"""Raise Your Horns! as a plain Python game for OpenSpiel; prints one JSON object.

A roll falls inside the state, before the decision it leads to. That is the fastest of the three
usual ways: a chance node with one sampled outcome per roll, or one with six per die, cost more.
"""

import random
from importlib.metadata import version

import pyspiel
from measure import PLAYERS, ROUNDS, main

WHITE, BLANK, OFF = range(3)
HORNS = SYMBOL = 6
EMPTY = 0
FACES = {
    WHITE: (1, 2, 3, 4, 5, HORNS),
    BLANK: (1, 2, 3, 4, 5, EMPTY),
    OFF: (1, 2, 3, 4, 5, SYMBOL),
}
VALUES = 7
NAME = VALUES * len(FACES)  # below: keep the die action // 7 with the value action % 7

_GAME_TYPE = pyspiel.GameType(
    short_name="python_raise_your_horns",
    long_name="Python Raise Your Horns!",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS,
    min_num_players=PLAYERS,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={"seed": 0},
)
_GAME_INFO = pyspiel.GameInfo(
    num_distinct_actions=NAME + PLAYERS,
    max_chance_outcomes=0,
    num_players=PLAYERS,
    min_utility=-float(ROUNDS),
    max_utility=0.0,
    max_game_length=ROUNDS * PLAYERS,
)


class RaiseYourHornsGame(pyspiel.Game):
    """A game of 1,000 rounds."""

    def __init__(self, params=None):
        params = params or {}
        super().__init__(_GAME_TYPE, _GAME_INFO, params)
        self.rng = random.Random(params.get("seed", 0))

    def new_initial_state(self):
        return RaiseYourHornsState(self)


class RaiseYourHornsState(pyspiel.State):
    """The dice of the present roll, what was kept before, and the sheet of the rounds played."""

    def __init__(self, game):
        super().__init__(game)
        self._rng = game.rng
        self._game_over = False
        self._direction = 1
        self.sheet = []
        self._begin_round(0)
        self._roll()

    # OpenSpiel (PySpiel) API functions are below.

    def current_player(self):
        return pyspiel.PlayerId.TERMINAL if self._game_over else self._player

    def _legal_actions(self, player):  # noqa: ARG002 -- the API names it
        """In ascending order; two dice of one kind and value are one action."""
        if self._naming:
            return list(range(NAME, NAME + PLAYERS))
        only_white = len(self._dice) == 1
        return sorted(
            {
                die * VALUES + value
                for die, value in self._dice
                if die != WHITE or value == HORNS or only_white
            }
        )

    def _apply_action(self, action):
        if self._naming:
            self._end_round([action - NAME], turn=True)
        else:
            self._keep(*divmod(action, VALUES))
        if not self._game_over:
            self._roll()

    def _action_to_string(self, player, action):  # noqa: ARG002 -- the API names it
        if action >= NAME:
            return f"Name:{action - NAME}"
        return f"Keep:{'WBF'[action // VALUES]}{action % VALUES}"

    def is_terminal(self):
        return self._game_over

    def returns(self):
        return [-float(sum(p in losers for _, _, losers in self.sheet)) for p in range(PLAYERS)]

    def __str__(self):
        return f"player {self._player} rolled {self._dice}, kept {self._kept}"

    # The rules are below.

    def _begin_round(self, starter):
        self._starter = self._player = starter
        self._dice = [(WHITE, None), (BLANK, None), (BLANK, None), (OFF, None)]
        self._kept = []
        self._naming = False

    def _roll(self):
        """Roll until there is something to decide: the symbol may end round after round."""
        while not self._game_over:
            self._dice = [(die, self._rng.choice(FACES[die])) for die, _ in self._dice]
            if (OFF, SYMBOL) not in self._dice:
                return
            if (WHITE, HORNS) in self._dice or (WHITE, HORNS) in self._kept:
                self._naming = True
                return
            self._end_round([self._player], turn=True)

    def _keep(self, die, value):
        self._dice.remove((die, value))
        self._kept.append((die, value))
        if self._dice:
            self._player = (self._player + self._direction) % PLAYERS
            return
        lowest = min(value for _, value in self._kept)
        self._end_round(
            [
                (self._starter + self._direction * place) % PLAYERS
                for place, (_, value) in enumerate(self._kept)
                if value == lowest
            ],
            turn=False,
        )

    def _end_round(self, losers, turn):
        self.sheet.append((self._starter, self._direction, losers))
        if turn:
            self._direction = -self._direction
        if len(self.sheet) == ROUNDS:
            self._game_over = True
        else:
            self._begin_round(self._player)


pyspiel.register_game(_GAME_TYPE, RaiseYourHornsGame)


def play(seed):
    """Random players: every decision asks for the legal actions and takes one of them."""
    draw = random.Random(f"players {seed}").random
    game = pyspiel.load_game(_GAME_TYPE.short_name, {"seed": seed})
    state = game.new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(draw() * len(actions))])
    return state.sheet


if __name__ == "__main__":
    main(play, __doc__, version("open_spiel"))
