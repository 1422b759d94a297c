"""`hornsup report`: a page about the games of a folder."""

from __future__ import annotations

from pathlib import Path

import click

from hornsup.cli.help import Example, command
from hornsup.cli.options import FILE
from hornsup.lab.extras import need


@command(
    Example("hornsup report games", "the games of `hornsup simulate … --out games`"),
)
@click.argument("folder", metavar="DIR", type=FILE)
def report(folder: str) -> None:
    """Write one page with plots about the games that `hornsup simulate --out DIR` has played.

    If DIR holds several such folders, the page shows them all and what changes between them.
    """
    need("hornsup report", "lab", "matplotlib")
    import hornsup.games  # noqa: F401 -- declares the games
    from hornsup.lab.report import write_report

    path = write_report(Path(folder))
    click.echo(f"written to {path}; it needs no network: open it in a browser")
