"""The preview as a PNG: drawn without any other library, readable by one."""

from __future__ import annotations

import zlib

import pytest

from hornsup.art import palette
from hornsup.art.preview import HEIGHT, WIDTH, Preview, preview_png
from hornsup.art.raster import Raster, lines_of


def pixels(png: bytes) -> list[bytes]:
    """The rows of a PNG of ours, as numbers of colours."""
    start = png.index(b"IDAT") + 4
    length = int.from_bytes(png[start - 8 : start - 4], "big")
    data = zlib.decompress(png[start : start + length])
    return [data[at + 1 : at + WIDTH + 1] for at in range(0, len(data), WIDTH + 1)]


@pytest.mark.parametrize("players", range(3, 13))
def test_every_pawn_is_drawn_and_the_winner_is_lit(players: int) -> None:
    png = preview_png(Preview(players, (players - 1,)))
    rows = pixels(png)
    assert len(rows) == HEIGHT
    for colour in palette.PAWN_COLOURS[: min(players, 9)]:
        assert bytes.fromhex(colour[1:]) in png
    assert preview_png(Preview(players, (0,))) != png


def test_bands_fill_the_plot_in_their_shares() -> None:
    rows = pixels(preview_png(Preview(3, (0,), [[0.5, 0.25, 0.25]] * 2)))
    column = bytes(row[600] for row in rows[216:582])
    shares = sorted((column.count(number) for number in set(column)), reverse=True)
    assert abs(shares[0] - 183) < 4
    assert abs(shares[1] - 91) < 4


def test_lines_begin_anew_where_an_account_opens() -> None:
    chances = [[0.2, 0.8, 0.5], [0.9, 0.1, 0.5], [0.2, 0.8, 0.5]]
    whole = preview_png(Preview(3, (), chances, frozenset({0}), stacked=False))
    assert preview_png(Preview(3, (), chances, frozenset({0, 2}), stacked=False)) != whole


def test_paths_become_lines() -> None:
    assert lines_of("M0 0H4V4H0Z", 1, 1, 2) == [[(1, 1), (9, 1), (9, 9), (1, 9)]]
    (drum,) = lines_of(palette.PAWN_SHAPES["drum"])
    assert all(abs((x * x + y * y) ** 0.5 - 9.5) < 1e-6 for x, y in drum)


def test_what_lies_outside_is_cut_off() -> None:
    raster = Raster(20, 10, palette.NIGHT)
    raster.disc(0, 0, 50, palette.LIGHT)
    raster.rect(-5, 20, 5, 5, palette.INK)
    assert raster.png().startswith(b"\x89PNG")
