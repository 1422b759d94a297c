"""Millions of rounds of Raise Your Horns!: the round as a graph of numpy tables.

Every situation of a round is a node. A roll is one random number; tables say how many dice the
policy may keep from it and which node each leads to. Nodes at the end say who has lost. Rounds are
played side by side, one place at the table after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import numpy.typing as npt

from hornsup.errors import BadInput
from hornsup.games.raise_your_horns.dice import Dice, dice_by_name
from hornsup.games.raise_your_horns.faces import Face, in_order
from hornsup.games.raise_your_horns.solution import Faces, Solution, legal_keeps, solve

POLICIES = ("random", "greedy", "exact")
BATCH = 1 << 15
MOST_KEEPS = 4

Node = tuple[str, Faces]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a round ended: these places lost, or this place may name a loser.

    A place that plays at random may name itself too, as the rules allow; the others never do.
    """

    losers: tuple[int, ...]
    namer: int = -1


class RoundGraph:
    """The rounds of one set of dice, one number of players and one policy per place."""

    def __init__(self, dice: Dice, players: int, policies: Sequence[str]) -> None:
        self.solution: Solution = solve(dice, players)
        self.dice = dice
        self.players = players
        self.places = len(self.solution.full)
        self.policies = list(policies)
        self._endings: dict[Ending, int] = {}
        self._layers = self._build()
        self._losses, self._namers = self._ending_tables()

    @staticmethod
    def of(
        dice_name: str = "standard", players: int = 4, policies: str | Sequence[str] = "random"
    ) -> RoundGraph:
        """A graph by the names of its dice and policies; one policy goes for every place."""
        places = 3 if players == 3 else 4
        names = [policies] * places if isinstance(policies, str) else list(policies)
        for name in names:
            if name not in POLICIES:
                raise BadInput(f"unknown policy {name!r}; known are {', '.join(POLICIES)}")
        if len(names) != places:
            raise BadInput(f"{players} players need {places} policies, not {len(names)}")
        return RoundGraph(dice_by_name(dice_name), players, names)

    # -- building --------------------------------------------------------------------------

    def _build(self) -> list[_Layer]:
        """One layer of tables per place; its nodes are the situations before that roll."""
        nodes: dict[Node, int] = {(self.solution.full, ()): 0}
        layers = []
        for place in range(self.places):
            following: dict[Node, int] = {}
            layers.append(self._layer(place, nodes, following))
            nodes = following
        return layers

    def _layer(self, place: int, nodes: dict[Node, int], following: dict[Node, int]) -> _Layer:
        """Rows of equal length for all nodes of a place; the dice left may differ between them."""
        widths = [prod(len(self.dice.marks(die)) for die in left) for left, _ in nodes]
        width = max(widths, default=1)
        keeps = np.ones((len(nodes), width), dtype=np.int8)
        targets = np.zeros((len(nodes), width, MOST_KEEPS), dtype=np.int32)
        for (left, kept), row in nodes.items():
            shown = [self.dice.faces(die) for die in left]
            for code, faces in enumerate(product(*shown)):
                goals = self._goals(place, left, kept, in_order(faces), following)
                keeps[row, code] = len(goals)
                targets[row, code, : len(goals)] = goals
        return _Layer(np.array(widths, dtype=np.int64), keeps, targets)

    def _goals(
        self, place: int, left: str, kept: Faces, roll: Faces, following: dict[Node, int]
    ) -> list[int]:
        """Where a roll may lead: nodes of the next place, or endings as numbers below zero."""
        if any(face.off for face in roll):
            horns = any(face.horns for face in (*kept, *roll))
            return [self._ending(Ending((), place) if horns else Ending((place,)))]
        goals = []
        for face in self._chosen(place, kept, roll):
            rest, now = left.replace(face.die, "", 1), (*kept, face)
            if rest:
                goals.append(following.setdefault((rest, now), len(following)))
            else:
                losses = self.solution.before_roll(now)
                goals.append(self._ending(Ending(tuple(i for i, x in enumerate(losses) if x))))
        return goals

    def _chosen(self, place: int, kept: Faces, roll: Faces) -> list[Face]:
        policy = self.policies[place]
        if policy == "random":
            return list(legal_keeps(roll))
        if policy == "greedy":
            return [max(legal_keeps(roll), key=lambda face: face.value)]
        return [keep.face for keep in self.solution.keeps(kept, roll) if not keep.cost]

    def _ending(self, ending: Ending) -> int:
        return -1 - self._endings.setdefault(ending, len(self._endings))

    def _ending_tables(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        losses = np.zeros((len(self._endings), self.players), dtype=np.int64)
        namers = np.full(len(self._endings), -1, dtype=np.int64)
        for ending, number in self._endings.items():
            losses[number, list(ending.losers)] = 1
            namers[number] = ending.namer
        return losses, namers

    # -- playing ---------------------------------------------------------------------------

    def play(self, rounds: int, seed: int = 0) -> npt.NDArray[np.int64]:
        """How often each place lost in so many rounds."""
        rng = np.random.default_rng(seed)
        counts = np.zeros(len(self._endings), dtype=np.int64)
        done = 0
        while done < rounds:
            size = min(BATCH, rounds - done)
            counts += self._batch(size, rng)
            done += size
        return self._lost(counts, rng)

    def _batch(self, size: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """Play some rounds side by side and count how they ended."""
        ended = np.zeros(len(self._endings), dtype=np.int64)
        nodes = np.zeros(size, dtype=np.int32)
        for layer in self._layers:
            nodes = layer.step(nodes, rng)
            over = nodes < 0
            ended += np.bincount(-1 - nodes[over], minlength=len(self._endings))
            nodes = nodes[~over]
            if not len(nodes):
                break
        return ended

    def _lost(
        self, counts: npt.NDArray[np.int64], rng: np.random.Generator
    ) -> npt.NDArray[np.int64]:
        """Losses per place; who may name a loser names everyone it may name equally often."""
        lost = counts @ self._losses
        for number, namer in enumerate(self._namers):
            if namer >= 0 and counts[number]:
                named = self._nameable(int(namer))
                shares = np.full(len(named), 1 / len(named))
                lost[named] += rng.multinomial(counts[number], shares)
        result: npt.NDArray[np.int64] = lost
        return result

    def expected(self) -> list[Fraction]:
        """The exact probability that each place loses, by walking the graph instead of playing."""
        lost = [Fraction(0)] * self.players
        weights = {0: Fraction(1)}
        by_number = {number: ending for ending, number in self._endings.items()}
        for layer in self._layers:
            following: dict[int, Fraction] = {}
            for node, weight in weights.items():
                for goal, chance in layer.chances(node):
                    if goal >= 0:
                        following[goal] = following.get(goal, Fraction(0)) + weight * chance
                    else:
                        self._add(lost, by_number[-1 - goal], weight * chance)
            weights = following
        return lost

    def _add(self, lost: list[Fraction], ending: Ending, weight: Fraction) -> None:
        for place in ending.losers:
            lost[place] += weight
        if ending.namer >= 0:
            named = self._nameable(ending.namer)
            for place in named:
                lost[place] += weight / len(named)

    def _nameable(self, namer: int) -> list[int]:
        itself = self.policies[namer] == "random"
        return [place for place in range(self.players) if itself or place != namer]


class _Layer:
    """The tables of one place: for a node and a roll, how many dice may be kept, and whereto."""

    def __init__(
        self,
        widths: npt.NDArray[np.int64],
        keeps: npt.NDArray[np.int8],
        targets: npt.NDArray[np.int32],
    ) -> None:
        self.widths = widths
        self.width = keeps.shape[1]
        self.one_width = bool((widths == self.width).all())
        self.keeps = keeps.ravel()
        self.targets = targets.ravel()
        self.certain = bool((keeps == 1).all())

    def step(self, nodes: npt.NDArray[np.int32], rng: np.random.Generator) -> npt.NDArray[np.int32]:
        """Roll once at every node and keep a die."""
        size = len(nodes)
        if self.one_width:
            rolls = rng.integers(0, self.width, size, dtype=np.int32)
        else:
            rolls = (rng.random(size, dtype=np.float32) * self.widths[nodes]).astype(np.int32)
            np.minimum(rolls, self.widths[nodes] - 1, out=rolls, casting="unsafe")
        cells = nodes * np.int32(self.width) + rolls
        places = cells * np.int32(MOST_KEEPS)
        if not self.certain:
            places += (rng.random(size, dtype=np.float32) * self.keeps[cells]).astype(np.int32)
        reached: npt.NDArray[np.int32] = self.targets[places]
        return reached

    def chances(self, node: int) -> list[tuple[int, Fraction]]:
        """Where a node leads and how often, exactly."""
        width = int(self.widths[node])
        found = []
        for code in range(width):
            cell = node * self.width + code
            count = int(self.keeps[cell])
            for pick in range(count):
                goal = int(self.targets[cell * MOST_KEEPS + pick])
                found.append((goal, Fraction(1, width * count)))
        return found
