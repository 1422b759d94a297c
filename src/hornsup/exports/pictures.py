"""Pictures of a game: one step as SVG or PNG, many as a GIF that moves."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final

from hornsup.art import shapes as s
from hornsup.art.caption import Caption, caption, caption_height
from hornsup.core.contract import Layer
from hornsup.errors import BadInput
from hornsup.exports.game import Moment, Played
from hornsup.exports.raster import Painter, Progress, png
from hornsup.lab.extras import need

STILL_WIDTH: Final = 1600
FILM_WIDTH: Final = 720
STEP: Final = 0.75
"""Seconds that a plain step is shown; what is to be read takes longer."""
LONGEST_STEP: Final = 3.0
LAST_STEP: Final = 4.0
LONGEST: Final = 120.0
"""Seconds of a film; the steps of longer games are shown for a shorter time."""
SHORTEST_STEP: Final = 0.2
COLOURS: Final = 255
TALLEST: Final = 60
"""Pixels of a row of pieces from which the colours are chosen."""


def frames(played: Played, moments: Sequence[Moment]) -> tuple[float, float, list[list[Layer]]]:
    """Width, height, and the layers of every picture, with what happened below the table."""
    if played.game.film is None:
        raise BadInput(f"{played.game.title} has no pictures")
    views = [moment.view for moment in moments]
    width, height, drawn = played.game.film(views, played.names, played.language)
    foot = caption_height(width)
    last = len(played.moments) - 1
    for moment, layers in zip(moments, drawn, strict=True):
        told = Caption(
            moment.mover,
            moment.sentences or (played.game.title,),
            f"{moment.turn} / {played.moments[-1].turn}",
            moment.number / max(last, 1),
        )
        layers += caption(told, width, height)
    return width, height + foot, drawn


def still_svg(played: Played, moment: Moment) -> str:
    """The table at a step as SVG."""
    width, height, [layers] = frames(played, [moment])
    drawn = (s.group(drawing, x=x, y=y) for x, y, _, _, drawing in layers)
    return s.document(width, height, " ".join(moment.sentences), *drawn, shown=round(width / 2))


def still_png(played: Played, moment: Moment, width: int = STILL_WIDTH) -> bytes:
    """The same as PNG."""
    return png(still_svg(played, moment), width)


def film_gif(
    played: Played,
    moments: Sequence[Moment],
    *,
    width: int = FILM_WIDTH,
    speed: float = 1.0,
    progress: Progress = None,
) -> bytes:
    """The steps as a GIF that runs for ever; `progress` is told how many are drawn."""
    pil = need("drawing films", "export", "PIL.Image")
    across, down, drawn = frames(played, moments)
    painter = Painter(width / across)
    size = painter.size(across, down)
    painter.prepare(drawn, progress)
    pictures = [painter.picture(size, layers) for layers in drawn]
    colours = _palette(pil, pictures, painter.pieces())
    painted = [each.quantize(palette=colours, dither=pil.Dither.NONE) for each in pictures]
    out = BytesIO()
    first, *rest = painted
    durations = _durations(moments, speed)
    first.save(out, "GIF", save_all=True, append_images=rest, duration=durations, loop=0)
    return out.getvalue()


def _palette(pil: Any, pictures: Sequence[Any], pieces: Sequence[Any]) -> Any:
    """The colours of a film: from some of its pictures, and from every small piece once, for the
    colours of a rare card would be lost among those of the hall."""
    chosen = [pictures[0], pictures[len(pictures) // 2], pictures[-1]]
    width, height = chosen[0].size
    small = [piece for piece in pieces if piece.width <= width // 4 and piece.height > 20]
    sheet = pil.new("RGB", (width, height * 2), pictures[0].getpixel((0, 0)))
    for number, picture in enumerate(chosen):
        sheet.paste(picture.resize((width // 3, height // 3)), (number * width // 3, 0))
    x, y = 0, height // 3
    for piece in small:
        if x + piece.width > width:
            x, y = 0, y + TALLEST
        sheet.paste(piece, (x, y), piece)
        x += piece.width
    return sheet.quantize(COLOURS, method=pil.Quantize.MEDIANCUT)


def _durations(moments: Sequence[Moment], speed: float) -> list[int]:
    """Milliseconds by step."""
    seconds = [min(STEP * moment.weight, LONGEST_STEP) for moment in moments]
    if sum(seconds) > LONGEST:
        share = LONGEST / sum(seconds)
        seconds = [max(each * share, SHORTEST_STEP) for each in seconds]
    seconds[-1] = LAST_STEP
    return [round(each / speed * 100) * 10 for each in seconds]
