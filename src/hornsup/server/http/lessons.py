"""Lessons over HTTP: the learner's moves come in, the table as it then stands goes out."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from hornsup.play import wire
from hornsup.play.lessons.script import LESSONS, lesson
from hornsup.play.lessons.teach import LessonRun
from hornsup.server.http.access import limit

LessonName = Annotated[str, PathParameter(max_length=40, description="one of GET /api/lessons")]


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """Why is this not possible? Asked about a move, or about a card and a cell."""

    move: wire.MoveText | None = None
    card: wire.ShortText | None = None
    cell: wire.ShortText | None = None


class Attempt(Struct, frozen=True, forbid_unknown_fields=True):
    """Every move of the learner so far, the newest last; `next` where a step was only read."""

    moves: Annotated[list[wire.MoveText], Meta(max_length=40)] = []
    language: wire.Language = "en"
    why: Question | None = None


class LessonInfo(Struct, frozen=True):
    name: str
    game: str
    steps: int


@get(
    "/api/lessons",
    tags=["pages"],
    summary="The lessons, in the order in which they are taught",
    sync_to_thread=False,
)
def lessons() -> list[LessonInfo]:
    found = [lesson(name) for name in LESSONS]
    return [LessonInfo(each.name, each.game, len(each.steps)) for each in found]


@post(
    "/api/lessons/{name:str}",
    status_code=200,
    tags=["pages"],
    guards=[limit("lessons")],
    summary="A lesson after these moves: what is said, the table, what can be done",
)
async def attempt(
    name: LessonName, data: JSONBody[Attempt]
) -> dict[str, Any] | list[dict[str, str]]:
    if name not in LESSONS:
        raise NotFoundException("there is no such lesson")
    return await asyncio.to_thread(_teach, name, data)


def _teach(name: str, data: Attempt) -> dict[str, Any] | list[dict[str, str]]:
    """The lesson as it stands, or the answer to a question about it."""
    run = LessonRun(lesson(name), data.moves, data.language)
    if data.why is None:
        return run.to_json()
    return run.why(data.why.move, data.why.card, data.why.cell)


HANDLERS: list[Any] = [lessons, attempt]
