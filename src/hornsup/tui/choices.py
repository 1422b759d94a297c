"""The legal moves as a short menu: words that moves share are chosen first.

`path NS 0,6` and `path NS 1,6` become one option `path NS`, and the positions come in a second
menu. Nothing here knows what the words mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

FEW: Final = 9
"""As many options as there are digits; below that, menus are opened in place."""

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One line of the menu: the words of a move so far, and how many moves begin with them."""

    words: Words
    count: int
    move: str | None = None


class Choices:
    """The menu of one decision. `chosen` are the words that all of its options share."""

    def __init__(self, legal: Sequence[str] = ()) -> None:
        self._all = [tuple(move.split()) for move in legal]
        self._moves = dict(zip(self._all, legal, strict=True))
        self._steps: list[tuple[Words, list[Words]]] = [((), self._all)]
        self.options: list[Option] = []
        self._list()

    @property
    def chosen(self) -> Words:
        return self._steps[-1][0]

    @property
    def deep(self) -> bool:
        """Whether there is a way back."""
        return len(self._steps) > 1

    @property
    def legal(self) -> list[Words]:
        """The moves that are left."""
        return self._steps[-1][1]

    def pick(self, option: Option) -> str | None:
        """Choose an option: the move, or None where a second menu follows."""
        if option.move is not None:
            return option.move
        self._step(option.words, [move for move in self.legal if begins(move, option.words)])
        return None

    def narrow(self, word: str) -> str | None:
        """Choose all moves that have a word; the move, if there is one only."""
        found = [move for move in self.legal if word in move[len(self.chosen) :]]
        if len(found) == 1:
            return self._moves[found[0]]
        if found and len(found) < len(self.legal):
            self._step(self.chosen, found)
        return None

    def back(self) -> bool:
        """Leave a menu for the one before; False where there is none."""
        if not self.deep:
            return False
        self._steps.pop()
        self._list()
        return True

    def lit(self) -> frozenset[str]:
        """The last words of the options that are moves: what can be chosen at once."""
        return frozenset(word for each in self.options if each.move for word in each.words)

    # --- making the menu ----------------------------------------------------------------------

    def _step(self, chosen: Words, moves: list[Words]) -> None:
        self._steps.append((chosen, moves))
        self._list()

    def _list(self) -> None:
        chosen, moves = self._steps[-1]
        found = self._below(chosen, moves)
        while True:
            wide = self._opened(found)
            if wide is None:
                break
            found = wide
        # A lone word ends something: it comes last, so that Enter does not do it at once.
        self.options = sorted(found, key=lambda each: len(each.words) == 1)

    def _opened(self, found: list[Option]) -> list[Option] | None:
        """The menu with one more sub-menu opened, of the fewest words first, while it is short."""
        for option in sorted(found, key=lambda each: (len(each.words), each.count)):
            if option.move is not None:
                continue
            below = self._below(option.words, self.legal)
            if len(found) + len(below) - 1 <= FEW:
                at = found.index(option)
                return [*found[:at], *below, *found[at + 1 :]]
        return None

    def _below(self, words: Words, moves: Iterable[Words]) -> list[Option]:
        """The options that follow some words, each as long as there is no choice in it."""
        groups: dict[Words, list[Words]] = {}
        for move in moves:
            if begins(move, words):
                groups.setdefault(move[: len(words) + 1], []).append(move)
        return [self._option(start, group) for start, group in groups.items()]

    def _option(self, start: Words, group: list[Words]) -> Option:
        if len(group) == 1:
            return Option(group[0], 1, self._moves[group[0]])
        shared = start
        while all(len(move) > len(shared) for move in group):
            longer = group[0][: len(shared) + 1]
            if not all(begins(move, longer) for move in group):
                break
            shared = longer
        return Option(shared, len(group))


def begins(move: Words, words: Words) -> bool:
    return move[: len(words)] == words
