"""The pictures beside the rules, drawn from `rule_pictures.toml`; they know no rule themselves.

A picture is a file of its own per language, `rule-NAME-LANGUAGE.svg`, with a dark ground, so that
it can be read in a light page too. Clients load it where its rule is shown.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple
from xml.sax.saxutils import escape

from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.dice import die_parts
from hornsup.art.rule_boards import Board, board_svg
from hornsup.i18n import LANGUAGES, text

WIDTH: Final = 720
SHOWN: Final = 460
"""Pixels that a picture is wide where nothing else is said."""
MARGIN: Final = 26
FONT: Final = 30
LINE: Final = 39
BODY: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"
_TEXT_INDENT: Final = 58  # room for the number or the mark before the words
_PLAIN: Final = 0.83  # how much narrower plain letters are than the bold ones of `relative_width`


class Illustration(NamedTuple):
    """A picture as a page shows it: its file, its size, and what it shows in words."""

    file: str
    width: int
    height: int
    alt: str


@cache
def pictures() -> Mapping[str, Any]:
    """The data of every picture by its name."""
    source = files("hornsup.art") / "rule_pictures.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


def name_for(rule: str) -> str | None:
    """The picture that is shown with a rule."""
    return next((name for name, data in pictures().items() if data["rules"][0] == rule), None)


def illustration(rule: str, language: str) -> Illustration | None:
    """The picture of a rule, or None where there is none."""
    name = name_for(rule)
    if name is None:
        return None
    _, width, height = _drawing(name, language)
    alt = text(language, f"rule_pictures.{name}.alt")
    return Illustration(_file(name, language), width, height, alt)


@cache
def picture_files() -> Mapping[str, tuple[str, str]]:
    """Every file, with the name of its picture and its language."""
    return {
        _file(name, language): (name, language) for name in pictures() for language in LANGUAGES
    }


def _file(name: str, language: str) -> str:
    return f"rule-{name}-{language}.svg"


def picture_svg(name: str, language: str) -> str:
    """One picture that stands by itself."""
    drawn, width, height = _drawing(name, language)
    alt = text(language, f"rule_pictures.{name}.alt")
    rim: dict[str, s.Attribute] = {"stroke": p.SLOT, "stroke_width": 2}
    ground = s.rect(1, 1, width - 2, height - 2, p.NIGHT, rx=22, **rim)
    return s.document(width, height, alt, ground, drawn, shown=SHOWN)


@cache
def _drawing(name: str, language: str) -> tuple[str, int, int]:
    data = pictures()[name]
    words = _Words(name, language)
    return _dice(data, words) if "dice" in data else _panels(data, words)


# --- words -----------------------------------------------------------------------------------


class _Words(NamedTuple):
    """The words of one picture in one language."""

    picture: str
    language: str

    def say(self, key: str) -> str:
        return text(self.language, f"rule_pictures.{self.picture}.{key}")


def _wrapped(sentence: str, width: float) -> list[str]:
    """A sentence in lines that fit a width; no-break spaces hold their words together."""
    lines = [""]
    for word in sentence.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and s.relative_width(longer) * _PLAIN * FONT > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _lines(lines: list[str], x: float, y: float) -> str:
    """Lines of text; the first one has its middle at y."""
    return "".join(
        _line(line, x, y + FONT * 0.36 + at * LINE, "start") for at, line in enumerate(lines)
    )


def _line(content: str, x: float, y: float, anchor: str = "middle", size: float = FONT) -> str:
    return s.element(
        "text",
        escape(content),
        x=round(x, 1),
        y=round(y, 1),
        font_size=size,
        font_family=BODY,
        fill=p.PAPER,
        text_anchor=None if anchor == "start" else anchor,
    )


# --- boards ----------------------------------------------------------------------------------


class _Panel(NamedTuple):
    """A board and its words, laid out from the origin."""

    drawn: str
    height: float


def _panels(data: Mapping[str, Any], words: _Words) -> tuple[str, int, int]:
    """The panels below each other, with an arrow from one to the next where they are steps."""
    beside = data.get("words") == "beside"
    drawn, y = [], float(MARGIN)
    for number, panel in enumerate(data["panel"], 1):
        if number > 1:
            y += 14
            drawn.append(s.line(f"M{MARGIN} {y:g}H{WIDTH - MARGIN}", p.SLOT, 3))
            y += 14
        board = board_svg({**data, **panel}, words.say)
        made = (_beside if beside else _above)(board, panel, number, words)
        drawn.append(s.group(made.drawn, x=MARGIN, y=y))
        y += made.height
    return "".join(drawn), WIDTH, round(y + MARGIN)


def _beside(board: Board, panel: Mapping[str, Any], number: int, words: _Words) -> _Panel:
    """A small board on the left, its words on the right, both in the middle of their row."""
    scale = min(1.0, 300 / board.width)
    width, height = board.width * scale, board.height * scale
    x = width + 26
    lines = _wrapped(words.say(panel["say"]), WIDTH - 2 * MARGIN - x - _TEXT_INDENT)
    tall = max(height, len(lines) * LINE)
    top = (tall - (len(lines) - 1) * LINE) / 2
    drawn = "".join(
        (
            s.group(board.drawn, y=(tall - height) / 2, scale=scale),
            s.group(_badge(panel, number), x=x + 20, y=tall / 2),
            _lines(lines, x + _TEXT_INDENT, top),
        )
    )
    return _Panel(drawn, tall)


def _above(board: Board, panel: Mapping[str, Any], number: int, words: _Words) -> _Panel:
    """The words over the whole width, the board below them in the middle."""
    scale = min(1.0, (WIDTH - 2 * MARGIN) / board.width)
    left = (WIDTH - 2 * MARGIN - board.width * scale) / 2
    drawn, top = "", 0.0
    if "say" in panel:
        lines = _wrapped(words.say(panel["say"]), WIDTH - 2 * MARGIN - _TEXT_INDENT)
        drawn = s.group(_badge(panel, number), x=20, y=22) + _lines(lines, _TEXT_INDENT, 22)
        top = len(lines) * LINE + 16.0
    drawn += s.group(board.drawn, x=left, y=top, scale=scale)
    return _Panel(drawn, top + board.height * scale)


def _badge(panel: Mapping[str, Any], number: int) -> str:
    """The number of a step, or whether what is shown is allowed."""
    if "good" not in panel:
        ground, mark = p.LIGHT, s.text_line(str(number), 0, 10, 28, p.INK, font=BODY)
    elif panel["good"]:
        ground, mark = p.MOSH_LIGHT, s.line("M-9 0-3 7 9-7", p.INK, 5)
    else:
        ground, mark = p.TROUBLE_LIGHT, s.line("M-7-7 7 7M7-7-7 7", p.INK, 5)
    return s.circle(0, 0, 20, ground) + mark


# --- dice ------------------------------------------------------------------------------------


def _dice(data: Mapping[str, Any], words: _Words) -> tuple[str, int, int]:
    """The kinds of dice in rows, equal values below each other, and what is high and low."""
    order: list[str] = data["order"]
    pitch = (WIDTH - 2 * MARGIN) / len(order)
    drawn, y = [], float(MARGIN)
    for row in data["dice"]:
        lines = _wrapped(words.say(row["say"]), WIDTH - 2 * MARGIN)
        drawn.append(_lines(lines, MARGIN, y + 20))
        y += len(lines) * LINE + 8
        drawn += _row_of_dice(row["faces"], order, pitch, y + 32)
        y += 96
    drawn.append(_scale_of_values(words, pitch, y))
    return "".join(drawn), WIDTH, round(y + 44 + MARGIN)


def _row_of_dice(faces: list[str], order: list[str], pitch: float, y: float) -> Iterator[str]:
    for face in faces:
        x = MARGIN + (order.index(face[1:]) + 0.5) * pitch
        yield s.group(die_parts(face), x=round(x, 1), y=y, scale=2.6)


def _scale_of_values(words: _Words, pitch: float, y: float) -> str:
    """An arrow from the best value to the worst."""
    start, end = MARGIN + 0.5 * pitch, MARGIN + 7 * pitch
    line = s.line(f"M{start:.0f} {y:.0f}H{end - 20:.0f}", p.LIGHT, 5)
    head = s.path(f"M{end:.0f} {y:.0f}l-26-13v26Z", p.LIGHT)
    low = _line(words.say("low"), end, y + 38, "end")
    return line + head + _line(words.say("high"), start, y + 38, "start") + low
