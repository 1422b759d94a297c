"""`hornsup simulate`: many games between bots."""

from __future__ import annotations

import json
from typing import Any

import click

from hornsup.cli.common import chosen_options, rules_options
from hornsup.errors import BadInput
from hornsup.lab.simulate import Plan, Tally, play_all


@click.command()
@click.argument("game")
@click.option("--players", default=4, show_default=True, help="How many seats.")
@click.option("--games", default=100, show_default=True, help="How many games.")
@click.option("--bots", default="random", show_default=True, help="The line-up: racer,random,…")
@click.option("--seed", default="0", show_default=True, help="Same seed, same results.")
@click.option("--jobs", default=1, show_default=True, help="Processes; the result is the same.")
@click.option("--max-turns", default=1000, show_default=True, help="Cut endless games here.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and no progress.")
@rules_options
def simulate(
    game: str,
    players: int,
    games: int,
    bots: str,
    seed: str,
    jobs: int,
    max_turns: int,
    as_json: bool,
    preset: str | None,
    switches: tuple[str, ...],
    deck: str | None,
) -> None:
    """Let bots play GAME many times and count the results."""
    if jobs < 1:
        raise BadInput(f"jobs is a number from 1, not {jobs}")
    options = chosen_options(game, preset, switches, deck)
    plan = Plan(game, players, games, bots, _seed(seed), max_turns, options or None)
    plan.check()
    summary = _run(plan, jobs, progress=not as_json)
    if as_json:
        click.echo(json.dumps(summary))
    else:
        _show(summary)


def _seed(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdigit() else text


def _run(plan: Plan, jobs: int, progress: bool) -> dict[str, Any]:
    tally = Tally(plan)
    if not progress:
        for results in play_all(plan, jobs):
            tally.add(results)
        return tally.summary()
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games,"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(plan.game, total=plan.games)
        for results in play_all(plan, jobs):
            tally.add(results)
            bar.advance(task, len(results))
    return tally.summary()


def _show(summary: dict[str, Any]) -> None:
    """The same figures for people."""
    games, finished = summary["games"], summary["finished"]
    click.echo(
        f"{summary['game']}, {summary['players']} players: {games} games, {finished} finished"
    )
    for seat, (name, wins) in enumerate(zip(summary["bots"], summary["wins"], strict=True)):
        share = wins / finished if finished else 0
        click.echo(f"  {chr(65 + seat)}  {name:<16} {wins:>6} wins  {share:6.1%}")
    click.echo(f"  turns: mean {summary['turns_mean']}, 95 % within {summary['turns_p95']}")
    rate, moves = summary["moves_per_second"], summary["moves"]
    click.echo(f"  {moves} moves in {summary['seconds']} s, {rate:.0f} a second")
