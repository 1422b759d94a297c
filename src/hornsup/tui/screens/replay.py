"""A record, step by step, as one seat saw it or with all hands open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rich.text import Text
from textual import events
from textual.timer import Timer

from hornsup.core.notation import seat_letter
from hornsup.i18n import Plain
from hornsup.play.replaying import shown_steps
from hornsup.tui import words
from hornsup.tui.face import Scene
from hornsup.tui.games import face_of
from hornsup.tui.screens.layout import GameScreen
from hornsup.tui.widgets import Keys

STEP_SECONDS: Final = 0.8
BAR: Final = 40


class _View(dict[str, Any]):
    """A view laid together from patches, which leave out what has been None from the start."""

    def __missing__(self, _key: str) -> None:
        return None


class Recording:
    """The views of a record, one for every step."""

    def __init__(self, record: dict[str, Any], seat: int | None, language: str) -> None:
        self.names = _names(record)
        told = shown_steps(record, seat, seat is None, language, self.names)
        self.steps = told["steps"]
        self.views: list[dict[str, Any]] = []
        for step in self.steps:
            self.views.append(_View({**(self.views[-1] if self.views else {}), **step["patch"]}))

    def turn(self, at: int) -> int:
        return int(self.steps[at]["turn"])

    def turn_start(self, at: int, direction: int) -> int:
        """The first step of the next turn, or of this one, or of the one before."""
        last = len(self.steps) - 1
        if direction > 0:
            later = range(at + 1, last + 1)
            return next((step for step in later if self.turn(step) > self.turn(at)), last)
        before = max(0, at - 1)
        while before > 0 and self.turn(before - 1) == self.turn(max(0, at - 1)):
            before -= 1
        return before


def _names(record: dict[str, Any]) -> list[str]:
    seats = record.get("seats") or [{} for _ in range(record["players"])]
    return [
        each.get("name") or (f"Bot {seat_letter(at)}" if each.get("bot") else seat_letter(at))
        for at, each in enumerate(seats)
    ]


class ReplayScreen(GameScreen):
    """The table of the past: arrows step, Space plays."""

    def __init__(self, record: dict[str, Any], seat: int | None, language: str) -> None:
        super().__init__(language)
        self.record = record
        self.seat = seat
        self.recording = Recording(record, seat, language)
        self.at = 0
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        self._timer = self.set_interval(STEP_SECONDS, self._play_on, pause=True)
        self.playing = False

    # --- painting -----------------------------------------------------------------------------

    def scene(self) -> Scene:
        own = () if self.seat is None else (self.seat,)
        return Scene(self.recording.views[self.at], self.recording.names, self.language, own)

    def paint(self) -> None:
        scene = self.scene()
        face, last = face_of(self.record["game"]), len(self.recording.steps) - 1
        step = self.text("web_more.replay.step", step=self.at, last=last)
        self.paint_head(self.record["game"], [face.heading(scene), step], self._eyes())
        self.paint_scene(scene)
        self._paint_log()
        self.lines("question").show([self._bar(last)])
        self.lines("menu").show([Text(self._outcome(scene, last), style="bold")])
        self.query_one(Keys).show_keys(self._keys())

    def _paint_log(self) -> None:
        self.clear_log()
        for at, step in enumerate(self.recording.steps[max(0, self.at - 12) : self.at + 1]):
            newest = at == min(12, self.at)
            self.tell([each.text for each in step["events"]], "bold" if newest else "dim")
        self.paint_log()

    def _bar(self, last: int) -> Text:
        wide = min(BAR, max(10, self.lines("question").size.width - 10))
        done = round(wide * self.at / max(1, last))
        return Text(f"{'━' * done}●{'─' * (wide - done)}")

    def _outcome(self, scene: Scene, last: int) -> str:
        if self.at < last or not words.winners_of(scene.view):
            move = self.recording.steps[self.at]["move"]
            return f"> {move}" if move else self.text("web_more.replay.begins")
        return words.ending(scene.view, (), scene.names, self.language)

    def _eyes(self) -> str:
        if self.seat is None:
            return self.text("web_more.replay.open")
        return self.text("web_more.replay.as", name=Plain(self.recording.names[self.seat]))

    def _keys(self) -> list[tuple[str, str, str]]:
        play = "pause" if self.playing else "play"
        return [
            ("left", "←", self.text("tui.step-back")),
            ("right", "→", self.text("tui.step-on")),
            ("up", "↑↓", self.text("tui.turn")),
            ("space", self.text("web.dice.key-space"), self.text(f"web_more.replay.{play}")),
            ("v", "v", self.text("web_more.replay.eyes")),
            ("q", "q", self.text("tui.quit")),
        ]

    # --- keys -----------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        self._key(event.key)

    def on_keys_pressed(self, message: Keys.Pressed) -> None:
        self._key(message.key)

    def _key(self, key: str) -> None:
        last = len(self.recording.steps) - 1
        steps: dict[str, Callable[[], int]] = {
            "left": lambda: self.at - 1,
            "right": lambda: self.at + 1,
            "shift+left": lambda: self.recording.turn_start(self.at, -1),
            "shift+right": lambda: self.recording.turn_start(self.at, 1),
            "up": lambda: self.recording.turn_start(self.at, -1),
            "down": lambda: self.recording.turn_start(self.at, 1),
            "home": lambda: 0,
            "end": lambda: last,
        }
        if key in steps:
            self._pause()
            self.go(steps[key]())
        elif key == "space":
            self._toggle()
        elif key == "v":
            self._next_eyes()
        elif key in ("q", "escape"):
            self.app.exit()

    def go(self, step: int) -> None:
        """Show another step."""
        self.at = max(0, min(step, len(self.recording.steps) - 1))
        self.paint()

    def _play_on(self) -> None:
        if self.at >= len(self.recording.steps) - 1:
            self._pause()
        self.go(self.at + 1)

    def _toggle(self) -> None:
        if self.playing:
            self._pause()
        elif self._timer is not None:
            self.playing = True
            self._timer.resume()
        self.paint()

    def _pause(self) -> None:
        self.playing = False
        if self._timer is not None:
            self._timer.pause()

    def _next_eyes(self) -> None:
        """All hands, then every seat."""
        seat = 0 if self.seat is None else self.seat + 1
        self.seat = seat if seat < self.record["players"] else None
        self.recording = Recording(self.record, self.seat, self.language)
        self.paint()
