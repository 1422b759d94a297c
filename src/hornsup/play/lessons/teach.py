"""A lesson after some moves of the learner. No state is kept between two requests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from hornsup import i18n
from hornsup.core.contract import GameState
from hornsup.core.refusal import Refusal, refusal_of
from hornsup.errors import IllegalMove
from hornsup.play.lessons.script import TOPIC, Lesson, Step
from hornsup.play.viewing import narrated

LEARNER: Final = 0
NAMES: Final = ("Alex", "Bo", "Cleo", "Dani")
READ: Final = "next"
"""Sent in the place of a move when a step was only to be read."""


class LessonRun:
    """One run through a lesson, up to the first move that is not accepted."""

    def __init__(self, lesson: Lesson, moves: Sequence[str], language: str) -> None:
        self.lesson, self.language = lesson, language
        self.state: GameState = lesson.begin()
        self.names = list(NAMES[: self.state.players])
        self.steps_done = 0
        self.refused: dict[str, Any] | None = None
        self.frames = [self._frame(None, None, [])]
        for move in moves:
            if not self._try(move):
                break

    # --- playing ------------------------------------------------------------------------------

    @property
    def step(self) -> Step | None:
        """What is to be done now, or None when the lesson is over."""
        steps = self.lesson.steps
        return steps[self.steps_done] if self.steps_done < len(steps) else None

    def _try(self, move: str) -> bool:
        self.refused = self._refusal(move)
        if self.refused is not None or self.step is None:
            self.frames = [self._frame(None, None, [])]
            return False
        step, self.frames = self.step, []
        for each in step.then if move == READ else (move, *step.then):
            self._play(each)
        if not self.frames:
            self.frames = [self._frame(None, None, [])]
        self.steps_done += 1
        return True

    def _refusal(self, move: str) -> dict[str, Any] | None:
        """Why the learner should do something else: the rules' answer, or the lesson's."""
        step = self.step
        if step is None:
            return self._refused("over", None, "over")
        if not step.accept or move == READ:
            fits = move == READ and not step.accept
            return None if fits else self._refused("do-first", step.rule, "do-first")
        refusal = self.state.why_not(move)
        if refusal is not None:
            return refusal.to_json(self.language, self.names)
        if step.accepts(str(self.state.parse(move))):
            return None
        key = f"{self.lesson.name}.{step.wrong}" if step.wrong else "do-first"
        return self._refused(key, step.rule, "not-here")

    def _refused(self, key: str, rule: str | None, code: str) -> dict[str, Any]:
        return {"code": code, "rule": rule, "message": i18n.text(self.language, f"{TOPIC}.{key}")}

    def _play(self, move: str) -> None:
        state = self.state
        seat = state.to_move
        chosen = str(state.legal_moves()[0]) if move == "auto" else move
        events = state.apply(chosen)
        self.frames.append(self._frame(seat, chosen, events))

    def _frame(self, seat: int | None, move: str | None, events: list[Any]) -> dict[str, Any]:
        """The table after a move, as the learner sees it, with what happened."""
        state = self.state
        known = state.redact(events, LEARNER)
        return {
            "seat": seat,
            "move": move,
            "view": state.view(LEARNER),
            "to_move": state.to_move,
            "events": msgspec.to_builtins(narrated(state.game, known, self.language, self.names)),
        }

    # --- showing ------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Everything that the page shows."""
        step = self.step
        legal = self._legal() if step and step.accept else []
        key = step.say if step else "done"
        return {
            "lesson": self.lesson.name,
            "game": self.lesson.game,
            "names": self.names,
            "step": self.steps_done,
            "steps": len(self.lesson.steps),
            "done": step is None,
            "say": i18n.text(self.language, f"{TOPIC}.{self.lesson.name}.{key}"),
            "rule": step.rule if step else None,
            "read": step is not None and not step.accept,
            "show": next((move for move in legal if step and step.accepts(move)), None),
            "frames": self.frames,
            "legal": legal,
            "refused": self.refused,
        }

    def _legal(self) -> list[str]:
        if self.state.to_move != LEARNER:
            return []
        return [str(move) for move in self.state.legal_moves()]

    def why(self, move: str | None, card: str | None, cell: str | None) -> list[dict[str, str]]:
        """Why something is not possible, as at a table."""
        state = self.state
        found: list[Refusal] = []
        if move is not None:
            refusal = state.why_not(move)
            found = [refusal] if refusal else []
        else:
            try:
                found = state.game.why_unusable(state, LEARNER, card, cell)
            except IllegalMove as error:
                found = [refusal_of(error)]
        return [each.to_json(self.language, self.names) for each in found]
