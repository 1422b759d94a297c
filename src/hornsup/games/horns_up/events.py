"""What can happen in Horns Up. Seats are numbers; cells, cards and sides are texts."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

Reason = Literal["entrance", "edge"]
"""What took the card under a pawn."""


class FirstPlayer(NamedTuple):
    """The VIP Pass has found its owner (H4)."""

    seat: int
    kind: Literal["first-player"] = "first-player"


class Dealt(NamedTuple):
    """The first four cards (H9)."""

    seat: int
    cards: tuple[str, ...] | None
    number: int
    kind: Literal["dealt"] = "dealt"


class Entered(NamedTuple):
    seat: int
    cell: str
    kind: Literal["entered"] = "entered"


class TurnBegan(NamedTuple):
    seat: int
    turn: int
    kind: Literal["turn-began"] = "turn-began"


class TurnSkipped(NamedTuple):
    seat: int
    kind: Literal["turn-skipped"] = "turn-skipped"


class Drew(NamedTuple):
    seat: int
    card: str | None
    kind: Literal["drew"] = "drew"


class NothingToDraw(NamedTuple):
    seat: int
    kind: Literal["nothing-to-draw"] = "nothing-to-draw"


class Reshuffled(NamedTuple):
    """The discard pile has become the Audience deck."""

    number: int
    swept: tuple[str, ...]
    kind: Literal["reshuffled"] = "reshuffled"


class Walked(NamedTuple):
    seat: int
    cell: str
    kind: Literal["walked"] = "walked"


class Flipped(NamedTuple):
    """The crowd has closed over these Paths (H56)."""

    cells: tuple[str, ...]
    kind: Literal["flipped"] = "flipped"


class PathPlayed(NamedTuple):
    seat: int
    sides: str
    cell: str
    covered: str | None
    kind: Literal["path-played"] = "path-played"


class WallPlayed(NamedTuple):
    seat: int
    card: str
    cell: str
    covered: str | None
    kind: Literal["wall-played"] = "wall-played"


class WallCleared(NamedTuple):
    seat: int
    cell: str
    wall: str
    card: str
    kind: Literal["wall-cleared"] = "wall-cleared"


class TicketPlayed(NamedTuple):
    seat: int
    card: str
    half: str
    target: int | None
    kind: Literal["ticket-played"] = "ticket-played"


class TokenReturned(NamedTuple):
    seat: int
    left: int
    kind: Literal["token-returned"] = "token-returned"


class TokenTaken(NamedTuple):
    seat: int
    total: int
    kind: Literal["token-taken"] = "token-taken"


class TokenRefused(NamedTuple):
    """Immune, full, or the supply is empty: no token is taken."""

    seat: int
    kind: Literal["token-refused"] = "token-refused"


class ActionGained(NamedTuple):
    seat: int
    actions: int
    kind: Literal["action-gained"] = "action-gained"


class SkipMarked(NamedTuple):
    """This Rocker will miss the next turn."""

    seat: int
    kind: Literal["skip-marked"] = "skip-marked"


class Discarded(NamedTuple):
    seat: int
    card: str
    kind: Literal["discarded"] = "discarded"


class NothingToDiscard(NamedTuple):
    seat: int
    ticket: bool
    kind: Literal["nothing-to-discard"] = "nothing-to-discard"


class Removed(NamedTuple):
    cell: str
    card: str
    kind: Literal["removed"] = "removed"


class Pushed(NamedTuple):
    """The cards that moved, by where they were; the first is the target's."""

    seat: int
    direction: str
    cells: tuple[str, ...]
    kind: Literal["pushed"] = "pushed"


class PushHeld(NamedTuple):
    """The push moved nothing: the stage line or a Wall held it."""

    seat: int
    direction: str
    kind: Literal["push-held"] = "push-held"


class EntranceTook(NamedTuple):
    """A card came onto an Entrance and is discarded (H31, H70, H78)."""

    card: str
    start: str
    cell: str
    kind: Literal["entrance-took"] = "entrance-took"


class OffEdge(NamedTuple):
    """A card was moved off the table and is discarded (Q58); `cell` is the last one it was on."""

    card: str
    cell: str
    direction: str
    kind: Literal["off-edge"] = "off-edge"


class Covered(NamedTuple):
    """A pushed card came onto this one, which had no pawn and is discarded (H33)."""

    card: str
    cell: str
    kind: Literal["covered"] = "covered"


class OverlapLost(NamedTuple):
    """Cards met when the Wall of Death closed; this one is discarded (H74, H75)."""

    card: str
    start: str
    cell: str
    kind: Literal["overlap-lost"] = "overlap-lost"


class Carried(NamedTuple):
    """A pawn moved with the card under it (H29, H30, H69, H72)."""

    seat: int
    start: str
    cell: str
    kind: Literal["carried"] = "carried"


class SentToEntrance(NamedTuple):
    """A pawn lost its card to an Entrance and stands there, or to the edge (H31, H70, Q58)."""

    seat: int
    start: str
    cell: str
    why: Reason
    kind: Literal["sent-to-entrance"] = "sent-to-entrance"


class Surfed(NamedTuple):
    seat: int
    cell: str
    walls: int
    kind: Literal["surfed"] = "surfed"


class StageChanged(NamedTuple):
    card: str
    kind: Literal["stage-changed"] = "stage-changed"


class StageReshuffled(NamedTuple):
    number: int
    kind: Literal["stage-reshuffled"] = "stage-reshuffled"


class PathsTurned(NamedTuple):
    number: int
    kind: Literal["paths-turned"] = "paths-turned"


class EncorePlayed(NamedTuple):
    cells: tuple[str, ...]
    kind: Literal["encore-played"] = "encore-played"


class HandsPassed(NamedTuple):
    kind: Literal["hands-passed"] = "hands-passed"


class Divided(NamedTuple):
    """The Wall of Death has opened."""

    seat: int
    kind: Literal["divided"] = "divided"


class Parted(NamedTuple):
    """Which way a card of the central column goes."""

    seat: int
    cell: str
    side: str
    kind: Literal["parted"] = "parted"


class Closed(NamedTuple):
    """The Wall of Death has closed."""

    seat: int
    kind: Literal["closed"] = "closed"


class Kept(NamedTuple):
    """Of the cards that met in a cell this one stays."""

    cell: str
    card: str
    kind: Literal["kept"] = "kept"


class Crushed(NamedTuple):
    seats: tuple[int, ...]
    kind: Literal["crushed"] = "crushed"


class TurnEnded(NamedTuple):
    seat: int
    kind: Literal["turn-ended"] = "turn-ended"


class Won(NamedTuple):
    """The walk (or surf) that leads to the Stage, from the pawn's card on."""

    seat: int
    walk: tuple[str, ...]
    kind: Literal["won"] = "won"


SECRETS: Final[dict[str, tuple[str, ...]]] = {"dealt": ("cards",), "drew": ("card",)}
