"""Reads and checks JSON data; an error names the place and the value that does not fit.

`DataReader` wraps one JSON object. Every method reads one key and returns a checked value.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from reprlib import repr as short
from typing import Any, Final, TypeVar

from hornsup.errors import BadInput

MANY: Final = 1_000_000_000
"""More than any count of a game; larger numbers are refused."""
_MOST_LISTED: Final = 8  # an error lists up to so many known words
T = TypeVar("T")


class DataReader:
    """One JSON object, and its place in the whole for error messages."""

    __slots__ = ("data", "place")

    def __init__(self, data: object, place: str) -> None:
        if not isinstance(data, Mapping):
            raise BadInput(f"{place} should be a table, not {short(data)}")
        self.data: Mapping[str, Any] = data
        self.place = place

    def wrong(self, key: str, wanted: str) -> BadInput:
        if key not in self.data:
            return BadInput(f"{self.place} has no {key!r}; it should be {wanted}")
        return BadInput(f"{self.place}.{key} should be {wanted}, not {short(self.data[key])}")

    def given(self, key: str) -> bool:
        """Whether there is anything under a key."""
        return self.data.get(key) is not None

    def number(self, key: str, least: int = 0, most: int = MANY) -> int:
        value = self.data.get(key)
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(key, f"a whole number from {least} to {most}")
        return value

    def number_or(self, key: str, default: int, most: int) -> int:
        """A number from 0, or the default where nothing is given."""
        return self.number(key, 0, most) if self.given(key) else default

    def seat(self, players: int) -> int | None:
        """Whose data this is: a seat, or null for a spectator."""
        if "seat" in self.data and self.data["seat"] is None:
            return None
        return self.number("seat", 0, players - 1)

    def flag(self, key: str) -> bool:
        value = self.data.get(key)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def word(self, key: str, words: Mapping[str, T]) -> T:
        """What a word stands for."""
        return self._look_up(key, self.data.get(key), words)

    def words(self, key: str, words: Mapping[str, T]) -> list[T]:
        """What each word of a list stands for."""
        return [self._look_up(key, value, words) for value in self._list(key)]

    def counts(self, key: str, words: Mapping[str, T]) -> Counter[T]:
        """A number for each of some words, by what the word stands for."""
        table = self.table(key)
        return Counter({self._look_up(key, word, words): table.number(word) for word in table.data})

    def numbers(self, key: str, most: int = MANY) -> list[int]:
        values = self._list(key)
        if not all(type(value) is int and 0 <= value <= most for value in values):
            raise self.wrong(key, f"a list of whole numbers from 0 to {most}")
        return values

    def table(self, key: str) -> DataReader:
        if not isinstance(self.data.get(key), Mapping):
            raise self.wrong(key, "a table")
        return DataReader(self.data[key], f"{self.place}.{key}")

    def tables(self, key: str, size: int | None = None) -> list[DataReader]:
        """A list of tables, of exactly so many if that is known."""
        values = self._list(key)
        if size is not None and len(values) != size:
            raise self.wrong(key, f"a list of {size} tables")
        return [DataReader(value, f"{self.place}.{key}[{n}]") for n, value in enumerate(values)]

    def _list(self, key: str) -> list[Any]:
        value = self.data.get(key)
        if not isinstance(value, (list, tuple)):
            raise self.wrong(key, "a list")
        return list(value)

    def _look_up(self, key: str, value: object, words: Mapping[str, T]) -> T:
        if isinstance(value, str) and value in words:
            return words[value]
        known = (
            f"one of {', '.join(words)}" if len(words) <= _MOST_LISTED else "a name of this game"
        )
        raise BadInput(f"{self.place}.{key}: {short(value)} should be {known}")


def canonical(data: object) -> str:
    """Data as one JSON text, the same for equal data: a key for caches."""
    try:
        return json.dumps(data, sort_keys=True)
    except (TypeError, ValueError) as error:
        raise BadInput(f"this is no plain data: {short(data)}") from error


def read_canonical(read: Callable[[object], T], text: str) -> T:
    """What `read` returns for data that `canonical` wrote."""
    try:
        return read(json.loads(text))
    except TypeError as error:
        raise BadInput(f"the options cannot be read: {short(text)}") from error


def check_same(made: Mapping[str, Any], given: Mapping[str, Any], place: str) -> None:
    """Refuse `given` where it differs from what was made from it."""
    for key, value in made.items():
        if key not in given or given[key] != value:
            raise BadInput(
                f"{place} contradicts itself: {key} is {short(given.get(key))}, "
                f"but the rest of it makes that {short(value)}"
            )
