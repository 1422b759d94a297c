"""A move: a text that people and programs exchange, and the number the engine works with."""

from __future__ import annotations


class Move:
    """One move. `str(move)` is its notation; two moves are equal when their notation is."""

    __slots__ = ("code", "text")

    def __init__(self, text: str, code: int) -> None:
        self.text = text
        self.code = code

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r}, {self.code})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)
