"""A whole game of Raise Your Horns! as an array: the information state of OpenSpiel.

A row for each thing that has happened, in order; rows still to come are zero. Who rolled or kept
follows from the rows before, so a row names a seat only where one was chosen.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from hornsup.core.notation import seat_number
from hornsup.envs.layout import Layout
from hornsup.envs.raise_your_horns.actions import ActionMap

VERBS = ("start", "roll", "keep", "name", "foul")


class Recall:
    """Writes the texts of a game with at most so many rows."""

    def __init__(self, actions: ActionMap, rows: int) -> None:
        self.players = actions.players
        faces = [face.text for face in actions.faces]
        self._seats_from = len(VERBS)
        self._faces_from = self._seats_from + self.players
        self._face_number = {text: number for number, text in enumerate([*faces, "F!"])}
        columns = self._faces_from + len(self._face_number)
        self.layout = Layout()
        self.layout.add("player", self.players, "the observer's seat")
        meaning = f"a row each: one of {', '.join(VERBS)}; the seat chosen; dice by face, `F!` last"
        self.layout.add("history", (rows, columns), meaning)

    def write(self, texts: list[str], player: int, out: npt.NDArray[np.int16]) -> None:
        """Write what has happened, as the texts of a game say it."""
        out[:] = 0
        out[player] = 1
        rows = out[self.layout["history"]].reshape(self.layout.spans["history"].shape)
        for row, text in zip(rows, texts, strict=False):
            self._write_row(row, text)

    def _write_row(self, row: npt.NDArray[np.int16], text: str) -> None:
        verb, *words = text.split()
        row[VERBS.index(verb)] = 1
        for word in words:
            if verb in ("roll", "keep"):
                row[self._faces_from + self._face_number[word]] += 1
            else:
                row[self._seats_from + seat_number(word, self.players)] = 1
