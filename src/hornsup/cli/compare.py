"""`hornsup compare`: what a house rule, a preset or a deck changes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

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
    seed_option,
)
from hornsup.cli.progress import Stop, make_asked_crew, make_plan, refuse_beside, with_progress
from hornsup.core import registry
from hornsup.errors import BadInput
from hornsup.lab.extras import need

if TYPE_CHECKING:
    from hornsup.lab.compare import Answer
    from hornsup.lab.crew import Crew
    from hornsup.lab.results import Results, Row
    from hornsup.lab.run_folder import RunFolder
    from hornsup.lab.simulate import Plan

Variant = tuple[str, dict[str, Any], str | None]
"""A value as it is called, the options it makes, and the deck's file if it has one."""
Plans: TypeAlias = "dict[tuple[int, str], Plan]"
"""By number of players and name of the value."""
WITH_RESUME = ("jobs", "ray", "as_json")


class Comparison(NamedTuple):
    """Two values with so many players: how many games went differently, and all answers."""

    players: int
    first: str
    second: str
    games: int
    different: int
    answers: list[Answer]


@command(
    Example(
        "hornsup compare {game} --option must_act=false,true --games 20",
        "whether a house rule changes the game",
    ),
    Example(
        "hornsup compare {game} --preset standard,it --games 20 --out presets",
        "two editions, with plots",
    ),
    Example(
        "hornsup compare {other_game} --preset standard,family --bots easy --json", "for a program"
    ),
)
@game_argument(required=False)
@click.option("--option", "switches", multiple=True, metavar="NAME=A,B", help="A switch's values.")
@click.option("--preset", "presets", metavar="A,B", help="Presets to compare.")
@click.option("--deck", "decks", metavar="A,B", help="Decks to compare, by name or file.")
@click.option(
    "--players", metavar="N", default="4", show_default=True, help="A number, or several: 3-9."
)
@games_option(200, "Games for each value.")
@bots_option("racer")
@seed_option("0", "The same deals for every value.")
@max_turns_option
@json_option
@folder_options("Write the games and the plots there.")
@crew_options
@click.pass_context
def compare(context: click.Context, /, game: str | None, **asked: Any) -> int:
    """Play the same deals of GAME under each value and say what changes.

    The first value is the one that the others are compared with. Exactly one --option, --preset or
    --deck has several values; further ones with a single value hold for all.
    """
    need("hornsup compare", "lab", "numpy", "matplotlib")
    from hornsup.lab.run_folder import RunFolder

    folder: RunFolder | None = None
    if asked["resume"] is not None:
        refuse_beside("resume", context, WITH_RESUME)
        folder = RunFolder.open(Path(asked["resume"]), "compare")
        settings = folder.settings
    else:
        settings = _settings(context, game, asked)
    plans = _plans(settings)
    if asked["out"]:
        folder = RunFolder.create(Path(asked["out"]), "compare", settings)
    played = _play(plans, folder, asked)
    if played is None:
        return 130
    found = _compared(settings, played)
    if folder is not None:
        _write(found, folder.path)
    if asked["as_json"]:
        print_json({"game": settings["game"], "comparisons": [_data(each) for each in found]})
    else:
        _tell(settings, plans, found)
    return 0


def _settings(context: click.Context, game: str | None, asked: dict[str, Any]) -> dict[str, Any]:
    """All that the results depend on, as it is kept in a folder."""
    if game is None:
        raise click.MissingParameter(ctx=context, param_hint="'GAME'", param_type="argument")
    return {
        "game": game,
        "variants": _variants(game, asked["switches"], asked["presets"], asked["decks"]),
        "players": players_of(asked["players"]),
        **{name: asked[name] for name in ("games", "bots", "seed", "max_turns")},
    }


def _plans(settings: dict[str, Any]) -> Plans:
    return {
        (players, name): make_plan(settings["game"], settings, players=players, options=options)
        for players in settings["players"]
        for name, options, _ in settings["variants"]
    }


