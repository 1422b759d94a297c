"""A process that reviews finished games: `python -m hornsup.server.bot_pool.review_child`.

It runs at a lower priority, so that bots of running games and the server come first.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from typing import Any, BinaryIO, Final, Literal

import msgspec

from hornsup.errors import HornsUpError
from hornsup.reviews import practice, stream, what_if
from hornsup.server.bot_pool import frames
from hornsup.server.bot_pool.review_parts import parts, played_text

NICENESS: Final = 10


class ReviewRequest(msgspec.Struct, frozen=True):
    """Asks for a review of a record, for another move at one of its decisions, or for a position
    to play on from. The record has no names."""

    wants: Literal["review", "what-if", "practice"]
    record: dict[str, Any]
    seen_by: int | Literal["table"] | None = None
    seconds: float = 0.0
    move: int = 0
    other: str = ""
    seed: str = ""


def answers(request: ReviewRequest) -> Iterator[dict[str, Any]]:
    """The parts of the answer; the last one says that it is the last."""
    if request.wants == "review":
        # A review is kept: one that was made in a busy moment must not lack decisions for ever.
        steps = stream(
            request.record,
            seconds=request.seconds,
            as_seen_by=request.seen_by,
            clock=time.process_time,
        )
        for part in parts(request.record, steps):
            yield {"part": part}
    elif request.wants == "what-if":
        found = what_if(request.record, request.move, request.other)
        told = played_text(request.record, request.move, request.other)
        yield {"part": {"part": "what-if", **found.to_json(), "other_text": told}}
    else:
        yield {"part": dict(practice(request.record, request.move, seed=request.seed))}
    yield {"end": True}


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer until the source ends."""
    for request in frames.requests(source, ReviewRequest):
        try:
            for answered in answers(request):
                frames.write(sink, answered)
        except HornsUpError as error:
            frames.write(sink, {"error": str(error), "refused": True})
        except Exception as error:  # the next request may be one that can be answered
            frames.write(sink, frames.failure(error))


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    serve(sys.stdin.buffer, sys.stdout.buffer)
