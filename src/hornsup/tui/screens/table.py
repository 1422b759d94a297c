"""The table: a client of a session's connection, played by keys and mouse."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from textual import events

from hornsup.client.connection import TableConnection
from hornsup.client.errors import RequestRefused, Unreachable
from hornsup.client.session import Session
from hornsup.errors import HornsUpError
from hornsup.i18n import Plain
from hornsup.play import wire
from hornsup.tui import words
from hornsup.tui.choices import Choices
from hornsup.tui.face import Spot
from hornsup.tui.games import face_of
from hornsup.tui.screens.commands import LETTERS, Commands
from hornsup.tui.screens.dialogs import PassOn
from hornsup.tui.widgets import Keys, Menu, Pictured

ARROWS: Final = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
CLOCK_SECONDS: Final = 0.5


class TableScreen(Commands):
    """One table, local or a server's."""

    def __init__(self, session: Session, language: str) -> None:
        super().__init__(session, language)
        # the version and the seat that the choices are for
        self._chosen_at: tuple[int, int | None] = (-1, None)
        self._was_mine = False
        self._passing = False
        self.problem = ""  # why the app has ended

    # --- the connection -------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.reconnect(self.session.open)
        self.set_interval(CLOCK_SECONDS, self._tick)

    def reconnect(self, how: Callable[[], Awaitable[TableConnection]]) -> None:
        self.run_worker(self._connect(how), exclusive=True, group="connection")

    async def _connect(self, how: Callable[[], Awaitable[TableConnection]]) -> None:
        """Open a connection and keep it open; what cannot be mended ends the app."""
        try:
            self._connected(await how())
            while self.table is not None and await self._lost():
                self._status(self.text("terminal.reconnecting"))
                self._connected(await self.session.again())
        except HornsUpError as error:
            self.problem = str(error)
            self.app.exit(return_code=1)

    async def _lost(self) -> bool:
        """Wait until the connection has ended; False when the server said good-bye for good."""
        table = self.table
        while table is not None and table is self.table and table.closed is None:
            try:
                await table.next_message(3600)
            except Unreachable:
                continue
        if table is not None and table.bye is not None:
            raise RequestRefused(table.bye.code, table.bye.message)
        return table is self.table

    def _connected(self, table: TableConnection) -> None:
        self.table = table
        self.tell(table.sentences)
        self.tell([words.chat_line(line, self.language) for line in table.chat], "cyan")
        table.on_message = self._heard
        self.changed()

    def _heard(self, message: wire.Message) -> None:
        assert self.table is not None
        self.tell(words.told(message, self.table.table, self.language))
        if isinstance(message, wire.Update) and message.line is not None:
            self.tell([words.chat_line(message.line, self.language)], "cyan")
        if isinstance(message, (wire.Welcome, wire.Update, wire.Presence)):
            self.changed()

    def changed(self) -> None:
        """Something is new: the choices, a dialog, a bell, then the paint."""
        table = self.table
        if table is None or not self.is_mounted:
            return
        about = (table.version, None if table.you is None else table.you.looking)
        if self._chosen_at != about:
            self._chosen_at = about
            self.odds = None
            self._choose_from(table.legal if table.my_turn else None)
        mine = table.my_turn or table.hidden_turn is not None
        if mine and not self._was_mine:
            self.app.bell()
        self._was_mine = mine
        if table.hidden_turn is not None and not self._passing:
            self._pass_on(table.hidden_turn)
        if self.odds_wanted and self.odds is None and table.phase == "playing":
            self.run_worker(self._fetch_odds(), exclusive=True, group="odds")
        self.paint_soon()

    def _choose_from(self, legal: list[str] | None) -> None:
        self.choices = Choices(legal or ())
        self.selected, self.typed = 0, ""

    def _pass_on(self, seat: int) -> None:
        self._passing = True
        name = Plain(words.names_of(self.table.table if self.table else None)[seat])
        self.app.push_screen(
            PassOn(
                self.text("web.pass.title", name=name),
                self.text("web.pass.text"),
                self.text("web.pass.show", name=name),
            ),
            lambda shown: self._passed(seat, bool(shown)),
        )

    def _passed(self, seat: int, shown: bool) -> None:
        self._passing = False
        if not shown:
            self.app.exit()
        elif self.table is not None:
            self.run_worker(self.table.look(seat))

    def _tick(self) -> None:
        if self.table is not None and self.table.time is not None:
            self.paint()

    # --- keys and mouse -------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        if self._key(event.key, event.character or ""):
            event.stop()
            event.prevent_default()

    def on_keys_pressed(self, message: Keys.Pressed) -> None:
        self._key(message.key, "")

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        self._pick(message.index)

    def on_pictured_pointed(self, message: Pictured.Pointed) -> None:
        """Something was clicked: choose it, or say why that cannot be done."""
        if self.table is None or not self.table.my_turn:
            return
        word = message.word
        if any(word in move[len(self.choices.chosen) :] for move in self.choices.legal):
            move = self.choices.narrow(word)
            self.selected, self.typed = 0, ""
            if move is not None:
                self._send(move)
            self.paint()
            return
        asked = {"cell": word} if "," in word else {"card": word}
        self.run_worker(self._explain(**asked))

    def _key(self, key: str, character: str) -> bool:
        """Whether a key meant something."""
        if character.isdigit():
            self._digit(character)
        elif key in ARROWS:
            self._arrow(*ARROWS[key])
        elif key == "tab":
            self._select((self.selected + 1) % max(1, self._count()))
        elif key == "enter":
            self._pick(int(self.typed) - 1 if self.typed else self.selected)
        elif key == "escape":
            self._back()
        elif not self._move_key(key):
            return self._letter(key)
        return True

    def _letter(self, key: str) -> bool:
        action = LETTERS.get(key)
        if action is None:
            return False
        self.run_worker(action(self))
        return True

    def _move_key(self, key: str) -> bool:
        view = self.table.view if self.table else None
        if view is None or self.table is None or not self.table.my_turn:
            return False
        move = face_of(view["game"]).keys.get(key)
        if move is None or move not in (self.table.legal or ()):
            return False
        self._send(move)
        return True

    def _count(self) -> int:
        return len(self.choices.options) or len(self.entries)

    def _digit(self, digit: str) -> None:
        """Choose by number; where a longer number is possible, wait for it or for Enter."""
        typed = self.typed + digit
        number, count = int(typed), self._count()
        if not 1 <= number <= count:
            typed, number = digit, int(digit)
        self.typed = typed if 1 <= number <= count else ""
        if self.typed and number * 10 > count:
            self._pick(number - 1)
        elif self.typed:
            self._select(number - 1)
        else:
            self.paint()

    def _select(self, index: int) -> None:
        self.selected = index
        self.paint()

    def _arrow(self, dx: int, dy: int) -> None:
        """To the nearest lit place on the board in that direction, else along the menu."""
        self.typed = ""
        if not self._count():
            return
        nearest = self._nearest(dx, dy)
        if nearest is not None:
            self._select(nearest)
        elif not all(self._spot_of(index) for index in range(self._count())):
            self._select((self.selected + (dy or dx)) % self._count())

    def _spot_of(self, index: int) -> Spot | None:
        """Where an option is on the board."""
        if index >= len(self.choices.options) or self.choices.options[index].move is None:
            return None
        held = self.choices.options[index].words
        spots = self.query_one("#board", Pictured).picture.spots
        return next((spot for spot in spots if spot.word in held), None)

    def _nearest(self, dx: int, dy: int) -> int | None:
        here = self._spot_of(self.selected)
        if here is None:
            return None
        best: tuple[int, int] | None = None
        for index in range(len(self.choices.options)):
            spot = self._spot_of(index)
            if spot is None or spot == here:
                continue
            away, aside = _distance(here, spot, dx, dy)
            if away > 0 and (best is None or away + 3 * aside < best[0]):
                best = (away + 3 * aside, index)
        return None if best is None else best[1]

    def _back(self) -> None:
        if self.choices.back() or self.typed:
            self.selected, self.typed = 0, ""
            self.paint()

    def _pick(self, index: int) -> None:
        self.typed = ""
        if index < len(self.choices.options):
            move = self.choices.pick(self.choices.options[index])
            self.selected = 0
            if move is not None:
                self._send(move)
            self.paint()
        elif index < len(self.entries):
            self.run_worker(self.entries[index].act())


def _distance(here: Spot, there: Spot, dx: int, dy: int) -> tuple[int, int]:
    """How far a spot is in a direction, and how far to the side of it."""
    x, y = (there.x - here.x) // here.width, (there.y - here.y) // max(1, here.height)
    return x * dx + y * dy, abs(x * dy) + abs(y * dx)
