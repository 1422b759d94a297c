"""`hornsup tournament`: bots against each other, and the ladder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hornsup.cli.common import chosen_options, print_json, seed_of
from hornsup.cli.help import Example, command
from hornsup.cli.options import (
    bots_option,
    crew_options,
    first_game,
    folder_options,
    game_argument,
    games_option,
    json_option,
    max_turns_option,
    players_option,
    rules_options,
    seed_option,
)
from hornsup.cli.progress import Stop, make_asked_crew, refuse_beside, with_progress
from hornsup.core.notation import SEAT_LETTERS
from hornsup.errors import BadInput
from hornsup.lab.extras import need
from hornsup.record_files import write_whole

if TYPE_CHECKING:
    from hornsup.lab.journal import Journal
    from hornsup.lab.run_folder import RunFolder
    from hornsup.lab.simulate import Played, Task
    from hornsup.lab.tournament import Entry, Table, Tournament

WITH_RESUME = ("jobs", "ray", "as_json")
PLAYERS, GAMES, SEED = 4, 200, 0


@command(
    Example("hornsup tournament {game} --bots racer,random --games 24", "two bots at four seats"),
    Example(
        "hornsup tournament {game} --bots racer,random --games 24 --row racer --json",
        "the games of one bot alone, as data",
    ),
    Example("hornsup tournament --ladder --out ladder", "the whole ladder", "an hour or more"),
)
@game_argument(default=first_game)
@bots_option(None, "Who enters, such as racer,random,my_module:MyBot.")
@click.option("--ladder", is_flag=True, help="Enter the bots of the game's ladder, on its deals.")
@players_option(None, f"How many seats.  [default: {PLAYERS}]")
@games_option(None, f"How many games.  [default: {GAMES}]")
@seed_option(None, f"Same seed, same results.  [default: {SEED}]")
@max_turns_option
@json_option
@folder_options("Write the games, the table and a plot there.")
@click.option("--row", metavar="BOT", help="Play the games of one bot alone and count its wins.")
@crew_options
@rules_options
@click.pass_context
def tournament(context: click.Context, /, game: str, **asked: Any) -> int:
    """Rate bots: every bot plays each deal of GAME from all seats.

    Ratings are those of Plackett and Luce as openskill has them: everybody begins at 25, and in 95
    of 100 cases the true one lies within the interval.
    """
    need("hornsup tournament", "lab", "openskill", "matplotlib")
    folder: RunFolder | None = None
    if asked["resume"] is not None:
        refuse_beside("resume", context, WITH_RESUME)
        setup, folder = _resumed(Path(asked["resume"]))
    else:
        setup = _setup(game, asked)
    tasks = setup.tasks()
    if asked["row"] is not None:
        return _row(setup, tasks, asked)
    if asked["out"] is not None:
        from hornsup.lab.run_folder import RunFolder

        folder = RunFolder.create(Path(asked["out"]), "tournament", setup.to_json())
    games = _play(setup, tasks, asked, folder)
    return _tell(setup, tasks, games, folder, asked["as_json"])


def _setup(game: str, asked: dict[str, Any]) -> Tournament:
    """What is asked for; the ladder fills in what is not."""
    from hornsup.lab.ladder import ladder_of
    from hornsup.lab.seating import games_of_a_deal
    from hornsup.lab.tournament import Tournament

    ladder = ladder_of(game) if asked["ladder"] else None
    if asked["bots"] is None and ladder is None:
        raise BadInput("say who enters: --bots racer,random, or --ladder")
    named = asked["bots"].split(",") if asked["bots"] is not None else ladder.bots if ladder else ()
    bots = tuple(name.strip() for name in named if name.strip())
    players, games, seed = asked["players"], asked["games"], seed_of(asked["seed"])
    if players is None:
        players = ladder.players if ladder else PLAYERS
    if games is None:
        games = ladder.deals * games_of_a_deal(bots, players) if ladder else GAMES
    if seed is None:
        seed = ladder.seed if ladder else SEED
    options = chosen_options(game, asked["preset"], asked["switches"], asked["deck"]) or None
    setup = Tournament(game, bots, players, games, seed, asked["max_turns"], options, asked["deck"])
    setup.check()
    return setup


def _resumed(path: Path) -> tuple[Tournament, RunFolder]:
    from hornsup.lab.run_folder import RunFolder
    from hornsup.lab.tournament import Tournament

    folder = RunFolder.open(path, "tournament")
    return Tournament.from_json(folder.settings), folder


def _play(
    setup: Tournament, tasks: list[Task], asked: dict[str, Any], folder: RunFolder | None
) -> list[Played]:
    """All games that are there in the end, those of the folder first."""
    from hornsup.lab.crew import play_tasks

    journal = _journal(folder, tasks)
    games = journal.games if journal is not None else []
    done = len(games)
    stop = Stop()
    with stop.on_sigint(), make_asked_crew(asked, stop) as crew:
        chunks = play_tasks(crew, iter(tasks[done:]), len(tasks) - done, True, stop)
        shown = not asked["as_json"]
        for played in with_progress(chunks, setup.game, len(tasks), done, shown):
            if journal is not None:
                journal.append(played)
            else:
                games += played
    return games


def _journal(folder: RunFolder | None, tasks: list[Task]) -> Journal | None:
    if folder is None:
        return None
    from hornsup.lab.journal import Journal

    journal = Journal(folder.path / "games.jsonl", tasks)
    if journal.damaged:
        click.echo(f"hornsup: the end of {journal.path} was damaged and is played again", err=True)
    return journal


def _row(setup: Tournament, tasks: list[Task], asked: dict[str, Any]) -> int:
    """The games of one bot alone: its seats and wins are those of the whole tournament."""
    from hornsup.lab.tournament import Table, entry_json

    name = asked["row"]
    if asked["out"] is not None:
        raise BadInput("--row counts and writes nothing; leave out --out")
    if name not in setup.bots:
        raise BadInput(f"{name!r} is not among the bots: {', '.join(setup.bots)}")
    own = [task for task in tasks if name in task[0].bots.split(",")]
    games = _play(setup, own, asked, None)
    entry = Table.of(setup, own, games).entries[name]
    if asked["as_json"]:
        shown = ("bot", "seats", "wins", "share", "share_within", "by_seat")
        print_json({key: entry_json(entry)[key] for key in shown})
    else:
        share = entry.share
        click.echo(
            f"{name} won {entry.wins} of {entry.seats} times: {share.value:.1%}, 95 % within "
            f"{share.low * 100:.1f}–{share.high * 100:.1f} %"
        )
    return _stopped(len(games), len(own), None)


# --- telling --------------------------------------------------------------------------------


def _tell(
    setup: Tournament,
    tasks: list[Task],
    games: list[Played],
    folder: RunFolder | None,
    as_json: bool,
) -> int:
    from hornsup.lab.tournament import Table

    table = Table.of(setup, tasks, games)
    complete = len(games) == len(tasks)
    found = _standing(setup, table)
    if folder is not None and complete:
        _write(folder.path, table, found)
    if as_json:
        print_json(found)
    else:
        _show(setup, table, tasks)
        if folder is not None and complete:
            click.echo(f"  written to {folder.path}: tournament.md and .json, ratings.svg and .png")
    return _stopped(len(games), len(tasks), folder)


def _stopped(done: int, planned: int, folder: RunFolder | None) -> int:
    if done == planned:
        return 0
    advice = "give --out DIR to be able to go on next time"
    if folder is not None:
        advice = f"go on with: hornsup tournament --resume {folder.path}"
    click.echo(f"hornsup: stopped after {done} of {planned} games; {advice}", err=True)
    return 130


def _standing(setup: Tournament, table: Table) -> dict[str, Any]:
    """The standing as data, each row with its command; nothing in it depends on the machine."""
    from hornsup.lab.commands import row_command

    found = table.to_json()
    for row in found["bots"]:
        row["command"] = row_command(setup, row["bot"])
    return {"game": setup.game, "seed": setup.seed, **found}


def _show(setup: Tournament, table: Table, tasks: list[Task]) -> None:
    fair = 1 / table.players
    cut = f", {table.unfinished} cut" if table.unfinished else ""
    head = f"{setup.game}, {table.players} players, {table.games} games{cut}"
    click.echo(f"{head}; fair share {fair:.1%}")
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
    _show_commands(setup, table.ranked(), tasks)


def _show_commands(setup: Tournament, ranked: list[Entry], tasks: list[Task]) -> None:
    from hornsup.lab.commands import row_command, save_command

    click.echo("  the games of one row again, and its wins (another bot for BOT):")
    click.echo(f"    {row_command(setup, 'BOT')}")
    click.echo("  a game that each of them won, told move by move:")
    for entry in ranked:
        if entry.first_win is not None:
            click.echo(f"    {save_command(*tasks[entry.first_win], setup.deck_file)}")


def _at_seat(found: list[int] | None) -> str:
    return f"{found[1] / found[0]:>7.1%}" if found and found[0] else f"{'-':>7}"


def _write(folder: Path, table: Table, found: dict[str, Any]) -> None:
    """The standing as data and as a page, and the ratings as a plot."""
    from hornsup.lab.figures import Plot
    from hornsup.lab.plots import draw, save
    from hornsup.lab.tournament import markdown

    write_whole(folder / "tournament.json", json.dumps(found, indent=1))
    write_whole(folder / "tournament.md", markdown(found))
    ratings = tuple(entry.figure() for entry in table.ranked())
    title = f"ratings after {table.games} games of {table.players} players"
    plot = Plot("points", title, ratings, reference=25.0, axis="rating; everybody begins at 25")
    save(draw(plot), folder, "ratings")
