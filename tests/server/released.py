"""What has been released and must stay readable: the wire, logs of whole tables, a database.

Written by `python -m tests.server.released`; run it when a new wire or revision gets a file of its
own, never to make a failing test pass. Files that exist are kept unless `--again` is given.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from sqlalchemy import select

from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.settings import ReserveClock, Settings, TurnClock
from hornsup.play.table import Table
from hornsup.server.storage import engine as database
from hornsup.server.storage import migrate
from hornsup.server.storage.schema import metadata
from tests.games.horns_up.harness import eager
from tests.server.harness import local_server
from tests.server.players import people_at_table, play_on
from tests.server.worlds import World, begin

HERE = Path(__file__).parent
WIRE_FILE = HERE / "wire" / f"v{wire.WIRE}.json"
LOGS = HERE / "golden_logs"
DATABASES = HERE / "databases"

# --- logs -----------------------------------------------------------------------------------------

TABLES: dict[str, Settings] = {
    "horns_up_free_undo": Settings("horns-up", 3, clock=TurnClock(30)),
    "horns_up_house_rules": Settings("horns-up", 3, {"must_act": True}, undo="strict"),
    "raise_your_horns_forfeits": Settings(
        "raise-your-horns", 4, {"end_value": 3, "forfeits": "standard"}, clock=ReserveClock(60, 5)
    ),
    "raise_your_horns_plain": Settings("raise-your-horns", 3, {"end_value": 2}),
}


def digest(table: Table) -> str:
    """A fingerprint of what every seat and a spectator see."""
    if table.state is None:
        return ""
    views = [table.state.view(seat) for seat in (*range(len(table.seats)), None)]
    return sha256(json.dumps(views, sort_keys=True).encode()).hexdigest()[:16]


def read_log(path: Path) -> tuple[dict[str, Any], list[tuple[log.Logged, str]]]:
    """A golden log: what the table was, and every entry with the fingerprint after it."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    decode = log.decode
    entries = [
        log.Logged(
            row["version"],
            row["at"],
            decode(json.dumps(row["entry"])),
            row["player"],
            row["command"],
        )
        for row in rows
    ]
    return json.loads(head), list(zip(entries, (row["digest"] for row in rows), strict=True))


def fresh(head: dict[str, Any]) -> Table:
    return Table(head["table"], head["code"], bytes.fromhex(head["secret"]))


async def _write_log(name: str) -> str:
    """A whole table: moves, moves taken back, clocks that ran out, bots that stood in, talk."""
    for attempt in range(20):
        world, rng = begin(TABLES[name]), Random(f"{name}/{attempt}")
        ears = [await world.listen(seat) for seat in range(world.state.players)]
        world.sockets.may_talk = lambda _guest: True
        while not world.state.over and world.table.version < 500:
            await _something(world, ears, rng)
        if world.state.over:
            await _send(world, ears[0], "chat", text="gg 🤘 {n} @words.north")
            return "\n".join(_lines(world)) + "\n"
    raise RuntimeError(f"{name} does not end")


def _lines(world: World) -> Iterator[str]:
    table = fresh({"table": world.table.id, "code": "ABCDEF", "secret": world.table.secret.hex()})
    told = {"table": table.id, "code": table.code, "secret": table.secret.hex()}
    yield json.dumps({**told, "engine": world.table.engine, "digest": digest(world.table)})
    for each in world.storage.logged:
        table.fold(each)
        row = {"version": each.version, "at": each.at, "entry": msgspec.to_builtins(each.entry)}
        row |= {"player": each.player, "command": each.command, "digest": digest(table)}
        yield json.dumps(row, ensure_ascii=False)


async def _something(world: World, ears: list[Any], rng: Random) -> None:
    """One move, or one of the rarer things that happen at tables."""
    seat, luck = world.state.to_move, rng.random()
    world.clock.time += rng.randrange(500, 4000)
    if world.table.seats[seat].bot is not None:
        await _bot(world, ears, seat, rng)
    elif luck < 0.06:
        await _talk(world, ears[rng.randrange(len(ears))], rng)
    elif luck < 0.09:
        await _send(world, ears[seat], "take-over", seat=seat)
    elif luck < 0.12:
        world.clock.time += 120_000
        world.live.look_after()
        await world.live.settle()
    else:
        await _send(world, ears[seat], "move", move=str(_choice(world.state, rng)))
        if world.table.undo and luck < 0.3:
            await _send(world, ears[seat], "undo")


async def _talk(world: World, ear: Any, rng: Random) -> None:
    """Talk, names, muting, and forfeits seen done."""
    kinds: dict[str, dict[str, Any]] = {
        "chat": {"text": f"take {world.table.version}"},
        "react": {"reaction": "horns"},
        "rename": {"name": f"Rocker at {world.table.version}"},
        "mute": {"seat": rng.randrange(world.state.players)},
        "confirm": {"seat": rng.randrange(world.state.players)},
    }
    for kind in rng.sample(sorted(kinds), 3):
        await _send(world, ear, kind, **kinds[kind])


