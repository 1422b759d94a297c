"""A mapping between moves and action numbers as a list of blocks, one kind of move each."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod


@dataclass(frozen=True, slots=True)
class Field:
    """What one digit of a block counts, and the values it counts, as texts."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Numbers from `start` on; written with one digit per field, the last one counts fastest."""

    name: str
    start: int
    fields: tuple[Field, ...]

    @property
    def size(self) -> int:
        return prod(len(field.values) for field in self.fields)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(field.values) for field in self.fields)

    def __str__(self) -> str:
        """As it stands in tables: `path  631-7450  sides x cell = 11 x 620`."""
        names = " x ".join(field.name for field in self.fields)
        sizes = " x ".join(str(size) for size in self.shape)
        last = self.start + self.size - 1
        numbers = f"{self.start}" if self.size == 1 else f"{self.start}-{last}"
        return f"{self.name}  {numbers}" + (f"  {names} = {sizes}" if names else "")
