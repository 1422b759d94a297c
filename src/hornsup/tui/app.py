"""The full-screen client."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import App
from textual.binding import BindingType

from hornsup.client.session import Session
from hornsup.errors import HornsUpError
from hornsup.tui.screens.replay import ReplayScreen
from hornsup.tui.screens.table import TableScreen


class HornsUpApp(App[None]):
    """A table, or a replay, on the whole screen."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c", "quit", "")]
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 -- as Textual declares it
        (0, "-narrow"),
        (100, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012 -- as Textual declares it
        (0, "-low"),
        (34, "-tall"),
    ]

    def __init__(self, first: TableScreen | ReplayScreen) -> None:
        super().__init__()
        self.first = first

    def on_mount(self) -> None:
        self.push_screen(self.first)

    async def on_unmount(self) -> None:
        if isinstance(self.first, TableScreen):
            await self.first.session.close()


def play_full_screen(session: Session, language: str) -> None:
    """Play at a session's table until the player leaves."""
    _run(HornsUpApp(TableScreen(session, language)))


def watch_full_screen(record: dict[str, Any], seat: int | None, language: str) -> None:
    """Show a record step by step."""
    _run(HornsUpApp(ReplayScreen(record, seat, language)))


def _run(app: HornsUpApp) -> None:
    app.run()
    if isinstance(app.first, TableScreen) and app.first.problem:
        raise HornsUpError(app.first.problem)
