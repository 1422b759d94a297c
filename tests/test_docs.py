"""What the pages show is run: Python, commands and links, and the facts they repeat are compared.

A page is worked through from top to bottom in an empty folder. Its `python` blocks share one
namespace (`>>>` blocks are doctests), a `toml` block that begins with `# name.toml` becomes that
file, and every `$ hornsup` line of a `console` block is run and its output compared; `...` stands
for anything. Blocks of any other kind are only read.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import hornsup
from hornsup.cli import run
from hornsup.games.horns_up import options as horns_up_options
from hornsup.games.raise_your_horns import options as dice_options
from hornsup.lab.simulate import Plan, play_one
from hornsup.testing import check_bot
from tests.conftest import ROOT

DOCS = ROOT / "docs"
README = ROOT / "README.md"
EXAMPLES = ROOT / "examples"
BOTS, HOUSE_RULES = DOCS / "bots.md", DOCS / "house-rules.md"
GENERATED = DOCS / "rule-map.md"  # by `make rule-map`; tests/test_rule_map.py watches over it
PAGES = [README, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(DOCS.glob("*.md"))]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


class Block(NamedTuple):
    """A fenced block: its language, its text and the line on which the text begins."""

    language: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    source = page.read_text(encoding="utf-8")
    fence = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return [
        Block(found[1], found[2], source.count("\n", 0, found.start(2)) + 1)
        for found in fence.finditer(source)
    ]


# --- the blocks of a page -------------------------------------------------------------------


LONG = {"lab.md", "simulate.md"}  # they simulate many games


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=pytest.mark.slow) if page.name in LONG else page for page in PAGES],
    ids=name_of,
)
def test_what_a_page_shows_happens(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "en")
    monkeypatch.setenv("COLUMNS", "80")
    namespace: dict[str, Any] = {"__name__": "a_page"}
    for block in blocks(page):
        where = f"{name_of(page)}, line {block.line}"
        otherwise: list[str] = []
        if block.language == "python":
            otherwise = run_python(block.text, namespace, where)
        elif block.language == "toml":
            write_file(block.text)
        elif block.language == "console":
            otherwise = run_console(block.text, monkeypatch)
        assert not otherwise, f"{where}: " + "\n".join(otherwise)


def run_python(text: str, namespace: dict[str, Any], where: str) -> list[str]:
    """What a block says and does not do; code without a prompt only has to run."""
    if ">>>" not in text:
        exec(compile(text, where, "exec"), namespace)
        return []
    test = doctest.DocTestParser().get_doctest(text, namespace, where, where, 0)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=told.append, clear_globs=False)
    namespace.update(test.globs)
    return ["".join(told)] if runner.failures else []


def write_file(text: str) -> None:
    named = re.match(r"# ([\w-]+\.toml)\n", text)
    if named:
        Path(named[1]).write_text(text, encoding="utf-8")


def run_console(text: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that print something else than the block shows."""
    before, *rest = re.split(r"^\$ ", text, flags=re.MULTILINE)
    otherwise = ["a console block begins with a command"] if before else []
    for part in rest:
        line, _, shown = part.replace("\\\n", " ").partition("\n")
        words = shlex.split(line)
        if words[0].startswith("PYTHONPATH="):
            monkeypatch.syspath_prepend(str(ROOT / words.pop(0).partition("=")[2]))
        if words[0] == "hornsup":
            came = output_of(words[1:])
            if not same(shown, came):
                otherwise.append(f"$ {line}\nshown:\n{shown}\ncame:\n{came}")
    return otherwise


def output_of(words: list[str]) -> str:
    """What a command prints; its one line of error too if it fails."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(words)
    return out.getvalue() + (err.getvalue() if code else "")


def same(shown: str, came: str) -> bool:
    checker = doctest.OutputChecker()
    return checker.check_output(trimmed(shown), trimmed(came), doctest.ELLIPSIS)


def trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines()) + "\n"


# --- links ----------------------------------------------------------------------------------


def without_code(page: Path) -> str:
    source = page.read_text(encoding="utf-8")
    return re.sub(r"^```.*?^```$|`[^`\n]+`", "", source, flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The anchors of the headings, and those that a page sets itself."""
    source = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", source, flags=re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'<a id="([^"]+)"></a>', source))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(page)):
        if "://" in target:
            continue
        file, _, anchor = target.partition("#")
        goal = page.parent / file if file else page
        assert goal.exists() or goal == GENERATED, f"{target} leads nowhere"
        assert not anchor or anchor in anchors(goal), f"{target}: no such anchor"


def test_the_index_names_every_page() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    missing = [page.name for page in DOCS.glob("*.md") if f"({page.name})" not in index]
    assert set(missing) <= {"index.md"}


# --- facts ----------------------------------------------------------------------------------


def test_the_changelog_begins_with_this_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$", changes, flags=re.MULTILINE)
    assert versions[0] == hornsup.__version__


def rows(page: Path) -> list[list[str]]:
    """The table rows of a page, cell by cell, without the code marks."""
    return table_rows(page.read_text(encoding="utf-8"))


def table_rows(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line[:1] == "|"]
    return [
        [cell.strip().replace("`", "") for cell in line.strip("|").split("|")] for line in lines
    ]


def as_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def section(page: Path, heading: str) -> dict[str, list[str]]:
    """The table below a heading, by the first cell of its rows."""
    _, _, after = page.read_text(encoding="utf-8").partition(f"{heading}\n")
    below = re.split(r"^##", after, maxsplit=1, flags=re.MULTILINE)[0]
    return {row[0]: row for row in table_rows(below)[2:]}


GAMES = {"Horns Up": horns_up_options, "Raise Your Horns!": dice_options}


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_house_rules_says_what_the_switches_are(game: str) -> None:
    told = section(HOUSE_RULES, f"## The switches of {game}")
    options = GAMES[game].Options
    assert list(told) == [field.name for field in fields(options)]
    for field in fields(options):
        _, default, values, rule, _ = told[field.name]
        assert default == ("" if field.default == () else as_text(field.default)), field.name
        switch = GAMES[game].SWITCHES.get(field.name)
        if switch is None:
            continue
        assert rule == switch.rule, field.name
        words = switch.words or ("false", "true")
        if switch.numbers is not None:
            words = (str(switch.numbers[0]), str(switch.numbers[-1]))
        assert set(re.findall(r"\w+", values)) >= set(words), field.name


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_house_rules_says_what_the_presets_are(game: str) -> None:
    told = section(HOUSE_RULES, f"### Presets of {game}")
    assert list(told) == list(GAMES[game].PRESETS)
    for preset, switches in GAMES[game].PRESETS.items():
        named = set(re.findall(r"\w+ = \w+", told[preset][1]))
        assert named == {f"{name} = {as_text(value)}" for name, value in switches.items()}, preset


# --- the example ----------------------------------------------------------------------------


def test_the_page_of_bots_shows_the_example() -> None:
    example = (EXAMPLES / "custom_bot.py").read_text(encoding="utf-8")
    assert example in [block.text for block in blocks(BOTS)]
    assert len(example.splitlines()) <= 10


def test_the_example_bot_plays_and_does_not_peek(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    plan = Plan("horns-up", players=4, games=1, bots="custom_bot:Eager,random", seed=1)
    state, moves = play_one(plan, 0)
    assert state.over
    assert moves > 20
    from custom_bot import Eager

    check_bot("horns-up", Eager)
