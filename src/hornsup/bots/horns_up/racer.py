"""Racer: plays the Path that shortens its way most, walks forward, else hinders or draws."""

from __future__ import annotations

from typing import Any

from hornsup.bots.base import Bot, Info
from hornsup.bots.horns_up.parsed_view import FAR, ParsedView, step
from hornsup.core.moves import Move
from hornsup.core.notation import parse_cell, seat_letter

DRAW_TICKETS = (
    "cold-beer",
    "merch-stand",
    "steward right",
    "old-friends left",
    "second-wind",
    "horns-up",
)
HINDER_TICKETS = ("lost-in-the-queue", "slow-song", "pickpocket")
CLOSE = 2  # Paths from the Stage
# The value of a card in hand, 5 if not listed; the least is discarded first.
CARD_VALUES = {"path-ew": 1, "crowd-surfing": 2, "horns-up": 3, "path-nesw": 9, "path-ns": 8}


class Racer(Bot):
    """Keeps nothing between its moves."""

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
        return min(info.legal, key=lambda move: CARD_VALUES.get(str(move).split()[1], 5))

    def _turn(self, info: Info) -> Move:
        parsed = ParsedView(info.view)
        moves = [(str(move).split(), move) for move in info.legal]
        now = parsed.paths_needed(parsed.me)
        forward = self._best(moves, now, lambda words: _needed_after(parsed, words))
        if forward is not None:
            return forward
        rest = {move.text: move for move in info.legal}
        if "token" in rest:
            return rest["token"]
        return (
            self._hinder(parsed, moves)
            or _first(moves, DRAW_TICKETS)
            or self._clear(parsed, moves)
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
    def _hinder(parsed: ParsedView, moves: list[tuple[list[str], Move]]) -> Move | None:
        """The move that costs the leader most, once the leader is close to the Stage."""
        leader = parsed.rivals()[0]
        ahead = parsed.paths_needed(parsed.pawns[leader])
        if ahead > CLOSE:
            return None
        letter = seat_letter(leader)
        best, most = None, 0
        for words, move in moves:
            gain = _harm(parsed, words, leader, letter, ahead)
            if gain > most:
                best, most = move, gain
        return best

    @staticmethod
    def _clear(parsed: ParsedView, moves: list[tuple[list[str], Move]]) -> Move | None:
        """Remove a Wall next to the own card when there is no way forward."""
        for words, move in moves:
            wall = words[1] if words[0] == "clear" else words[-1] if "left" in words else ""
            if "," in wall and parse_cell(wall) in parsed.walls:
                x, y = parse_cell(wall)
                if abs(x - parsed.me[0]) + abs(y - parsed.me[1]) == 1:
                    return move
        return None


def _needed_after(parsed: ParsedView, words: list[str]) -> int:
    """Paths still needed after a move and the free walk that it allows."""
    if words[0] == "walk":
        return parsed.paths_needed(parse_cell(words[1]))
    if words[0] == "path":
        cell = parse_cell(words[2])
        if cell == parsed.me or parsed.connects(cell, words[1]):
            return parsed.paths_needed(cell, words[1])
    if words[0] == "play" and words[1] == "crowd-surfing":
        return _needed_after_surf(parsed, words)
    return FAR


def _needed_after_surf(parsed: ParsedView, words: list[str]) -> int:
    cell = step(parsed.me, words[2])
    while cell in parsed.walls:
        cell = step(cell, words[2])
    if cell[1] == 0:
        return 0
    return parsed.paths_needed(cell, words[4] if len(words) > 4 else None)


def _harm(parsed: ParsedView, words: list[str], leader: int, letter: str, ahead: int) -> int:
    """An estimate of the Paths that a move costs the leader."""
    spot = parsed.pawns[leader]
    if words[0] == "path" and parse_cell(words[2]) == spot != parsed.me:
        return min(parsed.paths_needed(spot, words[1]), 12) - ahead
    if words[0] == "wall":
        x, y = parse_cell(words[2])
        between = parsed.distance.get((x, y), FAR) == ahead
        return 2 if between and abs(x - spot[0]) + abs(y - spot[1]) == 1 else 0
    if words[0] == "play" and len(words) > 2 and words[2] == letter:
        if words[1] == "pushed-away":
            return 2 if words[3] == "S" else 0
        return 3 if words[1] in HINDER_TICKETS else 0
    return 0


def _first(moves: list[tuple[list[str], Move]], names: tuple[str, ...]) -> Move | None:
    """The first of these Tickets that can be played."""
    playable = {" ".join(words[1:]): move for words, move in moves if words[0] == "play"}
    return next((playable[name] for name in names if name in playable), None)
