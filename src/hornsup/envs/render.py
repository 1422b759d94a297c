"""The table as text, SVG or pixels."""

from __future__ import annotations

from importlib.resources import as_file, files
from io import BytesIO
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from hornsup.core.contract import GameState
from hornsup.errors import BadInput
from hornsup.lab.extras import need

MODES: Final = ("human", "ansi", "rgb_array", "svg")
WIDTH: Final = 640
FONT: Final = "Hornsup Poster"


def check_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise BadInput(f"render_mode is None or one of {', '.join(MODES)}, not {mode!r}")
    return mode


def render(state: GameState, mode: str | None, seat: int | None = None) -> Any:
    """The table as this seat sees it, None as everyone does; `human` prints and returns None."""
    if mode == "svg":
        return svg(state)
    if mode == "rgb_array":
        return pixels(svg(state))
    if mode == "ansi":
        return text(state, seat)
    if mode == "human":
        print(text(state, seat))  # noqa: T201 -- what this mode is for
    return None


def text(state: GameState, seat: int | None) -> str:
    """The table as in a terminal, with colours as ANSI codes."""
    terminal = state.game.terminal
    assert terminal is not None
    return terminal.table(state.view(seat), "en")


def svg(state: GameState) -> str:
    """The picture that a notebook shows: the table as everyone sees it."""
    return state._repr_svg_()


def pixels(picture: str) -> npt.NDArray[np.uint8]:
    """A picture as rows of pixels, red, green and blue."""
    resvg = need("render_mode='rgb_array'", "export", "resvg_py")
    pillow = need("render_mode='rgb_array'", "export", "PIL.Image")
    with as_file(files("hornsup") / "exports" / "fonts" / "poster.ttf") as font:
        png = resvg.svg_to_bytes(
            svg_string=picture,
            width=WIDTH,
            skip_system_fonts=True,
            font_files=[str(font)],
            font_family=FONT,
            sans_serif_family=FONT,
        )
    image = pillow.open(BytesIO(bytes(png))).convert("RGB")
    return np.array(image, dtype=np.uint8)
