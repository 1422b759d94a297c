"""The learnt judge: every Rocker's chance to win, from a full state.

A row of figures for each Rocker goes through one small net, the same for all seats; the chances are
the softmax of what comes out, so the net serves any number of players. The weights are plain data
beside this module, written by `tools/train_judge.py`.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from hornsup.bots.horns_up.evaluation import (
    DRAWS,
    HITS,
    MORE_ACTIONS,
    PATH_CARD,
    STAGES,
    SURFS,
    USES,
    WALL_CARD,
    card_uses,
    softmax,
)
from hornsup.bots.horns_up.planning import FAR, PATH_KINDS, distance_map, plan
from hornsup.games.horns_up.board import CENTRE, IS_ENTRANCE, STEPS_TO_STAGE, WIDTH

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp

# Where each figure stands in a row, or the first of a group.
NEEDED: Final = 0  # one place per number of Paths needed, up to MAX_NEEDED
MISSING: Final = 11  # one place per number of those that the hand lacks, up to MAX_MISSING
KINDS: Final = 17  # Paths in hand, by kind
HELD: Final = 24  # other cards in hand, by use
MINE: Final = 30  # it is this Rocker's turn; then the actions left, and whether they suffice to win
ACTIONS: Final = 31
WINS_NOW: Final = 32
WAIT: Final = 33  # turns of others until the own one, and whether the hand suffices to win then
WINS_THEN: Final = 34
IS_NEXT: Final = 35
NEXT_WINS: Final = 36
BEYOND: Final = 37  # Paths needed beyond the actions of a turn
TOKENS: Final = 38
SKIPS: Final = 39
IMMUNE: Final = 40
HAND_SIZE: Final = 41
COLUMN: Final = 42  # where the pawn stands
ROW: Final = 43
ON_ENTRANCE: Final = 44
DETOUR: Final = 45  # steps around Walls
BEHIND: Final = 46  # Paths more than the nearest rival
RIVALS_AHEAD: Final = 47
THREATS: Final = 48  # rivals who can win before the own turn
LATER_THREATS: Final = 49
HINDRANCE: Final = 50  # cards of the rivals with which they can hold others back
PLAYERS: Final = 51
TURNS: Final = 52
WALL_OPEN: Final = 53
UNTHREATENED: Final = 54  # the hand suffices to win, and nobody can win before
ONE_ROW: Final = 55
MAX_NEEDED: Final = 10
MAX_MISSING: Final = 5


class Net:
    """Two hidden layers of rectified units; weights are stored by the place they come from."""

    __slots__ = ("bias1", "bias2", "bias3", "first", "second", "third")

    def __init__(
        self,
        first: list[list[float]],
        bias1: list[float],
        second: list[list[float]],
        bias2: list[float],
        third: list[float],
        bias3: float,
    ) -> None:
        self.first = first
        self.bias1 = bias1
        self.second = second
        self.bias2 = bias2
        self.third = third
        self.bias3 = bias3

    def value(self, row: list[float]) -> float:
        """What the net makes of one Rocker's row."""
        hidden = self.bias1.copy()
        size = len(hidden)
        for place in range(ONE_ROW):
            found = row[place]
            if found == 0.0:
                continue
            weights = self.first[place]
            for unit in range(size):
                hidden[unit] += found * weights[unit]
        following = self.bias2.copy()
        count = len(following)
        for unit in range(size):
            found = hidden[unit]
            if found <= 0.0:
                continue
            weights = self.second[unit]
            for next_unit in range(count):
                following[next_unit] += found * weights[next_unit]
        total = self.bias3
        for unit in range(count):
            if following[unit] > 0.0:
                total += following[unit] * self.third[unit]
        return total


_nets: list[Net] = []


def net() -> Net:
    """The net that comes with the package, read once."""
    if not _nets:
        text = (files("hornsup.bots.horns_up") / "data" / "judge.json").read_text("utf-8")
        _nets.append(read_net(text))
    return _nets[0]


def read_net(text: str) -> Net:
    """A net from the text that `tools/train_judge.py` writes."""
    data = json.loads(text)
    scale: float = data["scale"]
    return Net(
        [[number / scale for number in row] for row in data["first"]],
        [number / scale for number in data["bias1"]],
        [[number / scale for number in row] for row in data["second"]],
        [number / scale for number in data["bias2"]],
        [number / scale for number in data["third"]],
        data["bias3"] / scale,
    )


class _Seats:
    """What is computed once for all Rockers before their rows are written."""

    __slots__ = ("hinder", "needed", "soon", "wait")

    def __init__(self, players: int) -> None:
        self.needed: list[int] = [0] * players
        self.soon: list[bool] = [False] * players
        self.wait: list[int] = [0] * players
        self.hinder: list[int] = [0] * players  # cards with which a Rocker can hold others back


def waits(state: HornsUp) -> list[int]:
    """The turns of others before each Rocker's next own one; 0 for the one whose turn it is."""
    players = state.players
    found = [0] * players
    count = 0
    for offset in range(1, players):
        seat = (state.turn + offset) % players
        if state.skips[seat]:
            found[seat] = players + offset
        else:
            count += 1
            found[seat] = count
    return found


