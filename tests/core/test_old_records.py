"""Records of version 0.1.0 (engine 1) replay to the same states and are still found honest."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hornsup
from hornsup.core import record, registry
from hornsup.core.notation import parse_cell
from hornsup.games.horns_up.events_1 import Swallowed, as_engine_1
from tests.conftest import ROOT
from tests.core.sealed import Data, resealed

FOLDER = ROOT / "tests" / "records" / "0.1.0"
STATES: dict[str, str] = json.loads((FOLDER / "states.json").read_text(encoding="utf-8"))
FILES = [FOLDER / f"{name}.json" for name in STATES]
CONCERTS = [path for path in FILES if path.stem.startswith("horns_up")]
ENTRANCES = {(x, 8 - abs(x)) for x in range(-4, 5)}


def read(path: Path) -> Data:
    return record.loads(path.read_text(encoding="utf-8"))


def every_record(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=lambda path: path.stem)


def states(data: Data) -> str:
    """A fingerprint of what every seat and a spectator see after every move."""
    found = sha256()
    for state, _ in record.steps(data):
        views = [state.view(seat) for seat in (*range(state.players), None)]
        found.update(json.dumps(views, sort_keys=True).encode())
    return found.hexdigest()[:16]


def test_there_is_a_record_of_each_game_and_each_kind() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {*STATES, "states"}
    found = [read(path) for path in FILES]
    assert {data["engine"] for data in found} == {"1"}
    for game in registry.names():
        of_game = [data for data in found if data["game"] == game]
        assert {"deal" in data for data in of_game} == {True, False}
    assert registry.get("horns-up").engine == "2"


@every_record(FILES)
def test_it_replays_to_the_same_states(path: Path) -> None:
    assert states(read(path)) == STATES[path.stem]


@every_record(FILES)
def test_it_is_honest(path: Path) -> None:
    data = read(path)
    verdict = record.verify(data)
    assert verdict.honest, verdict.problem
    assert verdict.finished
    assert verdict.moves == len(data["moves"])
    assert verdict.fingerprint == data["checks"][-1]
    assert verdict.promise_kept == (True if "deal" in data else None)


@every_record(FILES)
def test_a_changed_one_is_found_out(path: Path) -> None:
    data, rng = read(path), Random(path.stem)
    for place in rng.sample(range(len(data["moves"])), 5):
        checks = [*data["checks"]]
        checks[place] = checks[place - 1]
        assert not record.verify(resealed({**data, "checks": checks})).honest
        moves = [*data["moves"]]
        del moves[place]
        assert not record.verify(resealed({**data, "moves": moves})).honest
    other = {"reason": "x", "winners": [0]}
    assert not record.verify(resealed({**data, "outcome": other})).honest
    assert not record.verify({**data, "seed": 9}).honest


@every_record(CONCERTS)
def test_its_checks_are_those_of_its_own_engine(path: Path) -> None:
    """The events differ, so neither engine's checks are taken for the other's."""
    data = read(path)
    assert not record.verify(resealed({**data, "engine": "2"})).honest
    today = record.replay(data).record()
    assert today["engine"] == "2"
    assert today["checks"] != data["checks"]
    assert record.verify(today).honest
    assert not record.verify({**today, "engine": "1"}).honest


@every_record(FILES)
def test_the_same_record_can_be_made_again(path: Path) -> None:
    data = read(path)
    made = record.make(record.replay(data), "1")
    assert made == {key: data[key] for key in made}


def test_an_engine_that_is_not_known_is_refused() -> None:
    data = read(FILES[0])
    for engine in ("0", "3", ""):
        assert not record.verify({**data, "engine": engine}).honest
        with pytest.raises(hornsup.BadInput, match="rules version"):
            record.replay({**data, "engine": engine})
    dice = read(FOLDER / "raise_your_horns.json")
    assert not record.verify({**dice, "engine": "2"}).honest


# --- what engine 1 told ---------------------------------------------------------------------------


def old_ways(happened: list[Any]) -> set[str]:
    """The ways in which engine 1 let a move swallow cards."""
    kinds = [event.kind for event in happened]
    cause = next((kind for kind in ("pushed", "divided", "closed", "kept") if kind in kinds), "")
    return {f"{cause} {where(event.cell)}" for event in happened if isinstance(event, Swallowed)}


def where(cell: str) -> str:
    x, y = parse_cell(cell)
    if (x, y) in ENTRANCES:
        return "entrance"
    return "edge" if abs(x) > 15 or y > 20 else "cell"


def test_the_records_have_every_case() -> None:
    old: set[str] = set()
    new: set[str] = set()
    for path in CONCERTS:
        for _, happened in record.steps(read(path)):
            old |= old_ways(as_engine_1(happened))
            new |= {event.kind for event in happened}
    ways = ("pushed", "divided", "closed")
    assert old >= {*(f"{way} entrance" for way in ways), "pushed edge", "divided edge"}
    assert old >= {"pushed cell", "closed cell", "kept cell"}
    assert "swallowed" not in new
    lost = {"entrance-took", "off-edge", "covered", "overlap-lost"}
    assert new >= {*lost, "carried", "sent-to-entrance"}


def test_engine_1_told_what_stays_after_what_is_lost_and_nothing_of_pawns() -> None:
    from hornsup.games.horns_up import events

    kept = events.Kept("0,4", "path-ns")
    lost = [events.OverlapLost(card, "1,4", "0,4") for card in ("path-ew", "path-ne")]
    old = [Swallowed("0,4", "path-ew"), Swallowed("0,4", "path-ne"), kept]
    assert as_engine_1([kept, *lost]) == old
    crushed = events.Crushed((1,))
    assert as_engine_1([kept, *lost, crushed]) == [*old, crushed]
    pawns = [
        events.Carried(0, "1,4", "0,4"),
        events.SentToEntrance(1, "3,4", "4,4", "entrance"),
    ]
    assert as_engine_1(pawns) == []
    edges = {"N": "0,19", "E": "1,20", "S": "0,21", "W": "-1,20"}
    for way, cell in edges.items():
        assert as_engine_1([events.OffEdge("path-ns", "0,20", way)]) == [Swallowed(cell, "path-ns")]
