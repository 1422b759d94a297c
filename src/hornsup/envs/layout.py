"""The places of an array, each with its name and meaning, so that documents and code agree."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod


@dataclass(frozen=True, slots=True)
class Span:
    """Places `start` to `stop` of an array; reshaped to `shape` they mean what `meaning` says."""

    name: str
    start: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def stop(self) -> int:
        return self.start + self.size

    @property
    def places(self) -> slice:
        return slice(self.start, self.stop)


class Layout:
    """Spans one after the other."""

    def __init__(self) -> None:
        self.spans: dict[str, Span] = {}
        self.size = 0

    def add(self, name: str, shape: int | tuple[int, ...], meaning: str) -> int:
        """Append a span and say where it begins."""
        sizes = (shape,) if isinstance(shape, int) else shape
        span = self.spans[name] = Span(name, self.size, sizes, meaning)
        self.size = span.stop
        return span.start

    def __getitem__(self, name: str) -> slice:
        return self.spans[name].places

    def __str__(self) -> str:
        """One line per span: places, name, shape and meaning."""
        return "\n".join(
            f"{span.start}-{span.stop - 1}  {span.name}  {'x'.join(map(str, span.shape))}  "
            f"{span.meaning}"
            for span in self.spans.values()
        )
