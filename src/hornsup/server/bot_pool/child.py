"""A process that runs bots: `python -m hornsup.server.bot_pool.child`.

Requests come on stdin and answers go to stdout, each as four bytes of length and JSON. A request
holds the view of one seat and nothing else of the game.
"""

from __future__ import annotations

import struct
import sys
from typing import Any, BinaryIO, Final, Literal

import msgspec

from hornsup.play.live import bot_runner

LENGTH: Final = struct.Struct(">I")


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
    read = msgspec.json.Decoder(BotRequest).decode
    while head := source.read(LENGTH.size):
        request = read(source.read(LENGTH.unpack(head)[0]))
        try:
            answered = answer(request)
        except Exception as error:  # a bot's fault must not end the process that serves others
            answered = {"error": f"{type(error).__name__}: {error}"}
        data = msgspec.json.encode(answered)
        sink.write(LENGTH.pack(len(data)) + data)
        sink.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
