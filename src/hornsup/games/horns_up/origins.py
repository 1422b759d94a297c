"""From which of two pools each card came that a seat can name, when both are limited.

After a reshuffle a hand holds cards from before it and cards drawn since. A question is a card that
is or was in a hand for sure; its answer is a pool that had such a card and of which the hand held
enough. Answers are drawn one after the other, by weight. Where none is left, one is given all the
same and earlier answers are then exchanged along a shortest row of them, as in a flow between kinds
and hands: the time grows with the number of cards, while trying answers in turn took seconds or
never ended.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

Question = tuple[int, int]  # a hand and a kind
Node = tuple[bool, int]  # whether it is a hand, and which hand or kind

POOLS: Final = (0, 1)


class Origins:
    """What both pools have left: cards by kind, places by hand."""

    def __init__(
        self, cards: tuple[Counter[int], Counter[int]], places: tuple[list[int], list[int]]
    ) -> None:
        self.cards = cards
        self.places = places
        self.given: dict[Question, list[int]] = {}

    def give(self, questions: list[Question], rng: Any) -> bool:
        """Answer all questions; False if no answers fit."""
        stuck = False
        for question in questions:
            pool = self._drawn(question, rng)
            stuck = stuck or pool is None
            self._put(question, pool or 0)
        return not stuck or self._settle()

    def _drawn(self, question: Question, rng: Any) -> int | None:
        """A pool by weight; None if neither has both a card and a place left."""
        hand, kind = question
        first, second = (
            max(self.cards[pool][kind], 0) * max(self.places[pool][hand], 0) for pool in POOLS
        )
        if second and rng.random() * (first + second) < second:
            return 1
        return 0 if first else None

    def _put(self, question: Question, pool: int, number: int = 1) -> None:
        hand, kind = question
        self.cards[pool][kind] -= number
        self.places[pool][hand] -= number
        self.given.setdefault(question, [0, 0])[pool] += number

    def _settle(self) -> bool:
        """Exchange answers until nothing is given that a pool does not have."""
        nodes = self._questions_by_node()
        if any(self._left(node, 0) + self._left(node, 1) < 0 for node in nodes):
            return False
        for node in nodes:
            for pool in POOLS:
                while self._left(node, pool) < 0:
                    row = self._way_out(nodes, node, pool)
                    if not row:
                        return False
                    self._exchange(row)
        return True

    def _exchange(self, row: list[tuple[Question, int]]) -> None:
        for question, source in row:
            self._put(question, source, -1)
            self._put(question, 1 - source)

    def _questions_by_node(self) -> dict[Node, list[Question]]:
        nodes: dict[Node, list[Question]] = {}
        for question in self.given:
            hand, kind = question
            nodes.setdefault((True, hand), []).append(question)
            nodes.setdefault((False, kind), []).append(question)
        return nodes

    def _left(self, node: Node, pool: int) -> int:
        is_hand, which = node
        return self.places[pool][which] if is_hand else self.cards[pool][which]

    def _way_out(
        self, nodes: dict[Node, list[Question]], start: Node, pool: int
    ) -> list[tuple[Question, int]]:
        """The shortest row of exchanges from a node that gave too much to one that can."""
        came: dict[Node, tuple[Node, Question, int] | None] = {start: None}
        queue = [(start, pool)]
        for node, source in queue:  # grows while we look
            for question in nodes[node]:
                far = _other_end(question, node)
                if far in came or not self.given[question][source]:
                    continue
                came[far] = (node, question, source)
                if self._left(far, 1 - source) > 0:
                    return _row(came, far)
                queue.append((far, 1 - source))
        return []


def _other_end(question: Question, node: Node) -> Node:
    hand, kind = question
    return (False, kind) if node[0] else (True, hand)


def _row(
    came: dict[Node, tuple[Node, Question, int] | None], end: Node
) -> list[tuple[Question, int]]:
    row = []
    step = came[end]
    while step is not None:
        node, question, source = step
        row.append((question, source))
        step = came[node]
    return row
