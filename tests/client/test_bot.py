"""Bots from outside, as people start them: `hornsup bot` in terminals of their own."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hornsup import client
from hornsup.client import read_address
from hornsup.core import record
from hornsup.errors import BadInput
from hornsup.play import wire
from hornsup.server.store import Store
from tests.conftest import ROOT
from tests.server.chaos import Chaos, Client, digest
from tests.server.harness import Remote, all_at, local_server, remote_server
from tests.services import Postgres, Redis, wait_until

FAST = {"frame_rate": 1000, "frame_burst": 5000}
GAMES = {"raise-your-horns": ["--option", "end_value=2"], "horns-up": []}
NODE = shutil.which("node")


class Terminal:
    """`hornsup bot` in a process of its own, and what it says."""

    def __init__(self, folder: Path, name: str, address: str, *words: str) -> None:
        self.name = name
        self.trace = folder / f"{name}.trace"
        self.out, self.err = folder / f"{name}.out", folder / f"{name}.err"
        command = [sys.executable, "-m", "hornsup", "bot", address, *words]
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = subprocess.Popen(
                [*command, "--name", name, "--trace", str(self.trace)],
                stdout=out,
                stderr=err,
                cwd=folder,
                env={**os.environ, "PYTHONPATH": str(ROOT / "examples")},
            )

    @property
    def said(self) -> str:
        return self.out.read_text() + self.err.read_text()

    def wait_for(self, pattern: str, seconds: float = 60.0) -> re.Match[str]:
        """Wait until it has said something."""

        def there() -> bool:
            if self.process.poll() not in (None, 0):
                raise AssertionError(f"{self.name} ended: {self.said}")
            return re.search(pattern, self.said) is not None

        wait_until(there, f"{self.name} saying {pattern!r}", seconds)
        found = re.search(pattern, self.said)
        assert found is not None
        return found

    def finish(self, seconds: float = 90.0) -> None:
        code = self.process.wait(seconds)
        assert code == 0, f"{self.name}: {self.said}"
        assert "the game is over" in self.said

    def lines(self) -> list[str]:
        """What it has traced so far, without a last line that is not finished."""
        text = self.trace.read_text() if self.trace.exists() else ""
        return text[: text.rfind("\n") + 1].splitlines()

    def frames(self, way: str) -> list[dict[str, Any]]:
        return [json.loads(line[2:]) for line in self.lines() if line.startswith(way)]

    def acknowledged(self) -> int:
        answers = (line for line in self.lines() if line.startswith('< {"type":"answer"'))
        return sum('"ok":true' in line for line in answers)


@contextmanager
def terminals() -> Iterator[list[Terminal]]:
    """Those started are ended, whatever happens."""
    started: list[Terminal] = []
    try:
        yield started
    finally:
        for terminal in started:
            if terminal.process.poll() is None:
                terminal.process.kill()
            terminal.process.wait(10)


def open_table(folder: Path, base: str, started: list[Terminal], game: str, *words: str) -> str:
    """A first terminal opens a table; gives its link."""
    options = GAMES[game]
    started.append(Terminal(folder, "host", base, "--new", game, *options, *words))
    return started[0].wait_for(r"http://\S+/t/[0-9a-f]{32}")[0]


def the_record(base: str, link: str) -> dict[str, Any]:
    found: dict[str, Any] = client.request(base, "GET", f"/api/tables/{link[-32:]}/record")
    return found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Remote]:
    """One server for all who do not break it."""
    with remote_server(tmp_path_factory.mktemp("house"), **FAST) as server:
        yield server


# --- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_three_terminals_finish_a_game_at_one_table(
    tmp_path: Path, house: Remote, game: str
) -> None:
    with terminals() as started:
        bot = "custom_bot:Eager" if game == "horns-up" else "exact"
        link = open_table(tmp_path, house.base, started, game, "--bot", bot)
        code = started[0].wait_for(r"code (\w{6})")[1]
        started.append(Terminal(tmp_path, "by-link", link, "--bot", "random", "--seed", "7"))
        started.append(Terminal(tmp_path, "by-code", f"{house.base}/{code}", "--bot", "easy"))
        for terminal in started:
            terminal.finish()
        found = the_record(house.base, link)
        assert record.verify(found).honest
        assert sum(terminal.acknowledged() for terminal in started) >= len(found["moves"])


def test_two_terminals_and_a_bot_of_the_house(tmp_path: Path, house: Remote) -> None:
    """The second one is given the server's address alone and finds the public table."""
    with terminals() as started:
        words = ("--bot", "exact", "--fill", "easy", "--wait-for", "1")
        link = open_table(tmp_path, house.base, started, "raise-your-horns", *words)
        started.append(Terminal(tmp_path, "guest", house.base, "--bot", "greedy"))
        for terminal in started:
            terminal.finish()
        assert record.verify(the_record(house.base, link)).honest


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("game", GAMES)
def test_the_example_in_javascript_finishes_a_game(
    tmp_path: Path, house: Remote, game: str
) -> None:
    program = f"{NODE} {shlex.quote(str(ROOT / 'examples' / 'bot.mjs'))}"
    with terminals() as started:
        link = open_table(tmp_path, house.base, started, game, "--exec", program)
        for name in ("second", "third"):
            started.append(Terminal(tmp_path, name, link, "--exec", program))
        for terminal in started:
            terminal.finish()
        assert record.verify(the_record(house.base, link)).honest


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_the_example_in_javascript_plays_sensibly() -> None:
    """It keeps the highest die, names who has lost least, and walks towards the Stage."""
    assert NODE is not None
    dice = {"seat": 0, "losses": [0, 2, 1]}
    rockers = {"seat": 1, "rockers": [{"pawn": "0,1"}, {"pawn": "0,4"}]}
    asked = [
        ("raise-your-horns", dice, ["keep W2", "keep B5", "keep F3"], "keep B5"),
        ("raise-your-horns", dice, ["keep B5", "keep WH"], "keep WH"),
        ("raise-your-horns", dice, ["name A", "name B", "name C"], "name C"),
        ("horns-up", rockers, ["walk 0,6", "walk 0,3", "path NS 0,2", "end"], "path NS 0,2"),
        ("horns-up", rockers, ["discard path-ns", "discard mosh-pit"], "discard mosh-pit"),
        ("horns-up", rockers, ["walk 0,6", "end"], "end"),
    ]
    lines = [json.dumps({"game": g, "view": v, "legal": legal}) for g, v, legal, _ in asked]
    done = subprocess.run(
        [NODE, str(ROOT / "examples" / "bot.mjs")],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    answers = [json.loads(line)["move"] for line in done.stdout.splitlines()]
    assert answers == [wanted for *_, wanted in asked]


def test_the_example_on_the_bare_wire_finishes_a_game(tmp_path: Path, house: Remote) -> None:
    with terminals() as started:
        game, words = "raise-your-horns", ("--fill", "easy", "--wait-for", "1", "--bot", "random")
        link = open_table(tmp_path, house.base, started, game, *words)
        program = [sys.executable, str(ROOT / "examples" / "table_bot.py"), link]
        done = subprocess.run(program, capture_output=True, text=True, timeout=90, check=False)
        assert done.returncode == 0, done.stderr
        assert "the game is over" in done.stdout
        started[0].finish()


async def test_whoever_sat_down_at_another_worker_is_no_spectator(tmp_path: Path) -> None:
    """Their socket may be at a worker that has not heard of it yet."""
    async with local_server(tmp_path) as here, local_server(tmp_path) as there:
        ann, bea = await here.guest("Ann"), await here.guest("Bea")
        opened = await ann.open_table({"game": "raise-your-horns", "players": 3})
        playing = await client.TableClient.open(there.base, opened["id"], bea.token)
        watching = await client.TableClient.open(
            there.base, opened["id"], bea.token, role="spectator"
        )
        assert playing.you.role == "spectator"
        answer = await bea.sit(opened["id"])
        there.services.house.rooms[opened["id"]].hint(answer["version"])
        while playing.you.role != "player":
            await playing.next_message()
        assert playing.you.seats == [1]
        await all_at([watching], answer["version"])
        assert watching.you.role == "spectator"
        while playing.online != [1]:
            await playing.next_message()
        await playing.close()
        await watching.close()


# --- through restarts and kills ---------------------------------------------------------------


def test_bots_survive_a_restart_in_mid_game(tmp_path: Path) -> None:
    with remote_server(tmp_path, **FAST) as server, terminals() as started:
        link = open_table(tmp_path, server.base, started, "horns-up", "--bot", "easy")
        for name in ("second", "third"):
            started.append(Terminal(tmp_path, name, link, "--bot", "easy"))
        wait_until(lambda: any(each.acknowledged() > 5 for each in started), "moves", 60)
        server.stop()
        server.start()
        before = [each.acknowledged() for each in started]
        wait_until(
            lambda: sum(each.acknowledged() for each in started) > sum(before) + 5, "more", 60
        )
        server.kill()
        server.start()
        for terminal in started:
            terminal.finish()
        assert "trying again" in started[0].said
        assert record.verify(the_record(server.base, link)).honest


def as_client(terminal: Terminal, base: str, link: str) -> Client:
    """What a terminal was promised and shown, in the form that the gate checks."""
    rng = Random(0)
    made = Client(base, client.Guest(base, "-" * 43, terminal.name), link[-32:], None, rng)
    sent = {frame["id"]: frame for frame in terminal.frames(">") if frame["type"] == "move"}
    view: dict[str, Any] = {}
    for frame in terminal.frames("<"):
        made.frames.append(json.dumps(frame))
        if frame["type"] == "answer" and frame["ok"] and frame["id"] in sent:
            made.acked[frame["id"]] = (frame["version"], sent[frame["id"]]["move"])
        if frame["type"] in ("welcome", "update"):
            view = {**frame.get("view", view), **frame.get("patch", {})}
            made.seat = frame.get("you", {}).get("looking", made.seat)
            if view:
                made.seen.append((frame["version"], digest(view)))
                made.last = made.seen[-1]
    return made


async def check_history(server: Remote, link: str, started: list[Terminal]) -> int:
    """The gate's check over the traces of real programs; gives the moves in the log."""
    chaos = Chaos(0, 0, 1)
    chaos.clients = [as_client(terminal, server.base, link) for terminal in started]
    assert all(each.acked and each.seen for each in chaos.clients)
    assert sorted(each.seat for each in chaos.clients if each.seat is not None) == [0, 1, 2]
    store = Store(server.config.database)
    try:
        return await chaos._check_table(store, link[-32:])
    finally:
        await store.engine.dispose()


def kill_a_worker(server: Remote, rng: Random) -> None:
    """Whichever lives; if it was the last one, everybody waits for its successor."""
    wait_until(lambda: bool(server.workers()), "a worker")
    os.kill(rng.choice(server.workers()), signal.SIGKILL)


@pytest.mark.parametrize("game", GAMES)
def test_workers_are_killed_while_terminals_play(
    tmp_path: Path, postgres: Postgres, redis: Redis, game: str
) -> None:
    """Two workers on PostgreSQL and Redis: no acknowledged move is lost, views equal the log."""
    urls = {"database_url": postgres.fresh_database(), "redis_url": redis.url}
    with remote_server(tmp_path, workers=2, **urls, **FAST) as server, terminals() as started:
        bot = "racer" if game == "horns-up" else "random"
        options = [] if game == "horns-up" else ["--option", "end_value=6"]
        link = open_table(tmp_path, server.base, started, game, *options, "--bot", bot)
        for name in ("second", "third"):
            started.append(Terminal(tmp_path, name, link, "--bot", bot))
        rng = Random(1)
        for kills in range(1, 5):
            wait_for_moves(started, 8 * kills)
            assert started[0].process.poll() is None, "over before anybody was killed"
            kill_a_worker(server, rng)
        for terminal in started:
            terminal.finish()
        found = the_record(server.base, link)
        assert record.verify(found).honest
        moves = asyncio.run(check_history(server, link, started))
        assert moves == len(found["moves"])


def wait_for_moves(started: list[Terminal], wanted: int, seconds: float = 60.0) -> None:
    """Until so many moves are acknowledged, or the game is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if sum(terminal.acknowledged() for terminal in started) >= wanted:
            return
        if all(terminal.process.poll() is not None for terminal in started):
            return
        time.sleep(0.1)
    raise TimeoutError("the game stands still: " + " | ".join(each.said[-200:] for each in started))


# --- what goes wrong is said in one line ------------------------------------------------------


def complaint(folder: Path, address: str, *words: str) -> str:
    """The one line on stderr with which `hornsup bot` gives up."""
    done = subprocess.run(
        [sys.executable, "-m", "hornsup", "bot", address, *words],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=folder,
        check=False,
    )
    assert done.returncode == 1, (done.returncode, done.stdout, done.stderr)
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("hornsup: ")
    return lines[0].removeprefix("hornsup: ")


PROGRAMS = {
    "nonsense": ("print('hello'); input()", "said 'hello'; a line such as {\"move\": "),
    "number": ("input(); print(7)", "said '7'; a line such as"),
    "illegal": ('input(); print(\'{"move": "win"}\')', "which is not among the legal moves"),
    "dead": ("import sys; input(); sys.exit(3)", "ended with code 3 while a move was awaited"),
    "gone": ("", "ended with code 0 while a move was awaited"),
}


@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_program_that_fails_is_named_in_one_line(
    tmp_path: Path, house: Remote, kind: str
) -> None:
    source, wanted = PROGRAMS[kind]
    (tmp_path / "bad.py").write_text(source)
    words = ("--new", "raise-your-horns", "--fill", "easy", "--exec", f"{sys.executable} bad.py")
    assert wanted in complaint(tmp_path, house.base, *words)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["--exec", "./not-here"], "cannot run ./not-here: No such file or directory"),
        (["--exec", " "], "--exec needs a program"),
        (["--exec", "'open"], "cannot run"),
        (["--bot", "raver"], "unknown bot 'raver'"),
        (["--bot", "nowhere:Bot"], "cannot be loaded: No module named 'nowhere'"),
        (["--bot", "broken:Bot"], "the bot 'broken:Bot' failed: ZeroDivisionError: division by"),
    ],
)
def test_a_bot_that_cannot_play_says_so(
    tmp_path: Path, house: Remote, words: list[str], wanted: str
) -> None:
    (tmp_path / "broken.py").write_text("class Bot:\n    def choose(self, info): return 1 / 0\n")
    new = ("--new", "raise-your-horns", "--fill", "easy")
    assert wanted in complaint(tmp_path, house.base, *new, *words)


def test_whoever_cannot_play_takes_no_seat(tmp_path: Path, house: Remote) -> None:
    guest = asyncio.run(client.Guest.sign_in(house.base, "Ann"))
    opened = asyncio.run(guest.open_table({"game": "horns-up", "players": 3}))
    link = house.base + opened["path"]
    assert "cannot run" in complaint(tmp_path, link, "--exec", "./not-here")
    assert "unknown bot" in complaint(tmp_path, link, "--bot", "exactt")
    seats = client.request(house.base, "GET", f"/api/tables/{opened['id']}")["seats"]
    assert [seat.get("person", False) for seat in seats] == [True, False, False]


def test_wrong_places_are_named(tmp_path: Path, house: Remote) -> None:
    asked = {
        f"{house.base}/t/{'0' * 32}": "there is no such table",
        f"{house.base}/ZZZZZZ": "there is no table with this code",
        "http://127.0.0.1:1": "http://127.0.0.1:1 does not answer: ",
        "http://127.0.0.1:99999": "is no address; copy it from the browser",
    }
    for address, wanted in asked.items():
        assert wanted in complaint(tmp_path, address), address
    assert "--wait-for goes with --new" in complaint(tmp_path, house.base, "--wait-for", "1")


@pytest.mark.parametrize(
    "answer", [b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello"]
)
def test_a_server_of_another_kind_is_recognised(tmp_path: Path, answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        process = subprocess.Popen(
            [sys.executable, "-m", "hornsup", "bot", address],
            stderr=subprocess.PIPE,
            cwd=tmp_path,
        )
        listener.settimeout(30)
        link, _ = listener.accept()
        with link:
            link.recv(65_536)
            link.sendall(answer)
        _, said = process.communicate(timeout=30)
    assert process.returncode == 1
    assert said.startswith(b"hornsup: http://127.0.0.1:")
    assert said.count(b"\n") == 1


@pytest.mark.parametrize(
    "address",
    ["ftp://host", "http://", "http://[::1", "http://host:0", "two words", "host:port", ""],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(BadInput, match="is no address"):
        read_address(address)


@pytest.mark.parametrize(
    ("address", "wanted"),
    [
        ("host:8000", ("http://host:8000", None, None)),
        ("https://host/t/" + "a" * 32, ("https://host", "a" * 32, None)),
        ("http://host/abc234", ("http://host", None, "abc234")),
        ("http://host/j/ABC234/", ("http://host", None, "ABC234")),
    ],
)
def test_addresses_lead_to_servers_tables_and_codes(address: str, wanted: Any) -> None:
    assert read_address(address) == wanted


def test_the_wire_of_the_trace_is_the_schema(tmp_path: Path, house: Remote) -> None:
    """Everything that goes over the wire can be read by the structs it was documented from."""
    with terminals() as started:
        words = ("--new", "raise-your-horns", "--fill", "easy", "--option", "end_value=1")
        started.append(Terminal(tmp_path, "host", house.base, *words))
        started[0].finish()
        kinds: set[type] = set()
        for line in started[0].trace.read_text().splitlines():
            read = wire.read_frame if line.startswith(">") else wire.read_message
            kinds.add(type(read(line[2:])))
    assert {wire.Hello, wire.Welcome, wire.Move, wire.Update, wire.Answer} <= kinds