def rows(state: HornsUp) -> list[list[float]]:
    """The figures of every Rocker, all hands being known."""
    seats = _Seats(state.players)
    seats.wait = waits(state)
    found = [_own_row(state, seat, seats) for seat in range(state.players)]
    for seat in range(state.players):
        _compare(state, seat, seats, found[seat])
    return found


def _own_row(state: HornsUp, seat: int, seats: _Seats) -> list[float]:
    """What concerns one Rocker alone."""
    row = [0.0] * ONE_ROW
    held = _write_hand(state, seat, row)
    distances = distance_map(state)
    route = plan(state, distances, seat)
    needed = min(route.needed, MAX_NEEDED)
    missing = min(max(route.needed - route.hand_steps, 0), MAX_MISSING)
    mine = state.turn == seat and state.turn_number > 0
    able = (state.actions if mine else 2) + held[MORE_ACTIONS] - state.tokens[seat]
    seats.needed[seat] = needed
    seats.soon[seat] = missing == 0 and needed <= able
    seats.hinder[seat] = held[PATH_CARD] + held[WALL_CARD] + held[HITS]
    row[NEEDED + needed] = 1.0
    row[MISSING + missing] = 1.0
    row[BEYOND] = float(min(max(needed - able, 0), 4)) * 0.25
    _write_turn(state, mine, seats.wait[seat], seats.soon[seat], row)
    row[TOKENS] = float(state.tokens[seat])
    row[SKIPS] = float(state.skips[seat])
    row[IMMUNE] = float(state.immune[seat])
    pawn = state.pawns[seat]
    if pawn:
        row[COLUMN] = float(abs(pawn % WIDTH - CENTRE)) * 0.25
        row[ROW] = float(pawn // WIDTH) * 0.125
        row[ON_ENTRANCE] = float(state.board[pawn] & IS_ENTRANCE != 0)
        detour = distances.steps[pawn] - STEPS_TO_STAGE[pawn]
        row[DETOUR] = float(min(max(detour, 0), 6)) * 0.25
    return row


def _write_hand(state: HornsUp, seat: int, row: list[float]) -> list[int]:
    """The cards in hand; returns how many there are for each use."""
    uses, amounts = card_uses(state.rules)
    held = [0] * USES
    for kind in state.hands[seat]:
        held[uses[kind]] += amounts[kind]
        if kind < PATH_KINDS:
            row[KINDS + kind] += 1.0
    row[HELD] = float(held[WALL_CARD])
    row[HELD + 1] = float(held[DRAWS]) * 0.5
    row[HELD + 2] = float(held[MORE_ACTIONS])
    row[HELD + 3] = float(held[HITS])
    row[HELD + 4] = float(held[SURFS])
    row[HELD + 5] = float(held[STAGES])
    row[HAND_SIZE] = float(min(len(state.hands[seat]), 12)) * 0.1
    return held


def _write_turn(state: HornsUp, mine: bool, wait: int, soon: bool, row: list[float]) -> None:
    """Whose turn it is, and whether it will be enough."""
    if mine:
        row[MINE] = 1.0
        row[ACTIONS] = float(state.actions) * 0.5
        row[WINS_NOW] = float(soon)
    else:
        row[WAIT] = float(wait) / float(state.players)
        row[WINS_THEN] = float(soon)
        row[IS_NEXT] = float(wait == 1)
        row[NEXT_WINS] = float(wait == 1 and soon)


def _compare(state: HornsUp, seat: int, seats: _Seats, row: list[float]) -> None:
    """What concerns a Rocker among the others."""
    players = state.players
    own = seats.needed[seat]
    nearest = FAR
    ahead = 0
    threats = 0
    later = 0
    hinder = 0
    for other in range(players):
        if other == seat:
            continue
        nearest = min(nearest, seats.needed[other])
        ahead += seats.needed[other] < own
        hinder += seats.hinder[other]
        if seats.soon[other]:
            if seats.wait[other] < seats.wait[seat]:
                threats += 1
            else:
                later += 1
    row[BEHIND] = float(min(max(own - nearest, -4), 4)) * 0.25
    row[RIVALS_AHEAD] = float(ahead) / float(players - 1)
    row[THREATS] = float(min(threats, 3))
    row[LATER_THREATS] = float(min(later, 3))
    row[HINDRANCE] = float(hinder) / float(players - 1) * 0.2
    row[PLAYERS] = float(players) / 9.0
    row[TURNS] = float(min(state.turn_number // players, 30)) / 30.0
    row[WALL_OPEN] = float(state.opener >= 0)
    row[UNTHREATENED] = float(threats == 0 and seats.soon[seat])


def chances(state: HornsUp) -> list[float]:
    """Every Rocker's chance to win, all hands being known; the chances add up to 1."""
    if state.winner >= 0:
        return [float(seat == state.winner) for seat in range(state.players)]
    judge = net()
    return softmax([judge.value(row) for row in rows(state)])
