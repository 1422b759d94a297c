"""The layouts of an encoder as Markdown tables, for docs/environments.md and for reading."""

from __future__ import annotations

from hornsup.envs.encoder import Encoder
from hornsup.envs.layout import Layout


def _places(start: int, size: int) -> str:
    return f"{start}" if size == 1 else f"{start}–{start + size - 1}"


def actions_table(encoder: Encoder) -> list[str]:
    """One line per block of action numbers."""
    lines = ["| Moves | Numbers | Digits, the last one counts fastest |", "|---|---|---|"]
    for block in encoder.blocks:
        digits = " × ".join(f"{field.name} ({len(field.values)})" for field in block.fields)
        lines.append(f"| `{block.name}` | {_places(block.start, block.size)} | {digits} |")
    return lines


def layout_table(layout: Layout) -> list[str]:
    """One line per span of an observation or a row."""
    lines = ["| Field | Places | Shape | Meaning |", "|---|---|---|---|"]
    for span in layout.spans.values():
        shape = " × ".join(map(str, span.shape))
        places = _places(span.start, span.size)
        lines.append(f"| `{span.name}` | {places} | {shape} | {span.meaning} |")
    return lines


def all_tables(encoder: Encoder) -> dict[str, list[str]]:
    """Every table of a game, by what it is of."""
    return {
        "actions": actions_table(encoder),
        "observation": layout_table(encoder.layout),
        "rows": layout_table(encoder.row_layout),
    }