def _choice(state: Any, rng: Random) -> Any:
    return eager(state, rng) if hasattr(state, "deck") else rng.choice(state.legal_moves())


async def _bot(world: World, ears: list[Any], seat: int, rng: Random) -> None:
    if rng.random() < 0.4:
        await _send(world, ears[seat], "give-back", seat=seat)
    else:
        move = str(_choice(world.state, rng))
        await world.live.bots.play_for(seat, world.table.version, move, "bot")


async def _send(world: World, ear: Any, kind: str, **fields: Any) -> None:
    version = world.table.version
    await world.send(ear, {"type": kind, "id": f"{kind}{version}", "version": version, **fields})


# --- the wire -------------------------------------------------------------------------------------


async def _write_wire() -> str:
    """The schema, and a sample of every frame as it goes over a socket."""
    sent: list[dict[str, Any]] = [
        {"type": "hello", "wire": wire.WIRE},
        {"type": "hello", "wire": wire.WIRE, "language": "fr", "since": 7, "role": "screen"},
        {"type": "ping"},
        {"type": "speak", "language": "it"},
        {"type": "look", "seat": 1},
    ]
    head = {"id": "a1", "version": 3}
    change = {"game": "horns-up", "players": 5, "clock": {"kind": "turn", "seconds": 60}}
    fields: dict[str, dict[str, Any]] = {
        "move": {"move": "roll"},
        "sit": {"contribution": "x", "seat": 2, "name": "Ann"},
        "stand": {"seat": 0},
        "rename": {"name": "Ann", "seat": 0},
        "add-bot": {"level": "easy", "seat": 1},
        "kick": {"seat": 1},
        "pass-on": {"seat": 1},
        "change": {"settings": change},
        "take-over": {"seat": 0, "level": "normal"},
        "give-back": {"seat": 0},
        "confirm": {"seat": 1},
        "chat": {"text": "hello"},
        "react": {"reaction": "horns"},
        "mute": {"seat": 1, "on": False},
        "why": {"move": "end", "card": "path-ns", "cell": "0,6"},
    }
    plain = ("undo", "start", "close", "rematch", "odds")
    sent += [{"type": kind, **head, **fields.get(kind, {})} for kind in (*plain, *fields)]
    heard = await _heard()
    made = {"wire": wire.WIRE, "schema": wire.schema(), "from_client": sent, "from_server": heard}
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


async def _heard() -> list[dict[str, Any]]:
    """One real message of every type and, of updates, of every kind."""
    found: dict[Any, dict[str, Any]] = {}
    for name in TABLES:
        world, rng = begin(TABLES[name]), Random(name)
        ears = [await world.listen(seat) for seat in range(world.state.players)]
        world.sockets.may_talk = lambda _guest: True
        for _ in range(60):
            if not world.state.over:
                await _something(world, ears, rng)
        world.live.viewers.live.tell_presence()
        for text in (text for ear in ears for text in ear.take()):
            message = json.loads(text)
            key = (message["type"], message.get("kind"), message.get("ok"))
            found.setdefault(key, message)
    last = [{"type": "pong"}, {"type": "bye", "code": "wire", "message": "Load the page again."}]
    return [*found.values(), *last]


# --- the database ---------------------------------------------------------------------------------


async def _write_database() -> str:
    """Running games of both kinds, as the newest revision stores them, and the players' tokens."""
    folder = Path(tempfile.mkdtemp(prefix="hornsup-released-"))
    kept: list[dict[str, Any]] = []
    async with local_server(folder, frame_rate=1000, frame_burst=5000) as server:
        for game in ("horns-up", "raise-your-horns"):
            async with people_at_table(server.base, game, 3, leavers="wait") as lines:
                await play_on(lines, 12)
                tokens = [line.guest.token for line in lines]
                assert lines[0].table is not None
                kept.append({"table": lines[0].table.id, "version": lines[0].version})
                kept[-1]["tokens"] = tokens
    engine = database.open_engine(f"sqlite+aiosqlite:///{folder / 'hornsup.db'}", size=1)
    async with engine.connect() as connection:
        rows = {
            table.name: [dict(row._mapping) for row in await connection.execute(select(table))]
            for table in metadata.sorted_tables
        }
    await engine.dispose()
    made = {"revision": migrate.newest(), "games": kept, "rows": rows}
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    if path.exists() and "--again" not in sys.argv:
        print(f"{path.name}: kept as it is")
        return
    path.write_text(text, encoding="utf-8")
    print(f"{path.name}: written")


def main() -> None:
    for name in TABLES:
        _write(LOGS / f"{name}.jsonl", asyncio.run(_write_log(name)))
    _write(WIRE_FILE, asyncio.run(_write_wire()))
    _write(DATABASES / f"r{migrate.newest()}.json", asyncio.run(_write_database()))


if __name__ == "__main__":
    main()
