"""A process that runs bots: `python -m hornsup.server.bot_pool.child`.

Requests come on stdin and answers go to stdout. A request holds the view of one seat and nothing
else of the game.
"""

from __future__ import annotations

import sys
from typing import Any, BinaryIO, Literal

import msgspec

from hornsup.play.live import bot_runner
from hornsup.server.bot_pool import frames


class BotRequest(msgspec.Struct, frozen=True):
    """Asks for a move of `bot`, or for the odds in the position of a spectator's view."""

    wants: Literal["move", "odds"]
    game: str
    view: dict[str, Any]
    bot: str = ""
    legal: list[str] = []
    seed: int = 0


def answer(request: BotRequest) -> dict[str, Any]:
    if request.wants == "odds":
        return {"odds": bot_runner.odds(request.game, request.view)}
    move = bot_runner.choose_move(
        request.game, request.bot, request.view, request.legal, request.seed
    )
    return {"move": move}


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer until the source ends."""
    for request in frames.requests(source, BotRequest):
        try:
            answered = answer(request)
        except Exception as error:  # a bot's fault must not end the process that serves others
            answered = frames.failure(error)
        frames.write(sink, answered)


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
