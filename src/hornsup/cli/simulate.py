"""`hornsup simulate`: many games between bots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hornsup.cli.common import chosen_options, print_json
from hornsup.cli.help import Example, command
from hornsup.cli.options import (
    bots_option,
    crew_options,
    folder_options,
    game_argument,
    games_option,
    json_option,
    max_turns_option,
    players_option,
    rules_options,
    seed_option,
)
from hornsup.cli.progress import Stop, make_asked_crew, make_plan, refuse_beside, with_progress
from hornsup.core.notation import SEAT_LETTERS
from hornsup.errors import BadInput
from hornsup.record_files import write_record

if TYPE_CHECKING:
    from hornsup.lab.crew import Crew
    from hornsup.lab.results import Results
    from hornsup.lab.simulate import Plan, Played, Tally

FORMATS = ("csv", "parquet")
WITH_RESUME = ("jobs", "ray", "as_json", "save_game")


@command(
    Example("hornsup simulate {game} --games 50 --bots racer,random", "who wins how often"),
    Example(
        "hornsup simulate {game} --games 20 --bots racer --out games", "one row per game, kept"
    ),
    Example(
        "hornsup simulate {other_game} --players 3 --games 50 --seed 1 --json", "for a program"
    ),
    Example(
        "hornsup simulate {game} --bots racer --save-game 3 - | hornsup replay -",
        "one of the games, told move by move",
    ),
)
@game_argument(required=False)
@players_option()
@games_option(100)
@bots_option("random")
@seed_option("0")
@max_turns_option
@json_option
@folder_options("Write one row per game, moves and a summary there.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="csv",
    show_default=True,
    help="Of the rows that --out writes.",
)
@click.option(
    "--save-game",
    type=(int, str),
    metavar="N FILE",
    help="Play game N alone and write its record; FILE may be - for a pipe.",
)
@crew_options
@rules_options
@click.pass_context
def simulate(context: click.Context, /, game: str | None, **asked: Any) -> int:
    """Let bots play GAME many times and count the results."""
    from hornsup.lab.commands import save_command
    from hornsup.lab.results import Results
    from hornsup.lab.simulate import Tally

    if asked["resume"] is not None:
        refuse_beside("resume", context, WITH_RESUME)
        results: Results | None = Results.open(Path(asked["resume"]))
        assert results is not None
        plan = results.plan
    else:
        results, plan = None, _plan(context, game, asked)
    if asked["save_game"] is not None:
        return _save(plan, results, *asked["save_game"])
    stop = Stop()
    with stop.on_sigint(), make_asked_crew(asked, stop) as crew:
        if results is None and asked["out"] is not None:
            results = Results.create(Path(asked["out"]), plan, asked["form"])
        tally = results.resume() if results else Tally(plan)
        for _ in _play(crew, plan, results, tally, stop, shown=not asked["as_json"]):
            pass
    summary = tally.summary()
    if results is not None:
        results.finish(tally)
    if asked["as_json"]:
        print_json(summary)
    else:
        _show(summary, tally, save_command(plan, 0, asked["deck"]), results)
    return _stopped(plan, tally, results) if tally.games < plan.games else 0


def _plan(context: click.Context, game: str | None, asked: dict[str, Any]) -> Plan:
    if game is None:
        raise click.MissingParameter(ctx=context, param_hint="'GAME'", param_type="argument")
    options = chosen_options(game, asked["preset"], asked["switches"], asked["deck"])
    return make_plan(game, asked, options=options)


def _play(
    crew: Crew, plan: Plan, results: Results | None, tally: Tally, stop: Stop, shown: bool
) -> Iterator[list[Played]]:
    """Play what is left of the plan; write and count it as it comes."""
    from hornsup.lab.crew import play_tasks
    from hornsup.lab.simulate import tasks_of

    done = tally.games
    tasks = tasks_of(plan, done)
    chunks = play_tasks(crew, tasks, plan.games - done, results is not None, stop)
    for played in with_progress(chunks, plan.game, plan.games, done, shown):
        if results is not None:
            results.append(played)
        tally.add(played)
        yield played


def _save(plan: Plan, results: Results | None, number: int, file: str) -> int:
    """One game of the plan as a record, from its moves if they are kept, else played again."""
    if number < 0:
        raise BadInput(f"games are numbered from 0, not {number}")
    if results is not None:
        ((_, state),) = results.states([number])
    else:
        from hornsup.lab.simulate import play_one

        state, _ = play_one(plan, number)
    if file == "-":
        print_json(state.record())
    else:
        write_record(state, Path(file))
        click.echo(f"game {number} written; tell it with: hornsup replay {file}")
    return 0


def _stopped(plan: Plan, tally: Tally, results: Results | None) -> int:
    command = f"go on with: hornsup simulate --resume {results.path}" if results else ""
    advice = command or "give --out DIR to be able to go on next time"
    click.echo(f"hornsup: stopped after {tally.games} of {plan.games} games; {advice}", err=True)
    return 130


# --- for people -----------------------------------------------------------------------------


def _show(summary: dict[str, Any], tally: Tally, command: str, results: Results | None) -> None:
    """The same figures for people, with the games behind them."""
    games, finished = summary["games"], summary["finished"]
    click.echo(
        f"{summary['game']}, {summary['players']} players: {games} games, {finished} finished"
    )
    for seat, (name, wins) in enumerate(zip(summary["bots"], summary["wins"], strict=True)):
        share = wins / finished if finished else 0
        click.echo(f"  {chr(65 + seat)}  {name:<16} {wins:>6} wins  {share:6.1%}")
    if finished:
        click.echo(f"  within (95 %): {_intervals(summary['wins'], finished)}")
        click.echo(f"  first won by: {_first_wins(tally)}")
    click.echo(f"  turns: mean {summary['turns_mean']}, 95 % within {summary['turns_p95']}")
    if games:
        typical = tally.turns_within(0.5)
        ends = (("median", typical), ("shortest", min(tally.turns)), ("longest", max(tally.turns)))
        told = ", ".join(f"{what} {turns} (game {tally.example[turns]})" for what, turns in ends)
        click.echo(f"  turns: {told}")
        click.echo("  any of these games, told move by move:")
        number = str(tally.example[typical])
        click.echo("    " + command.replace("--save-game 0 ", f"--save-game {number} "))
    if results is not None:
        click.echo(f"  written to {results.path}; see it with: hornsup report {results.path}")
    rate, moves = summary["moves_per_second"], summary["moves"]
    click.echo(f"  {moves} moves in {summary['seconds']} s, {rate:.0f} a second")


def _intervals(wins: list[int], finished: int) -> str:
    from hornsup.lab.intervals import wilson

    shares = [wilson(count, finished) for count in wins]
    return ", ".join(
        f"{SEAT_LETTERS[seat]} {share.low * 100:.0f}–{share.high * 100:.0f} %"
        for seat, share in enumerate(shares)
    )


def _first_wins(tally: Tally) -> str:
    return ", ".join(
        f"{SEAT_LETTERS[seat]} in game {number}"
        if number is not None
        else f"{SEAT_LETTERS[seat]} never"
        for seat, number in enumerate(tally.first_wins)
    )
