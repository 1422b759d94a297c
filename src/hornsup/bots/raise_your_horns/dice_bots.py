"""Bots for Raise Your Horns!: by the exact solution, by the highest number, and half at random."""

from __future__ import annotations

from hornsup.bots.base import Bot, Info
from hornsup.core.moves import Move
from hornsup.core.notation import seat_letter
from hornsup.games.raise_your_horns.faces import FACES
from hornsup.games.raise_your_horns.odds import kept_in_order, solution_of


class Exact(Bot):
    """Keeps what the exact solution keeps; names every other player with equal probability."""

    def choose(self, info: Info) -> Move:
        phase = info.view["phase"]
        if phase == "name":
            own = f"name {seat_letter(info.seat)}"
            return info.rng.choice([move for move in info.legal if str(move) != own])
        if phase != "keep" or len(info.legal) == 1:
            return info.legal[0]
        view = info.view
        roll = tuple(FACES[text] for text in view["roll"])
        keeps = solution_of(view).keeps(kept_in_order(view), roll)
        best = {f"keep {keep.face.text}" for keep in keeps if not keep.cost}
        return info.rng.choice([move for move in info.legal if str(move) in best])


class Greedy(Bot):
    """Keeps the Horns, else the highest number; names whoever has lost least so far."""

    def choose(self, info: Info) -> Move:
        view = info.view
        if view["phase"] == "name":
            return self._name(info)
        keeps = [move for move in info.legal if str(move).startswith("keep ")]
        if not keeps:
            return info.legal[0]
        return max(keeps, key=lambda move: FACES[str(move).split()[1]].value)

    @staticmethod
    def _name(info: Info) -> Move:
        losses = info.view["losses"]
        own = f"name {seat_letter(info.seat)}"
        others = [move for move in info.legal if str(move).startswith("name ") and str(move) != own]
        return min(others, key=lambda move: losses[move.seat])


class Easy(Bot):
    """Plays like Greedy half of the time, else at random."""

    def __init__(self) -> None:
        self.greedy = Greedy()

    def choose(self, info: Info) -> Move:
        if info.rng.random() < 0.5:
            return self.greedy.choose(info)
        return info.rng.choice(info.legal)
