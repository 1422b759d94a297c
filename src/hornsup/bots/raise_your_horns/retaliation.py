"""Retaliation for any bot of Raise Your Horns!: it names whoever has named it."""

from __future__ import annotations

from hornsup.bots.base import Bot, Info
from hornsup.core.contract import played
from hornsup.core.moves import Move
from hornsup.core.notation import seat_letter, seat_number


class Retaliating(Bot):
    """With the probability `retaliation`, names the player who has named this seat most often."""

    def __init__(self, bot: Bot, retaliation: float) -> None:
        self.bot = bot
        self.retaliation = retaliation
        self._moves_seen = 0
        self._named_by: tuple[int, ...] = ()  # how often each seat has named this one

    def choose(self, info: Info) -> Move:
        self._update(info)
        names = [move for move in info.legal if move.text.startswith("name ")]
        if names and any(self._named_by) and info.rng.random() < self.retaliation:
            return max(names, key=lambda move: self._named_by[seat_number(move.text[5:])])
        return self.bot.choose(info)

    def _update(self, info: Info) -> None:
        """Whoever names a loser starts the next round, so the view tells who it was."""
        state = info.sample()
        codes = played(state.history)
        named_by = list(self._named_by) or [0] * state.players
        own = f"name {seat_letter(info.seat)}"
        starter = info.view["starter"]
        if starter not in (None, info.seat) and any(
            state.move_of(code).text == own for code in codes[self._moves_seen :]
        ):
            named_by[starter] += 1
        self._moves_seen, self._named_by = len(codes), tuple(named_by)
