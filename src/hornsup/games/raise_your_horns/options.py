"""The house-rule switches of Raise Your Horns! and the presets made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from hornsup.core import options as core_options
from hornsup.core.options import Switch
from hornsup.errors import BadInput
from hornsup.games.raise_your_horns.dice import Dice, dice_by_name
from hornsup.games.raise_your_horns.forfeits import Forfeit, Forfeits, forfeits_by_name

LOSSES: Final = "losses"
ROUNDS: Final = "rounds"
TIME: Final = "time"
UNTIL_STOPPED: Final = "stop"


@dataclass(frozen=True, slots=True)
class Options:
    """One field per switch; the defaults are the rules as we read them."""

    dice: str | Dice = "standard"
    name_only_in_round: bool = False
    fouls: bool = False
    end_goal: str = LOSSES
    end_value: int = 5
    family_friendly: bool = False
    forfeits: str | Forfeits = "standard"
    forfeits_without: tuple[str, ...] = ()

    def the_dice(self) -> Dice:
        return self.dice if isinstance(self.dice, Dice) else dice_by_name(self.dice)

    def names(self) -> str:
        """Which names the dice go by: a table of the catalogue."""
        return "family" if self.family_friendly else "rulebook"

    def the_forfeits(self) -> tuple[Forfeit, ...]:
        """Those that may be dealt at this table; none when they are off."""
        return _dealt(self.forfeits, self.forfeits_without)


@lru_cache(maxsize=64)
def _dealt(forfeits: str | Forfeits, without: tuple[str, ...]) -> tuple[Forfeit, ...]:
    deck = forfeits if isinstance(forfeits, Forfeits) else forfeits_by_name(forfeits)
    return deck.without(without)


def time_limit(options: Options) -> int | None:
    """The minutes that a game by time takes; None for a game that ends otherwise."""
    return options.end_value if options.end_goal == TIME else None


SWITCHES: Final[Mapping[str, Switch]] = {
    "name_only_in_round": Switch("R10"),
    "fouls": Switch("R15"),
    "end_goal": Switch("R13", words=(LOSSES, ROUNDS, TIME, UNTIL_STOPPED)),
    "end_value": Switch("R13", numbers=range(1, 1001)),
    "family_friendly": Switch("R1"),
}

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "standard": {},
    "family": {"family_friendly": True},
    "real-dice": {"fouls": True},
    "open-end": {"end_goal": UNTIL_STOPPED},
}


STANDARD: Final = Options()


def read_options(given: object) -> Options:
    """Options from a preset's name, a mapping, or nothing; dice and forfeits by name or as data."""
    if given is None:
        return STANDARD
    if isinstance(given, Mapping):
        given = dict(given)
        if "dice" in given:
            given["dice"] = _dice(given["dice"])
        if "forfeits" in given:
            given["forfeits"] = _forfeits(given["forfeits"])
        if "forfeits_without" in given:
            given["forfeits_without"] = _tags(given["forfeits_without"])
    options = core_options.read_options(Options, given, SWITCHES, PRESETS)
    options.the_dice()
    options.the_forfeits()
    return options


def _dice(value: object) -> str | Dice:
    if isinstance(value, Mapping):
        return Dice.from_data(value)
    if isinstance(value, (str, Dice)):
        return value
    raise BadInput(f"option dice is the name of a set or its data, not {value!r}")


def _forfeits(value: object) -> str | Forfeits:
    if isinstance(value, Mapping):
        return Forfeits.from_data(value)
    if isinstance(value, (str, Forfeits)):
        return value
    raise BadInput(f"option forfeits is standard, off or a list's data, not {value!r}")


def _tags(value: object) -> tuple[str, ...]:
    """Tags as a list, or as one text with commas as typed on a command line."""
    if isinstance(value, str):
        value = [tag.strip() for tag in value.split(",") if tag.strip()]
    if not isinstance(value, (list, tuple)) or not all(isinstance(tag, str) for tag in value):
        raise BadInput(f"option forfeits_without is a list of tags, not {value!r}")
    return tuple(sorted(set(value)))


def write_options(options: Options) -> dict[str, Any]:
    """The switches that differ from the default; data of one's own is written out whole."""
    data = core_options.changed(options)
    if isinstance(options.dice, Dice):
        data["dice"] = options.dice.to_data()
    if isinstance(options.forfeits, Forfeits):
        data["forfeits"] = options.forfeits.to_data()
    if "forfeits_without" in data:
        data["forfeits_without"] = list(options.forfeits_without)
    return data
