"""`hornsup serve`: the game server, on this machine or for the local network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, get_type_hints

import click

from hornsup.cli.help import Example, command
from hornsup.lab.extras import need
from hornsup.server.config import Config, from_environment

METAVARS = {int: "N", float: "N"}


def _with_settings(function: Callable[..., None]) -> Callable[..., None]:
    """One flag per setting of the server, so that they are written down once."""
    kinds = get_type_hints(Config)
    for each in reversed(fields(Config)):
        kind = kinds[each.name]
        shown = "" if each.default in ("", False) else f"  [default: {each.default}]"
        option = click.option(
            "--" + each.name.replace("_", "-"),
            each.name,
            metavar=None if kind is bool else METAVARS.get(kind, "TEXT"),
            type=None if kind is bool else kind,
            is_flag=kind is bool,
            default=None,
            help=_sentence(each.metadata["help"]) + shown,
        )
        function = option(function)
    return function


def _sentence(text: str) -> str:
    """A setting's description as the other options have theirs."""
    address = "://" in text.split()[0]
    return f"{text if address else text[0].upper() + text[1:]}."


@command(
    Example("hornsup serve", "for yourself, at http://127.0.0.1:8000", "a port"),
    Example("hornsup serve --lan --port 8123", "for phones in the same network", "a port"),
    Example("hornsup serve --migrate --data games", "bring a database up to date"),
)
@_with_settings
@click.option("--lan", is_flag=True, help="Listen on the local network and show a QR code.")
@click.option("--open/--no-open", "open_page", default=None, help="Open the page in a browser.")
@click.option("--migrate", is_flag=True, help="Bring the database up to date and stop.")
def serve(lan: bool, open_page: bool | None, migrate: bool, **flags: Any) -> None:
    """Start the game server: friends open its address and play.

    Every setting can also be given as an environment variable: --port is HORNSUP_PORT.
    """
    need("hornsup serve", "server", "msgspec", "sqlalchemy", "litestar", "uvicorn")
    from hornsup.server.process import serve as process

    if lan and flags["host"] is None:
        flags["host"] = "0.0.0.0"
    # A switch that was not given leaves the choice to the environment.
    given = {name: value for name, value in flags.items() if value is not False}
    config = from_environment(**given)
    if migrate:
        process.migrate(config)
        click.echo("the database is up to date")
        return
    process.serve(config, open_page=open_page, say=click.echo)
