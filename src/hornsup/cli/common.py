"""What several commands share: reading files and house rules."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

import hornsup.games  # noqa: F401 -- puts the games on the shelf
from hornsup import i18n
from hornsup.errors import BadInput

F = TypeVar("F", bound=Callable[..., Any])


def read_text(path: str) -> str:
    """A file's text; `-` is standard input."""
    try:
        if path == "-":
            return sys.stdin.read()
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not a text file in UTF-8") from error


def language_option(command: F) -> F:
    return click.option(
        "--lang",
        "language",
        metavar="LANG",
        help="en, it or fr; by default the language of your system.",
    )(command)


def language_of(asked: str | None) -> str:
    if asked is None:
        return i18n.pick_language(os.environ.get("LC_ALL") or os.environ.get("LANG"))
    if i18n.pick_language(asked) != asked.lower()[:2]:
        raise BadInput(f"no language {asked!r}; known are {', '.join(i18n.LANGUAGES)}")
    return i18n.pick_language(asked)


def seed_of(text: str | None) -> int | str | None:
    """A seed as typed: digits are a number, as in Python."""
    return int(text) if text is not None and text.lstrip("-").isdigit() else text


def rules_options(command: F) -> F:
    """--preset, --option NAME=VALUE and --deck FILE."""
    command = click.option(
        "--deck", metavar="FILE|NAME", help="A deck: standard, forward or a TOML file of yours."
    )(command)
    command = click.option(
        "--option",
        "switches",
        multiple=True,
        metavar="NAME=VALUE",
        help="A house rule, such as must_act=true; may be given several times.",
    )(command)
    return click.option(
        "--preset", metavar="NAME", help="House rules by preset: standard, en, it, fr."
    )(command)


def chosen_options(
    game: str, preset: str | None, switches: tuple[str, ...], deck: str | None
) -> dict[str, Any]:
    """The options asked for on the command line, checked by the game."""
    from hornsup.core import registry

    options: dict[str, Any] = {"preset": preset} if preset else {}
    for text in switches:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"write a house rule as NAME=VALUE, not {text!r}")
        options[name] = _value(game, name, value)
    if deck is not None:
        options["deck"] = _deck(deck)
    registry.get(game).read_options(options)
    return options


def _value(game: str, name: str, value: str) -> Any:
    switches = _switches(game)
    if name in switches:
        return switches[name].read(name, value)
    return value


def _switches(game: str) -> Any:
    from importlib import import_module

    module = import_module(f"hornsup.games.{game.replace('-', '_')}.options")
    return module.SWITCHES


def _deck(name: str) -> Any:
    from hornsup.games.horns_up.deck import SHIPPED, Deck

    if name in SHIPPED:
        return name
    if not Path(name).exists():
        raise BadInput(
            f"there is no deck {name!r}; name a TOML file or one of {', '.join(SHIPPED)}"
        )
    return Deck.from_toml(read_text(name)).to_data()
