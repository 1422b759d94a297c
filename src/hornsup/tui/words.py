"""Words around a game: names of seats, sentences about the table, the end, a rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from hornsup import i18n
from hornsup.core import rulebook
from hornsup.core.notation import seat_letter
from hornsup.i18n import Plain
from hornsup.play import wire

TABLE_ENTRIES: Final = {
    "undone": "web.log.undone",
    "took-over": "web.log.took-over",
    "gave-back": "web.log.gave-back",
    "timed-out": "web.log.timed-out",
    "handed-over": "handover.log.handed-over",
    "taken-back": "handover.log.taken-back",
    "passed-on": "handover.log.host",
    "host-back": "handover.log.host",
}
"""Updates about the table that have a sentence of their own, which comes before their events."""


def names_of(table: wire.TableInfo | None) -> list[str]:
    """What to call every seat, as the table's own sentences do."""
    if table is None:
        return []
    return [
        seat.name or (f"Bot {seat_letter(seat.seat)}" if seat.bot else seat_letter(seat.seat))
        for seat in table.seats
    ]


def told(message: wire.Message, table: wire.TableInfo | None, language: str) -> list[str]:
    """What a message adds to the log, as sentences."""
    if isinstance(message, wire.Welcome):
        return [each.text for each in message.missed or []]
    if not isinstance(message, wire.Update):
        return []
    about = _about_table(message, table, language)
    return [*about, *(each.text for each in message.events)]


def _about_table(update: wire.Update, table: wire.TableInfo | None, language: str) -> list[str]:
    key = TABLE_ENTRIES.get(update.kind)
    if key is None or table is None:
        return []
    seat = update.seat
    if seat is None:
        seat = next((each.seat for each in table.seats if each.host), None)
    if seat is None or not 0 <= seat < len(table.seats):
        return []
    name, former = Plain(names_of(table)[seat]), Plain(table.seats[seat].former)
    return [i18n.text(language, key, name=name, former=former)]


def chat_line(line: wire.Line, language: str) -> str:
    """A line of chat, or a reaction in words."""
    said = line.text
    if line.reaction:
        said = i18n.lookup(language, f"web.reactions.{line.reaction}") or line.reaction
    name = line.name or i18n.text(language, "web.table.somebody")
    return i18n.text(language, "tui.pair", name=Plain(name), what=Plain(said))


def ending(view: Mapping[str, Any], own: Sequence[int], names: Sequence[str], language: str) -> str:
    """Who has won."""
    winners = winners_of(view)
    if not winners:
        return i18n.text(language, "web.end.nobody")
    if any(seat in winners for seat in own):
        return i18n.text(language, "ending.you-win")
    called = [Plain(names[seat]) for seat in winners]
    return i18n.text(language, "ending.wins", n=len(called), names=called)


def winners_of(view: Mapping[str, Any]) -> list[int]:
    """The winning seats, as either kind of view tells them."""
    outcome = view.get("outcome")
    if outcome:
        return list(outcome["winners"])
    winner = view.get("winner")
    return [] if winner is None else [winner]


def rule_text(language: str, number: str | None) -> tuple[str, str, str] | None:
    """Number, title and text of a rule."""
    found = rulebook.find_rule(language, number) if number else None
    if found is None:
        return None
    return found[0], found[1]["title"], found[1]["text"]


def clock(seconds: float) -> str:
    """Seconds as a clock shows them, for hours and days too."""
    whole = int(seconds)
    days, rest = divmod(whole, 86_400)
    hours, rest = divmod(rest, 3600)
    minutes, seconds_left = divmod(rest, 60)
    if days:
        return f"{days}d {hours:02}:{minutes:02}"
    if hours:
        return f"{hours}:{minutes:02}:{seconds_left:02}"
    return f"{minutes}:{seconds_left:02}"


def question_about(text: str) -> dict[str, str]:
    """What is asked about: a position, a card, both, or a move."""
    typed = text.split()
    cells = [word for word in typed if "," in word]
    if len(typed) == 1:
        return {"cell": typed[0]} if cells else {"card": typed[0][:40]}
    return {"move": text[:120]}
