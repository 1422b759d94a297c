"""Pages of A4 as pictures in a PDF, sharp enough to print."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Any, Final

from hornsup.errors import BadInput

DPI: Final = 300
A4: Final = 8.27
"""Inches across."""


def pdf(pages: Iterable[Any]) -> bytes:
    """Images of Pillow's, one a page, at 300 dots per inch."""
    out = BytesIO()
    first, *rest = [page.convert("RGB") for page in pages] or [None]
    if first is None:
        raise BadInput("there is nothing to print")
    first.save(out, "PDF", save_all=True, append_images=rest, resolution=DPI, quality=88)
    return out.getvalue()
