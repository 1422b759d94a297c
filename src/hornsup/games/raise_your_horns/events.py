"""What can happen in Raise Your Horns!. Seats are numbers; dice and forfeits are texts."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple


class StartRolled(NamedTuple):
    """A throw of the white die for the first round's start (R2)."""

    seat: int
    die: str
    kind: Literal["start-rolled"] = "start-rolled"


class StartTied(NamedTuple):
    """These share the best throw and roll again (R-c)."""

    seats: tuple[int, ...]
    kind: Literal["start-tied"] = "start-tied"


class RoundBegan(NamedTuple):
    """`direction` is 1 for clockwise, -1 for the other way."""

    round: int
    seat: int
    direction: int
    kind: Literal["round-began"] = "round-began"


class Rolled(NamedTuple):
    seat: int
    dice: tuple[str, ...]
    kind: Literal["rolled"] = "rolled"


class Kept(NamedTuple):
    seat: int
    die: str
    kind: Literal["kept"] = "kept"


class OffRolled(NamedTuple):
    """The off symbol has ended the round (R9); `names` says what this table calls it."""

    seat: int
    names: str
    kind: Literal["off-rolled"] = "off-rolled"


class MayName(NamedTuple):
    """Horns are on the table, so the roller is to name the loser (R10)."""

    seat: int
    kind: Literal["may-name"] = "may-name"


class Named(NamedTuple):
    seat: int
    loser: int
    kind: Literal["named"] = "named"


class Declined(NamedTuple):
    """The roller named nobody else and takes the loss."""

    seat: int
    kind: Literal["declined"] = "declined"


class Fouled(NamedTuple):
    """A die was dropped or changed (R15)."""

    seat: int
    kind: Literal["fouled"] = "fouled"


class RoundLost(NamedTuple):
    round: int
    seats: tuple[int, ...]
    kind: Literal["round-lost"] = "round-lost"


class ForfeitDealt(NamedTuple):
    """`text` is None when the forfeit's sentence stands in the catalogue."""

    seat: int
    forfeit: str
    text: str | None
    kind: Literal["forfeit-dealt"] = "forfeit-dealt"


class ForfeitDone(NamedTuple):
    """The Executor has seen it; no part of the game's record."""

    seat: int
    forfeit: str
    text: str | None
    kind: Literal["forfeit-done"] = "forfeit-done"


class DirectionTurned(NamedTuple):
    """The next round runs this way (R11)."""

    direction: int
    kind: Literal["direction-turned"] = "direction-turned"


class Stopped(NamedTuple):
    seat: int
    kind: Literal["stopped"] = "stopped"


class GameEnded(NamedTuple):
    reason: str
    seats: tuple[int, ...]
    losses: tuple[int, ...]
    kind: Literal["game-ended"] = "game-ended"


EVENTS: Final = (
    StartRolled,
    StartTied,
    RoundBegan,
    Rolled,
    Kept,
    OffRolled,
    MayName,
    Named,
    Declined,
    Fouled,
    RoundLost,
    ForfeitDealt,
    ForfeitDone,
    DirectionTurned,
    Stopped,
    GameEnded,
)
SECRETS: Final[dict[str, tuple[str, ...]]] = {}
