"""`hornsup backup` and `hornsup restore`: all of a server's data in one file."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from hornsup.cli.common import print_json
from hornsup.cli.help import Example, command
from hornsup.cli.options import database_options, json_option
from hornsup.cli.owner import config_of, moment, progress_bar

SECRETS = (
    "This file holds the secrets of games that are being played, names, chat, push keys and "
    "webhook addresses. Only you can read it; keep it so."
)
NICE = 10


@command(
    Example("hornsup backup monday.backup", "while the server runs", "a database"),
    Example("hornsup backup monday.backup --list --json", "what is in it", "a backup"),
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--list", "only_list", is_flag=True, help="Say what is in FILE; nothing is written.")
@click.option("--force", is_flag=True, help="Replace a FILE that is there.")
@json_option
@database_options
def backup(file: Path, only_list: bool, force: bool, as_json: bool, **where: Any) -> int:
    """Write all of a server's data into FILE, while it runs or not.

    The file has everything as it was at one moment, and fits SQLite and PostgreSQL alike. It is
    checked: every table in it is rebuilt from its log.
    """
    config = config_of("hornsup backup", **where)
    if only_list:
        _tell(_contents(file), as_json)
        return 0
    import asyncio

    from hornsup.admin.backup import write

    _be_nice()
    with progress_bar() as progress:
        made = asyncio.run(write(config, file, force, progress))
    made["bad"] = {table_id[:8]: why for table_id, why in made["bad"].items()}
    print(SECRETS, file=sys.stderr)
    _tell(made, as_json)
    for table_id, why in made["bad"].items():
        print(f"hornsup: table {table_id}: {why}", file=sys.stderr)
    return 1 if made["bad"] else 0


@command(
    Example(
        "hornsup restore monday.backup --data /var/lib/hornsup",
        "into the data folder of a server that does not run",
        "a database",
    ),
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Delete what is in the database first.")
@json_option
@database_options
def restore(file: Path, force: bool, as_json: bool, **where: Any) -> None:
    """Put the data of a backup FILE into the database of a server that does not run.

    All of it, or nothing if anything goes wrong. The kind of database may be another one than that
    of the backup.
    """
    config = config_of("hornsup restore", **where)
    import asyncio

    from hornsup.admin.restore import restore as put_back

    with progress_bar() as progress:
        _tell(asyncio.run(put_back(config, file, force, progress)), as_json, "restored")


def _contents(file: Path) -> dict[str, Any]:
    from hornsup.admin.archive import Reader
    from hornsup.admin.check import contents

    reader = Reader(file)
    reader.check()
    return contents(reader)


def _be_nice() -> None:
    """A backup is in no hurry; moves of players are."""
    if hasattr(os, "nice"):
        os.nice(NICE)


def _tell(told: dict[str, Any], as_json: bool, verb: str = "") -> None:
    if as_json:
        print_json(told)
        return
    rows = told["rows"]
    size = f"{told['bytes'] / 1e6:.1f} MB"
    click.echo(f"{verb} {told['file']}: {size}, of {moment(told['made_at'])}".strip())
    click.echo(f"  {told['made_by']}, {told['database']}, revision {told['revision']}")
    click.echo("  " + ", ".join(f"{name} {count}" for name, count in rows.items() if count))
    if "bad" in told:
        good = rows["tables"] - len(told["bad"])
        click.echo(f"  {good} of {rows['tables']} tables rebuilt from their logs")
