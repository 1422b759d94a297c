"""Racer: plays the Path that shortens its way most, walks forward, else hinders or draws."""

from __future__ import annotations

from typing import Any

from hornsup.bots.base import Bot, Info
from hornsup.bots.horns_up.reading import FAR, Reading, step
from hornsup.core.moves import Move
from hornsup.core.notation import parse_cell

DRAWING = (
    "cold-beer",
    "merch-stand",
    "steward right",
    "old-friends left",
    "second-wind",
    "horns-up",
)
HINDERING = ("lost-in-the-queue", "slow-song", "pickpocket")
CLOSE = 2
# What a racer gives away first when it must discard.
WORTH = {"path-ew": 1, "crowd-surfing": 2, "horns-up": 3, "path-nesw": 9, "path-ns": 8}


class Racer(Bot):
    """A simple racer without memory."""

    def choose(self, info: Info) -> Move:
        if len(info.legal) == 1:
            return info.legal[0]
        phase = info.view["phase"]
        if phase == "enter":
            return info.rng.choice(info.legal)
        if phase == "choice":
            return self._answer(info)
        return self._turn(info)

    def _answer(self, info: Info) -> Move:
        if info.view["choice"]["ask"] != "discard":
            return info.rng.choice(info.legal)
        return min(info.legal, key=lambda move: WORTH.get(str(move).split()[1], 5))

    def _turn(self, info: Info) -> Move:
        reading = Reading(info.view)
        moves = [(str(move).split(), move) for move in info.legal]
        now = reading.way(reading.me)
        forward = self._best(moves, now, lambda words: _after(reading, words))
        if forward is not None:
            return forward
        rest = {move.text: move for move in info.legal}
        if "token" in rest:
            return rest["token"]
        return (
            self._hinder(reading, moves)
            or _first(moves, DRAWING)
            or self._clear(reading, moves)
            or rest.get("end")
            or next(move for words, move in moves if words[0] != "walk")
        )

    @staticmethod
    def _best(moves: list[tuple[list[str], Move]], now: int, value: Any) -> Move | None:
        """The move with the smallest value, if that is better than now; walks come free."""
        best, least = None, now * 2
        for words, move in moves:
            worth = value(words) * 2 - (words[0] == "walk")
            if worth < least - (words[0] == "walk"):
                best, least = move, worth
        return best

    @staticmethod
    def _hinder(reading: Reading, moves: list[tuple[list[str], Move]]) -> Move | None:
        """Something against the leader, once the leader is close to the Stage."""
        leader = reading.rivals()[0]
        ahead = reading.way(reading.pawns[leader])
        if ahead > CLOSE:
            return None
        letter = "ABCDEFGHI"[leader]
        best, most = None, 0
        for words, move in moves:
            gain = _harm(reading, words, leader, letter, ahead)
            if gain > most:
                best, most = move, gain
        return best

    @staticmethod
    def _clear(reading: Reading, moves: list[tuple[list[str], Move]]) -> Move | None:
        """Remove a Wall next to the own card when there is no way forward."""
        for words, move in moves:
            wall = words[1] if words[0] == "clear" else words[-1] if "left" in words else ""
            if "," in wall and parse_cell(wall) in reading.walls:
                x, y = parse_cell(wall)
                if abs(x - reading.me[0]) + abs(y - reading.me[1]) == 1:
                    return move
        return None


def _after(reading: Reading, words: list[str]) -> int:
    """Paths still needed after a move, counting the free walk that it allows."""
    if words[0] == "walk":
        return reading.way(parse_cell(words[1]))
    if words[0] == "path":
        cell = parse_cell(words[2])
        if cell == reading.me or reading.joins(cell, words[1]):
            return reading.way(cell, words[1])
    if words[0] == "play" and words[1] == "crowd-surfing":
        return _after_surf(reading, words)
    return FAR


def _after_surf(reading: Reading, words: list[str]) -> int:
    cell = step(reading.me, words[2])
    while cell in reading.walls:
        cell = step(cell, words[2])
    if cell[1] == 0:
        return 0
    return reading.way(cell, words[4] if len(words) > 4 else None)


def _harm(reading: Reading, words: list[str], leader: int, letter: str, ahead: int) -> int:
    """How many Paths a move costs the leader, roughly."""
    spot = reading.pawns[leader]
    if words[0] == "path" and parse_cell(words[2]) == spot != reading.me:
        return min(reading.way(spot, words[1]), 12) - ahead
    if words[0] == "wall":
        x, y = parse_cell(words[2])
        between = reading.distance.get((x, y), FAR) == ahead
        return 2 if between and abs(x - spot[0]) + abs(y - spot[1]) == 1 else 0
    if words[0] == "play" and len(words) > 2 and words[2] == letter:
        if words[1] == "pushed-away":
            return 2 if words[3] == "S" else 0
        return 3 if words[1] in HINDERING else 0
    return 0


def _first(moves: list[tuple[list[str], Move]], names: tuple[str, ...]) -> Move | None:
    """The first of these Tickets that can be played."""
    playable = {" ".join(words[1:]): move for words, move in moves if words[0] == "play"}
    return next((playable[name] for name in names if name in playable), None)
