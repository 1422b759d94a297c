"""Temper for bots that have none of their own: now and then they pay back instead of playing on."""

from __future__ import annotations

from typing import Final

from hornsup.bots.base import Bot, Info
from hornsup.core.contract import played
from hornsup.core.moves import Move
from hornsup.core.notation import seat_letter, seat_number

ENOUGH: Final = 0.5  # a grudge below this is not worth a card


class Grudging(Bot):
    """Any bot of Horns Up with a temper: with that chance it hits back at who has hit it most."""

    def __init__(self, bot: Bot, temper: float) -> None:
        from hornsup.bots.horns_up.grudges import Grudges

        self.bot = bot
        self.grudges = Grudges(temper)

    def choose(self, info: Info) -> Move:
        if len(info.legal) > 1 and info.view["phase"] == "turn":
            revenge = self._revenge(info)
            if revenge and info.rng.random() < self.grudges.temper:
                return info.rng.choice(revenge)
        return self.bot.choose(info)

    def _revenge(self, info: Info) -> list[Move]:
        """The Tickets that hit the worst offender."""
        from hornsup.games.horns_up.state import HornsUp

        state = info.sample()
        assert isinstance(state, HornsUp)
        self.grudges.remember(state, info.seat)
        wrongs = self.grudges.wrongs
        worst = max(range(state.players), key=lambda seat: wrongs[seat])
        if wrongs[worst] < ENOUGH:
            return []
        letter = seat_letter(worst)
        plays = [move for move in info.legal if move.text.startswith("play ")]
        return [move for move in plays if letter in move.text.split()[2:3]]


class GrudgingDice(Bot):
    """Any bot of Raise Your Horns! with a temper: it names whoever has named it."""

    def __init__(self, bot: Bot, temper: float) -> None:
        self.bot = bot
        self.temper = temper
        self.seen = 0
        self.wrongs: tuple[int, ...] = ()

    def choose(self, info: Info) -> Move:
        self._remember(info)
        names = [move for move in info.legal if move.text.startswith("name ")]
        if names and any(self.wrongs) and info.rng.random() < self.temper:
            return max(names, key=lambda move: self.wrongs[seat_number(move.text[5:])])
        return self.bot.choose(info)

    def _remember(self, info: Info) -> None:
        """Who names a loser starts the next round, and so is known."""
        state = info.sample()
        codes = played(state.history)
        wrongs = list(self.wrongs) or [0] * state.players
        own = f"name {seat_letter(info.seat)}"
        starter = info.view["starter"]
        if starter not in (None, info.seat) and any(
            state.move_of(code).text == own for code in codes[self.seen :]
        ):
            wrongs[starter] += 1
        self.seen, self.wrongs = len(codes), tuple(wrongs)
