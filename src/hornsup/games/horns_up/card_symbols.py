"""The symbols printed on a card, read into the steps of its effect.

Symbols before a target icon (`one`, `all`) hit the player, those after it the target (Q52); `or`
parts a Ticket into a left and a right half (H28m). A new card made of these needs no code.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# Steps.
DRAW: Final = 0
DISCARD: Final = 1
DISCARD_TICKET: Final = 2
REMOVE: Final = 3
ACTION: Final = 4
TOKEN: Final = 5
SURF: Final = 6
STAGE_CARD: Final = 7
SKIP: Final = 8
PUSH: Final = 9
FIRE: Final = 10
ENCORE: Final = 11
SCREAM: Final = 12
WALL_OF_DEATH: Final = 13

# Whom a step hits.
SELF: Final = 0
ONE: Final = 1
ALL: Final = 2  # of a Ticket: the player is among them or not, by a switch (Q43)
EVERYONE: Final = 3  # of a Stage card: certainly everyone

EVERYWHERE: Final = {
    "draw": DRAW,
    "discard": DISCARD,
    "discard-ticket": DISCARD_TICKET,
    "token": TOKEN,
    "skip": SKIP,
}
PLAYER_ONLY: Final = {"remove": REMOVE, "action": ACTION, "surf": SURF, "stage": STAGE_CARD}
STAGE_ONLY: Final = {
    "fire": FIRE,
    "encore": ENCORE,
    "scream": SCREAM,
    "wall-of-death": WALL_OF_DEATH,
}
ONCE: Final = ("remove", "surf", "push", "stage", "one", "all")


class SymbolsError(ValueError):
    """A row of symbols that means nothing; the message says why."""


@dataclass(frozen=True, slots=True)
class Half:
    """One side of an "or", or a whole card without one: its steps and what must be chosen."""

    steps: tuple[tuple[int, int], ...]
    symbols: tuple[str, ...]
    target: bool = False
    tokens: bool = False
    push: bool = False
    surf: bool = False
    remove: bool = False


def read_ticket(symbols: tuple[str, ...]) -> tuple[Half, ...]:
    """The one or two halves of a Ticket."""
    halves: list[list[str]] = [[]]
    for symbol in symbols:
        if symbol == "or":
            halves.append([])
        else:
            halves[-1].append(symbol)
    if len(halves) > 2:
        raise SymbolsError('there may be one "or", not more')
    return tuple(_ticket_half(tuple(half)) for half in halves)


def _ticket_half(symbols: tuple[str, ...]) -> Half:
    _check_once(symbols)
    who = SELF
    steps: list[tuple[int, int]] = []
    for symbol in symbols:
        if symbol in ("one", "all"):
            who = ONE if symbol == "one" else ALL
            continue
        steps.append((_ticket_step(symbol, who), who))
    if not steps or symbols[-1] in ("one", "all"):
        raise SymbolsError(
            "symbols are missing" if not symbols else f"nothing follows {symbols[-1]}"
        )
    after = symbols[symbols.index("one") :] if "one" in symbols else ()
    return Half(
        tuple(steps),
        symbols,
        target="one" in symbols,
        tokens="token" in after,
        push="push" in symbols,
        surf="surf" in symbols,
        remove="remove" in symbols,
    )


def _check_once(symbols: tuple[str, ...]) -> None:
    for symbol in ONCE:
        if symbols.count(symbol) > 1:
            raise SymbolsError(f"{symbol} may stand once in a row")
    choices = [symbol for symbol in ("push", "surf") if symbol in symbols]
    if len(choices) > 1:
        raise SymbolsError("push and surf both need a direction and cannot stand on one side")
    if "surf" in symbols:
        _check_surf(symbols[: symbols.index("surf")])
    if "one" in symbols and "all" in symbols:
        raise SymbolsError("one and all cannot both be the target")


def _check_surf(before: tuple[str, ...]) -> None:
    """Where one lands is chosen with the Ticket; until then Walls and hand must stay."""
    for symbol in ("discard", "discard-ticket", "remove", "stage"):
        if symbol in before:
            raise SymbolsError(f"surf must come before {symbol}")


def _ticket_step(symbol: str, who: int) -> int:
    if symbol in EVERYWHERE:
        return EVERYWHERE[symbol]
    if symbol == "push":
        if who != ONE:
            raise SymbolsError("push must come after one")
        return PUSH
    if symbol in PLAYER_ONLY:
        if who != SELF:
            raise SymbolsError(f"{symbol} is for the player and must come before the target")
        return PLAYER_ONLY[symbol]
    if symbol in STAGE_ONLY:
        raise SymbolsError(f"{symbol} is an effect of Stage cards")
    known = [*EVERYWHERE, *PLAYER_ONLY, "push", "one", "all", "or"]
    raise SymbolsError(f"unknown symbol {symbol!r}; known are {', '.join(known)}")


def read_stage(symbols: tuple[str, ...]) -> Half:
    """What a Stage card does: effects on the table, or `all` and what hits every Rocker."""
    steps: list[tuple[int, int]] = []
    who = SELF
    for symbol in symbols:
        if symbol == "all" and who == SELF:
            who = EVERYONE
        elif symbol in STAGE_ONLY and who == SELF:
            steps.append((STAGE_ONLY[symbol], SELF))
        elif symbol in EVERYWHERE and who == EVERYONE:
            steps.append((EVERYWHERE[symbol], EVERYONE))
        else:
            raise SymbolsError(
                f"{symbol!r} cannot stand there; a Stage card has {', '.join(STAGE_ONLY)}, "
                f"or all and then {', '.join(EVERYWHERE)}"
            )
    if not steps:
        raise SymbolsError("symbols are missing")
    if symbols.count("wall-of-death") > 1:
        raise SymbolsError("wall-of-death may stand once in a row")
    return Half(tuple(steps), symbols)
