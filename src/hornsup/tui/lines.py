"""Line mode: a table in plain lines, for pipes, small terminals and screen readers.

Every line of output is a sentence or a list; nothing is painted over. The commands are words.
"""

from __future__ import annotations

import asyncio
import json
import textwrap
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Final

import click

from hornsup import i18n
from hornsup.client.connection import TableConnection
from hornsup.client.errors import RequestRefused, Unreachable
from hornsup.client.session import Session
from hornsup.core import registry
from hornsup.core.notation import seat_letter
from hornsup.i18n import Plain
from hornsup.play import wire
from hornsup.tui import words
from hornsup.tui.face import Scene
from hornsup.tui.games import face_of
from hornsup.tui.line_input import LineInput

SHOWN: Final = 24
"""How many moves of one kind are listed before `moves` is asked for."""


class QuitError(Exception):
    """The player has asked to stop."""


class LineTable:
    """One table at one terminal, line by line."""

    def __init__(self, session: Session, language: str, echo: Callable[[str], None]) -> None:
        self.session = session
        self.language = language
        self.echo = echo
        self.in_words = False  # sentences instead of a drawing, for a screen reader
        self.input = LineInput()
        self.table: TableConnection
        self._asked = -1  # the version whose moves have been shown
        self._told: list[str] = []  # sentences that have come and are not printed yet

    def text(self, key: str, **values: object) -> str:
        return i18n.text(self.language, f"terminal.{key}", **values)

    def say(self, key: str, **values: object) -> None:
        self.echo(self.text(key, **values))

    # --- the table ----------------------------------------------------------------------------

    async def run(self) -> None:
        """Play until the game is over, or the player stops."""
        try:
            self._connected(await self.session.open())
            self._welcome()
            await self._until_over()
            self._finish()
        except QuitError:
            self.say("bye")
        finally:
            await self.session.close()

    def _connected(self, table: TableConnection) -> None:
        self.table = table
        self._told += table.sentences
        table.on_message = self._heard

    def _heard(self, message: wire.Message) -> None:
        self._told += words.told(message, self.table.table, self.language)
        if isinstance(message, wire.Update) and message.line is not None:
            self._told.append(words.chat_line(message.line, self.language))

    def _welcome(self) -> None:
        table, you = self.table.table, self.table.you
        assert table is not None
        assert you is not None
        title = registry.get(table.settings.game).title.rstrip("!")
        self.say("welcome", game=title, players=len(table.seats))
        for seat in you.seats:
            self.say("you-are", seat=seat_letter(seat))
        if table.phase == "lobby":
            self.say("lobby", address=Plain(self.session.address))

    async def _until_over(self) -> None:
        while self.table.phase in ("lobby", "playing"):
            self._tell()
            if self.table.closed is not None:
                await self._reconnect()
            elif self.table.hidden_turn is not None:
                await self._pass_on(self.table.hidden_turn)
            elif self.table.my_turn:
                await self._turn()
            else:
                await self._wait()
        self._tell()

    def _tell(self) -> None:
        """Print what has happened."""
        told, self._told = self._told, []
        for sentence in told:
            self.echo("  " + sentence)

    async def _reconnect(self) -> None:
        self.say("reconnecting")
        self._connected(await self.session.again())

    async def _wait(self) -> None:
        """Wait for the table; at a terminal lines are read meanwhile."""
        if self.input.is_terminal and self.table.phase == "lobby":
            await self._line_or_news("> ")
            return
        try:
            await self.table.next_message()
        except Unreachable:  # silence; a lost connection is seen by `closed`
            return

    async def _line_or_news(self, prompt: str) -> None:
        """Obey the next line, unless the table changes before it comes."""
        click.echo(prompt, nl=False)
        line = asyncio.ensure_future(self.input.line())
        while not line.done():
            news = asyncio.ensure_future(self.table.next_message(3600))
            done, _ = await asyncio.wait({line, news}, return_when=asyncio.FIRST_COMPLETED)
            if news not in done:
                news.cancel()
            elif not self._still_asking():
                line.cancel()
                self.echo("")
                return
        await self._obey(line.result())

    def _still_asking(self) -> bool:
        """Whether the question that was put still stands; chat is printed where it is not asked."""
        return self.table.closed is None and (
            self.table.phase == "lobby" or (self.table.my_turn and not self._told)
        )

    async def _pass_on(self, seat: int) -> None:
        """Several people, one device: the hand is shown when its owner says so."""
        if self.input.is_terminal:
            click.clear()
        name = Plain(words.names_of(self.table.table)[seat])
        self.echo(i18n.text(self.language, "web.pass.title", name=name))
        self.say("pass-on", name=name)
        if await self.input.line() is None:
            raise QuitError
        await self.table.look(seat)

    def _finish(self) -> None:
        if self.table.phase == "closed" or self.table.view is None:
            self.show_table()
            self.say("closed")
            return
        self.show_table()
        own = self.table.you.seats if self.table.you else []
        names = words.names_of(self.table.table)
        self.echo(words.ending(self.table.view, own, names, self.language))

    # --- the player's turn ----------------------------------------------------------------------

    async def _turn(self) -> None:
        """Show what the player sees, then take one line."""
        legal = self.table.legal or []
        if len(legal) == 1 and " " not in legal[0]:  # nothing to choose
            await self.play(legal[0])
            return
        if self._asked != self.table.version:
            self._asked = self.table.version
            self.show_table()
            self.show_moves()
        await self._line_or_news("> ")

    async def _obey(self, line: str | None) -> None:
        if line is None:
            raise QuitError
        word, _, rest = line.strip().partition(" ")
        command = COMMANDS.get(word or "?")
        if command is None:
            await self.play(line.strip())
        else:
            await command(self, rest.strip())

    async def play(self, text: str) -> None:
        """Send a move, by its number or its notation."""
        legal, version = self.table.legal or [], self.table.version
        if text.isdigit() and 1 <= int(text) <= len(legal):
            text = legal[int(text) - 1]
        answer = await self.table.move(text[:120])
        if not answer.ok:
            self._refused(answer)
            return
        while self.table.version == version and self.table.closed is None:
            await self.table.next_message()

    def _refused(self, answer: wire.Answer) -> None:
        self.say("refused", reason=Plain(answer.message or answer.code or ""))

    async def _command(self, kind: str, **fields: Any) -> None:
        answer = await self.table.command(kind, **fields)
        if not answer.ok:
            self._refused(answer)

    # --- words that are commands ------------------------------------------------------------------

    async def help(self, _rest: str) -> None:
        self.say("help")

    async def quit(self, _rest: str) -> None:
        raise QuitError

    async def show(self, _rest: str) -> None:
        self.show_table()

    async def moves(self, _rest: str) -> None:
        self.show_moves(everything=True)

    async def why(self, text: str) -> None:
        if not text:
            self.say("help")
            return
        asked: dict[str, Any] = dict(words.question_about(text))
        answer = await self.table.command("why", **asked)
        if answer.ok:
            self.say("legal-now", move=Plain(text))
        else:
            self._refused(answer)

    async def rule(self, number: str) -> None:
        found = words.rule_text(self.language, number)
        if found is None:
            self.say("no-such-rule")
        else:
            self.echo(f"{found[0]} {found[1]}")
            self.echo(found[2] if self.in_words else textwrap.fill(found[2], 88))

    async def save(self, name: str) -> None:
        try:
            await save_record(self.session, name or "hornsup-game.json")
            self.say("saved", file=Plain(name or "hornsup-game.json"))
        except (OSError, RequestRefused) as error:
            self.say("refused", reason=Plain(str(error)))

    async def undo(self, _rest: str) -> None:
        await self._command("undo")

    async def chat(self, text: str) -> None:
        await self._command("chat", text=text[:1000])

    async def odds(self, _rest: str) -> None:
        answer = await self.table.command("odds")
        view, names = self.table.view or {}, words.names_of(self.table.table)
        if not answer.ok:
            self._refused(answer)
            return
        for line in face_of(str(view["game"])).odds(view, answer.data, names, self.language):
            self.echo(line)

    async def done(self, _rest: str) -> None:
        """Confirm every forfeit that may be confirmed."""
        for owed in (self.table.view or {}).get("pending_forfeits", []):
            await self._command("confirm", seat=owed["seat"])

    async def start(self, _rest: str) -> None:
        """Fill the free seats with bots, as the host, and begin."""
        for seat in self.table.table.seats if self.table.table else []:
            if not seat.person and seat.bot is None:
                await self._command("add-bot", seat=seat.seat)
        await self._command("start")

    # --- showing --------------------------------------------------------------------------------

    def show_table(self) -> None:
        view = self.table.view
        if view is None:
            return
        if self.in_words:
            scene = Scene(view, words.names_of(self.table.table), self.language)
            for line in face_of(view["game"]).described(scene):
                self.echo(line)
            return
        terminal = registry.get(view["game"]).terminal
        assert terminal is not None
        self.echo(terminal.table(view, self.language))

    def show_moves(self, everything: bool = False) -> None:
        view, legal = self.table.view, self.table.legal
        if view is None or not legal:
            return
        terminal = registry.get(view["game"]).terminal
        assert terminal is not None
        prompt = terminal.prompt(view, self.language)
        self.echo(f"\n{prompt}" if prompt else "")
        for verb, entries in grouped(legal).items():
            shown = entries if everything else entries[:SHOWN]
            for line in group_lines(verb, shown):
                self.echo(line)
            if len(shown) < len(entries):
                self.say("more-moves", n=len(entries) - len(shown))
        self.say("choose-move")


