"""A board to play on in a notebook: the browser client's own table, in a frame, against bots.

The table is in the kernel's process (`play/live/local.py`); frames go through the notebook's own
connection, so it works wherever the notebook does and opens no port.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anywidget
import msgspec
import traitlets

from hornsup.bots.lineup import LEVELS
from hornsup.core import registry
from hornsup.core.contract import GameState
from hornsup.errors import BadInput
from hornsup.exports.replay_page import SHEETS, shared_resources
from hornsup.i18n import pick_language
from hornsup.notebook import loop
from hornsup.notebook.sockets import Socket
from hornsup.play import results
from hornsup.play.live.local import LocalTable
from hornsup.play.settings import Settings
from hornsup.play.table import OVER
from hornsup.web.packing import Pack, page

ENTRY = "packed/table.js"
UNUSED = (
    "pages/lobby.js",
    "ui/devices/dialog.js",
)


class Board(anywidget.AnyWidget):
    """A game against bots, shown and played in the cell that displays it."""

    _esm = Path(__file__).parent / "widget.js"
    page = traitlets.Unicode().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(720).tag(sync=True)

    def __init__(self, settings: Settings, seats: list[str], name: str, language: str) -> None:
        self._seating = (settings, name, seats)
        self._table = loop.call(LocalTable.open, *self._seating)
        self._sockets: dict[str, Socket] = {}
        title = registry.get(settings.game).title
        text = page(_pack(settings.game, language, self.state), title, language)
        super().__init__(page=text, title=title)
        self.on_msg(self._receive)

    @property
    def state(self) -> GameState:
        """A copy of the game as it is now, all hands known: for bots, analysis and pictures."""
        state = loop.call(self._state)
        assert state is not None
        return state

    def _state(self) -> GameState | None:
        table = self._table.live.table
        return None if table.state is None else table.state.clone()

    def record(self) -> dict[str, Any]:
        """The record of a finished game."""
        if not self.state.over:
            raise BadInput("this game is not over; its record would show hidden cards")
        return loop.call(self._table.live.table.record)

    def __repr__(self) -> str:
        state = self.state
        return f"<a board of {state.game.title}: {state.players} players, turn {state.turns}>"

    # --- letters between the frame and the table ---------------------------------------------

    def _receive(self, _widget: object, content: dict[str, Any], _buffers: object) -> None:
        loop.call_soon(self._take, content)

    def _take(self, content: dict[str, Any]) -> None:
        name, kind = str(content.get("socket")), content.get("hornsup")
        if kind == "open":
            self._sockets[name] = Socket(self._table, lambda said: self._say_to(name, said))
        elif kind == "frame" and name in self._sockets:
            self._sockets[name].take(str(content.get("frame")))
        elif kind == "close" and name in self._sockets:
            self._sockets.pop(name).close()
        elif kind == "get":
            self.send({"socket": name, "frame": self._result(str(content.get("frame")))})
        elif kind == "again" and self._table.live.table.phase == OVER:
            self._table = LocalTable.open(*self._seating)

    def _result(self, path: str) -> str:
        """Order and figures of a finished game, as a server tells them; empty if there are none."""
        table, (route, _, query) = self._table.live.table, path.partition("?")
        asked = route.endswith("/figures") and table.phase == OVER and table.state is not None
        if not asked or table.state is None:
            return ""
        language = pick_language(query.rpartition("=")[2])
        told = results.result(table, table.state.figures(), language)
        return msgspec.json.encode(told).decode()

    def _say_to(self, name: str, said: dict[str, Any]) -> None:
        self.send({"socket": name, "frame": json.dumps(said)})


def _pack(game: str, language: str, state: GameState) -> Pack:
    return Pack(
        ENTRY,
        also=(registry.get(game).page,),
        without=UNUSED,
        styles=(*SHEETS, "end", game),
        resources=shared_resources(game, language, state.view(None)),
        bridged=True,
    )


def open_board(
    game: str,
    bots: str,
    players: int | None,
    options: dict[str, Any] | None,
    name: str,
    language: str,
    pace: int,
) -> Board:
    """Seat a person and bots, and start."""
    found = registry.get(game)
    count = players or max(4, found.seats[0])
    registry.check_players(found, count)
    levels = [level.strip() for level in bots.split(",")]
    if unknown := [level for level in levels if level not in LEVELS]:
        raise BadInput(f"no level {unknown[0]!r}; known are {', '.join(LEVELS)}")
    others = [levels[at % len(levels)] for at in range(count - 1)]
    settings = Settings(game, players=count, options=options or {}, pace=pace, chat=False)
    return Board(settings, ["me", *others], name, pick_language(language))
