"""What a player can tell the table, and what is asked before."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from rich.text import Text

from hornsup import i18n
from hornsup.client.connection import TableConnection
from hornsup.client.errors import Unreachable
from hornsup.errors import HornsUpError
from hornsup.i18n import Plain
from hornsup.play import wire
from hornsup.tui import words
from hornsup.tui.lines import save_record
from hornsup.tui.screens.dialogs import Ask, Notice, Pages
from hornsup.tui.screens.painting import Entry, TablePainting

RECORD: Final = "hornsup-game.json"


class Commands(TablePainting):
    """The commands of a table."""

    def _commands(self) -> list[Entry]:
        """What can be done when there is nothing to play."""
        table = self.table
        if table is None or table.table is None or table.you is None:
            return []
        if table.phase == "lobby" and table.you.host:
            return [Entry(self.text("tui.start"), self._start)]
        if table.phase == "over":
            return [
                Entry(self.text("web.end.rematch"), self._rematch),
                Entry(self.text("tui.save"), self._ask_save),
                Entry(self.text("tui.quit"), self._quit),
            ]
        return []

    def _send(self, move: str) -> None:
        self.run_worker(self._play(move), group="move")

    async def _play(self, move: str) -> None:
        await self._command("move", move=move[:120])

    async def _command(self, kind: str, **fields: Any) -> bool:
        """Send a command; a refusal is shown with its rule."""
        if self.table is None:
            return False
        try:
            answer = await self.table.command(kind, **fields)
        except Unreachable:
            return False
        if not answer.ok and answer.code != "stale":
            self._refused(answer)
        return answer.ok

    def _refused(self, answer: wire.Answer) -> None:
        self.show_rule(answer.message or answer.code or "", answer.rule)

    def show_rule(self, message: str, number: str | None) -> None:
        """A sentence, and below it the rule that it rests on."""
        rule = words.rule_text(self.language, number)
        paragraphs = [message] if rule is None else [message, f"{rule[0]} {rule[1]}", rule[2]]
        title = self.text("tui.cannot")
        self.app.push_screen(Notice(title, paragraphs, self.text("tui.close")))

    async def _explain(self, **asked: Any) -> None:
        if self.table is None:
            return
        answer = await self.table.command("why", **asked)
        if not answer.ok:
            self._refused(answer)
            return
        what = Plain(" ".join(asked.values()))
        title, text = self.text("tui.cannot"), self.text("terminal.legal-now", move=what)
        self.app.push_screen(Notice(title, [text], self.text("tui.close")))

    async def _why(self) -> None:
        asked = await self._typed(self.text("tui.why"), "path NS 0,1")
        if asked is not None:
            await self._explain(**words.question_about(asked))

    async def _type(self) -> None:
        legal = self.table.legal if self.table else None
        move = await self._typed(self.text("tui.type"), legal[0] if legal else "")
        if move is not None:
            await self._play(move)

    async def _chat(self) -> None:
        line = await self._typed(self.text("web.table.say"), "")
        if line is not None:
            await self._command("chat", text=line[:1000])

    async def _typed(self, question: str, hint: str) -> str | None:
        return await self.app.push_screen_wait(Ask(question, hint))

    async def _undo(self) -> None:
        await self._command("undo")

    async def _odds(self) -> None:
        self.odds_wanted = not self.odds_wanted and self._has_odds()
        self.odds = None
        self.changed()

    async def _fetch_odds(self) -> None:
        if self.table is None:
            return
        answer = await self.table.command("odds")
        if answer.ok and answer.version == self.table.version:
            self.odds = answer.data
            self.paint()

    async def _done(self) -> None:
        """Confirm every forfeit that may be confirmed."""
        for owed in self._owed():
            if not await self._command("confirm", seat=owed["seat"]):
                return

    async def _start(self) -> None:
        """Fill the free seats with bots, as the host, and begin."""
        for seat in self.table.table.seats if self.table and self.table.table else []:
            if not seat.person and seat.bot is None:
                await self._command("add-bot", seat=seat.seat)
        await self._command("start")

    async def _rematch(self) -> None:
        if self.table is not None and self.table.phase == "over":
            self.clear_log()
            self.reconnect(self.session.rematch)

    def changed(self) -> None:
        """Look at the connection again and paint."""
        raise NotImplementedError

    def reconnect(self, how: Callable[[], Awaitable[TableConnection]]) -> None:
        """Leave the connection for another one."""
        raise NotImplementedError

    async def _ask_save(self) -> None:
        name = await self._typed(self.text("tui.file"), RECORD)
        try:
            await save_record(self.session, name or RECORD)
            text = self.text("terminal.saved", file=Plain(name or RECORD))
        except (OSError, HornsUpError) as error:
            text = self.text("terminal.refused", reason=Plain(str(error)))
        self.notify(text)

    async def _show_log(self) -> None:
        title = self.text("web.table.log")
        self.app.push_screen(Pages(title, self.log_lines, self.text("tui.close"), at_end=True))

    async def _help(self) -> None:
        rows = i18n.catalogue(self.language, "tui")["keys"].values()
        lines = [Text(row) for row in rows]
        self.app.push_screen(Pages(self.text("web.table.keys"), lines, self.text("tui.close")))

    async def _quit(self) -> None:
        self.app.exit()


LETTERS: Final[dict[str, Callable[[Commands], Awaitable[None]]]] = {
    "u": Commands._undo,
    "c": Commands._chat,
    "w": Commands._why,
    "m": Commands._type,
    "colon": Commands._type,
    "o": Commands._odds,
    "d": Commands._done,
    "s": Commands._ask_save,
    "n": Commands._rematch,
    "l": Commands._show_log,
    "question_mark": Commands._help,
    "f1": Commands._help,
    "q": Commands._quit,
}