def players_of(text: str) -> list[int]:
    """`4`, `3-9` or `3,5,7`."""
    found: list[int] = []
    for part in text.split(","):
        ends = re.fullmatch(r"\s*(\d+)(?:-(\d+))?\s*", part)
        if ends is None:
            raise BadInput(f"players is a number such as 4 or a range such as 3-9, not {text!r}")
        found += range(int(ends[1]), int(ends[2] or ends[1]) + 1)
    if not found:
        raise BadInput(f"players is a number such as 4 or a range such as 3-9, not {text!r}")
    return sorted(set(found))


def _variants(
    game: str, switches: tuple[str, ...], presets: str | None, decks: str | None
) -> list[Variant]:
    """The options for every value of the one thing that has several."""
    things = [(kind, text) for kind, text in (("preset", presets), ("deck", decks)) if text]
    things += [("option", text) for text in switches]
    several = [(kind, text) for kind, text in things if "," in text]
    if len(several) != 1:
        raise BadInput(f"name one thing with at least two values: {_examples(game)}")
    kind, text = several[0]
    name, values = kind, text
    if kind == "option":
        name, _, values = text.partition("=")
    fixed = [(k, t) for k, t in things if (k, t) != several[0]]
    found = [value.strip() for value in values.split(",") if value.strip()]
    if len(found) < 2:
        raise BadInput(f"{text!r} has fewer than two values")
    return [_variant(game, kind, name, value, fixed) for value in found]


def _examples(name: str) -> str:
    """What can be compared in a game: a switch that is on or off, presets, and its files."""
    game = registry.get(name)
    switch = next(name for name, one in game.switches.items() if not (one.words or one.numbers))
    found = [f"--option {switch}=true,false", f"--preset {','.join(list(game.presets)[:2])}"]
    if "deck" in game.data_files:
        found.append(f"--deck {','.join(game.data_files['deck'].names[:2])}")
    return f"{', '.join(found[:-1])} or {found[-1]}"


def _variant(game: str, kind: str, name: str, value: str, fixed: list[tuple[str, str]]) -> Variant:
    typed = [*fixed, (kind, f"{name}={value}" if kind == "option" else value)]
    deck = next((text for k, text in typed if k == "deck"), None)
    preset = next((text for k, text in typed if k == "preset"), None)
    switches = tuple(text for k, text in typed if k == "option")
    label = f"{name}={value}" if kind == "option" else f"{kind} {value}"
    return label, chosen_options(game, preset, switches, deck), deck


def _play(
    plans: Plans, folder: RunFolder | None, asked: dict[str, Any]
) -> dict[tuple[int, str], list[Row]] | None:
    """Play every plan; None if somebody pressed Ctrl-C."""
    stop = Stop()
    found: dict[tuple[int, str], list[Row]] = {}
    with stop.on_sigint(), make_asked_crew(asked, stop) as crew:
        for (players, name), plan in plans.items():
            results = _results(folder, players, name, plan)
            title = "" if asked["as_json"] else f"{players} players, {name}"
            found[players, name] = _play_plan(crew, plan, results, title, stop)
            if stop.asked:
                advice = "give --out DIR to be able to go on next time"
                if folder is not None:
                    advice = f"go on with: hornsup compare --resume {folder.path}"
                click.echo(f"hornsup: stopped before all was played; {advice}", err=True)
                return None
    return found


def _play_plan(
    crew: Crew, plan: Plan, results: Results | None, title: str, stop: Stop
) -> list[Row]:
    """The rows of a plan; with a folder, what is there already is not played again."""
    from hornsup.lab.crew import play_tasks
    from hornsup.lab.results import row_of
    from hornsup.lab.simulate import Tally, tasks_of

    tally = results.resume() if results is not None else Tally(plan)
    done = tally.games
    rows: list[Row] = []
    chunks = play_tasks(crew, tasks_of(plan, done), plan.games - done, True, stop)
    for played in with_progress(chunks, title, plan.games, done, shown=bool(title)):
        tally.add(played)
        if results is not None:
            results.append(played)
        else:
            rows += [row_of(plan, one) for one in played]
    if results is None:
        return rows
    results.finish(tally)
    return list(results.rows())


def _results(folder: RunFolder | None, players: int, name: str, plan: Plan) -> Results | None:
    if folder is None:
        return None
    from hornsup.lab.results import Results

    safe = re.sub(r"[^A-Za-z0-9._=-]+", "-", name)
    path = folder.path / f"{players}-players-{safe}"
    if not (path / "plan.json").exists():
        return Results.create(path, plan)
    results = Results.open(path)
    if results.plan != plan:
        raise BadInput(f"{path} holds games of another plan; begin a new folder with --out")
    return results


