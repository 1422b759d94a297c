"""The score sheet of a game: Markdown to post, a page of A4 to print."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hornsup import i18n
from hornsup.art.score_sheet import ScoreSheet, sheet_svg
from hornsup.art.souvenir import Place
from hornsup.core.contract import Game, GameState
from hornsup.exports.game import Played
from hornsup.play.results import Result, headline, result

_SPECIAL = re.compile(r"([\\`*_\[\]#|~$])")


@dataclass(frozen=True, slots=True)
class _Told:
    """A record that was played again, as a table would tell of it."""

    game: Game
    seats: range
    state: GameState
    called: Sequence[str]

    def names(self) -> list[str]:
        return list(self.called)


def score_sheet(played: Played) -> ScoreSheet:
    """What the sheet says, in the game's language."""
    state, language = played.end, played.language
    told = _Told(played.game, range(state.players), state, played.names)
    found = result(told, state.figures(), language)
    over = played.over
    won = headline([played.names[seat] for seat in played.winners], language)
    return ScoreSheet(
        title=played.game.title,
        headline=won if over else i18n.text(language, "export.running"),
        line=i18n.text(language, f"export.length.{played.game.name}", n=state.turns),
        winners=played.winners,
        order_title=found.title,
        places=_places(found, played.names),
        figures_title=i18n.text(language, "export.figures"),
        rows=[(row.title, _values(row.values, row.digits, language)) for row in found.rows],
        moments_title=i18n.text(language, "export.moments"),
        moments=[each.text for each in found.highlights] if over else [],
        board=played.game.final_board(state.view(None), language)
        if played.game.final_board
        else None,
    )


def _places(found: Result, names: Sequence[str]) -> list[Place]:
    places, rank = [], 1
    for seats in found.order:
        places += [Place(rank, seat, names[seat], found.notes[seat]) for seat in seats]
        rank += len(seats)
    return places


def _values(values: Sequence[float], digits: int, language: str) -> list[str]:
    return [
        i18n.number(language, round(float(value), digits)) if digits else str(value)
        for value in values
    ]


def sheet_page(played: Played) -> str:
    """The sheet as SVG."""
    return sheet_svg(score_sheet(played))


# --- Markdown -----------------------------------------------------------------------------------


def sheet_markdown(played: Played) -> str:
    """The sheet as Markdown; whatever people call themselves is text."""
    told = score_sheet(played)
    language = played.language
    heads = [i18n.text(language, f"export.{key}") for key in ("place", "player", "standing")]
    places = [
        [str(place.rank), f"{seat_of(played, place.seat)}{plain(place.name)}", plain(place.note)]
        for place in told.places
    ]
    parts = [f"# {plain(told.title)}", f"**{plain(told.headline)}** {plain(told.line)}"]
    parts += [f"## {plain(told.order_title)}", table(heads, places)]
    if told.rows:
        columns = ["", *(plain(name) for name in played.names)]
        rows = [[plain(title), *values] for title, values in told.rows]
        parts += [f"## {plain(told.figures_title)}", table(columns, rows)]
    if told.moments:
        parts.append(f"## {plain(told.moments_title)}")
        parts.append("\n".join(f"* {plain(sentence)}" for sentence in told.moments))
    return "\n\n".join(parts)


def seat_of(played: Played, seat: int) -> str:
    """The letter before a name, where it is not the name."""
    letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[seat]
    return "" if played.names[seat] == letter else f"{letter} "


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def plain(text: str) -> str:
    """Text without a meaning in Markdown or HTML."""
    safe = _SPECIAL.sub(r"\\\1", " ".join(text.split()))
    return safe.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
