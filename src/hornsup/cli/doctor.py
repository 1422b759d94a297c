"""`hornsup doctor`: is everything here that a server needs?"""

from __future__ import annotations

from typing import Any

import click

from hornsup.cli.common import print_json
from hornsup.cli.help import Example, command
from hornsup.cli.options import database_options, json_option
from hornsup.cli.owner import config_of

COLOURS = {"ok": "green", "warn": "yellow", "bad": "red"}


@command(
    Example("hornsup doctor --port 8000", "before the first evening", "a port"),
    Example("hornsup doctor --json", "for a program that watches", "a port"),
)
@click.option("--host", metavar="ADDRESS", help="The address that serve listens on.")
@click.option("--port", metavar="N", type=int, help="The port that serve listens on.")
@click.option("--redis-url", metavar="URL", help="The Redis of the workers.")
@click.option("--public-url", metavar="URL", help="The address that people see.")
@json_option
@database_options
def doctor(as_json: bool, **flags: Any) -> int:
    """Look at port, network, clock, disk, database, Redis and push, and say what to do.

    Takes the settings of `hornsup serve`, by flag or by environment. Exit 1 if anything is bad.
    """
    config = config_of("hornsup doctor", **flags)
    import asyncio

    from hornsup.admin import doctor as found

    findings = asyncio.run(found.examine(config))
    if as_json:
        print_json(found.data(findings))
    else:
        for each in findings:
            mark = click.style(f"{each.state:<4}", fg=COLOURS[each.state])
            click.echo(f"{mark}  {each.what:<9} {each.text}")
            if each.advice:
                click.echo(f"                → {each.advice}")
    return 1 if found.worst(findings) == "bad" else 0
