"""Write docs/faults.md: every fault and abuse that tables survive, and the tests that show it.

The cases stand in tools/faults.toml. Their tests are all functions named test_case_NN_… under
tests/, where one name may hold several numbers (test_case_06_07_…); a case without a test needs a
reason there. tests/test_server_pages.py fails when the page is out of date.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "faults.md"
NAMED = re.compile(r"^(?:async )?def test_case((?:_\d\d)+)_(\w+)", re.MULTILINE)

TOLD = tomllib.loads((ROOT / "tools" / "faults.toml").read_text(encoding="utf-8"))
CASES: dict[int, tuple[str, str]] = {int(number): tuple(t) for number, t in TOLD["cases"].items()}
UNTESTED: dict[int, str] = {int(number): why for number, why in TOLD["untested"].items()}
INTRODUCTION = """\
# Faults and abuse

What happens to tables on real networks, with real people and on machines that die, and what holds
all the same. In every case no acknowledged move is lost, no secret is shown and the game goes on.
The tests run real processes, real PostgreSQL and real Redis, and end them with SIGKILL where the
case says so; `make chaos` lets many of these happen to a few tables at once, for as long as you
like, and checks the history afterwards.

{tested} of {all} cases have tests. The table is written by `make pages` from the names of the
tests; a test fails when it is out of date.

| | What happens | What holds | Tests |
|---:|---|---|---|
"""


def tests() -> dict[int, list[str]]:
    """Case number: the tests that carry it in their names."""
    found: dict[int, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for numbers, name in NAMED.findall(path.read_text(encoding="utf-8")):
            module = path.relative_to(ROOT / "tests").with_suffix("").as_posix()
            place = f"`{module}` {name.replace('_', ' ')}"
            for number in numbers.strip("_").split("_"):
                found[int(number)].append(place)
    return found


def rows() -> list[tuple[str, str, str, str]]:
    """Case, what happens, what holds, the tests or the reason why there is none."""
    found = tests()
    return [
        (str(case), what, holds, "<br>".join(found.get(case, [])) or UNTESTED.get(case, ""))
        for case, (what, holds) in CASES.items()
    ]


def page() -> str:
    found = tests()
    tested = sum(case in found for case in CASES)
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows())
    return INTRODUCTION.format(tested=tested, all=len(CASES)) + table


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