# --- telling --------------------------------------------------------------------------------


def _compared(
    settings: dict[str, Any], played: dict[tuple[int, str], list[Row]]
) -> list[Comparison]:
    """Every further value beside the first, with each number of players."""
    from hornsup.lab.compare import compare as answers_of

    first, *others = [name for name, _, _ in settings["variants"]]
    found = []
    for name in others:
        for players in settings["players"]:
            one, two = played[players, first], played[players, name]
            answers = answers_of(settings["game"], one, two)
            found.append(Comparison(players, first, name, *_different(one, two), answers))
    return found


def _different(first: list[Row], second: list[Row]) -> tuple[int, int]:
    """How many pairs of games there are, and how many of them went differently at all."""
    pairs = list(zip(first, second, strict=False))
    return len(pairs), sum({**one, "options": ""} != {**two, "options": ""} for one, two in pairs)


def _data(found: Comparison) -> dict[str, Any]:
    answers = [
        {
            "question": answer.label,
            "unit": answer.unit,
            "first": answer.first,
            "second": answer.second,
            "difference": answer.difference.value,
            "low": answer.difference.low,
            "high": answer.difference.high,
            "p": answer.chance,
            "corrected_p": answer.corrected,
            "verdict": answer.verdict,
            "game": answer.game,
        }
        for answer in found.answers
    ]
    return {**found._asdict(), "answers": answers}


def _write(found: list[Comparison], folder: Path) -> None:
    """The plots of every pair of values."""
    from hornsup.lab.compare_plots import write_plots

    for names in dict.fromkeys((each.first, each.second) for each in found):
        drawn = {each.players: each.answers for each in found if each[1:3] == names}
        for path in write_plots(drawn, names, folder):
            click.echo(f"written to {path}", err=True)


def _tell(settings: dict[str, Any], plans: Plans, found: list[Comparison]) -> None:
    from hornsup.lab.commands import save_command

    for each in found:
        _table(each)
    click.echo("any game of these, told move by move (its number for N):")
    for name, _, deck in settings["variants"]:
        command = save_command(plans[settings["players"][0], name], 0, deck)
        click.echo("  " + command.replace("--save-game 0", "--save-game N"))


def _table(found: Comparison) -> None:
    names = (found.first, found.second)
    width = max(10, *(len(name) for name in names))
    different = f"{found.different or 'none'} of them went differently"
    click.echo(f"{found.players} players, {found.games} games each, dealt alike; {different}")
    head = (
        f"  {'':<28}{names[0]:>{width}}  {names[1]:>{width}}  {'change':>8}  {'95 % interval':>18}"
    )
    click.echo(f"{head}  {'p':>6}  {'game':>5}")
    for answer in found.answers:
        click.echo(_row(answer, width))
    changed = [answer.label for answer in found.answers if answer.verdict == "changes"]
    told = ", ".join(changed) or "nothing that could not be chance"
    click.echo(f"  what changes: {told}")
    click.echo(
        '  ("game" is the one that differs most; "perhaps" would pass alone, not among so many)'
    )


def _row(answer: Answer, width: int) -> str:
    first, second = (_number(value, answer.unit) for value in (answer.first, answer.second))
    gap = answer.difference
    within = f"{_signed(gap.low, answer.unit)} to {_signed(gap.high, answer.unit)}"
    line = (
        f"  {answer.label:<28}{first:>{width}}  {second:>{width}}  "
        f"{_signed(gap.value, answer.unit):>8}  {within:>18}  {answer.chance:>6.4f}"
        f"  {answer.game:>5}"
    )
    return f"{line}  {answer.verdict}".rstrip()


def _number(value: float, unit: str) -> str:
    return f"{value:.2f}" if unit == "count" else f"{value * 100:.1f} %"


def _signed(value: float, unit: str) -> str:
    shown = value if unit == "count" else value * 100
    return f"{shown + 0.0:+.2f}" if unit == "count" else f"{shown + 0.0:+.1f}"
