"""The parts of the screen: lines of text that paint only what has changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from hornsup.tui.face import Picture

SELECTED: Final = "reverse bold"


class Lines(Widget, can_focus=False):
    """Lines of text at the top left; a line is painted again when it is another one."""

    DEFAULT_CSS = "Lines { width: 1fr; height: 1fr; }"

    class Resized(Message):
        """A part of the screen has another size now."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id)
        self._strips: list[list[Segment]] = []

    def show(self, lines: Sequence[Text | list[Segment]]) -> None:
        """Show these lines from now on."""
        console = self.app.console
        strips = [line if isinstance(line, list) else list(line.render(console)) for line in lines]
        before, self._strips = self._strips, strips
        for y in range(max(len(before), len(strips))):
            old = before[y] if y < len(before) else None
            new = strips[y] if y < len(strips) else None
            if old != new:
                self.refresh(Region(0, y, self.size.width, 1))

    @property
    def plain(self) -> list[str]:
        """What is shown, without colours."""
        return ["".join(segment.text for segment in strip) for strip in self._strips]

    def get_content_height(self, _container: Size, _viewport: Size, _width: int) -> int:
        return len(self._strips)

    def render_line(self, y: int) -> Strip:
        segments = self._strips[y] if y < len(self._strips) else []
        style = self.rich_style
        strip = Strip(Segment.apply_style(segments, style))
        return strip.adjust_cell_length(self.size.width, style)

    def on_resize(self) -> None:
        self.post_message(self.Resized())

    def wrapped(self, text: Text | str) -> list[Text]:
        """A text in lines of the widget's width."""
        whole = Text(text) if isinstance(text, str) else text
        return list(whole.wrap(self.app.console, max(10, self.size.width)))


class Pictured(Lines):
    """A picture in which words can be pointed at."""

    class Pointed(Message):
        """Somebody has pointed at a word."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id)
        self.picture = Picture([])

    def show_picture(self, picture: Picture) -> None:
        self.picture = picture
        self.show(picture.lines)

    def on_click(self, event: events.Click) -> None:
        word = self.picture.at(event.x, event.y)
        if word is not None:
            self.post_message(self.Pointed(word))


class Menu(Lines):
    """Numbered options in columns; the selected one is reversed."""

    class Chosen(Message):
        """Somebody has clicked on an option."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id)
        self._wide = 1
        self._count = 0
        self._rows = 1
        self._top = 0  # the first row that is shown

    def show_options(self, labels: Sequence[Text], selected: int) -> None:
        """Columns that read downwards, scrolled so that the selected option can be seen."""
        height = max(1, self.size.height)
        digits = len(str(len(labels)))
        cells = [_cell(label, at, digits, at == selected) for at, label in enumerate(labels)]
        self._wide = max((cell.cell_len for cell in cells), default=1) + 2
        across = max(1, self.size.width // self._wide)
        self._rows = max(1, -(-len(cells) // across))
        if self._rows <= height:  # few options stand below each other
            self._rows = min(height, max(1, len(cells)))
        self._count = len(cells)
        row = selected % self._rows
        self._top = max(0, min(row - height // 2, self._rows - height))
        shown = range(self._top, min(self._rows, self._top + height))
        self.show([self._row(cells, at) for at in shown])

    def _row(self, cells: Sequence[Text], row: int) -> Text:
        line = Text()
        for cell in cells[row :: self._rows]:
            line.append_text(cell)
            line.append(" " * (self._wide - cell.cell_len))
        return line

    def on_click(self, event: events.Click) -> None:
        index = (event.x // self._wide) * self._rows + self._top + event.y
        if self._top + event.y < self._rows and index < self._count:
            self.post_message(self.Chosen(index))


def _cell(label: Text, at: int, digits: int, selected: bool) -> Text:
    cell = Text(f"{at + 1:>{digits}} ", style="bold")
    cell.append_text(label)
    if selected:
        cell.stylize(SELECTED)
    return cell


def _fitting(keys: Sequence[tuple[str, str, str]], width: int) -> list[tuple[str, str, str]]:
    """As many keys as there is room for; the last two, help and quit, are always among them."""
    *others, shortcuts, leave = keys
    room = width - sum(len(shown) + len(does) + 3 for _, shown, does in (shortcuts, leave))
    fitting = []
    for key in others:
        wide = len(key[1]) + len(key[2]) + 3
        if wide <= room:
            room -= wide
            fitting.append(key)
    return [*fitting, shortcuts, leave]


class Keys(Lines):
    """The foot: keys and what they do; a click on one is the key."""

    class Pressed(Message):
        """Somebody has clicked on a key."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's name
        super().__init__(id=id)
        self._ends: list[tuple[int, str]] = []

    def show_keys(self, keys: Sequence[tuple[str, str, str]]) -> None:
        """Each is the key as Textual calls it, as people read it, and what it does."""
        line, self._ends = Text(), []
        for key, shown, does in _fitting(keys, self.size.width):
            line.append(f" {shown} ", style="bold reverse")
            line.append(f"{does} ")
            self._ends.append((line.cell_len, key))
        self.show([line])

    def on_click(self, event: events.Click) -> None:
        for end, key in self._ends:
            if event.x < end:
                self.post_message(self.Pressed(key))
                return
