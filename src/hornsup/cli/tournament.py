"""`hornsup tournament`: bots against each other."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hornsup.cli.common import chosen_options, first_game, rules_options
from hornsup.cli.progress import Stop, make_plan, with_progress
from hornsup.core.notation import SEAT_LETTERS
from hornsup.lab.commands import save_command
from hornsup.lab.crew import make_crew, play_tasks
from hornsup.lab.extras import need
from hornsup.lab.simulate import Plan, Played, Task, game_seed

if TYPE_CHECKING:
    from hornsup.lab.tournament import Table

GAMES = ("number", "seed", "line_up", "finished", "winners", "turns", "moves")


@click.command()
@click.argument("game", default=first_game)
@click.option("--bots", required=True, help="Who enters: racer,random,my_module:MyBot")
@click.option("--players", default=4, show_default=True, help="How many seats.")
@click.option("--games", default=200, show_default=True, help="How many games.")
@click.option("--seed", default="0", show_default=True, help="Same seed, same results.")
@click.option("--jobs", type=int, help="Processes, by default one per core.")
@click.option("--max-turns", default=1000, show_default=True, help="Cut endless games here.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and no progress.")
@click.option("--out", metavar="DIR", help="Write the table, the games and a plot there.")
@rules_options
def tournament(game: str, **asked: Any) -> int:
    """Rate bots: every line-up plays each deal of GAME from all its seats.

    Ratings are those of Plackett and Luce as openskill has them: everybody begins at 25, and in 95
    of 100 cases the true one lies within the interval.
    """
    need("hornsup tournament", "lab", "openskill", "matplotlib")
    from hornsup.lab.tournament import Table, tasks_of

    bots = [name.strip() for name in asked["bots"].split(",") if name.strip()]
    options = chosen_options(game, asked["preset"], asked["switches"], asked["deck"])
    plan = make_plan(game, asked, bots=",".join(bots[: asked["players"]]), options=options)
    tasks = list(tasks_of(plan, bots))
    for name in bots:
        Plan(game, plan.players, 1, name, options=plan.options).check()
    table = Table(bots, plan.players)
    games = _play(plan, tasks, table, asked["jobs"], not asked["as_json"])
    if asked["out"] is not None:
        _write(Path(asked["out"]), table, tasks, games)
    if asked["as_json"]:
        click.echo(json.dumps(table.to_json()))
    else:
        _show(game, table, tasks, asked["deck"], asked["out"])
    if table.games < plan.games:
        click.echo(f"hornsup: stopped after {table.games} of {plan.games} games", err=True)
        return 130
    return 0


def _play(
    plan: Plan, tasks: list[Task], table: Table, jobs: int | None, shown: bool
) -> list[Played]:
    stop = Stop()
    games: list[Played] = []
    with stop.on_sigint(), make_crew(jobs, stop) as crew:
        chunks = play_tasks(crew, iter(tasks), plan.games, True, stop)
        for played in with_progress(chunks, plan.game, plan.games, 0, shown):
            for one in played:
                table.add(tasks[len(games)][0].bots.split(","), one)
                games.append(replace(one, seen=None, record=""))
    return games


def _show(game: str, table: Table, tasks: list[Task], deck: str | None, out: str | None) -> None:
    fair = 1 / table.players
    cut = f", {table.unfinished} cut" if table.unfinished else ""
    click.echo(f"{game}, {table.players} players, {table.games} games{cut}; fair share {fair:.1%}")
    width = max(8, *(len(name) for name in table.entries))
    seats = "".join(f"{SEAT_LETTERS[seat]:>7}" for seat in range(table.players))
    click.echo(f"  {'bot':<{width}}  rating  95 % within   wins    95 % within  won at seat{seats}")
    for entry in table.ranked():
        rating, share = entry.interval, entry.share
        at = "".join(_at_seat(entry.by_seat.get(seat)) for seat in range(table.players))
        click.echo(
            f"  {entry.name:<{width}}  {rating.value:6.2f}  {rating.low:5.1f}–{rating.high:<5.1f}"
            f"  {share.value:6.1%}  {share.low * 100:4.1f}–{share.high * 100:4.1f} %"
            f"             {at}"
        )
    click.echo("  a game that each of them won, told move by move:")
    for entry in table.ranked():
        if entry.first_win is not None:
            click.echo(f"    {save_command(*tasks[entry.first_win], deck)}")
    if out is not None:
        click.echo(f"  written to {Path(out) / 'ratings.svg'}, ratings.png and tournament.json")


def _at_seat(found: list[int] | None) -> str:
    return f"{found[1] / found[0]:>7.1%}" if found and found[0] else f"{'-':>7}"


def _write(folder: Path, table: Table, tasks: list[Task], games: list[Played]) -> None:
    """The standing as data, all games, and the ratings as a plot."""
    from hornsup.lab.figures import Plot
    from hornsup.lab.plots import draw, save

    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(table.to_json(), indent=1)
    (folder / "tournament.json").write_text(text + "\n", encoding="utf-8")
    with (folder / "games.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(GAMES)
        for number, played in enumerate(games):
            plan, deal = tasks[number]
            winners = "".join(SEAT_LETTERS[seat] for seat in played.winners)
            seed = game_seed(plan, deal)
            end = (int(played.finished), winners, played.turns, played.moves)
            rows.writerow((number, seed, plan.bots, *end))
    ratings = tuple(entry.figure() for entry in table.ranked())
    title = f"ratings after {table.games} games of {table.players} players"
    plot = Plot("points", title, ratings, reference=25.0, axis="rating; everybody begins at 25")
    save(draw(plot), folder, "ratings")
