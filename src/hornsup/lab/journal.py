"""Finished games as lines of JSON, appended as they come, from which a run goes on.

A chunk of games is written at once and reaches the disk before the next one counts. Whatever ends
the run can damage the last line alone; that game is then played again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from hornsup.errors import BadInput
from hornsup.lab.simulate import Played, Task, game_seed

RANKS: Final = ("losses", "steps_left")
"""What is kept of the statistics of a game: what its seats are ranked by."""


class Journal:
    """The games of one run, in order, from number 0."""

    def __init__(self, path: Path, tasks: Sequence[Task]) -> None:
        self.path = path
        self._tasks = tasks
        self.damaged = False  # the last line was, and has been cut off
        self.games = self._read()

    def _read(self) -> list[Played]:
        """The games that are there; an incomplete last line is cut off the file."""
        if not self.path.exists():
            return []
        text = self.path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        lines = whole.splitlines()
        games: list[Played] = []
        for number, line in enumerate(lines):
            try:
                games.append(self._game(number, json.loads(line)))
            except (ValueError, KeyError, TypeError, IndexError) as error:
                if number < len(lines) - 1:
                    raise BadInput(f"{self.path}, line {number + 1} is garbled: {error}") from error
                whole = whole[: len(whole) - len(line) - 1]
        if whole != text:
            self.damaged = True
            with self.path.open("r+b") as file:
                file.truncate(len(whole))
        return games

    def _game(self, number: int, found: dict[str, Any]) -> Played:
        """A line as a game; it must be the game that the settings put there."""
        plan, deal = self._tasks[number]
        expected = (number, game_seed(plan, deal), plan.bots)
        if (found["game"], found["seed"], found["bots"]) != expected:
            raise ValueError(f"it is not game {number}, {plan.bots}")
        return Played(
            number=deal,
            finished=bool(found["finished"]),
            winners=tuple(int(seat) for seat in found["winners"]),
            turns=int(found["turns"]),
            moves=int(found["moves"]),
            seen={name: list(found[name]) for name in RANKS if name in found},
        )

    def _line(self, number: int, played: Played) -> str:
        plan, deal = self._tasks[number]
        seen = played.seen or {}
        row: dict[str, Any] = {
            "game": number,
            "seed": game_seed(plan, deal),
            "bots": plan.bots,
            "finished": played.finished,
            "winners": list(played.winners),
            "turns": played.turns,
            "moves": played.moves,
            **{name: list(seen[name]) for name in RANKS if name in seen},
        }
        return json.dumps(row, separators=(",", ":")) + "\n"

    def append(self, results: Sequence[Played]) -> None:
        """Write the next games to the disk."""
        first = len(self.games)
        lines = "".join(self._line(first + at, played) for at, played in enumerate(results))
        with self.path.open("ab") as file:
            file.write(lines.encode())
            file.flush()
            os.fsync(file.fileno())
        self.games += results
