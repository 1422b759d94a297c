"""`hornsup review`: where a finished game was won, as text, JSON, a page or a picture."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import click

from hornsup.cli.common import language_of, language_option, progress_bar, seed_of
from hornsup.cli.records import read_record
from hornsup.core.notation import seat_number
from hornsup.errors import BadInput
from hornsup.record_files import write_whole

SIZE = (1200, 630)


@click.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--html", metavar="FILE", help="Write a page that needs no network.")
@click.option("--svg", metavar="FILE", help="Write the picture to share.")
@click.option("--png", metavar="FILE", help="The same as PNG; needs the package cairosvg.")
@click.option("--as", "seen_by", metavar="SEAT|table", help="As a seat, or everybody, saw it.")
@click.option("--guesses", type=int, help="Guesses by which a decision is judged; default 16.")
@click.option("--seconds", type=float, help="A budget; decisions that cost least are left out.")
@click.option("--jobs", type=int, default=1, show_default=True, help="Processes; same review.")
@click.option("--seed", default="0", show_default=True, help="Seed of guesses and redraws.")
@language_option
def review(file: str, language: str | None, **asked: Any) -> None:
    """Say where the finished game in FILE was won: by luck, by play, by what others did."""
    lang = language_of(language)
    data = read_record(file)
    png = _converter() if asked["png"] else None
    found = _reviewed(data, asked)
    for option, make in (("html", _html), ("svg", _svg)):
        if asked[option]:
            write_whole(Path(asked[option]), make(found, lang))
            click.echo(f"written to {asked[option]}", err=True)
    if png is not None:
        svg = _svg(found, lang).encode()
        Path(asked["png"]).write_bytes(
            png(bytestring=svg, output_width=SIZE[0], output_height=SIZE[1])
        )
        click.echo(f"written to {asked['png']}", err=True)
    if asked["as_json"]:
        click.echo(json.dumps(found.to_json(lang), ensure_ascii=False))
    elif not any(asked[option] for option in ("html", "svg", "png")):
        from hornsup.reviews.text import lines

        click.echo("\n".join(lines(found, lang)))


def _reviewed(data: dict[str, Any], asked: dict[str, Any]) -> Any:
    from hornsup.reviews import GUESSES
    from hornsup.reviews import review as make_review

    guesses = GUESSES if asked["guesses"] is None else asked["guesses"]
    with progress_bar("review") as progress:
        return make_review(
            data,
            seed=seed_of(asked["seed"]),
            guesses=guesses,
            jobs=asked["jobs"],
            seconds=asked["seconds"],
            as_seen_by=_seen_by(asked["seen_by"], data["players"]),
            progress=progress,
        )


def _seen_by(text: str | None, players: int) -> int | Literal["table"] | None:
    if text is None:
        return None
    return "table" if text == "table" else seat_number(text, players)


def _html(found: Any, language: str) -> str:
    from hornsup.reviews.page import page

    return page(found, language)


def _svg(found: Any, language: str) -> str:
    from hornsup.reviews.pictures import share_svg

    return share_svg(found, language)


def _converter() -> Callable[..., bytes]:
    """The function that draws an SVG as PNG, asked for before the work begins."""
    try:
        convert: Callable[..., bytes] = import_module("cairosvg").svg2png
    except (ImportError, OSError) as error:
        raise BadInput("--png needs the package cairosvg: pip install cairosvg") from error
    return convert
