"""`hornsup review`: where a finished game was won, as text, JSON, a page or a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import click

from hornsup.cli.common import language_of, print_json, progress_bar, seed_of
from hornsup.cli.help import Example, command
from hornsup.cli.options import (
    FILE,
    file_argument,
    jobs_option,
    json_option,
    language_option,
    seed_option,
)
from hornsup.cli.records import read_record
from hornsup.core.notation import seat_number
from hornsup.record_files import write_whole

WIDTH = 1200


@command(
    Example("hornsup review game.json --guesses 2", "a page of text"),
    Example("hornsup review game.json --guesses 2 --as A --json", "as the first seat saw it"),
    Example(
        "hornsup review game.json --guesses 2 --html review.html --svg share.svg",
        "a page and a picture to share",
    ),
)
@file_argument()
@json_option
@click.option("--html", metavar="FILE", type=FILE, help="Write a page that needs no network.")
@click.option("--svg", metavar="FILE", type=FILE, help="Write the picture to share.")
@click.option("--png", metavar="FILE", type=FILE, help="The same as PNG.")
@click.option("--as", "seen_by", metavar="SEAT|table", help="As a seat, or everybody, saw it.")
@click.option(
    "--guesses",
    metavar="N",
    type=int,
    help="Guesses by which a decision is judged.  [default: 16]",
)
@click.option(
    "--seconds",
    metavar="N",
    type=float,
    help="A budget; decisions that cost least are left out.",
)
@jobs_option(1)
@seed_option("0", "Seed of guesses and redraws.")
@language_option
def review(file: str, language: str | None, **asked: Any) -> None:
    """Say where the finished game in FILE was won: by luck, by play, by what others did."""
    lang = language_of(language)
    data = read_record(file)
    if asked["png"]:
        from hornsup.exports.raster import need_export

        need_export("hornsup review --png")
    found = _reviewed(data, asked)
    for option, make in (("html", _html), ("svg", _svg)):
        if asked[option]:
            write_whole(Path(asked[option]), make(found, lang))
            click.echo(f"written to {asked[option]}", err=True)
    if asked["png"]:
        from hornsup.exports.raster import png

        Path(asked["png"]).write_bytes(png(_svg(found, lang), WIDTH))
        click.echo(f"written to {asked['png']}", err=True)
    if asked["as_json"]:
        print_json(found.to_json(lang))
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
