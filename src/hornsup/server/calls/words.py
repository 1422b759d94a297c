"""What a call says: the game, the host, the player whose turn it is. No card, and no mention."""

from __future__ import annotations

from typing import Literal, NamedTuple

from hornsup import i18n
from hornsup.i18n import Plain
from hornsup.play import words
from hornsup.play.table import Table

Kind = Literal["turn", "reminder", "test"]


class Message(NamedTuple):
    """The parts of a call, names as they are known at the table."""

    kind: Kind
    table: str
    game: str
    title: str
    host: str
    player: str

    def to_player(self, language: str) -> str:
        """The sentence for the player's own device."""
        if not self.host:
            return i18n.text(language, f"calls.{self.kind}.you")
        return i18n.text(language, f"calls.{self.kind}.you-host", host=Plain(self.host))

    def to_all(self, language: str, player: str, host: str) -> str:
        """The sentence for a webhook, with names that were made safe for its service."""
        name = Plain(player or i18n.text(language, "calls.somebody"))
        named = "named-host" if host and self.kind != "test" else "named"
        key = f"calls.{self.kind}.{named}"
        return i18n.text(language, key, name=name, game=self.title, host=Plain(host))


def message(table: Table, player: str, kind: Kind) -> Message:
    return Message(
        kind=kind,
        table=table.id,
        game=table.game.name,
        title=table.game.title,
        host=name_of(table, table.host),
        player=name_of(table, player),
    )


def name_of(table: Table, player: str) -> str:
    """What somebody is called at the table, without anything invisible."""
    held = (seat.name for seat in (*table.seats, table.executor) if seat.player == player)
    return words.clean(next(held, ""))
