"""Raise Your Horns! as a raw PettingZoo environment, in a lean loop; prints one JSON object.

No wrappers, no `agent_iter` and no `last`: the loop asks for the observation of the agent to move
and steps. Dice come from `random`, which draws single numbers faster than numpy.
"""

import random
from importlib.metadata import version

import numpy as np
from gymnasium import spaces
from measure import PLAYERS, ROUNDS, main
from pettingzoo import AECEnv

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
ACTIONS = NAME + PLAYERS


class RawEnv(AECEnv):
    """A game of 1,000 rounds; whoever loses a round has a reward of -1 for it."""

    metadata = {  # noqa: RUF012 -- the idiom of its own games
        "name": "raise_your_horns_v0",
        "render_modes": [],
        "is_parallelizable": False,
    }

    def __init__(self):
        super().__init__()
        self.possible_agents = [f"player_{number}" for number in range(PLAYERS)]
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, NAME - 1, shape=(5,), dtype=np.int8),
                "action_mask": spaces.Box(0, 1, shape=(ACTIONS,), dtype=np.int8),
            }
        )
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):  # noqa: ARG002 -- the API names it
        self.rng = random.Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.over = False
        self.direction = 1
        self.sheet = []
        self.begin_round(0)
        self.roll()
        self.agent_selection = self.agents[self.player]

    def observe(self, agent):
        """How many dice were rolled, these, then those kept so far; and what may be done."""
        faces = [die * VALUES + value for die, value in self.dice + self.kept]
        observation = np.array([len(self.dice), *faces], dtype=np.int8)
        action_mask = np.zeros(ACTIONS, dtype=np.int8)
        if agent == self.agent_selection:
            for action in self.legal_actions():
                action_mask[action] = 1
        return {"observation": observation, "action_mask": action_mask}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            return self._was_dead_step(action)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self.naming:
            self.end_round([action - NAME], turn=True)
        else:
            self.keep(*divmod(action, VALUES))
        self.roll()
        if self.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.player]
        self._accumulate_rewards()
        return None

    # The rules are below.

    def legal_actions(self):
        if self.naming:
            return list(range(NAME, ACTIONS))
        only_white = len(self.dice) == 1
        return [
            die * VALUES + value
            for die, value in self.dice
            if die != WHITE or value == HORNS or only_white
        ]

    def begin_round(self, starter):
        self.starter = self.player = starter
        self.dice = [(WHITE, None), (BLANK, None), (BLANK, None), (OFF, None)]
        self.kept = []
        self.naming = False

    def roll(self):
        """Roll until there is something to decide: the symbol may end round after round."""
        while not self.over:
            self.dice = [(die, self.rng.choice(FACES[die])) for die, _ in self.dice]
            if (OFF, SYMBOL) not in self.dice:
                return
            if (WHITE, HORNS) in self.dice or (WHITE, HORNS) in self.kept:
                self.naming = True
                return
            self.end_round([self.player], turn=True)

    def keep(self, die, value):
        self.dice.remove((die, value))
        self.kept.append((die, value))
        if self.dice:
            self.player = (self.player + self.direction) % PLAYERS
            return
        lowest = min(value for _, value in self.kept)
        self.end_round(
            [
                (self.starter + self.direction * place) % PLAYERS
                for place, (_, value) in enumerate(self.kept)
                if value == lowest
            ],
            turn=False,
        )

    def end_round(self, losers, turn):
        self.sheet.append((self.starter, self.direction, losers))
        for loser in losers:
            self.rewards[self.possible_agents[loser]] -= 1
        if turn:
            self.direction = -self.direction
        self.over = len(self.sheet) == ROUNDS
        if not self.over:
            self.begin_round(self.player)


def play(seed):
    """Random players: one of the actions that the mask allows."""
    draw = random.Random(f"players {seed}").random
    env = RawEnv()
    env.reset(seed)
    while not env.terminations[env.agent_selection]:
        actions = env.observe(env.agent_selection)["action_mask"].nonzero()[0]
        env.step(int(actions[int(draw() * len(actions))]))
    return env.sheet


if __name__ == "__main__":
    main(play, __doc__, version("pettingzoo"))
