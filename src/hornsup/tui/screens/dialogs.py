"""Dialogs over the table: a notice, a question that is typed, passing the device on, the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

CSS: Final = """
Notice, Ask, PassOn, Pages { align: center middle; }
.box { width: 72; max-width: 95%; height: auto; max-height: 90%; padding: 1 2;
       border: round $primary; background: $surface; }
.box Static { width: 1fr; height: auto; }
.title { text-style: bold; }
.foot { color: $text-muted; margin-top: 1; }
Ask { align: center bottom; }
Ask .box { width: 100%; max-width: 100%; padding: 0 1; }
Pages VerticalScroll { height: auto; max-height: 100%; }
"""


class Notice(ModalScreen[None]):
    """A sentence, perhaps with a rule; any of the usual keys closes it."""

    DEFAULT_CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q", "dismiss", show=False, priority=True)
    ]

    def __init__(self, title: str, paragraphs: Sequence[str], foot: str) -> None:
        super().__init__()
        self._title = title
        self._paragraphs = paragraphs
        self._foot = foot

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box"):
            yield Static(Text(self._title), classes="title")
            for paragraph in self._paragraphs:
                yield Static(Text("\n" + paragraph))
            yield Static(Text(self._foot), classes="foot")

    def on_click(self, _event: events.Click) -> None:
        self.dismiss()


class Ask(ModalScreen[str | None]):
    """A line to type in; Escape gives None."""

    DEFAULT_CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, question: str, hint: str = "", value: str = "") -> None:
        super().__init__()
        self._question = question
        self._hint = hint
        self._value = value

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(Text(self._question), classes="title")
            yield Input(self._value, placeholder=self._hint, select_on_focus=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)

    def action_leave(self) -> None:
        self.dismiss(None)


class PassOn(ModalScreen[bool]):
    """Several people at one terminal: hands stay hidden until the next one is alone."""

    DEFAULT_CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "show", show=False, priority=True),
        Binding("q", "quit_game", show=False),
    ]

    def __init__(self, title: str, text: str, button: str) -> None:
        super().__init__()
        self._texts = (title, text, button)

    def compose(self) -> ComposeResult:
        title, text, button = self._texts
        with Vertical(classes="box"):
            yield Static(Text(title), classes="title")
            yield Static(Text("\n" + text))
            yield Static(Text(f"Enter: {button}"), classes="foot")

    def action_show(self) -> None:
        self.dismiss(True)

    def action_quit_game(self) -> None:
        self.dismiss(False)

    def on_click(self, _event: events.Click) -> None:
        self.dismiss(True)


class Pages(ModalScreen[None]):
    """Many lines, to be scrolled: the whole log, or the keys."""

    DEFAULT_CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,l,question_mark", "dismiss", show=False, priority=True),
        Binding("up", "scroll(-1)", show=False, priority=True),
        Binding("down", "scroll(1)", show=False, priority=True),
        Binding("pageup", "scroll(-10)", show=False, priority=True),
        Binding("pagedown,space", "scroll(10)", show=False, priority=True),
    ]

    def __init__(self, title: str, lines: Sequence[Text], foot: str, at_end: bool = False) -> None:
        super().__init__()
        self._title = title
        self._lines = lines
        self._foot = foot
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(Text(self._title), classes="title")
            with VerticalScroll():
                yield Static(Text("\n").join(self._lines))
            yield Static(Text(self._foot), classes="foot")

    def on_mount(self) -> None:
        if self._at_end:
            self.query_one(VerticalScroll).scroll_end(animate=False)

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)
