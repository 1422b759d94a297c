"""The result of a finished game in a reader's language: the order, figures, and the picture."""

from __future__ import annotations

from collections.abc import Sized
from typing import Final, Literal, Protocol

from msgspec import Struct

from hornsup import i18n
from hornsup.art.shapes import shortened
from hornsup.art.souvenir import Place, Souvenir, Tile, souvenir_svg
from hornsup.core.contract import Game, GameState
from hornsup.core.figures import Figures, Medal
from hornsup.core.notation import seat_name
from hornsup.i18n import Plain

SHARED_NAME: Final = 14
"""Letters of a name in a headline of the picture that names several."""
NO_BREAK: Final = "\u00a0"
MOST_NAMED: Final = 3
"""Winners who are named there; more are counted."""


class Finished(Protocol):
    """What is told of: a table, or a record that was played again."""

    @property
    def game(self) -> Game: ...

    @property
    def seats(self) -> Sized: ...

    @property
    def state(self) -> GameState | None: ...

    def names(self) -> list[str]: ...


class FigureRow(Struct, frozen=True):
    """One figure of every seat. `best` says whether the highest or the lowest value is the best;
    `digits` how many decimals it has."""

    name: str
    title: str
    values: list[float | int]
    best: Literal["high", "low"] | None
    digits: int


class ToldHighlight(Struct, frozen=True):
    """A moment of the game as a sentence, with the values that it is made of."""

    name: str
    text: str
    seat: int
    values: dict[str, float | int]


class Result(Struct, frozen=True):
    """`order` lists the seats, the best first, those that share a place together; `notes` says of
    every seat how it stood at the end."""

    title: str
    order: list[list[int]]
    notes: list[str]
    rows: list[FigureRow]
    highlights: list[ToldHighlight]


def result(table: Finished, figures: Figures, language: str) -> Result:
    """The figures of a table's game, put into words."""
    words = _Words(table.game, language)
    rows = [
        FigureRow(row.name, words.text(f"rows.{row.name}"), [*row.values], row.best, row.digits)
        for row in figures.rows
    ]
    highlights = [
        ToldHighlight(each.name, text, each.seat, dict(each.values))
        for each, text in zip(figures.highlights, _sentences(table, figures, words), strict=True)
    ]
    order = [list(seats) for seats in figures.order]
    return Result(words.order(), order, _notes(table, figures, words), rows, highlights)


def picture(table: Finished, figures: Figures, language: str) -> str:
    """The picture of a finished game as SVG."""
    assert table.state is not None
    words, names = _Words(table.game, language), table.names()
    outcome = table.state.outcome
    winners = outcome.winners if outcome else ()
    notes = _notes(table, figures, words)
    places, rank = [], 1
    for seats in figures.order:
        places += [Place(rank, seat, names[seat], notes[seat]) for seat in seats]
        rank += len(seats)
    sentences = _sentences(table, figures, words)
    draw = table.game.final_board
    return souvenir_svg(
        Souvenir(
            title=table.game.title,
            headline=headline([names[seat] for seat in winners], language),
            winners=winners,
            order_title=words.order(),
            places=places,
            tiles=[_tile(medal, names, words) for medal in figures.medals],
            sentence=sentences[0] if sentences else "",
            board=draw(table.state.view(None), language) if draw else None,
        )
    )


class _Words:
    """The texts that a game has for its figures."""

    def __init__(self, game: Game, language: str) -> None:
        self.topic = f"figures_{game.topic}"
        self.language = language
        self.known = game.figures is not None

    def text(self, key: str, **values: object) -> str:
        return i18n.text(self.language, f"{self.topic}.{key}", **values)

    def order(self) -> str:
        if self.known:
            return self.text("order")
        return i18n.text(self.language, "web.end.order")

    def has(self, key: str) -> bool:
        return self.known and i18n.lookup(self.language, f"{self.topic}.{key}") is not None


def _sentences(table: Finished, figures: Figures, words: _Words) -> list[str]:
    names = [name.replace(" ", NO_BREAK) for name in table.names()]
    return [
        words.text(f"highlights.{each.name}", seat=seat_name(each.seat, names), **each.values)
        for each in figures.highlights
    ]


def _notes(table: Finished, figures: Figures, words: _Words) -> list[str]:
    """How every seat stood at the end."""
    if not figures.standing:
        return [""] * len(table.seats)
    values = figures.row(figures.standing).values
    notes = [words.text(f"notes.{figures.standing}", n=value) for value in values]
    if words.has("notes.winner"):
        for seat in figures.order[0]:
            notes[seat] = words.text("notes.winner")
    return notes


def headline(names: list[str], language: str) -> str:
    if not names:
        return i18n.text(language, "web.end.nobody")
    if len(names) > MOST_NAMED:
        return i18n.text(language, "web.end.many-win", n=len(names))
    if len(names) > 1:
        *others, last = [shortened(name, SHARED_NAME) for name in names]
        names = [*others[:-1], f"{others[-1]} & {last}"]
        return i18n.text(language, "web.end.wins", n=2, names=Plain(", ".join(names)))
    return i18n.text(language, "web.end.wins", n=1, names=Plain(names[0]))


def _tile(medal: Medal, names: list[str], words: _Words) -> Tile:
    holders = tuple((seat, names[seat]) for seat in medal.seats)
    value = i18n.number(words.language, medal.value)
    return Tile(words.text(f"medals.{medal.name}"), value, holders)
