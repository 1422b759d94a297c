"""What the lab says about games of Horns Up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hornsup.core.notation import parse_cell
from hornsup.lab.figures import (
    COUNT,
    POINTS,
    SHARE,
    Figure,
    Plot,
    Section,
    at_seat,
    average,
    by_length,
    finished,
    length_section,
    part,
    picked,
    seat_name,
    seats_of,
    share,
    wins_by_seat,
)
from hornsup.lab.intervals import mean, wilson
from hornsup.lab.results import Row, winners_of

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def sections(rows: list[Row]) -> list[Section]:
    """All sections, in the order of the page."""
    done = finished(rows)
    found = [length_section(rows, "turns")]
    if done:
        found += [_seats(done), _entrances(done), _cards(done), _drama(done)]
    return [*found, _attacks(rows), _wall_of_death(rows), _idleness(rows)]


def _seats(rows: list[Row]) -> Section:
    fair = 1 / rows[0]["players"]
    seats = wins_by_seat(rows)
    places = [
        share(f"{PLACES[place]} in turn", rows, _won_from(place + 1)) for place in seats_of(rows)
    ]
    text = (
        f"A fair share is {fair:.1%}. The first in turn is whoever got the VIP Pass, so seats "
        "differ by their bots and by chance, places in turn by the rules."
    )
    plots = [
        Plot("bars", "wins by seat", tuple(seats), reference=fair, axis="share of games won"),
        Plot("bars", "wins by turn order", tuple(places), reference=fair, axis="share of games"),
    ]
    return Section("seats", "Wins by seat and turn order", text, seats + places, plots)


def _won_from(place: int) -> Callable[[Row], bool]:
    return lambda row: row["winner_place"] == place


def _entrances(rows: list[Row]) -> Section:
    fair = 1 / rows[0]["players"]
    cells = sorted(
        {cell for row in rows for cell in row["entrances"] if cell}, key=lambda cell: _x(cell)
    )
    figures = []
    for cell in cells:
        chosen = sum(row["entrances"].count(cell) for row in rows)
        won = [row for row in rows if row["winner_entrance"] == cell]
        figures.append(Figure(f"at {cell}", wilson(len(won), chosen), SHARE, by_length(won)))
    text = (
        "How often a Rocker who came in here won, from the left of the hall to the right. "
        f"A fair share is {fair:.1%}."
    )
    plot = Plot("bars", "wins by Entrance", tuple(figures), reference=fair, axis="share won")
    return Section("entrances", "Wins by Entrance", text, figures, [plot])


def _x(cell: str) -> int:
    return parse_cell(cell)[0]


# --- cards ----------------------------------------------------------------------------------


def _plays(slug: str) -> Callable[[Row], int]:
    return lambda row: sum(row["cards"].get(slug, ()))


def _cards(rows: list[Row]) -> Section:
    slugs = sorted({slug for row in rows for slug in row["cards"]})
    often = [average(slug, rows, _plays(slug)) for slug in slugs]
    often.sort(key=lambda figure: -figure.estimate.value)
    worth = [figure for slug in slugs if (figure := effect(slug, rows)) is not None]
    worth.sort(key=lambda figure: -figure.estimate.value)
    text = (
        "Plays per game, and what playing a card at least once goes along with: in the same game, "
        "the winning share of those who played it less that of those who did not. Who wins has "
        "played more Paths, so this is a hint, not a cause."
    )
    plots = [
        Plot("bars", "plays per game", tuple(often), axis="plays per game"),
        Plot(
            "points",
            "effect on the chance to win",
            tuple(worth),
            reference=0.0,
            axis="points of winning chance",
        ),
    ]
    renamed = [Figure(f"{f.label}: plays", f.estimate, COUNT, f.games) for f in often]
    effects = [Figure(f"{f.label}: effect", f.estimate, POINTS, f.games) for f in worth]
    return Section("cards", "The cards", text, renamed + effects, plots)


def effect(slug: str, rows: Sequence[Row]) -> Figure | None:
    """Within each game where some played the card and some did not: the difference in wins."""
    differences, mixed = [], []
    for row in rows:
        plays = row["cards"].get(slug)
        if plays is None or all(plays):
            continue
        winners = winners_of(row)
        played = [seat in winners for seat, count in enumerate(plays) if count]
        rest = [seat in winners for seat, count in enumerate(plays) if not count]
        differences.append(sum(played) / len(played) - sum(rest) / len(rest))
        mixed.append(row)
    if len(differences) < 2:
        return None
    return Figure(slug, mean(differences), POINTS, picked(mixed, _plays(slug)))


# --- drama ----------------------------------------------------------------------------------


def _drama(rows: list[Row]) -> Section:
    figures = [
        average("leader changes per game", rows, lambda row: row["leader_changes"]),
        share("comebacks: the winner was last at half time", rows, lambda row: row["comeback"]),
        share("kingmaking", rows, lambda row: row["kingmaking"]),
    ]
    text = (
        "Who stands fewest steps from the Stage leads. Kingmaking: within the last round somebody "
        "attacked the leader, and neither of the two won."
    )
    changes = tuple(float(row["leader_changes"]) for row in rows)
    plots = [
        Plot("histogram", "leader changes per game", values=changes, axis="leader changes"),
        Plot("bars", "comebacks and kingmaking", _short(figures[1:]), axis="share of games"),
    ]
    return Section("drama", "Leaders, comebacks, kingmaking", text, figures, plots)


def _short(figures: list[Figure]) -> tuple[Figure, ...]:
    return tuple(
        Figure(figure.label.partition(":")[0], figure.estimate, figure.unit) for figure in figures
    )


def _per_seat(rows: list[Row], name: str) -> list[Figure]:
    return [average(seat_name(seat), rows, at_seat(name, seat)) for seat in seats_of(rows)]


def _attacks(rows: list[Row]) -> Section:
    by, on = _per_seat(rows, "attacks_by"), _per_seat(rows, "attacks_on")
    total = average("attacks per game", rows, lambda row: sum(row["attacks_by"]))
    figures = [total]
    figures += [Figure(f"by {f.label}", f.estimate, COUNT, f.games) for f in by]
    figures += [Figure(f"on {f.label}", f.estimate, COUNT, f.games) for f in on]
    text = (
        "An attack is a Ticket that harms one other Rocker, a Wall right before somebody, or a "
        "Path laid under somebody else's feet. What hits everybody is none."
    )
    plot = Plot(
        "pairs",
        "attacks per game",
        tuple(by),
        tuple(on),
        names=("by this seat", "on this seat"),
        axis="attacks per game",
    )
    return Section("attacks", "Attacks", text, figures, [plot])


def _wall_of_death(rows: list[Row]) -> Section:
    figures = [
        average("openings per game", rows, lambda row: row["wod_opened"]),
        average("closings per game", rows, lambda row: row["wod_closed"]),
        average("Rockers crushed per game", rows, lambda row: row["wod_crushed"]),
        share("games with a closing", rows, lambda row: row["wod_closed"]),
    ]
    stage = sorted({slug for row in rows for slug in row["stage_cards"]})
    shown = [average(f"Stage card {slug}", rows, _revealed(slug)) for slug in stage]
    text = "It opens with its Stage card and closes at the next Horns Up, if that comes in time."
    plots = [
        Plot("bars", "the Wall of Death, per game", tuple(figures[:3]), axis="per game"),
        Plot("bars", "Stage cards revealed, per game", _plain(shown), axis="per game"),
    ]
    return Section("wall-of-death", "Wall of Death", text, figures + shown, plots)


def _revealed(slug: str) -> Callable[[Row], int]:
    return lambda row: row["stage_cards"].get(slug, 0)


def _plain(figures: list[Figure]) -> tuple[Figure, ...]:
    return tuple(
        Figure(figure.label.removeprefix("Stage card "), figure.estimate, figure.unit)
        for figure in figures
    )


def _idleness(rows: list[Row]) -> Section:
    figures = [
        part(
            "actions left unused",
            rows,
            lambda row: sum(row["unused_actions"]),
            lambda row: sum(row["unused_actions"]) + sum(row["actions"]),
        ),
        average("unused actions per game", rows, lambda row: sum(row["unused_actions"])),
        average("turns skipped per game", rows, lambda row: sum(row["skipped_turns"])),
        average("longest wait of a game, in turns", rows, lambda row: max(row["longest_wait"])),
        average(
            "longest wait of a game, in moves", rows, lambda row: max(row["longest_wait_moves"])
        ),
        average("Ballad tokens taken per game", rows, lambda row: sum(row["tokens_taken"])),
        average("Walls cleared per game", rows, lambda row: sum(row["walls_cleared"])),
    ]
    unused = _per_seat(rows, "unused_actions")
    waits = tuple(float(max(row["longest_wait"])) for row in rows)
    plots = [
        Plot("bars", "unused actions per game", tuple(unused), axis="actions per game"),
        Plot("histogram", "longest wait of a game", values=waits, axis="turns of others in a row"),
    ]
    text = "Actions that nobody had a use for, and how long somebody had to sit and watch."
    return Section("idleness", "Unused actions and waiting", text, figures, plots)
