"""The compiled wheel: its list of modules, what they must allow, and how wheels are compared."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import hornsup
from hornsup.bots.lineup import BOTS
from hornsup.cli import run
from hornsup.core import contract, registry
from hornsup.core.native import engine
from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import wheel_games
import wheels

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
HOOK: dict[str, Any] = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]
COMPILED = [name.removeprefix("/src/") for name in HOOK["include"]]


def test_the_list_names_modules_of_the_package_once_each() -> None:
    assert all(name.startswith("/src/hornsup/") for name in HOOK["include"])
    assert [name for name in COMPILED if not (ROOT / "src" / name).is_file()] == []
    assert len(COMPILED) == len(set(COMPILED)) > 20


def test_nothing_is_compiled_unless_it_is_asked_for() -> None:
    assert HOOK["enable-by-default"] is False
    assert PROJECT["build-system"]["requires"] == ["hatchling>=1.26"]
    assert wheels.HOOKS not in wheels.environment("pure")
    assert wheels.environment("compiled")[wheels.HOOKS] == "1"


def test_the_rules_and_the_copies_of_both_games_are_compiled() -> None:
    for game in ("horns_up", "raise_your_horns"):
        assert f"hornsup/games/{game}/state.py" in COMPILED
    assert "hornsup/games/horns_up/sampling.py" in COMPILED
    assert "hornsup/core/native.py" not in COMPILED  # it is what is asked at run time


# --- classes ----------------------------------------------------------------------------------


def classes(path: Path) -> Iterator[ast.ClassDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def attributes(found: ast.ClassDef) -> dict[str, bool]:
    """What the compiler is told about a class by `@mypyc_attr(...)`."""
    return {
        str(keyword.arg): bool(ast.literal_eval(keyword.value))
        for call in found.decorator_list
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "mypyc_attr"
        for keyword in call.keywords
    }


def test_a_compiled_class_with_plain_subclasses_allows_them() -> None:
    """Otherwise the subclass cannot even be defined where the engine is compiled."""
    compiled = {found.name: found for name in COMPILED for found in classes(ROOT / "src" / name)}
    plain = [
        path
        for folder in ("src", "examples")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.relative_to(ROOT / folder).as_posix() not in COMPILED
    ]
    bases = {
        ast.unparse(base).rpartition(".")[2]
        for path in plain
        for found in classes(path)
        for base in found.bases
    }
    derived_from = sorted(bases & compiled.keys())
    refused = [
        name
        for name in derived_from
        if not attributes(compiled[name]).get("allow_interpreted_subclasses")
    ]
    assert refused == []


def test_a_game_of_your_own_may_derive_from_the_contract() -> None:
    path = ROOT / "src" / "hornsup" / "core" / "contract.py"
    (state,) = (found for found in classes(path) if found.name == "GameState")
    assert attributes(state)["allow_interpreted_subclasses"]


def test_a_compiled_class_that_is_made_by_new_has_no_init_of_its_own() -> None:
    """Compiled classes with an `__init__` run it in `__new__`; dataclasses write none down."""
    for name in COMPILED:
        text = (ROOT / "src" / name).read_text(encoding="utf-8")
        for found in classes(ROOT / "src" / name):
            own = [node.name for node in found.body if isinstance(node, ast.FunctionDef)]
            assert "__init__" not in own or f"{found.name}.__new__(" not in text, found.name


# --- which engine runs ------------------------------------------------------------------------


def test_the_version_says_which_engine_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    told = capsys.readouterr().out.strip()
    assert told == f"hornsup, version {hornsup.__version__} ({engine()} engine)"


def test_the_engine_is_named_by_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "__file__", "/x/hornsup/core/contract.py")
    assert engine() == "plain"
    monkeypatch.setattr(contract, "__file__", "/x/contract.cpython-311-x86_64-linux-gnu.so")
    assert engine() == "compiled"


# --- comparing wheels -------------------------------------------------------------------------


@pytest.mark.parametrize("game", registry.names())
def test_the_games_that_are_compared_seat_everybody(game: str) -> None:
    plans = list(wheel_games.plans(game))
    for plan in plans:
        plan.check()
    assert {plan.players for plan in plans} == set(registry.get(game).seats)
    seated = {bot.partition("@")[0].partition(":")[0] for p in plans for bot in p.bots.split(",")}
    assert seated >= set(BOTS[game])


def test_a_digest_depends_on_every_move() -> None:
    def digest(players: int, *moves: str) -> str:
        state = hornsup.new("horns-up", players=players, seed=7)
        seen = wheel_games.Digest()
        seen.begin(state)
        for move in moves:
            seen.after(state, state.to_move or 0, state.apply(move))
        return str(seen.result(state)["digest"])

    assert digest(4, "enter 0,8") == digest(4, "enter 0,8")
    assert len({digest(4), digest(4, "enter 0,8"), digest(4, "enter 1,7"), digest(5)}) == 4


def test_a_difference_between_the_wheels_is_named_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def told(compiled: str) -> Any:
        games = {"pure": '{"a": "1", "b": "2"}', "compiled": compiled}
        return lambda kind, *_: f'{{"engine": "{kind}", "moves": 5, "digests": {games[kind]}}}'

    monkeypatch.setattr(wheels, "ask", told('{"a": "1", "b": "2"}'))
    assert wheels.compare() == 0
    assert "2 games of 5 moves came to the same digests" in capsys.readouterr().out
    monkeypatch.setattr(wheels, "ask", told('{"a": "1", "c": "2"}'))
    assert wheels.compare() == 1
    told_wrong = capsys.readouterr().err
    assert "differs: b" in told_wrong
    assert "differs: c" in told_wrong
