"""Write the questions of docs/editions.md, Q1 to Q60, from the English catalogue of the rules.

The answers are written once, in the catalogue. tests/test_server_pages.py fails when the page is
out of date.
"""

from __future__ import annotations

from pathlib import Path

import marked

from hornsup import i18n

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "editions.md"
RULES = "rules_horns_up"


def table() -> list[str]:
    """One row per question, in their order."""
    rules = i18n.catalogue("en", RULES)
    numbers = sorted((name for name in rules if name[:1] == "Q"), key=lambda name: int(name[1:]))
    rows = [f"| {name} | {rules[name]['title']} | {rules[name]['text']} |" for name in numbers]
    return ["| | Question | Answer |", "|---|---|---|", *rows]


def page(text: str) -> str:
    """The page with its table written again."""
    return marked.replace(text, "questions", table())


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
