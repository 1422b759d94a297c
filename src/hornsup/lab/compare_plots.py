"""Pictures of a comparison: what changes and how surely, and how that depends on the players."""

from __future__ import annotations

import re
from pathlib import Path

from hornsup.lab import plots
from hornsup.lab.compare import SPREAD, Answer
from hornsup.lab.figures import COUNT, SHARE, Figure, Plot
from hornsup.lab.intervals import Estimate

OVER_PLAYERS = ("turns per game", "rounds per game", "unused actions", "attacks per game")


def write_plots(
    answers: dict[int, list[Answer]], names: tuple[str, str], folder: Path
) -> list[Path]:
    """One plot of the changes for every number of players, and some over all of them."""
    paths: list[Path] = []
    for players, found in answers.items():
        title = f"{names[1]} instead of {names[0]}"
        plot = Plot(
            "points",
            f"{names[1]}\ninstead of {names[0]}",
            tuple(_relative(a) for a in found if a.first and a.label != SPREAD),
            reference=0.0,
            axis=f"change in percent, {players} players",
        )
        paths += plots.save(plots.draw(plot), folder, f"{_safe(title)}-{players}-players")
    if len(answers) > 1:
        paths += _over_players(answers, names, folder)
    return paths


def _relative(answer: Answer) -> Figure:
    """The change as a part of what it was, so that one axis serves all."""
    gap, base = answer.difference, answer.first
    estimate = Estimate(gap.value / base, gap.low / base, gap.high / base, gap.games)
    return Figure(answer.label, estimate, SHARE)


def _over_players(
    answers: dict[int, list[Answer]], names: tuple[str, str], folder: Path
) -> list[Path]:
    paths: list[Path] = []
    for label in OVER_PLAYERS:
        found = [
            (float(players), answer)
            for players, some in answers.items()
            for answer in some
            if answer.label == label
        ]
        if not found:
            continue
        unit = COUNT if found[0][1].unit == COUNT else SHARE
        series = {
            f"change by {names[1]}": [
                (players, Figure(label, answer.difference, unit)) for players, answer in found
            ]
        }
        canvas = plots.lines(
            f"{label}: {names[1]}\ninstead of {names[0]}", "change", "players", series
        )
        paths += plots.save(canvas, folder, f"{_safe(label)}-over-players")
    return paths


def _safe(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
