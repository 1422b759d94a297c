"""What table and replay have in common: where the parts stand, how a scene is painted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen

from hornsup import i18n
from hornsup.core import registry
from hornsup.tui.face import GameDrawing, Scene
from hornsup.tui.games import face_of
from hornsup.tui.widgets import Keys, Lines, Menu, Pictured

LOG_LINES: Final = 4
"""Lines that the log needs below the board, its border included."""
KEPT: Final = 600


class GameScreen(Screen[None]):
    """Board, log, players, hand, menu and keys."""

    CSS_PATH = "layout.tcss"

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language
        self.log_lines: list[Text] = []
        self._told = 0  # sentences so far
        self._log_painted = (-1, 0, 0)  # how many, and the log's size, when it was last painted
        self._paint_due = False

    def compose(self) -> ComposeResult:
        yield Lines(id="head")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Pictured(id="board")
                yield Lines(id="log")
            with Vertical(id="right"):
                yield Lines(id="seats")
                yield Lines(id="about")
                yield Lines(id="story")
        yield Lines(id="question")
        yield Pictured(id="hand")
        yield Menu(id="menu")
        yield Keys(id="keys")

    def text(self, key: str, **values: object) -> str:
        return i18n.text(self.language, key, **values)

    def lines(self, name: str) -> Lines:
        return self.query_one(f"#{name}", Lines)

    # --- painting -----------------------------------------------------------------------------

    def paint_scene(self, scene: Scene) -> None:
        """Board, players and hand of a scene."""
        face = face_of(scene.view["game"])
        seats = self.lines("seats")
        shown = face.seats(scene, seats.size.width)
        seats.show(shown)
        _set_height(seats, len(shown) + 1)
        hand = self.query_one("#hand", Pictured)
        picture = face.hand(scene, hand.size.width)
        hand.show_picture(picture)
        _set_height(hand, len(picture.lines))
        self._paint_board(face, scene)

    def on_lines_resized(self) -> None:
        self.paint_soon()

    def paint_soon(self) -> None:
        """Paint once for everything that happens now."""
        if not self._paint_due:
            self._paint_due = True
            self.call_later(self._paint_now)

    def _paint_now(self) -> None:
        self._paint_due = False
        self.paint()

    def paint(self) -> None:
        """Paint everything as it is now."""
        raise NotImplementedError

    def _paint_board(self, face: GameDrawing, scene: Scene) -> None:
        left = self.query_one("#left")
        room = left.size.height - (0 if self.wide else LOG_LINES)
        board = self.query_one("#board", Pictured)
        picture = face.board(scene, left.size.width, room)
        board.show_picture(picture)
        _set_height(board, min(left.size.height, len(picture.lines) + (1 if self.wide else 0)))

    @property
    def wide(self) -> bool:
        """Whether there is room for the log beside the board."""
        return self.has_class("-wide")

    def paint_head(self, game: str | None, parts: Sequence[str], status: str) -> None:
        """The title, what goes on, and on the right whose turn it is."""
        head = self.lines("head")
        title = registry.get(game).title if game else "hornsup"
        line = Text(f" {title} ", style="bold reverse")
        line.append("".join(f"  {part}" for part in parts if part))
        room = head.size.width - len(status) - 2
        line.truncate(max(0, room), overflow="ellipsis", pad=True)
        line.append(f"{status} ", style="bold")
        head.show([line])

    def paint_log(self) -> None:
        """The newest lines that fit."""
        log = self.lines("story" if self.wide else "log")
        new = (self._told, *log.size)
        if new == self._log_painted:
            return
        self._log_painted = new
        shown: list[Text] = []
        for entry in reversed(self.log_lines):
            shown[:0] = log.wrapped(entry)
            if len(shown) >= log.size.height:
                break
        log.show(shown[-log.size.height :] if log.size.height else [])

    def clear_log(self) -> None:
        self.log_lines.clear()
        self._log_painted = (-1, 0, 0)

    def tell(self, sentences: Sequence[str], style: str = "") -> None:
        """Add to the log."""
        self._told += len(sentences)
        self.log_lines += [Text(sentence, style=style) for sentence in sentences]
        del self.log_lines[:-KEPT]

    def paint_about(self, text: str, title: str = "") -> None:
        about = self.lines("about")
        shown: list[Text] = [Text(title, style="bold")] if title else []
        body = about.wrapped(Text(text, style="dim" if title else "")) if text else []
        about.show([*shown, *body])
        _set_height(about, len(shown) + len(body) + 1)


def _set_height(widget: Any, height: int) -> None:
    """Change a height only where it differs: every change lays the screen out again."""
    wanted = max(0, height)
    if widget.styles.height is None or widget.styles.height.value != wanted:
        widget.styles.height = wanted
