"""What the lab says about games of Raise Your Horns!."""

from __future__ import annotations

from hornsup.lab.figures import (
    COUNT,
    Figure,
    Plot,
    Section,
    at_seat,
    average,
    finished,
    length_section,
    part,
    seat_name,
    seats_of,
    wins_by_seat,
)
from hornsup.lab.results import Row


def sections(rows: list[Row]) -> list[Section]:
    """All sections, in the order of the page."""
    found = [length_section(rows, "rounds")]
    if finished(rows):
        found.append(_wins(finished(rows)))
    return [*found, _places(rows), _names(rows)]


def _wins(rows: list[Row]) -> Section:
    figures = wins_by_seat(rows)
    text = "Who lost least often; several may share a win."
    plot = Plot("bars", "wins by seat", tuple(figures), axis="share of games won")
    return Section("seats", "Wins by seat", text, figures, [plot])


def _places(rows: list[Row]) -> Section:
    figures = [
        part(
            "who began" if place == 0 else f"place {place + 1}",
            rows,
            at_seat("losses_by_place", place),
            lambda row: row["rounds"],
        )
        for place in seats_of(rows)
    ]
    ties = part(
        "rounds with several losers", rows, lambda r: r["tied_rounds"], lambda r: r["rounds"]
    )
    text = (
        "How often a round is lost from each place, counted from who began it. Above 100 % in all, "
        "because all who tie for the lowest die lose; places beyond the dice lose only when named."
    )
    plot = Plot("bars", "rounds lost by place", tuple(figures), axis="share of rounds")
    return Section("places", "Losses by place", text, [*figures, ties], [plot])


def _names(rows: list[Row]) -> Section:
    horns = average("Horns kept per game", rows, lambda row: sum(row["horns_kept"]))
    off = average("off symbols rolled per game", rows, lambda row: sum(row["off_rolled"]))
    named = average("losers named per game", rows, lambda row: sum(row["named"]))
    seats = [average(seat_name(seat), rows, at_seat("named", seat)) for seat in seats_of(rows)]
    losses = [average(seat_name(seat), rows, at_seat("losses", seat)) for seat in seats_of(rows)]
    figures = [horns, off, named]
    figures += [Figure(f"{f.label} named", f.estimate, COUNT, f.games) for f in seats]
    figures += [Figure(f"losses of {f.label}", f.estimate, COUNT, f.games) for f in losses]
    text = "With Horns on the table, who rolls the off symbol names the loser of the round."
    plots = [
        Plot(
            "pairs",
            "losses per game",
            tuple(losses),
            tuple(seats),
            names=("all", "when named"),
            axis="losses per game",
        )
    ]
    return Section("names", "Horns and named losers", text, figures, plots)
