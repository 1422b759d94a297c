"""Observers of both games, with the methods and attributes that OpenSpiel asks of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from hornsup.envs.layout import Layout
from hornsup.errors import BadInput

Write = Callable[[Any, int, npt.NDArray[np.int16]], None]
"""Writes what a seat sees of a state of OpenSpiel into an array."""

Text = Callable[[Any, int], str]
"""Says what a seat sees of a state of OpenSpiel."""


class SpielObserver:
    """`tensor` holds an observation, `dict` its parts by name; both are None or empty for texts."""

    def __init__(self, text: Text, layout: Layout | None = None, write: Write | None = None):
        self._text = text
        self._write = write
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if layout is not None:
            self._numbers: npt.NDArray[np.int16] = np.zeros(layout.size, dtype=np.int16)
            self.tensor = np.zeros(layout.size, dtype=np.float32)
            for name, span in layout.spans.items():
                self.dict[name] = self.tensor[span.places].reshape(span.shape)

    def set_from(self, state: Any, player: int) -> None:
        if self.tensor is not None and self._write is not None:
            self._write(state, player, self._numbers)
            self.tensor[:] = self._numbers

    def string_from(self, state: Any, player: int) -> str:
        return self._text(state, player)


def asked_type(kind: Any, parameters: Any) -> Any:
    """The type of observation asked for; without one OpenSpiel passes its parameters alone."""
    if isinstance(kind, dict):
        kind, parameters = None, kind
    if parameters:
        raise BadInput(f"observers take no parameters, not {parameters!r}")
    if kind is None:
        return pyspiel.IIGObservationType(perfect_recall=False)
    if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
        raise BadInput("no observer shows the private information of all players")
    return kind
