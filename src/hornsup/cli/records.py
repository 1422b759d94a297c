"""`hornsup replay` and `hornsup verify`: games that have been played."""

from __future__ import annotations

from typing import Any

import click

from hornsup import i18n
from hornsup.cli.common import full_screen, language_of, print_json, read_text
from hornsup.cli.help import Example, command
from hornsup.cli.options import file_argument, json_option, language_option
from hornsup.core import events, record
from hornsup.core.notation import seat_letter, seat_number
from hornsup.errors import BadInput


@command(
    Example("hornsup replay game.json --lang it", "in Italian"),
    Example("hornsup replay game.json --seat B", "what the second player knew"),
    Example("hornsup replay game.json --watch", "on the whole screen", "a terminal"),
)
@file_argument()
@click.option("--seat", metavar="LETTER", help="Tell it as this seat saw it; default: all open.")
@json_option
@click.option("--watch", is_flag=True, help="Show the table step by step on the whole screen.")
@language_option
def replay(file: str, seat: str | None, as_json: bool, watch: bool, language: str | None) -> None:
    """Tell the recorded game in FILE move by move; `-` reads it from a pipe.

    With --json every move is one line.
    """
    data = read_record(file)
    lang = language_of(language)
    viewer = None if seat is None else seat_number(seat, data["players"])
    if watch and not as_json and full_screen():
        from hornsup.tui.app import watch_full_screen

        watch_full_screen(data, viewer, lang)
        return
    moves = [None, *data["moves"]]
    state: Any = None
    for move, (state, happened) in zip(moves, record.steps(data), strict=True):
        shown = happened if seat is None else state.redact(happened, viewer)
        if as_json:
            line = {"move": move, "events": [events.to_json(event) for event in shown]}
            print_json(line)
            continue
        if move is not None:
            click.echo(f"> {move}")
        for event in shown:
            click.echo("  " + state.game.narrate(event, lang))
    if not as_json:
        click.echo(_ending(state, lang))


def _ending(state: Any, language: str) -> str:
    if state.outcome is None:
        return i18n.text(language, "ending.unfinished")
    names = [seat_letter(seat) for seat in state.outcome.winners]
    key = "winner" if names else "no-winner"
    return i18n.text(language, f"ending.{key}", n=state.turns, names=names)


@command(
    Example("hornsup verify game.json", "was the deal honest?"),
    Example("hornsup verify game.json --json", "the verdict for a program"),
)
@file_argument()
@click.option("--commitment", metavar="HEX", help="The hash you were shown before the game.")
@click.option("--contribution", metavar="TEXT", help="What you put into the deal yourself.")
@click.option("--seat", metavar="LETTER", help="Your seat, if the contribution must be from there.")
@json_option
@language_option
def verify(
    file: str,
    commitment: str | None,
    contribution: str | None,
    seat: str | None,
    as_json: bool,
    language: str | None,
) -> int:
    """Deal and play the record in FILE again and say whether it tells the truth.

    A record of a table also keeps a promise: the hash that was shown before the game must be that
    of the secret from which, with what the players put in, the game was dealt.
    """
    if seat is not None and contribution is None:
        raise click.UsageError("--seat says whose --contribution it is; give both")
    lang = language_of(language)
    data = read_record(file)
    giver = None if seat is None else seat_number(seat, data["players"])
    verdict = record.verify(data, commitment=commitment, contribution=contribution, seat=giver)
    if as_json:
        print_json(verdict.to_json(lang))
    else:
        click.echo("\n".join(verdict.lines(lang)))
    return 0 if verdict.honest else 1


def read_record(file: str) -> dict[str, Any]:
    """The record in a file, or a refusal that names the file."""
    try:
        return record.loads(read_text(file))
    except BadInput as error:
        raise BadInput(f"{file}: {error}") from error
