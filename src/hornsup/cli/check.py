"""`hornsup check`: scenario files."""

from __future__ import annotations

from typing import Any

import click

from hornsup.cli.common import print_json, read_text
from hornsup.cli.help import Example, command
from hornsup.cli.options import file_argument, json_option
from hornsup.core import scenario


@command(
    Example("hornsup check argument.toml", "settle an argument at the table"),
    Example("hornsup check argument.toml --json", "the same for a program"),
)
@file_argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--quiet", is_flag=True, help="Print failures and the count only.")
@json_option
def check(files: tuple[str, ...], quiet: bool, as_json: bool) -> int:
    """Run scenario files and print one line each; exit 1 if any fails.

    A scenario is a TOML file with a position, steps and what must come out of them. Use one to
    settle an argument at the table.
    """
    results: list[dict[str, Any]] = []
    for name in files:
        result = scenario.check(read_text(name))
        results.append({"file": name, "title": result.title, "ok": result.passed})
        results[-1]["differences"] = result.differences
        if not as_json:
            _tell(name, result, quiet)
    passed = sum(result["ok"] for result in results)
    if as_json:
        print_json({"passed": passed, "failed": len(files) - passed, "scenarios": results})
    elif len(files) > 1:
        click.echo(f"{passed} of {len(files)} scenarios passed")
    return 0 if passed == len(files) else 1


def _tell(name: str, result: scenario.Result, quiet: bool) -> None:
    """One line, and the differences of one that fails."""
    if not result.passed or not quiet:
        click.echo(f"{'ok   ' if result.passed else 'FAIL '} {name}: {result.title}")
    for line in result.differences:
        click.echo(f"      {line}")
