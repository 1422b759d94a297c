"""The commands that play a plan, or one game of it, again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hornsup.lab.simulate import Plan

if TYPE_CHECKING:
    from hornsup.lab.tournament import Tournament


def option_words(options: Mapping[str, Any] | None, deck_file: str | None = None) -> list[str]:
    """House rules as they are typed: --preset, --option NAME=VALUE, --deck."""
    words: list[str] = []
    for name, value in (options or {}).items():
        if name == "preset":
            words += ["--preset", str(value)]
        elif name == "deck":
            words += ["--deck", deck_file or deck_name(value)]
        else:
            words += ["--option", f"{name}={value_text(value)}"]
    return words


def deck_name(deck: object) -> str:
    return str(deck["name"]) if isinstance(deck, Mapping) else str(deck)


def value_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def options_text(options: Mapping[str, Any] | None) -> str:
    """House rules in one short line for people; empty for the standard ones."""
    shown = {**(options or {})}
    if "deck" in shown:
        shown["deck"] = deck_name(shown["deck"])
    return " ".join(f"{name}={value_text(value)}" for name, value in shown.items())


def save_command(plan: Plan, number: int, deck_file: str | None = None) -> str:
    """One command that plays a game of the plan again and tells it."""
    words = ["hornsup", "simulate", plan.game, "--players", str(plan.players)]
    words += ["--bots", plan.bots, "--seed", str(plan.seed)]
    if plan.max_turns != 1000:
        words += ["--max-turns", str(plan.max_turns)]
    words += option_words(plan.options, deck_file)
    words += ["--save-game", str(number), "-"]
    return f"{shlex.join(words)} | hornsup replay -"


def row_command(setup: Tournament, name: str) -> str:
    """One command that plays the games of one bot of a tournament again and counts its wins."""
    words = ["hornsup", "tournament", setup.game, "--bots", ",".join(setup.bots)]
    words += ["--players", str(setup.players), "--games", str(setup.games)]
    words += ["--seed", str(setup.seed)]
    if setup.max_turns != 1000:
        words += ["--max-turns", str(setup.max_turns)]
    words += option_words(setup.options, setup.deck_file)
    return shlex.join([*words, "--row", name])
