"""Events: what a move made happen, one small named tuple each.

Every event class is a NamedTuple whose last field is its `kind`. Values are ready for JSON: seats
are numbers, cells, cards and sides are texts. Fields listed in the class attribute `SECRETS` are
known to the seat in the field `seat` alone; `redact` blanks them for everyone else.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Protocol


class Event(Protocol):
    """What the tools below need of an event; every NamedTuple with a `kind` has it."""

    @property
    def kind(self) -> str: ...

    def _asdict(self) -> dict[str, Any]: ...


def to_json(event: Event) -> dict[str, Any]:
    """The event as data, its kind first."""
    data = event._asdict()
    kind = data.pop("kind")
    return {"event": kind, **data}


def redact(event: Any, seat: int | None, secrets: dict[str, tuple[str, ...]]) -> Any:
    """The event as `seat` may know it; `secrets` maps a kind to the fields only its owner sees."""
    hidden = secrets.get(event.kind)
    if hidden is None or event.seat == seat:
        return event
    return event._replace(**dict.fromkeys(hidden))


def digest(previous: str, events: Iterable[Event]) -> str:
    """A short fingerprint of everything that happened up to and including these events."""
    state = sha256(previous.encode())
    for event in events:
        state.update(repr(tuple(event._asdict().items())).encode())
    return state.hexdigest()[:16]
