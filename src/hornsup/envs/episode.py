"""One game of an environment: actions in, rewards out, the caps that end it early."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import index
from random import Random
from typing import Any, Final

from hornsup.bots.base import Bot, Info
from hornsup.core.contract import GameState
from hornsup.envs.encoder import Encoder, start
from hornsup.errors import BadInput

MAX_TURNS: Final = 200
STEPS_PER_TURN: Final = 50
ILLEGAL_REWARD: Final = -0.1


@dataclass(frozen=True, slots=True)
class Caps:
    """When a game is cut, and what an illegal action costs.

    A game is cut when turn (or round) number `max_turns` has ended, or after `max_steps` actions,
    illegal ones included; without it there are fifty for each turn.
    """

    max_turns: int = MAX_TURNS
    max_steps: int | None = None
    illegal_reward: float = ILLEGAL_REWARD

    def __post_init__(self) -> None:
        if self.max_turns < 1 or self.steps < 1:
            raise BadInput(f"max_turns and max_steps are at least 1, not {self}")

    @property
    def steps(self) -> int:
        return self.max_turns * STEPS_PER_TURN if self.max_steps is None else self.max_steps


class Episode:
    """A game that is played by action numbers, with bots at the seats that have one.

    The state belongs to the environment alone. `earned` is what each seat earned since the last
    action, bots' moves included.
    """

    __slots__ = (
        "_cap",
        "_most_turns",
        "_rng",
        "bots",
        "caps",
        "earned",
        "encoder",
        "legal",
        "state",
        "steps",
        "truncated",
    )

    def __init__(
        self,
        encoder: Encoder,
        caps: Caps,
        seed: int | bytes | str,
        bots: Mapping[int, Bot] | None = None,
    ) -> None:
        self.encoder = encoder
        self.caps = caps
        self.bots: Mapping[int, Bot] = bots or {}
        self._cap = caps.steps
        self._most_turns = caps.max_turns
        self.deal(seed)

    def deal(self, seed: int | bytes | str) -> None:
        """Begin a fresh game; the same seed deals the same game as `hornsup.new`."""
        self.state: GameState = start(self.encoder, seed)
        self._rng = Random(f"bots/{seed!r}")
        self.steps = 0
        self.truncated = False
        self.earned: list[float] | None = None
        self._go_on()

    def _go_on(self) -> None:
        """Let the bots play until someone else must decide or the game has ended."""
        while not self.state.over and self.state.to_move in self.bots and not self._is_too_long():
            self._play_bot()
        self.truncated = not self.state.over and self._is_too_long()
        self.legal: list[int] = self.encoder.legal(self.state)

    def _is_too_long(self) -> bool:
        return self.steps >= self._cap or self.state.turns > self._most_turns

    def _play_bot(self) -> None:
        state = self.state
        seat = state.to_move
        assert seat is not None
        info = Info.of(state, self._rng)
        move = self.bots[seat].choose(info)
        before = self.encoder.tally(state)
        if move in info.legal:
            state.advance(move)
        else:
            state.apply(move)  # raises, and says why
        self._earn(self.encoder.gains(state, before))

    def _earn(self, gains: list[float] | None) -> None:
        if self.earned is None or gains is None:
            self.earned = gains if self.earned is None else self.earned
        else:
            self.earned = [old + new for old, new in zip(self.earned, gains, strict=True)]

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def done(self) -> bool:
        return self.truncated or self.state.over

    def step(self, action: Any) -> list[float] | None:
        """Play an action of the seat to move; what each seat earned, None if nothing.

        An illegal one changes nothing and earns that seat `illegal_reward`.
        """
        state, encoder = self.state, self.encoder
        seat = state.to_move
        assert seat is not None, "the game is over"
        self.steps += 1
        number = action if type(action) is int else whole_number(action)
        if number in self.legal:
            before = encoder.tally(state)
            state.advance(encoder.move(number, seat))
            self.earned = encoder.gains(state, before)
            self._go_on()
        else:
            self.earned = [0.0] * encoder.players
            self.earned[seat] = self.caps.illegal_reward
            self.truncated = self._is_too_long()
        return self.earned

    def why_illegal(self, action: Any) -> str | None:
        """Why an action would be refused now; None for a legal one."""
        number = whole_number(action)
        seat = self.state.to_move
        if number in self.legal or seat is None:
            return None
        if not 0 <= number < self.encoder.actions:
            return f"action numbers go from 0 to {self.encoder.actions - 1}, not {action!r}"
        move = self.encoder.move(number, seat)
        refusal = self.state.why_not(move)
        if refusal is None:
            return f"{move}: one free walk until the next action"
        return f"{move}: {refusal.message}"


def whole_number(action: Any) -> int:
    """An action as a Python int; -1, which is never legal, for what is no whole number."""
    try:
        return index(action)
    except TypeError:
        return -1
