"""A position of a game on a page: the component is real, the table behind it is this process."""

from __future__ import annotations

from typing import Any

import hornsup.games  # noqa: F401 -- registers the games
from hornsup.core import registry
from hornsup.core.events import to_json
from tests.browser.visitor import Visitor, script

__all__ = ["Staged"]

NAMES = ["Ann", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"]


class Staged:
    """One seat's page of a game that was set up as a scenario says."""

    def __init__(self, visitor: Visitor, game: str, position: dict[str, Any], **more: Any) -> None:
        self.visitor = visitor
        self.seat: int | None = more.pop("seat", 0)
        players: int = more.pop("players", 4)
        options: dict[str, Any] = more.pop("options", {})
        known = registry.get(game)
        self.state = known.position(players, known.read_options(options), position)
        self.moves: list[str] = []
        self.version = 1
        visitor.page.expose_function("stagedMove", self._move)
        visitor.go("/", ".home")
        visitor.page.evaluate(script("staged"), {"game": game, "model": self.model()})

    def _move(self, text: str) -> dict[str, Any]:
        """A move of the page, answered as the table would."""
        self.moves.append(text)
        return self.play(text)

    def play(self, text: str) -> dict[str, Any]:
        events = self.state.apply(text)
        self.version += 1
        known = self.state.redact(events, self.seat)
        narrate = self.state.game.narrate
        assert narrate is not None
        names = NAMES[: self.state.players]
        told = [{"event": to_json(each), "text": narrate(each, "en", names)} for each in known]
        return {"model": self.model(), "events": told}

    def act(self, text: str) -> None:
        """Somebody else moves; the page shows it."""
        self.visitor.page.evaluate("(step) => window.stagedShow(step)", self.play(text))

    def model(self) -> dict[str, Any]:
        state = self.state
        mine = state.to_move == self.seat
        names = NAMES[: state.players]
        seats = [
            {"seat": seat, "name": name, "person": True, "online": True}
            for seat, name in enumerate(names)
        ]
        return {
            "version": self.version,
            "table": {
                "id": "",
                "code": "",
                "phase": "over" if state.over else "playing",
                "settings": {"game": state.game.name, "players": state.players, "options": {}},
                "commitment": "",
                "seats": seats,
            },
            "you": {"role": "player", "seats": [] if self.seat is None else [self.seat]},
            "view": state.view(self.seat),
            "toMove": state.to_move,
            "legal": [str(move) for move in state.legal_moves()] if mine else [],
            "undo": False,
            "time": None,
            "chat": [],
            "online": list(range(state.players)),
            "watching": 0,
            "screens": 0,
            "connected": True,
        }
