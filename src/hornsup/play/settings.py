"""What a table is set to, and the check that it makes sense."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from hornsup.bots.lineup import LEVELS
from hornsup.core import registry
from hornsup.errors import BadInput
from hornsup.play.refused import Refused

Level = Literal["easy", "normal", "hard", "expert"]
assert Level.__args__ == LEVELS  # type: ignore[attr-defined] # one list, spelled twice for the schema

CallKind = Literal["discord", "slack", "ntfy", "json"]
"""What a table's webhook may be."""
MOST_PLAYERS: Final = 12
"""The limit of a table, for games whose rules have none."""
MOST_OPTION_BYTES: Final = 32_768
DAY_SECONDS: Final = 86_400
LONGEST_TURN_SECONDS: Final = 7 * DAY_SECONDS
ANY_TIME: Final = ("leavers", "grace", "stand_in", "pace", "chat", "spectators")
"""What the host may change during the game too: it touches neither the rules nor the clocks."""


class NoClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="none"):
    """Take your time."""


class TurnClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="turn"):
    """So many seconds for every turn."""

    seconds: int = 60


class ReserveClock(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="reserve"
):
    """So many seconds for the whole game, and some more for every turn."""

    seconds: int = 600
    increment: int = 5


Clock = NoClock | TurnClock | ReserveClock


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that the host may choose before the start."""

    game: str
    players: int = 4
    options: dict[str, Any] = {}
    public: bool = False
    clock: Clock = NoClock()
    undo: Literal["free", "strict", "off"] = "free"
    leavers: Literal["bot", "wait"] = "bot"
    grace: int = 60
    stand_in: Level = "normal"
    pace: int = 700
    spectators: bool = True
    delay: int = 0
    chat: bool = True


_BOUNDS: Final = {"grace": (5, 3600), "pace": (0, 5000), "delay": (0, 600)}


def check(settings: Settings) -> Settings:
    """The same settings with options written out, or a refusal that names what is wrong."""
    game = _game(settings.game)
    most = min(game.seats[-1], MOST_PLAYERS)
    if settings.players not in game.seats or settings.players > most:
        raise Refused("players", few=game.seats[0], many=most, rule=game.players_rule)
    for name, (low, high) in _BOUNDS.items():
        _within(name, getattr(settings, name), low, high)
    _check_clock(settings.clock)
    if by_days(settings.clock) and settings.leavers == "bot":
        raise Refused("days-leavers")  # everybody is away most of the time
    return msgspec.structs.replace(settings, options=_options(game, settings.options))


def by_days(clock: Clock) -> bool:
    """Whether the game is played over days: nobody stays at the table for it."""
    return not isinstance(clock, NoClock) and clock.seconds >= DAY_SECONDS


def only_any_time(old: Settings, new: Settings) -> bool:
    """Whether nothing but what may change during the game differs."""
    changes = {name: getattr(new, name) for name in ANY_TIME}
    return msgspec.structs.replace(old, **changes) == new


def _game(name: str) -> Any:
    try:
        return registry.get(name)
    except BadInput as error:
        raise Refused("setting", problem=str(error)) from error


def _options(game: Any, given: dict[str, Any]) -> dict[str, Any]:
    if len(msgspec.json.encode(given)) > MOST_OPTION_BYTES:
        raise Refused("setting", problem=f"options are at most {MOST_OPTION_BYTES} bytes")
    try:
        written = game.write_options(game.read_options(given))
    except (BadInput, TypeError) as error:
        raise Refused("setting", problem=str(error)) from error
    assert isinstance(written, dict)
    return written


def _check_clock(clock: Clock) -> None:
    if isinstance(clock, TurnClock):
        _within("clock.seconds", clock.seconds, 5, LONGEST_TURN_SECONDS)
    elif isinstance(clock, ReserveClock):
        _within("clock.seconds", clock.seconds, 10, DAY_SECONDS)
        _within("clock.increment", clock.increment, 0, 600)


def _within(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise Refused("setting-range", name=name, low=low, high=high, value=value)
