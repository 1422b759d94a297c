"""Playing and looking in notebooks: a board to play on, and how values show themselves.

`play("horns-up")` in a cell gives a board against bots; `hornsup[notebook]` brings what it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hornsup.lab.extras import need

if TYPE_CHECKING:
    from hornsup.notebook.board import Board


def play(
    game: str,
    *,
    bots: str = "normal",
    players: int | None = None,
    options: dict[str, Any] | None = None,
    name: str = "You",
    language: str = "en",
    pace: int = 700,
) -> Board:
    """A board on which you play against bots: `bots` is a level, or several with commas between.

    `pace` is how many milliseconds a plain step is shown; `board.state` is the game so far.
    """
    need("a board in a notebook", "notebook", "msgspec", "structlog", "anywidget")
    from hornsup.notebook.board import open_board

    return open_board(game, bots, players, options, name, language, pace)
