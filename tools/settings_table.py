"""Write the table of settings of docs/server.md from the server's configuration.

Flag, variable, default and meaning are what `hornsup.server.config.Config` says; tests/
test_server_pages.py fails when the page is out of date.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import marked

from hornsup.server.config import PREFIX, Config

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "server.md"


def default(value: Any) -> str:
    if value == "":
        return "–"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def table() -> list[str]:
    """One row per setting, in the order of the configuration."""
    lines = ["| Flag | Variable | Default | What it is |", "|---|---|---|---|"]
    for each in fields(Config):
        flag = f"`--{each.name.replace('_', '-')}`"
        variable = f"`{PREFIX}{each.name.upper()}`"
        lines.append(f"| {flag} | {variable} | {default(each.default)} | {each.metadata['help']} |")
    return lines


def page(text: str) -> str:
    """The page with its table written again."""
    return marked.replace(text, "settings", table())


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
