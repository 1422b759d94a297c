"""Retaliation for any bot of Horns Up: now and then it hits back instead of its own move."""

from __future__ import annotations

from typing import Final

from hornsup.bots.base import Bot, Info
from hornsup.bots.horns_up.greedy import sample_state
from hornsup.bots.horns_up.grudges import Grudges
from hornsup.core.moves import Move
from hornsup.core.notation import seat_letter

MIN_GRUDGE: Final = 0.5  # a smaller grudge is not worth a card


class Retaliating(Bot):
    """With the probability `retaliation`, hits back at the Rocker who has hit this seat most."""

    def __init__(self, bot: Bot, retaliation: float) -> None:
        self.bot = bot
        self.grudges = Grudges(retaliation)

    def choose(self, info: Info) -> Move:
        if len(info.legal) > 1 and info.view["phase"] == "turn":
            attacks = self._attacks(info)
            if attacks and info.rng.random() < self.grudges.retaliation:
                return info.rng.choice(attacks)
        return self.bot.choose(info)

    def _attacks(self, info: Info) -> list[Move]:
        """The Tickets that hit the worst offender."""
        state = sample_state(info)
        self.grudges.update(state, info.seat)
        grudges = self.grudges.by_seat
        worst = max(range(state.players), key=lambda seat: grudges[seat])
        if grudges[worst] < MIN_GRUDGE:
            return []
        letter = seat_letter(worst)
        plays = [move for move in info.legal if move.text.startswith("play ")]
        return [move for move in plays if letter in move.text.split()[2:3]]
