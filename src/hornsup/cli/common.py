"""What several commands share: reading files and house rules, printing JSON and progress."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, overload

import click

import hornsup.games  # noqa: F401 -- declares the games
from hornsup import i18n
from hornsup.core import registry
from hornsup.core.contract import Game
from hornsup.errors import BadInput

PATIENCE = 2.0
"""Seconds before a bar is shown."""


def read_text(path: str) -> str:
    """A file's text; `-` is standard input."""
    try:
        if path == "-":
            return sys.stdin.read()
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not a text file in UTF-8") from error


def language_of(asked: str | None) -> str:
    """The language asked for, or that of the system as POSIX finds it."""
    if asked is None:
        names = ("LC_ALL", "LC_MESSAGES", "LANG")
        return i18n.pick_language(next(filter(None, map(os.environ.get, names)), None))
    if i18n.pick_language(asked) != asked.lower()[:2]:
        raise BadInput(f"no language {asked!r}; known are {', '.join(i18n.LANGUAGES)}")
    return i18n.pick_language(asked)


def print_json(value: Any) -> None:
    """One value on one line, letters as they are."""
    click.echo(json.dumps(value, ensure_ascii=False))


@overload
def seed_of(text: str) -> int | str: ...
@overload
def seed_of(text: None) -> None: ...
def seed_of(text: str | None) -> int | str | None:
    """A seed as typed: digits are a number, as in Python."""
    return int(text) if text is not None and text.removeprefix("-").isdecimal() else text


def chosen_options(
    name: str, preset: str | None, switches: tuple[str, ...], deck: str | None
) -> dict[str, Any]:
    """The options asked for on the command line, checked by the game of that name."""
    game = registry.get(name)
    options: dict[str, Any] = {"preset": preset} if preset else {}
    for text in switches:
        switch, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"write a house rule as NAME=VALUE, not {text!r}")
        known = game.switches.get(switch)
        options[switch] = value if known is None else known.read(switch, value)
    if deck is not None:
        options["deck"] = read_data_file(game, "deck", deck)
    game.read_options(options)
    return options


def read_data_file(game: Game, option: str, name: str) -> str | dict[str, Any]:
    """The value of an option: a name that the game knows, or the data of a TOML file."""
    files = game.data_files.get(option)
    if files is None:
        raise BadInput(f"{game.title} has no {option}")
    if name in files.names:
        return name
    if not Path(name).exists():
        known = ", ".join(files.names)
        raise BadInput(f"found no {option} {name!r}; name a TOML file or one of {known}")
    return files.read(read_text(name))


def _installed(library: str) -> bool:
    try:
        return find_spec(library) is not None
    except ValueError:  # a module that was put in place by hand
        return sys.modules.get(library) is not None


def full_screen() -> bool:
    """Whether there is a terminal to paint on, and what paints on it."""
    streams = (sys.stdin, sys.stdout, sys.stderr)  # Textual paints on the last one
    terminals = all(stream.isatty() for stream in streams)
    able = os.environ.get("TERM", "dumb") != "dumb" or sys.platform == "win32"
    if terminals and able and not _installed("textual"):
        advice = "line by line; for the full screen: pip install 'hornsup[tui]'"
        click.echo(f"hornsup: {advice}", err=True)
        return False
    return terminals and able


@contextmanager
def progress_bar(name: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on a terminal's standard error for what takes longer than two seconds."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    began = time.monotonic()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=None, visible=False)
        yield lambda done, total: bar.update(
            task, completed=done, total=total, visible=time.monotonic() - began > PATIENCE
        )
