"""`hornsup report`: one page that stands alone, with every number's interval and its games."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from html import escape
from pathlib import Path

from hornsup.core import registry
from hornsup.errors import BadInput
from hornsup.lab import page, plots
from hornsup.lab.commands import options_text, save_command
from hornsup.lab.figures import COUNT, POINTS, SHARE, Figure, Section, average, sections_of
from hornsup.lab.intervals import wilson
from hornsup.lab.luck import chosen, luck_section
from hornsup.lab.results import Results, Row, winners_of
from hornsup.record_files import write_record

REPORT = "report.html"


class Run:
    """One folder of games, read."""

    def __init__(self, results: Results, home: Path) -> None:
        self.results = results
        self.plan = results.plan
        self.rows: list[Row] = list(results.rows())
        if not self.rows:
            raise BadInput(f"{results.path} holds no finished chunk of games yet; let it go on")
        self.place = results.path.relative_to(home)
        self.key = "run" if self.place == Path() else page.slug(str(self.place))
        self.sections: list[Section] = sections_of(self.plan.game, self.rows)
        luck = luck_section(self.plan, results.states(chosen(self.plan.game, self.rows)))
        self.sections += [luck] if luck is not None else []

    @property
    def title(self) -> str:
        rules = options_text(self.plan.options)
        return f"{self.plan.players} players, {self.plan.bots}" + (f", {rules}" if rules else "")

    def record_link(self, number: int) -> str:
        return (self.place / "records" / f"game-{number}.json").as_posix()

    def wanted(self) -> set[int]:
        """The games that some figure points at."""
        figures = [figure for section in self.sections for figure in section.figures]
        return {number for figure in figures for _, number in figure.games}

    def write_records(self) -> int:
        """Every game pointed at as a record of its own, from the moves that were kept."""
        folder = self.results.path / "records"
        folder.mkdir(exist_ok=True)
        wanted = self.wanted()
        for number, state in self.results.states(wanted):
            write_record(state, folder / f"game-{number}.json")
        return len(wanted)


def runs_in(home: Path) -> list[Run]:
    """The run of a folder, or those of the folders in it, by number of players."""
    if not home.is_dir():
        raise BadInput(f"there is no folder {str(home)!r}")
    if (home / "plan.json").exists():
        return [Run(Results.open(home), home)]
    found = [Run(Results.open(file.parent), home) for file in sorted(home.glob("*/plan.json"))]
    if not found:
        raise BadInput(
            f"{home} holds no results; make some with: hornsup simulate GAME --out {home}"
        )
    return sorted(found, key=lambda run: (run.plan.game, run.plan.players, str(run.place)))


def write_report(home: Path) -> Path:
    """The page and the records it links to."""
    runs = runs_in(home)
    for run in runs:
        run.write_records()
    parts = [_head(runs)]
    if len(runs) > 1:
        parts += [_contents(runs), _by_players(runs)]
    parts += [_run(run, home, opened=number == 0) for number, run in enumerate(runs)]
    path = home / REPORT
    path.write_text(page.whole(_title(runs), "\n".join(parts)), encoding="utf-8")
    return path


def _title(runs: Sequence[Run]) -> str:
    games = dict.fromkeys(registry.get(run.plan.game).title for run in runs)
    return f"{' and '.join(games)} in the lab"


def _head(runs: Sequence[Run]) -> str:
    total = sum(len(run.rows) for run in runs)
    moves = sum(row["moves"] for run in runs for row in run.rows)
    tiles = [(f"{total:,}", "games"), (f"{moves:,}", "moves"), (str(len(runs)), "runs")]
    if len(runs) == 1:
        tiles[2:] = _headline(runs[0])
    return page.header(_title(runs), tiles, _ABOUT)


_ABOUT = (
    "Every number stands beside its 95 % interval and the games behind it: click one to get its "
    "record, and tell it with <code>hornsup replay FILE</code>."
)


def _headline(run: Run) -> list[tuple[str, str]]:
    turns = run.sections[0].figures[0]
    done = [row for row in run.rows if row["finished"]]
    wins = [sum(seat in winners_of(row) for row in done) for seat in range(run.plan.players)]
    tiles = [(f"{turns.estimate.value:.1f}", turns.label)]
    if done:
        spread = f"{min(wins) / len(done) * 100:.0f}–{max(wins) / len(done) * 100:.0f} %"
        tiles.append((spread, "wins by seat"))
    return tiles


def _contents(runs: Sequence[Run]) -> str:
    items = [f'<a href="#{run.key}">{escape(run.title)}</a>' for run in runs]
    return '<nav class="contents">' + "".join(items) + "</nav>"


def _by_players(runs: Sequence[Run]) -> str:
    """What changes with the number of players, where several runs tell it."""
    if len({run.plan.players for run in runs}) < 2 or len({run.plan.game for run in runs}) > 1:
        return ""
    turns: dict[str, list[tuple[float, Figure]]] = {}
    best: dict[str, list[tuple[float, Figure]]] = {}
    for run in runs:
        name = f"{run.plan.bots} {options_text(run.plan.options)}".strip()
        length = average("turns", run.rows, lambda row: row["turns"])
        turns.setdefault(name, []).append((run.plan.players, length))
        best.setdefault(name, []).append((run.plan.players, _first_seat(run)))
    drawn = [
        plots.lines("length of games", "turns per game", "players", turns),
        plots.lines("wins of who begins, times players", "1 is fair", "players", best),
    ]
    pictures = [
        plots.inline_svg(canvas, f"players-{number}", "by number of players")
        for number, canvas in enumerate(drawn)
    ]
    rows = []
    for run in runs:
        length = average(f"{run.title}: turns per game", run.rows, lambda row: row["turns"])
        rows.append(_row(run, length))
    text = "The same questions over the number of players."
    return page.section("players", "By number of players", text, pictures, rows)


def _first_seat(run: Run) -> Figure:
    """The winning share of who begins, in fair shares; the dice game knows no such place."""
    done = [row for row in run.rows if row["finished"]]
    won = sum(
        row["winner_place"] == 1 if "winner_place" in row else 0 in winners_of(row) for row in done
    )
    estimate, players = wilson(won, len(done)), run.plan.players
    scaled = type(estimate)(
        estimate.value * players, estimate.low * players, estimate.high * players, estimate.games
    )
    return Figure("first", scaled, COUNT)


def _run(run: Run, home: Path, opened: bool) -> str:
    plan = run.plan
    facts = [
        ("players", str(plan.players)),
        ("line-up", plan.bots),
        ("games", f"{len(run.rows):,} of {plan.games:,}"),
        ("seed", str(plan.seed)),
        ("house rules", options_text(plan.options) or "standard"),
    ]
    parts = [_section(run, section) for section in run.sections]
    typical = run.sections[0].figures[0].games[0][1]
    file = shlex.quote(str(home / run.record_link(typical)))
    commands = [f"hornsup replay {file}", save_command(plan, typical)]
    return page.run(run.key, run.title, facts, commands, "\n".join(parts), opened)


def _section(run: Run, section: Section) -> str:
    pictures = [
        plots.inline_svg(
            plots.draw(plot), f"{run.key}-{section.key}-{number}", escape(plot.title, quote=True)
        )
        for number, plot in enumerate(section.plots)
        if plot.figures or plot.values
    ]
    rows = [_row(run, figure) for figure in section.figures]
    return page.section(f"{run.key}-{section.key}", section.title, section.text, pictures, rows)


def _row(run: Run, figure: Figure) -> str:
    links = " ".join(
        f'<a href="{escape(run.record_link(number))}" title="{word}: game {number}">'
        f"{word}&nbsp;{number}</a>"
        for word, number in figure.games
    )
    return page.figure_row(figure.label, figure.unit, _shown(figure), links)


def _shown(figure: Figure) -> tuple[str, str]:
    """The number and its interval as people read them."""
    estimate = figure.estimate
    low, high = estimate.low, estimate.high
    if figure.unit == SHARE:
        return f"{estimate.value * 100:.1f} %", f"{low * 100:.1f} to {high * 100:.1f} %"
    if figure.unit == POINTS:
        return f"{estimate.value * 100:+.1f}", f"{low * 100:+.1f} to {high * 100:+.1f} points"
    return f"{estimate.value:.2f}", f"{low:.2f} to {high:.2f}"