async def save_record(session: Session, name: str) -> None:
    """Write the record of the game into a file."""
    data = json.dumps(await session.record(), indent=1, ensure_ascii=False)
    Path(name).write_text(data + "\n", encoding="utf-8")


COMMANDS: Final[dict[str, Callable[[LineTable, str], Awaitable[None]]]] = {
    "?": LineTable.help,
    "help": LineTable.help,
    "quit": LineTable.quit,
    "exit": LineTable.quit,
    "q": LineTable.quit,
    "table": LineTable.show,
    "hand": LineTable.show,
    "moves": LineTable.moves,
    "why": LineTable.why,
    "rules": LineTable.rule,
    "save": LineTable.save,
    "undo": LineTable.undo,
    "say": LineTable.chat,
    "odds": LineTable.odds,
    "done": LineTable.done,
    "start": LineTable.start,
}


def grouped(legal: Sequence[str]) -> dict[str, list[tuple[int, str]]]:
    """The moves by their verb, each with the number that plays it."""
    groups: dict[str, list[tuple[int, str]]] = {}
    for number, move in enumerate(legal, 1):
        verb, _, rest = move.partition(" ")
        groups.setdefault(verb, []).append((number, rest))
    return groups


def group_lines(verb: str, entries: list[tuple[int, str]]) -> list[str]:
    """One verb and its moves in columns."""
    texts = [f"{number:>3} {rest}".rstrip() for number, rest in entries]
    width = max(len(text) for text in texts) + 2
    per_line = max(1, 88 // width)
    lines = []
    for start in range(0, len(texts), per_line):
        head = click.style(f"{verb if start == 0 else '':<8}", bold=True)
        line = "".join(f"{text:<{width}}" for text in texts[start : start + per_line])
        lines.append(head + line.rstrip())
    return lines
