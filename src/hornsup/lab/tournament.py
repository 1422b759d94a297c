"""Bots against each other: what is to be played, and ratings with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from hornsup.core.notation import SEAT_LETTERS
from hornsup.errors import BadInput
from hornsup.lab.extras import need
from hornsup.lab.figures import COUNT, Figure
from hornsup.lab.intervals import Estimate, wilson
from hornsup.lab.seating import check_bots, tasks_of
from hornsup.lab.simulate import Plan, Played, Task

MIDDLE = 25.0


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is to be played: all that the results depend on, but for the code."""

    game: str
    bots: tuple[str, ...]
    players: int
    games: int
    seed: int | str = 0
    max_turns: int = 1000
    options: dict[str, Any] | None = None
    deck_file: str | None = None  # as it was typed, for the commands that repeat something

    def check(self) -> None:
        """Refuse what cannot be played before any process starts."""
        check_bots(self.bots)
        self.plan.check()
        for name in self.bots:
            replace(self.plan, games=1, bots=name).check()

    @property
    def plan(self) -> Plan:
        """The plan of all games but for who sits where."""
        seated = ",".join(self.bots[: self.players])
        rest = (self.seed, self.max_turns, self.options)
        return Plan(self.game, self.players, self.games, seated, *rest)

    def tasks(self) -> list[Task]:
        return list(tasks_of(self.plan, self.bots))

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "bots": list(self.bots)}

    @staticmethod
    def from_json(data: dict[str, Any]) -> Tournament:
        try:
            return Tournament(**{**data, "bots": tuple(data["bots"])})
        except (KeyError, TypeError) as error:
            raise BadInput(f"the settings of the tournament are garbled: {error}") from error


@dataclass(slots=True)
class Entry:
    """One bot: its rating so far, and its seats and wins."""

    name: str
    rating: Any
    seats: int = 0
    wins: int = 0
    by_seat: dict[int, list[int]] = field(default_factory=dict)
    first_win: int | None = None  # which game, in the order of play

    @property
    def mu(self) -> float:
        return float(self.rating.mu)

    @property
    def interval(self) -> Estimate:
        reach = 1.96 * float(self.rating.sigma)
        return Estimate(self.mu, self.mu - reach, self.mu + reach, self.seats)

    @property
    def share(self) -> Estimate:
        return wilson(self.wins, self.seats)

    def figure(self) -> Figure:
        return Figure(self.name, self.interval, COUNT)


class Table:
    """The standing of a tournament, brought up to date game by game."""

    def __init__(self, bots: Sequence[str], players: int) -> None:
        models = need("hornsup tournament", "lab", "openskill.models")
        self.model = models.PlackettLuce(tau=0.0)  # bots do not get better or worse in between
        self.players = players
        self.entries = {name: Entry(name, self.model.rating(name=name)) for name in bots}
        self.games = 0
        self.unfinished = 0

    def add(self, names: Sequence[str], played: Played) -> None:
        """Count a game; one that was cut says nothing about who is better."""
        self.games += 1
        if not played.finished:
            self.unfinished += 1
            return
        for seat, name in enumerate(names):
            entry = self.entries[name]
            seats = entry.by_seat.setdefault(seat, [0, 0])
            seats[0] += 1
            entry.seats += 1
            if seat in played.winners:
                seats[1] += 1
                entry.wins += 1
                if entry.first_win is None:
                    entry.first_win = self.games - 1
        self._rate(names, _ranks(len(names), played))

    def _rate(self, names: Sequence[str], ranks: list[float]) -> None:
        """Plackett–Luce; a bot at several seats takes the evidence of all of them."""
        before = {name: self.entries[name].rating for name in names}
        teams = [[before[name]] for name in names]
        after = self.model.rate(teams, ranks=ranks)
        for name in before:
            mu, sigma = before[name].mu, before[name].sigma
            for seat, other in enumerate(names):
                if other == name:
                    mu += after[seat][0].mu - before[name].mu
                    sigma *= after[seat][0].sigma / before[name].sigma
            self.entries[name].rating = self.model.rating(mu=mu, sigma=sigma, name=name)
        self._centre()

    def _centre(self) -> None:
        """Only differences mean anything: hold the mean where everybody began."""
        drift = sum(entry.mu for entry in self.entries.values()) / len(self.entries) - MIDDLE
        for entry in self.entries.values():
            entry.rating.mu -= drift

    @staticmethod
    def of(setup: Tournament, tasks: Sequence[Task], games: Sequence[Played]) -> Table:
        """The standing after these games, the first ones of the tasks."""
        table = Table(setup.bots, setup.players)
        for (plan, _), played in zip(tasks, games, strict=False):
            table.add(plan.bots.split(","), played)
        return table

    def ranked(self) -> list[Entry]:
        return sorted(self.entries.values(), key=lambda entry: -entry.mu)

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "unfinished": self.unfinished,
            "players": self.players,
            "fair_share": 1 / self.players,
            "bots": [entry_json(entry) for entry in self.ranked()],
        }


def entry_json(entry: Entry) -> dict[str, Any]:
    rating, share = entry.interval, entry.share
    return {
        "bot": entry.name,
        "rating": round(rating.value, 3),
        "rating_within": [round(rating.low, 3), round(rating.high, 3)],
        "seats": entry.seats,
        "wins": entry.wins,
        "share": round(share.value, 4),
        "share_within": [round(share.low, 4), round(share.high, 4)],
        "by_seat": {
            SEAT_LETTERS[seat]: {"games": games, "wins": wins}
            for seat, (games, wins) in sorted(entry.by_seat.items())
        },
        "first_win": entry.first_win,
    }


def markdown(found: dict[str, Any]) -> str:
    """The standing as `to_json` has it, with the command of each row, as a page."""
    played = f"{found['game']}, {found['players']} players, {found['games']} games"
    lines = [
        f"{played}, seed {found['seed']}; fair share {found['fair_share']:.1%}",
        "",
        "| Bot | Rating | 95 % within | Games won | 95 % within | Games |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for row in found["bots"]:
        (low, high), (least, most) = row["rating_within"], row["share_within"]
        lines.append(
            f"| `{row['bot']}` | {row['rating']:.2f} | {low:.1f}–{high:.1f} | {row['share']:.1%} | "
            f"{least * 100:.1f}–{most * 100:.1f} % | {row['seats']} |"
        )
    commands = [row["command"] for row in found["bots"]]
    return "\n".join([*lines, "", "```sh", *commands, "```"])


def _ranks(seats: int, played: Played) -> list[float]:
    """By losses in the dice game; in Horns Up by the steps left to the Stage, the winner's none."""
    seen = played.seen or {}
    counted = seen.get("losses") or seen.get("steps_left")
    if counted is None:
        counted = [seat not in played.winners for seat in range(seats)]
    return [float(count) for count in counted]
