"""A process that thinks for bots. It is told a seat's view and nothing else of the game.

Requests come on stdin and moves go to stdout, each as four bytes of length and JSON.
"""

from __future__ import annotations

import struct
import sys
from collections import OrderedDict
from random import Random
from typing import Any, BinaryIO, Final

import msgspec

from hornsup.bots.base import Bot
from hornsup.bots.from_view import info_from_view
from hornsup.bots.lineup import make_bot
from hornsup.core import registry

BOTS_KEPT: Final = 500
_LENGTH: Final = struct.Struct(">I")


class Thought(msgspec.Struct, frozen=True):
    """What a thinker is asked: `key` names the bot that may remember, `seed` its luck."""

    key: str
    game: str
    bot: str
    view: dict[str, Any]
    legal: list[str] = []
    seed: int = 0


class Thinker:
    """Bots by key, so that one who bears grudges can go on bearing them."""

    def __init__(self) -> None:
        self._bots: OrderedDict[str, Bot] = OrderedDict()

    def think(self, asked: Thought) -> str:
        key = f"{asked.key}/{asked.bot}"
        bot = self._bots.pop(key, None) or make_bot(asked.game, asked.bot)
        self._bots[key] = bot
        if len(self._bots) > BOTS_KEPT:
            self._bots.popitem(last=False)
        info = info_from_view(asked.game, asked.view, asked.legal, Random(asked.seed))
        return str(bot.choose(info))


def answer_to(thinker: Thinker, asked: Thought) -> dict[str, Any]:
    """A move, or the odds where nobody is to move for anyone (`bot` is "odds")."""
    if asked.bot == "odds":
        odds = registry.get(asked.game).odds
        assert odds is not None
        return {"odds": odds(asked.view)}
    return {"move": thinker.think(asked)}


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer until the source ends."""
    thinker = Thinker()
    read = msgspec.json.Decoder(Thought).decode
    while head := source.read(_LENGTH.size):
        asked = read(source.read(_LENGTH.unpack(head)[0]))
        try:
            answer = answer_to(thinker, asked)
        except Exception as error:  # a bot's fault must not end the process that serves others
            answer = {"error": f"{type(error).__name__}: {error}"}
        data = msgspec.json.encode(answer)
        sink.write(_LENGTH.pack(len(data)) + data)
        sink.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
