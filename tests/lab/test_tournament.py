"""Bots are rated fairly: each plays every deal from every seat, the better one stands above."""

from __future__ import annotations

import json
import shlex
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from hornsup.bots.lineup import LEVELS, make_bot
from hornsup.cli import run
from hornsup.core import registry
from hornsup.errors import BadInput
from hornsup.lab.ladder import LADDERS, ladder_of
from hornsup.lab.seating import check_bots, games_of_a_deal, tasks_of
from hornsup.lab.simulate import Plan


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
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 24
    page = (tmp_path / "tournament.md").read_text()
    assert f"| `racer` | {better['rating']:.2f} |" in page
    assert better["command"] in page


def test_the_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    words = "tournament raise-your-horns --bots exact,random,greedy --players 4 --games 120"
    assert run([*words.split(), "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "raise-your-horns, 4 players, 120 games; fair share 25.0%"
    assert lines[4].split()[0] == "random"
    command = next(line for line in lines if "--save-game" in line).split("|")[0].split()[1:]
    assert run(command) == 0
    assert json.loads(capsys.readouterr().out)["outcome"]["winners"]


# --- seating ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "players"), [(8, 4), (3, 4), (5, 4), (4, 3), (2, 3), (9, 9)])
def test_every_bot_plays_every_deal_from_every_seat(number: int, players: int) -> None:
    bots = [f"bot-{at}" for at in range(number)]
    each, deals = games_of_a_deal(bots, players), 7
    plan = Plan("horns-up", players, deals * each, "a", 5)
    sat: defaultdict[int, Counter[tuple[str, int]]] = defaultdict(Counter)
    for one, deal in tasks_of(plan, bots):
        seated = one.bots.split(",")
        assert len(seated) == players
        assert len(set(seated)) == min(number, players)
        sat[deal].update((name, seat) for seat, name in enumerate(seated))
    assert list(sat) == list(range(deals))
    for seats in sat.values():
        assert {(name, seat) for name in bots for seat in range(players)} == set(seats)
    total: Counter[str] = Counter()
    for seats in sat.values():
        total.update({name: count for (name, seat), count in seats.items() if seat == 0})
    assert max(total.values()) - min(total.values()) <= 1  # also with those who fill up a table


def test_the_games_are_the_beginning_of_longer_ones() -> None:
    bots = ["a", "b", "c", "d", "e"]
    short, long = (list(tasks_of(Plan("horns-up", 4, n, "a", 5), bots)) for n in (13, 40))
    assert [(one.bots, deal) for one, deal in short] == [(o.bots, d) for o, d in long[:13]]


def test_all_bots_meet() -> None:
    bots = ["a", "b", "c", "d", "e", "f"]
    met: set[frozenset[str]] = set()
    for one, _ in tasks_of(Plan("horns-up", 3, 6 * 12, "a", 1), bots):
        seated = one.bots.split(",")
        met |= {frozenset((x, y)) for x in seated for y in seated if x != y}
    assert len(met) == 15


# --- rows and the ladder ----------------------------------------------------------------------


def test_the_command_of_a_row_counts_the_same_wins(capsys: pytest.CaptureFixture[str]) -> None:
    words = "tournament --bots random,racer,easy,greedy --players 3 --games 12 --max-turns 60"
    words += " --option must_act=true"
    assert run([*words.split(), "--jobs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    for row in found["bots"][:2]:
        name, *command = shlex.split(row["command"])
        assert name == "hornsup"
        assert run([*command, "--jobs", "1", "--json"]) == 0
        again = json.loads(capsys.readouterr().out)
        assert again == {key: row[key] for key in again}
        assert again["seats"] > 0
    assert run([*shlex.split(found["bots"][0]["command"])[1:], "--jobs", "1"]) == 0
    assert f"won {found['bots'][0]['wins']} of" in capsys.readouterr().out


@pytest.mark.parametrize("game", registry.names())
def test_the_ladder_has_every_level_and_repeats(game: str) -> None:
    ladder = ladder_of(game)
    check_bots(ladder.bots)
    assert set(ladder.bots) >= {*LEVELS, "random"}
    for name in ladder.bots:
        make_bot(game, name)
        assert not name.endswith("s") or ":" not in name  # a budget in seconds would not repeat


def test_the_ladder_gives_the_same_numbers_twice(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A tiny one: the dice game's own bots on two deals."""
    files = []
    for jobs in ("1", "2"):
        out = tmp_path / jobs
        words = f"tournament raise-your-horns --ladder --games 8 --jobs {jobs} --out {out}"
        assert run(words.split()) == 0
        text = capsys.readouterr().out
        assert "raise-your-horns, 4 players, 8 games; fair share 25.0%" in text
        files.append([(out / name).read_bytes() for name in ("tournament.json", "games.jsonl")])
    assert files[0] == files[1]
    found = json.loads(files[0][0])
    assert {row["bot"] for row in found["bots"]} == set(LADDERS["raise-your-horns"].bots)
    assert found["seed"] == LADDERS["raise-your-horns"].seed


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("--bots racer", "at least two bots"),
        ("--bots racer,racer", "once"),
        ("--bots racer,genius", "unknown bot 'genius'"),
        ("--bots racer,random --players 12", "3 to 9 players"),
        ("--bots racer,random --games 0", "games is a number from 1"),
        ("--bots racer,random --row greedy", "'greedy' is not among the bots"),
        ("--bots racer,random --row racer --out x", "leave out --out"),
        ("--bots racer,random --jobs 0", "jobs is a number from 1"),
        ("--players 4", "--ladder"),
        ("--resume nowhere", "holds no run"),
        ("--resume nowhere --games 3", "leave out games"),
    ],
)
def test_errors_are_one_line(capsys: pytest.CaptureFixture[str], words: str, part: str) -> None:
    assert run(["tournament", *words.split()]) == 1
    err = capsys.readouterr().err
    assert part in err
    assert err.count("\n") == 1


def test_a_game_without_a_ladder_says_so() -> None:
    with pytest.raises(BadInput, match="has no ladder"):
        ladder_of("chess")
