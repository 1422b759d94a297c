"""How a table is shown: what the connection has, painted into the parts of the screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from rich.text import Text

from hornsup.client.connection import TableConnection
from hornsup.client.session import Session
from hornsup.core import registry
from hornsup.i18n import Plain
from hornsup.tui import words
from hornsup.tui.choices import Choices, Option
from hornsup.tui.face import Scene
from hornsup.tui.games import face_of
from hornsup.tui.screens.layout import GameScreen
from hornsup.tui.widgets import Keys, Menu


class Entry(NamedTuple):
    """A line of the menu that is no move: what it says and does."""

    label: str
    act: Callable[[], Awaitable[None]]


class TablePainting(GameScreen):
    """A table as it looks; what its keys do is in the subclasses."""

    def __init__(self, session: Session, language: str) -> None:
        super().__init__(language)
        self.session = session
        self.table: TableConnection | None = None
        self.choices = Choices()
        self.selected = 0
        self.typed = ""  # digits of an option's number that may go on
        self.odds_wanted = False
        self.odds: Any = None
        self.entries: list[Entry] = []

    # --- painting ------------------------------------------------------------------------------

    def scene(self) -> Scene | None:
        table = self.table
        if table is None or table.view is None:
            return None
        names = words.names_of(table.table)
        clocks = {
            seat: words.clock(left)
            for seat in range(len(names))
            if self._has_clock(seat) and (left := table.seconds_left(seat)) is not None
        }
        return Scene(
            table.view,
            names,
            self.language,
            own=table.you.seats if table.you else (),
            lit=self.choices.lit(),
            cursor=self._cursor(),
            odds=self.odds,
            clocks=clocks,
        )

    def _has_clock(self, seat: int) -> bool:
        """A bot has none."""
        table = self.table.table if self.table else None
        return table is not None and table.seats[seat].bot is None

    def paint(self) -> None:
        table, scene = self.table, self.scene()
        if table is None or not self.is_mounted:
            return
        game = table.table.settings.game if table.table else None
        code = table.table.code if table.table and self.session.address else ""
        heading = face_of(scene.view["game"]).heading(scene) if scene else ""
        self.paint_head(game, [heading, code], self._whose_turn())
        if scene is None:
            self._paint_lobby()
        else:
            self.paint_scene(scene)
            self._paint_about(scene)
        self._paint_menu(scene)
        self.paint_log()
        self.query_one(Keys).show_keys(self._keys())

    def _paint_lobby(self) -> None:
        """The seats, and how others come in."""
        table = self.table.table if self.table else None
        lines = [
            Text(f"{self.text('web.share.code')}: {table.code if table else ''}", style="bold")
        ]
        lines += [Text(self.session.address), Text()]
        for seat, name in zip(table.seats if table else (), words.names_of(table), strict=True):
            taken = seat.person or seat.bot
            lines.append(
                Text(f"  {name}" if taken else f"  {name}  –", style="" if taken else "dim")
            )
        self.lines("board").show(lines)

    def _paint_about(self, scene: Scene) -> None:
        """The card of the selected option, or the odds."""
        face = face_of(scene.view["game"])
        if self.odds is not None:
            told = face.odds(scene.view, self.odds, scene.names, self.language)
            self.paint_about("\n".join(told))
            return
        option = self._option()
        title, text = face.about(option.words if option else (), scene)
        self.paint_about(text, title)

    def _paint_menu(self, scene: Scene | None) -> None:
        menu = self.query_one(Menu)
        self.entries = [] if self.choices.options else self._commands()
        self._question(scene)
        if self.choices.options and scene is not None:
            menu.show_options(self._labels(scene), self.selected)
        else:
            menu.show_options([Text(entry.label) for entry in self.entries], self.selected)

    def _labels(self, scene: Scene) -> list[Text]:
        face, chosen = face_of(scene.view["game"]), len(self.choices.chosen)
        lasts = [option.words[-1] for option in self.choices.options]
        labels = []
        for option in self.choices.options:
            label = face.label(option.words, lasts, scene)
            before = face.label(option.words[:chosen], (), scene).plain if chosen else ""
            if before and label.plain.startswith(before + " "):  # the question says it already
                label = label[len(before) + 1 :]
            if option.move is None:
                label.append(f" …{option.count}", style="dim")
            labels.append(label)
        return labels

    def _question(self, scene: Scene | None) -> None:
        text = self._asked(scene)
        if self.typed:
            text = f"{text}  {self.typed}▂"
        self.lines("question").show([Text(text, style="bold")])

    def _asked(self, scene: Scene | None) -> str:
        table = self.table
        if table is None:
            return ""
        if table.phase == "closed":
            return self.text("terminal.closed")
        if scene is None:
            return self.text("tui.waiting")
        if table.phase == "over":
            own = table.you.seats if table.you else []
            return words.ending(scene.view, own, scene.names, self.language)
        if not table.my_turn:
            return self._whose_turn()
        face = face_of(scene.view["game"])
        if self.choices.chosen:
            return face.label(self.choices.chosen, (), scene).plain + ":"
        return face.question(scene)

    def _whose_turn(self) -> str:
        table = self.table
        if table is None or table.table is None:
            return ""
        if table.closed is not None:
            return self.text("terminal.reconnecting")
        if table.phase != "playing" or table.to_move is None:
            return self.text(f"web.phases.{table.phase}")
        if table.my_turn or table.hidden_turn is not None:
            return self.text("web.table.your-turn")
        name = Plain(words.names_of(table.table)[table.to_move])
        bot = table.table.seats[table.to_move].bot is not None
        return self.text("web.table.bot-thinks" if bot else "web.table.turn-of", name=name)

    def _status(self, text: str) -> None:
        self.lines("question").show([Text(text, style="bold")])

    def _keys(self) -> list[tuple[str, str, str]]:
        """The keys that do something now, those of the game first."""
        table = self.table
        keys: list[tuple[str, str, str]] = []
        if table is not None and table.my_turn:
            keys += self._move_keys()
            keys.append(("w", "w", self.text("tui.cannot")))
        if table is not None and table.undo:
            keys.append(("u", "u", self.text("web.table.undo")))
        if self.choices.deep:
            keys.append(("escape", "Esc", self.text("tui.back")))
        if self._owed():
            keys.append(("d", "d", self.text("web.dice.done")))
        if self._has_odds():
            keys.append(("o", "o", self.text("web.dice.odds")))
        keys.append(("l", "l", self.text("web.table.log")))
        if table is not None and table.table is not None and table.table.settings.chat:
            keys.append(("c", "c", self.text("web.table.chat")))
        keys.append(("question_mark", "?", self.text("tui.help")))
        keys.append(("q", "q", self.text("tui.quit")))
        return keys

    def _move_keys(self) -> list[tuple[str, str, str]]:
        scene = self.scene()
        if scene is None or self.table is None:
            return []
        face, legal = face_of(scene.view["game"]), self.table.legal or []
        found: dict[str, tuple[str, str, str]] = {}
        for key, move in face.keys.items():
            if move in legal and move not in found:
                shown = self.text("web.dice.key-space") if key == "space" else key
                found[move] = (key, shown, face.label((move,), (), scene).plain)
        return list(found.values())

    # --- what can be chosen ---------------------------------------------------------------------

    def _option(self) -> Option | None:
        options = self.choices.options
        return options[self.selected] if self.selected < len(options) else None

    def _cursor(self) -> str | None:
        """The word of the selected option that has a place on the board."""
        option = self._option()
        if option is None or option.move is None:
            return None
        cells = [word for word in option.words if "," in word]
        return cells[-1] if cells else option.words[-1]

    def _commands(self) -> list[Entry]:
        """What can be done when there is nothing to play."""
        return []

    def _owed(self) -> list[Any]:
        view = self.table.view if self.table else None
        return list((view or {}).get("pending_forfeits") or [])

    def _has_odds(self) -> bool:
        table = self.table.table if self.table else None
        return table is not None and registry.get(table.settings.game).odds is not None
