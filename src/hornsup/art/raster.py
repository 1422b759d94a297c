"""Flat shapes as a PNG, without any other library: for programs that show no SVG.

A picture has at most 256 colours and no soft edges. Paths are those of this package: absolute
commands M, L, H, V, C, Q, A and Z.
"""

from __future__ import annotations

import math
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

Point = tuple[float, float]
Line = list[Point]
_WORD: Final = re.compile(r"[A-Z]|-?\d*\.?\d+")
_ARGUMENTS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}
CURVE_STEPS: Final = 12
ARC_STEPS: Final = 24


class Raster:
    """Pixels, each the number of a colour."""

    def __init__(self, width: int, height: int, ground: str) -> None:
        self.width, self.height = width, height
        self._colours: dict[str, int] = {ground: 0}
        self._pixels = bytearray(width * height)

    def fill(self, lines: Sequence[Line], colour: str) -> None:
        """Fill closed lines; what lies in two of them stays free."""
        crossings: dict[int, list[float]] = {}
        for line in lines:
            for start, end in zip(line, [*line[1:], line[0]], strict=True):
                for row, x in _crossed(start, end):
                    crossings.setdefault(row, []).append(x)
        ink = self._number(colour)
        for row, found in crossings.items():
            if 0 <= row < self.height:
                found.sort()
                for left, right in zip(found[::2], found[1::2], strict=False):
                    self._run(row, left, right, ink)

    def _run(self, row: int, left: float, right: float, ink: int) -> None:
        first, last = max(round(left), 0), min(round(right), self.width)
        if first < last:
            at = row * self.width
            self._pixels[at + first : at + last] = bytes((ink,)) * (last - first)

    def stroke(self, line: Line, width: float, colour: str) -> None:
        """Draw along a line, with round ends."""
        for start, end in pairwise(line):
            length = math.dist(start, end) or 1.0
            across = (
                (end[1] - start[1]) / length * width / 2,
                (start[0] - end[0]) / length * width / 2,
            )
            ends = ((start, 1), (end, 1), (end, -1), (start, -1))
            self.fill([[(p[0] + w * across[0], p[1] + w * across[1]) for p, w in ends]], colour)
        for x, y in line:
            self.disc(x, y, width / 2, colour)

    def disc(self, x: float, y: float, radius: float, colour: str) -> None:
        turns = (2 * math.pi * step / ARC_STEPS for step in range(ARC_STEPS))
        self.fill([[(x + radius * math.cos(a), y + radius * math.sin(a)) for a in turns]], colour)

    def rect(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        right, below = x + width, y + height
        self.fill([[(x, y), (right, y), (right, below), (x, below)]], colour)

    def png(self) -> bytes:
        size = struct.pack(">IIBBBBB", self.width, self.height, 8, 3, 0, 0, 0)
        palette = b"".join(bytes.fromhex(colour[1:]) for colour in self._colours)
        rows = range(0, len(self._pixels), self.width)
        data = b"".join(b"\0" + self._pixels[at : at + self.width] for at in rows)
        parts = (
            (b"IHDR", size),
            (b"PLTE", palette),
            (b"IDAT", zlib.compress(data)),
            (b"IEND", b""),
        )
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)

    def _number(self, colour: str) -> int:
        return self._colours.setdefault(colour, len(self._colours))


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + check


def _crossed(start: Point, end: Point) -> Iterator[tuple[int, float]]:
    """Where an edge crosses the middles of rows."""
    (x1, y1), (x2, y2) = (start, end) if start[1] <= end[1] else (end, start)
    for row in range(math.ceil(y1 - 0.5), math.ceil(y2 - 0.5)):
        yield row, x1 + (row + 0.5 - y1) * (x2 - x1) / (y2 - y1)


# --- paths ------------------------------------------------------------------------------------


def lines_of(path: str, x: float = 0, y: float = 0, scale: float = 1) -> list[Line]:
    """A path as lines, moved and scaled."""
    lines: list[Line] = []
    for command, numbers in _commands(path):
        if command == "M":
            lines.append([(numbers[0], numbers[1])])
        elif command != "Z":
            lines[-1] += _points(command, numbers, lines[-1][-1])
    return [[(x + scale * px, y + scale * py) for px, py in line] for line in lines]


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Every command with its numbers; further pairs after M are lines."""
    words, command = _WORD.findall(path), ""
    at = 0
    while at < len(words):
        if words[at] in _ARGUMENTS:
            command, at = words[at], at + 1
        count = _ARGUMENTS[command]
        yield command, [float(word) for word in words[at : at + count]]
        at += count
        command = "L" if command == "M" else command


def _points(command: str, n: list[float], start: Point) -> Line:
    if command == "H":
        return [(n[0], start[1])]
    if command == "V":
        return [(start[0], n[0])]
    if command == "A":
        return _arc(start, n)
    ends = [start, *zip(n[::2], n[1::2], strict=True)]
    return ends[1:] if command == "L" else [_bent(ends, s / CURVE_STEPS) for s in range(1, 13)]


def _bent(ends: Sequence[Point], share: float) -> Point:
    """A point of a curve with these control points."""
    while len(ends) > 1:
        ends = [
            (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in pairwise(ends)
        ]
    return ends[0]


def _arc(start: Point, n: list[float]) -> Line:
    """An arc of an upright ellipse."""
    rx, ry, _, large, sweep, x, y = n
    ax, ay, bx, by = start[0] / rx, start[1] / ry, x / rx, y / ry
    half = math.dist((ax, ay), (bx, by)) / 2
    off = math.sqrt(max(1 - half * half, 0.0)) * (-1 if large == sweep else 1) / (half or 1)
    cx, cy = (ax + bx) / 2 - off * (by - ay) / 2, (ay + by) / 2 + off * (bx - ax) / 2
    first, last = math.atan2(ay - cy, ax - cx), math.atan2(by - cy, bx - cx)
    turn = (last - first) % (2 * math.pi) if sweep else -((first - last) % (2 * math.pi))
    angles = (first + turn * step / ARC_STEPS for step in range(1, ARC_STEPS + 1))
    return [((cx + math.cos(a)) * rx, (cy + math.sin(a)) * ry) for a in angles]
