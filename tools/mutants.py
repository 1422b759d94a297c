"""Mutation testing of the rules: change one small thing, see whether a test notices.

Each mutant is the package with one comparison, operator, number or condition changed, in a copy
under build/. A mutant that the scenarios and golden games let live is tried with the other tests of
the game; what still lives is printed with its line. Not part of `make test`: it takes minutes.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mutants"
GAME = "hornsup/games/horns_up"
MODULES = ("legal", "turns", "actions", "effects", "push_and_surf", "wall_of_death", "knowledge")
COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATE: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
}
QUICK = """
import pathlib, sys
import hornsup
from hornsup.core import scenario
folder = pathlib.Path("tests/scenarios/horns_up")
for path in sorted(folder.glob("*.toml")):
    if not scenario.check(path.read_text()).passed:
        sys.exit(1)
sys.path.insert(0, "tools")
import golden
for name in golden.GAMES:
    stored = (golden.FOLDER / (name + ".txt")).read_text()
    if name.startswith("horns") and golden.playthrough(name) != stored:
        sys.exit(1)
"""


def mutations(tree: ast.Module) -> Iterator[tuple[int, str, ast.Module]]:
    """Every mutant of a module: its line, what was changed, the changed tree."""
    nodes = list(ast.walk(tree))
    for place, node in enumerate(nodes):
        for what, change in changes(node):
            mutant = copy.deepcopy(tree)
            change(list(ast.walk(mutant))[place])
            yield getattr(node, "lineno", 0), what, ast.fix_missing_locations(mutant)


def changes(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], None]]]:
    """What can be changed about a node, each as a description and the change itself."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARE:
        old, new = type(node.ops[0]), COMPARE[type(node.ops[0])]
        yield f"{old.__name__} -> {new.__name__}", lambda n: n.ops.__setitem__(0, new())
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATE:
        other = OPERATE[type(node.op)]
        yield f"{type(node.op).__name__} -> {other.__name__}", lambda n: setattr(n, "op", other())
    elif isinstance(node, ast.BoolOp):
        flip = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield f"{type(node.op).__name__} -> {flip.__name__}", lambda n: setattr(n, "op", flip())
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield f"{node.value} -> {node.value + 1}", lambda n: setattr(n, "value", n.value + 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield f"{node.value} -> {not node.value}", lambda n: setattr(n, "value", not n.value)
    elif isinstance(node, ast.If) and not isinstance(node.test, ast.Compare | ast.BoolOp):
        yield "if -> if not", lambda n: setattr(n, "test", ast.UnaryOp(ast.Not(), n.test))


def survives(command: list[str], seconds: float) -> bool:
    environment = {**os.environ, "PYTHONPATH": f"{WORK}{os.pathsep}{ROOT}"}
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def try_module(name: str, thorough: bool) -> tuple[int, list[str]]:
    """The number of mutants of a module and a line for each that no test noticed."""
    path = WORK / GAME / f"{name}.py"
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    tried, alive = 0, []
    for line, what, mutant in mutations(ast.parse(text)):
        source = lines[line - 1].strip() if line else ""
        if source.startswith(("if TYPE_CHECKING", "assert", "if state.log", "if log ")):
            continue
        tried += 1
        path.write_text(ast.unparse(mutant), encoding="utf-8")
        lives = survives([sys.executable, "-c", QUICK], 60)
        if lives and thorough:
            tests = ["tests/games/horns_up", "-x", "-q", "-p", "no:cacheprovider"]
            lives = survives([sys.executable, "-m", "pytest", *tests], 240)
        if lives:
            alive.append(f"{name}.py:{line}: {what}: {source}")
            print("  alive:", alive[-1], flush=True)
    path.write_text(text, encoding="utf-8")
    return tried, alive


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", default=MODULES, help="modules of the game to change")
    parser.add_argument("--quick", action="store_true", help="scenarios and golden games only")
    asked = parser.parse_args()
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(ROOT / "src", WORK, ignore=shutil.ignore_patterns("__pycache__"))
    total, living = 0, 0
    for name in asked.modules:
        tried, alive = try_module(name, not asked.quick)
        total, living = total + tried, living + len(alive)
        print(f"{name}: {tried} mutants, {len(alive)} alive", flush=True)
    print(f"{total} mutants, {total - living} noticed ({1 - living / max(total, 1):.1%})")


if __name__ == "__main__":
    main()
