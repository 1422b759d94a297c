"""Commands that are nearly right, at every phase of a game: `soak(seed)` sends thousands."""

from __future__ import annotations

import asyncio
import copy
import json
import random
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from hornsup.client import Guest, TableClient, Unreachable
from hornsup.play import wire
from tests.server.faults import quiet_server
from tests.server.players import people_at_table, play_on

SEEDS: list[dict[str, Any]] = [
    {"type": "ping"},
    {"type": "speak", "language": "it"},
    {"type": "look", "seat": 0},
    {"type": "hello", "wire": 1},
    {"type": "move", "move": "end"},
    {"type": "undo"},
    {"type": "sit", "contribution": "abc", "seat": 1},
    {"type": "sit", "contribution": "abc", "seat": -1, "name": "X"},
    {"type": "stand", "seat": 1},
    {"type": "rename", "name": "Zoë", "seat": 0},
    {"type": "add-bot", "level": "easy", "seat": 2},
    {"type": "kick", "seat": 2},
    {"type": "change", "settings": {"game": "raise-your-horns", "players": 3, "pace": 0}},
    {"type": "change", "settings": {"game": "horns-up", "players": 4, "options": {"deck": "x"}}},
    {"type": "start"},
    {"type": "take-over", "seat": 0, "level": "hard"},
    {"type": "give-back", "seat": 0},
    {"type": "confirm", "seat": 0},
    {"type": "chat", "text": "hello"},
    {"type": "react", "reaction": "horns"},
    {"type": "mute", "seat": 1, "on": True},
    {"type": "rematch"},
    {"type": "why", "move": "end"},
    {"type": "why", "card": "C1", "cell": "A1"},
    {"type": "why", "card": "\u0000", "cell": "Z99"},
    {"type": "odds"},
]
VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    3,
    11,
    99,
    100,
    2**63,
    -(2**70),
    1.5,
    "",
    "end",
    "\u0000",
    "\u202e",
    "a" * 41,
    "😀" * 40,
    "en",
    "hard",
    [],
    ["x"],
    {},
    {"game": "horns-up"},
    {"kind": "turn", "seconds": 5},
    {"kind": "reserve", "seconds": -1},
    {"deck": {"cards": [[]]}},
    {"preset": "x", "end_value": 10**9},
]


class Mutator:
    """Valid commands, and everything that is nearly one."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.number = 0

    def text(self, line: TableClient) -> str:
        rng = self.rng
        made = self._command(line)
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
            self._change(made)
        text = json.dumps(made)
        return self._damage(text) if rng.random() < 0.1 else text

    def _command(self, line: TableClient) -> dict[str, Any]:
        rng = self.rng
        self.number += 1
        made = copy.deepcopy(rng.choice(SEEDS))
        if line.legal and rng.random() < 0.3:
            made = {"type": rng.choice(("move", "why")), "move": rng.choice(line.legal)}
        if made["type"] not in ("ping", "speak", "look", "hello"):
            made["id"] = f"m{self.number if rng.random() < 0.9 else rng.randrange(20)}"
            made["version"] = rng.choice((line.version, line.version, 0, line.version + 1))
        return made

    def _change(self, made: dict[str, Any]) -> None:
        """Swap, drop or add a value, here or further down."""
        rng, place = self.rng, made
        while (inner := [each for each in place.values() if isinstance(each, dict)]) and (
            rng.random() < 0.6
        ):
            place = rng.choice(inner)
        key = rng.choice([*place, "seat", "options"])
        if rng.random() < 0.2:
            place.pop(key, None)
        else:
            place[key] = copy.deepcopy(rng.choice(VALUES))

    def _damage(self, text: str) -> str:
        at = self.rng.randrange(len(text))
        return self.rng.choice((text[:at], text[:at] + text, text[:at] + "\\" + text[at:]))


class Fuzzer:
    """Sends through a few lines and opens them again when they are closed for bad frames."""

    def __init__(self, base: str, seed: int) -> None:
        self.base = base
        self.mutator = Mutator(random.Random(seed))
        self.phases: set[str] = set()
        self.codes: set[str | None] = set()
        self.sent = 0

    async def run(self, table: str, guests: list[Guest | None], frames: int) -> None:
        lines = [await self._open(table, guest) for guest in guests]
        for _ in range(frames // len(lines)):
            for number, guest in enumerate(guests):
                if lines[number].closed is not None:
                    assert lines[number].closed == 1008, "closed for nothing but bad frames"
                    self._look(lines[number])
                    lines[number] = await self._open(table, guest)
                await self._send(lines[number])
        for line in lines:
            self._look(line)
            await line.close()

    async def _open(self, table: str, guest: Guest | None) -> TableClient:
        token = guest.token if guest else None
        return await TableClient.open(self.base, table, token, keep_frames=True)

    async def _send(self, line: TableClient) -> None:
        assert line.table is not None
        self.phases.add(line.table.phase)
        self.sent += 1
        with suppress(Unreachable):
            await line.send_text(self.mutator.text(line))
            if self.sent % 7 == 0:  # an answer from the end of the table's queue
                await line.command("kick", seat=99)
        self._look(line)

    def _look(self, line: TableClient) -> None:
        """Every frame can be read; remember which answers there were."""
        assert line.frames is not None
        for text in line.frames:
            message = wire.read_message(text)
            if isinstance(message, wire.Answer):
                self.codes.add(message.code)
        line.frames.clear()


async def fuzzed_game(fuzzer: Fuzzer, game: str, frames: int) -> None:
    """Fuzz a table in the lobby, in play and when it is over."""
    guests = [await Guest.sign_in(fuzzer.base, f"F{number}") for number in range(3)]
    wanted = {"game": game, "players": 3, "pace": 0}
    if game == "raise-your-horns":
        wanted["options"] = {"end_value": 3}
    opened = await guests[0].open_table(wanted, seats=["me", "easy", "easy"])
    table, everyone = opened["id"], [*guests, None]
    await fuzzer.run(table, everyone, frames)
    async with guests[0].table(table) as line:
        assert line.table is not None
        if line.table.phase == "lobby":
            await line.command("change", settings=wanted)
            for seat in range(3):
                await line.command("add-bot", level="easy", seat=seat)
            await line.command("start")
    await fuzzer.run(table, everyone, frames)


async def fuzz(folder: Path, game: str, seed: int, games: int, **more: Any) -> Fuzzer:
    with quiet_server(folder, **more) as server:
        fuzzer = Fuzzer(server.base, seed)
        for _ in range(games):
            await fuzzed_game(fuzzer, game, 500)
        async with people_at_table(server.base) as lines:
            await play_on(lines, 3)
    assert {"lobby", "playing"} <= fuzzer.phases
    assert len(fuzzer.codes) > 15, fuzzer.codes
    return fuzzer


def soak(seed: int) -> str:
    """Thousands of mutated commands by a seed, for `make soak`; tells what was sent."""
    game = ("raise-your-horns", "horns-up")[seed % 2]
    with tempfile.TemporaryDirectory(prefix="hornsup-mutations-") as folder:
        fuzzer = asyncio.run(fuzz(Path(folder), game, seed, 6))
    return f"{game}: {fuzzer.sent} mutated commands"
