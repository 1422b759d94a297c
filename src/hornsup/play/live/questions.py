"""Questions that change nothing: why something is not possible, and what the odds are."""

from __future__ import annotations

from typing import Any

from hornsup import i18n
from hornsup.play import wire
from hornsup.play.live.ports import BotFailed, BotRunner
from hornsup.play.table import Table


def why(table: Table, question: wire.Why, player: str, language: str) -> wire.Answer:
    """Why something is not possible, for the seat of whoever asks."""
    refusals, names = _refusals(table, question, player), table.names()
    if not refusals:
        return wire.Answer(question.id, True, table.version, data=[])
    first = refusals[0]
    return wire.Answer(
        question.id,
        False,
        table.version,
        first.code,
        first.rule,
        first.text(language, names),
        [each.to_json(language, names) for each in refusals],
    )


def _refusals(table: Table, question: wire.Why, player: str) -> list[Any]:
    seats = table.seats_of(player)
    if table.state is None or not seats:
        return []
    if table.to_move not in seats:
        # What another seat could play tells of its hand: here it is only not one's turn.
        return table.game.why_unusable(table.state, seats[0], question.card, question.cell)
    if question.move is not None:
        found = table.state.why_not(question.move)
        return [found] if found else []
    assert table.to_move is not None
    return table.game.why_unusable(table.state, table.to_move, question.card, question.cell)


async def odds(table: Table, question: wire.Odds, language: str, bots: BotRunner) -> wire.Answer:
    """The exact odds in a game that has them, computed where bots run."""
    version = table.version
    if table.state is not None and table.game.odds is not None:
        try:
            data = await bots.odds(table.settings.game, table.state.view(None))
            return wire.Answer(question.id, True, version, data=data)
        except BotFailed:
            pass
    text = i18n.text(language, "table.refused.no-odds")
    return wire.Answer(question.id, False, version, "no-odds", None, text)
