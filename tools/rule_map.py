"""Write docs/rule-map.md: every rule number, the code that plays it, the tests that prove it.

Nothing is listed by hand: code cites rules in its docstrings and comments, tests in their names,
scenario files in their names and titles. A rule cited nowhere leaves an empty cell, and
tests/test_rule_map.py fails.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from pathlib import Path

from hornsup import i18n
from hornsup.games.horns_up.options import SWITCHES as HORNS_UP_SWITCHES
from hornsup.games.raise_your_horns.options import SWITCHES as DICE_SWITCHES

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rule-map.md"
GAMES = {"horns_up": ("H", 78), "raise_your_horns": ("R", 15)}
Cites = dict[str, list[str]]


def numbers_in(text: str, letter: str) -> set[str]:
    """The rule numbers a text cites, ranges such as `H29 to H34` spelt out."""
    found = {f"{letter}{number}" for number in re.findall(rf"\b{letter}(\d+)", text)}
    for first, last in re.findall(rf"\b{letter}(\d+) (?:to|–|-) ?{letter}?(\d+)\b", text):
        found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return found


def code_cites(game: str, letter: str) -> Cites:
    """Functions and classes of a game by the rules they cite; the innermost one counts."""
    cites: Cites = defaultdict(list)
    for path in sorted((ROOT / "src" / "hornsup" / "games" / game).glob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        owners = [""] * len(lines)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for number in range(node.lineno - 1, node.end_lineno or node.lineno):
                    owners[number] = node.name
        for owner, line in zip(owners, lines, strict=True):
            for rule in numbers_in(line, letter):
                place = f"{path.stem}.{owner}" if owner else path.stem
                if place not in cites[rule]:
                    cites[rule].append(place)
    return cites


def test_cites(game: str, letter: str) -> Cites:
    """Tests by the rules in their names, scenarios by those in their names and titles."""
    cites: Cites = defaultdict(list)
    for path in sorted((ROOT / "tests" / "games" / game).glob("test_*.py")):
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8")):
            for number in re.findall(rf"_{letter.lower()}(\d+)(?=_|\b)", name):
                cites[f"{letter}{int(number)}"].append(name)
    for path in sorted((ROOT / "tests" / "scenarios" / game).glob("*.toml")):
        title = tomllib.loads(path.read_text(encoding="utf-8")).get("title", "")
        named = {f"{letter}{int(n)}" for n in re.findall(rf"\b{letter.lower()}(\d+)", path.stem)}
        for rule in named | numbers_in(title, letter):
            cites[rule].append(path.stem)
    return cites


def short(places: list[str], most: int = 4) -> str:
    shown = ", ".join(f"`{place}`" for place in places[:most])
    return f"{shown} and {len(places) - most} more" if len(places) > most else shown


def rows(game: str) -> list[tuple[str, str, str, str]]:
    """Rule, title, code, tests."""
    letter, last = GAMES[game]
    code, tests = code_cites(game, letter), test_cites(game, letter)
    book = i18n.catalogue("en", f"rules_{game}")
    return [
        (rule, book[rule]["title"], short(code.get(rule, [])), short(tests.get(rule, [])))
        for rule in (f"{letter}{number}" for number in range(1, last + 1))
    ]


def switch_rows(game: str) -> list[tuple[str, str, str]]:
    """Switch, the rule it bends, the tests that name it."""
    switches = HORNS_UP_SWITCHES if game == "horns_up" else DICE_SWITCHES
    found = []
    for name, switch in switches.items():
        tests = [
            path.stem
            for path in sorted((ROOT / "tests" / "scenarios" / game).glob("*.toml"))
            if name in tomllib.loads(path.read_text(encoding="utf-8")).get("options", {})
        ]
        for path in sorted((ROOT / "tests" / "games" / game).glob("test_*.py")):
            names = re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))
            tests += [test for test in names if name in test]
        found.append((name, switch.rule, short(tests, 6)))
    return found


def page() -> str:
    lines = [
        "# Rule map",
        "",
        "Every rule by its number: the code that plays it and the tests that prove it. Written by",
        "`make rule-map` from what code and tests say of themselves; a test fails when a cell is",
        "empty or this page is out of date. `hornsup rules H60` prints a rule.",
    ]
    for game, title in (("horns_up", "Horns Up"), ("raise_your_horns", "Raise Your Horns!")):
        lines += ["", f"## {title}", "", "| Rule | | Code | Tests |", "|---|---|---|---|"]
        lines += [f"| {' | '.join(row)} |" for row in rows(game)]
        lines += ["", f"### {title}: switches", "", "| Switch | Rule | Tests |", "|---|---|---|"]
        lines += [f"| `{name}` | {rule} | {tests} |" for name, rule, tests in switch_rows(game)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
