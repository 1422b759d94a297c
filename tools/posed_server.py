"""`hornsup serve` whose games begin at a position: the one in a file at the moment of the start.

The file holds the game's name and a position as in a scenario; games of another name, and all games
while the file is empty, are dealt as usual.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

from hornsup.core import registry
from hornsup.core.contract import GameState
from hornsup.core.randomness import Seed
from hornsup.server.config import from_environment
from hornsup.server.process.serve import serve

POSITION_FILE: Final = "HORNSUP_POSITION_FILE"

_deal = registry.start


def start_posed(name: str, players: int, seed: Seed, options: object = None) -> GameState:
    text = Path(os.environ[POSITION_FILE]).read_text(encoding="utf-8")
    posed = json.loads(text) if text else {}
    if posed.get("game") != name:
        return _deal(name, players, seed, options)
    game = registry.get(name)
    return game.position(players, game.read_options(options), posed["position"])


def main() -> None:
    registry.start = start_posed
    serve(from_environment(), open_page=False)


if __name__ == "__main__":
    main()
