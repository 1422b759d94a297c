"""Bots are rated fairly: every line-up from every seat, the better one above the other."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from hornsup.cli import run
from hornsup.errors import BadInput
from hornsup.lab.simulate import Plan
from hornsup.lab.tournament import line_ups, tasks_of


def test_racer_is_rated_above_random(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = "tournament --bots random,racer --players 3 --games 24 --max-turns 60 --json".split()
    assert run([*words, "--out", str(tmp_path), "--jobs", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    better, worse = found["bots"]
    assert (better["bot"], worse["bot"]) == ("racer", "random")
    assert better["rating_within"][0] > worse["rating_within"][1]
    assert better["wins"] > worse["wins"]
    assert found["games"] == 24
    assert json.loads((tmp_path / "tournament.json").read_text()) == found
    assert (tmp_path / "ratings.svg").read_text().startswith("<?xml")
    assert (tmp_path / "ratings.png").stat().st_size > 1000
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 25


def test_the_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    words = "tournament raise-your-horns --bots exact,random,greedy --players 4 --games 120"
    assert run([*words.split(), "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "raise-your-horns, 4 players, 120 games; fair share 25.0%"
    assert lines[4].split()[0] == "random"
    command = next(line for line in lines if "--save-game" in line).split("|")[0].split()[1:]
    assert run(command) == 0
    assert json.loads(capsys.readouterr().out)["outcome"]["winners"]


def test_every_bot_sits_everywhere_equally_often() -> None:
    bots = ["a", "b", "c"]
    plan = Plan("horns-up", 4, len(line_ups(bots, 4)) * 4, "a", 5)
    seats: Counter[tuple[str, int]] = Counter()
    deals: Counter[int] = Counter()
    for one, deal in tasks_of(plan, bots):
        deals[deal] += 1
        seats.update((name, seat) for seat, name in enumerate(one.bots.split(",")))
    assert len(set(seats.values())) == 1
    assert set(deals.values()) == {4}


def test_more_bots_than_seats_all_meet() -> None:
    found = line_ups(["a", "b", "c", "d"], 3)
    assert {frozenset(some) for some in found} == {
        frozenset("abc"),
        frozenset("abd"),
        frozenset("acd"),
        frozenset("bcd"),
    }


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("--bots racer", "at least two bots"),
        ("--bots racer,racer", "once"),
        ("--bots racer,genius", "unknown bot 'genius'"),
        ("--bots racer,random --players 12", "3 to 9 players"),
    ],
)
def test_errors_are_one_line(capsys: pytest.CaptureFixture[str], words: str, part: str) -> None:
    assert run(["tournament", *words.split()]) == 1
    err = capsys.readouterr().err
    assert part in err
    assert err.count("\n") == 1


def test_a_tournament_of_one_is_none() -> None:
    with pytest.raises(BadInput):
        line_ups(["a"], 3)
