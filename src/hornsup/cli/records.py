"""`hornsup replay` and `hornsup verify`: games that have been played."""

from __future__ import annotations

import json
from typing import Any

import click

from hornsup.cli.common import language_of, language_option, read_json
from hornsup.core import events, record
from hornsup.core.notation import seat_letter, seat_number


@click.command()
@click.argument("file")
@click.option("--seat", metavar="LETTER", help="Tell it as this seat saw it; default: all open.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per move instead of words.")
@language_option
def replay(file: str, seat: str | None, as_json: bool, language: str | None) -> None:
    """Tell the recorded game in FILE move by move."""
    data = record.check_form(read_json(file))
    tongue = language_of(language)
    viewer = None if seat is None else seat_number(seat, data["players"])
    moves = [None, *data["moves"]]
    state: Any = None
    for move, (state, happened) in zip(moves, record.steps(data), strict=True):
        shown = happened if seat is None else state.redact(happened, viewer)
        if as_json:
            line = {"move": move, "events": [events.to_json(event) for event in shown]}
            click.echo(json.dumps(line, ensure_ascii=False))
            continue
        if move is not None:
            click.echo(f"> {move}")
        for event in shown:
            click.echo("  " + state.game.narrate(event, tongue))
    if not as_json:
        _finish(state)


def _finish(state: Any) -> None:
    if state.outcome is None:
        click.echo("The record ends here; the game was not over.")
        return
    winners = ", ".join(seat_letter(seat) for seat in state.outcome.winners)
    click.echo(f"Winner: {winners or 'nobody'} after {state.turns} turns.")


@click.command()
@click.argument("file")
def verify(file: str) -> int:
    """Deal and play the record in FILE again and say whether it tells the truth."""
    data = record.check_form(read_json(file))
    verdict = record.verify(data)
    if not verdict.honest:
        click.echo(f"NOT HONEST: {verdict.problem}")
        return 1
    end = "to its end" if verdict.finished else "so far as it was played"
    click.echo(
        f"Honest: dealt again from its seed, all {verdict.moves} moves are legal {end} and every "
        f"event is as recorded. Fingerprint {verdict.fingerprint}"
    )
    return 0
