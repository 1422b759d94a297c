"""What the commands of a server's owner share: where the database is, times and tables in words."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any

from hornsup.lab.extras import need

if TYPE_CHECKING:
    from hornsup.admin.check import Progress

LIBRARIES = ("msgspec", "sqlalchemy", "aiosqlite", "asyncpg", "alembic")


def config_of(what: str, **flags: Any) -> Any:
    """The settings of the server, found as `hornsup serve` finds them."""
    need(what, "server", *LIBRARIES)
    from hornsup.server.config import from_environment

    return from_environment(**flags)


def moment(milliseconds: int | None) -> str:
    """A time as people read it, by this machine's clock."""
    if not milliseconds:
        return "–"
    return datetime.fromtimestamp(milliseconds / 1000).strftime("%Y-%m-%d %H:%M:%S")


def print_table(columns: Sequence[str], rows: Sequence[Sequence[Any]], title: str = "") -> None:
    """A table as wide as the terminal. Texts of people are shown as they are, never as markup."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*columns, box=SIMPLE, title=title or None, title_justify="left", pad_edge=False)
    for row in rows:
        table.add_row(*(Text(str(each)) for each in row))
    width = None if sys.stdout.isatty() else 140  # a pipe has no width of its own
    Console(highlight=False, width=width).print(table)


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A bar on a terminal's standard error; elsewhere nothing."""
    if not sys.stderr.isatty():
        yield lambda _what, _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, Any] = {}

        def tell(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done, total=max(done, total))

        yield tell
