"""`hornsup check`: scenario files."""

from __future__ import annotations

import click

from hornsup.cli.common import read_text
from hornsup.core import scenario


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--quiet", is_flag=True, help="Print failures and the count only.")
def check(files: tuple[str, ...], quiet: bool) -> int:
    """Run scenario files and print one line each; exit 1 if any fails.

    A scenario is a TOML file with a position, steps and what must come out of them. Use one to
    settle an argument at the table.
    """
    failed = 0
    for name in files:
        result = scenario.check(read_text(name))
        if result.passed:
            if not quiet:
                click.echo(f"ok    {name}: {result.title}")
            continue
        failed += 1
        click.echo(f"FAIL  {name}: {result.title}")
        for line in result.differences:
            click.echo(f"      {line}")
    if len(files) > 1:
        click.echo(f"{len(files) - failed} of {len(files)} scenarios passed")
    return 1 if failed else 0
