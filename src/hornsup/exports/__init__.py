"""Games and cards as files: moving and still pictures, pages, score sheets, cards to print.

The suffix of a file's name says what it becomes; `GAME_FILES` and `CARD_FILES` list what there is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hornsup.core.data_file import PrintedCard
from hornsup.errors import BadInput
from hornsup.exports.game import Moment, Played
from hornsup.exports.raster import Progress, need_export


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be shown: a step, or the steps of one turn; by default the end, and the whole."""

    at: int | None = None
    turn: int | None = None
    speed: float = 1.0
    width: int | None = None
    progress: Progress = None

    def moments(self, played: Played) -> list[Moment]:
        return played.moments if self.turn is None else played.turn(self.turn)

    def moment(self, played: Played) -> Moment:
        return self.moments(played)[-1] if self.at is None else played.moment(self.at)


def _gif(played: Played, wanted: Wanted) -> bytes:
    from hornsup.exports.pictures import FILM_WIDTH, film_gif

    moments = wanted.moments(played)
    if wanted.at is not None:
        moments = [played.moment(wanted.at)]
    width = wanted.width or FILM_WIDTH
    return film_gif(played, moments, width=width, speed=wanted.speed, progress=wanted.progress)


def _png(played: Played, wanted: Wanted) -> bytes:
    from hornsup.exports.pictures import STILL_WIDTH, still_png

    return still_png(played, wanted.moment(played), wanted.width or STILL_WIDTH)


def _svg(played: Played, wanted: Wanted) -> str:
    from hornsup.exports.pictures import still_svg

    return still_svg(played, wanted.moment(played))


def _html(played: Played, wanted: Wanted) -> str:
    from hornsup.exports.replay_page import replay_page

    start = 0 if wanted.turn is None else wanted.moments(played)[0].number
    return replay_page(played, start if wanted.at is None else wanted.at)


def _markdown(played: Played, _wanted: Wanted) -> str:
    from hornsup.exports.sheet import sheet_markdown

    return sheet_markdown(played)


def _pdf(played: Played, _wanted: Wanted) -> bytes:
    from hornsup.exports.pdf import A4, DPI, pdf
    from hornsup.exports.raster import image
    from hornsup.exports.sheet import sheet_page

    return pdf([image(sheet_page(played), round(A4 * DPI))])


GAME_FILES: Final[Mapping[str, Callable[[Played, Wanted], bytes | str]]] = {
    ".gif": _gif,
    ".png": _png,
    ".svg": _svg,
    ".html": _html,
    ".md": _markdown,
    ".pdf": _pdf,
}


def export_game(
    record: dict[str, Any], path: str | Path, language: str = "en", wanted: Wanted | None = None
) -> None:
    """Write a game as the file's suffix says: .gif, .png, .svg, .html, .md or .pdf."""
    make = maker(path, GAME_FILES)
    need_export(f"a {Path(path).suffix} file")
    write(Path(path), make(Played(record, language), wanted or Wanted()))


def _cards_pdf(cards: Sequence[PrintedCard], _title: str, _language: str, *rest: Any) -> bytes:
    from hornsup.exports.cards import cards_pdf

    return cards_pdf(cards, *rest)


def _cards_svg(
    cards: Sequence[PrintedCard], title: str, _language: str, backs: bool, _progress: Progress
) -> str:
    from hornsup.exports.cards import cards_svg

    return cards_svg(cards, title, backs)


def _cards_html(
    cards: Sequence[PrintedCard], title: str, language: str, backs: bool, _progress: Progress
) -> str:
    from hornsup.exports.cards import cards_html

    return cards_html(cards, title, language, backs)


CARD_FILES: Final[Mapping[str, Callable[..., bytes | str]]] = {
    ".pdf": _cards_pdf,
    ".svg": _cards_svg,
    ".html": _cards_html,
}


def export_cards(
    cards: Sequence[PrintedCard],
    path: str | Path,
    title: str,
    language: str = "en",
    *,
    backs: bool = False,
    progress: Progress = None,
) -> None:
    """Write cards to print as the file's suffix says: .pdf, .svg or .html."""
    make = maker(path, CARD_FILES)
    need_export(f"a {Path(path).suffix} file")
    write(Path(path), make(cards, title, language, backs, progress))


def maker(path: str | Path, known: Mapping[str, Any]) -> Any:
    """The function for a file's suffix, or a refusal that lists what there is."""
    suffix = Path(path).suffix.lower()
    if suffix not in known:
        what = f"{suffix!r} files" if suffix else "a file without a suffix"
        raise BadInput(f"cannot write {what} ({path}); known are {', '.join(known)}")
    return known[suffix]


def write(path: Path, content: bytes | str) -> None:
    """Write a file atomically: readers see the old one or the new one."""
    data = content if isinstance(content, bytes) else (content.rstrip("\n") + "\n").encode()
    new = path.with_name(path.name + ".new")
    new.write_bytes(data)
    new.replace(path)
