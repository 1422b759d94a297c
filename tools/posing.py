"""Tables that begin at a position, with somebody of ours on every seat."""

from __future__ import annotations

import asyncio
import json
import tempfile
import tomllib
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

from benchmarks.server.hornsup_server import running
from posed_server import POSITION_FILE
from scenes import NAMES

from hornsup.client import Guest, TableClient

HERE: Final = Path(__file__).resolve().parent
SEATS: Final = 4


class PosedServer:
    """A server whose next table begins where it is told to."""

    def __init__(self, base: str, file: Path) -> None:
        self.base = base
        self._file = file

    def pose(self, game: str = "", position: dict[str, Any] | None = None) -> None:
        """Let the next table of a game begin there; without arguments, be dealt as usual."""
        text = json.dumps({"game": game, "position": position}) if game else ""
        self._file.write_text(text, encoding="utf-8")


@contextmanager
def posed_server() -> Iterator[PosedServer]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "position.json"
        file.write_text("")
        program = [str(HERE / "posed_server.py")]
        with running(program=program, **{POSITION_FILE: str(file)}) as server:
            yield PosedServer(server.base, file)


def read_script() -> dict[str, Any]:
    """The positions and films of films.toml."""
    return tomllib.loads((HERE / "films.toml").read_text(encoding="utf-8"))


@asynccontextmanager
async def full_table(
    base: str, game: str, pace: int
) -> AsyncIterator[list[tuple[Guest, TableClient]]]:
    """A started table with somebody of ours on every seat."""
    guests = [await Guest.sign_in(base, name) for name in NAMES[:SEATS]]
    settings = {"game": game, "players": SEATS, "pace": pace}
    seats = ["me", *["open"] * (SEATS - 1)]
    table = (await guests[0].open_table(settings, seats=seats))["id"]
    for seat, guest in enumerate(guests[1:], 1):
        await guest.sit(table, seat)
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(guest.table(table)) for guest in guests]
        answer = await lines[0].command("start")
        assert answer.ok, answer.message
        yield list(zip(guests, lines, strict=True))


async def make_move(lines: list[TableClient], move: str) -> int:
    """Whoever may make it does; the offer may still be on its way. Gives the new version."""
    for _ in range(100):
        for line in lines:
            if move in (line.legal or ()):
                answer = await line.move(move)
                assert answer.ok, f"{move}: {answer.message}"
                return int(answer.version or 0)
        await asyncio.sleep(0.05)
    offered = [line.legal for line in lines if line.legal]
    raise RuntimeError(f"nobody may {move!r}; offered are {offered}")
