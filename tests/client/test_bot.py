"""`hornsup bot`: whole games over the network, addresses, and errors in one line."""

from __future__ import annotations

import asyncio
import json
import shlex
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hornsup.client import Guest, read_address, request
from hornsup.core import record
from hornsup.errors import BadInput
from hornsup.play import wire
from tests.client.processes import (
    GAMES,
    BotProcess,
    bot_processes,
    complaint,
    open_table,
    record_of,
)
from tests.conftest import ROOT
from tests.server.harness import Remote

NODE = shutil.which("node")


# --- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_three_bots_finish_a_game_at_one_table(tmp_path: Path, server: Remote, game: str) -> None:
    with bot_processes() as started:
        name = "custom_bot:Eager" if game == "horns-up" else "exact"
        link = open_table(tmp_path, server.base, started, game, "--bot", name)
        code = started[0].wait_for(r"code (\w{6})")[1]
        started.append(BotProcess(tmp_path, "by-link", link, "--bot", "random", "--seed", "7"))
        started.append(BotProcess(tmp_path, "by-code", f"{server.base}/{code}", "--bot", "easy"))
        for bot in started:
            bot.finish()
        found = record_of(server.base, link)
        assert record.verify(found).honest
        assert sum(bot.acknowledged() for bot in started) >= len(found["moves"])


def test_two_bots_play_beside_one_of_the_server(tmp_path: Path, server: Remote) -> None:
    """The second one is given the server's address alone and finds the public table."""
    with bot_processes() as started:
        words = ("--bot", "exact", "--fill", "easy", "--wait-for", "1")
        link = open_table(tmp_path, server.base, started, "raise-your-horns", *words)
        started.append(BotProcess(tmp_path, "guest", server.base, "--bot", "greedy"))
        for bot in started:
            bot.finish()
        assert record.verify(record_of(server.base, link)).honest


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("game", GAMES)
def test_the_example_in_javascript_finishes_a_game(
    tmp_path: Path, server: Remote, game: str
) -> None:
    program = f"{NODE} {shlex.quote(str(ROOT / 'examples' / 'bot.mjs'))}"
    with bot_processes() as started:
        link = open_table(tmp_path, server.base, started, game, "--exec", program)
        for name in ("second", "third"):
            started.append(BotProcess(tmp_path, name, link, "--exec", program))
        for bot in started:
            bot.finish()
        assert record.verify(record_of(server.base, link)).honest


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


def test_the_example_on_the_bare_wire_finishes_a_game(tmp_path: Path, server: Remote) -> None:
    with bot_processes() as started:
        game, words = "raise-your-horns", ("--fill", "easy", "--wait-for", "1", "--bot", "random")
        link = open_table(tmp_path, server.base, started, game, *words)
        program = [sys.executable, str(ROOT / "examples" / "table_bot.py"), link]
        done = subprocess.run(program, capture_output=True, text=True, timeout=90, check=False)
        assert done.returncode == 0, done.stderr
        assert "the game is over" in done.stdout
        started[0].finish()


# --- errors ---------------------------------------------------------------------------------


PROGRAMS = {
    "nonsense": ("print('hello'); input()", "said 'hello'; a line such as {\"move\": "),
    "number": ("input(); print(7)", "said '7'; a line such as"),
    "illegal": ('input(); print(\'{"move": "win"}\')', "which is not among the legal moves"),
    "dead": ("import sys; input(); sys.exit(3)", "ended with code 3 while a move was awaited"),
    "gone": ("", "ended with code 0 while a move was awaited"),
}


@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_program_that_fails_is_named_in_one_line(
    tmp_path: Path, server: Remote, kind: str
) -> None:
    source, wanted = PROGRAMS[kind]
    (tmp_path / "bad.py").write_text(source)
    words = ("--new", "raise-your-horns", "--fill", "easy", "--exec", f"{sys.executable} bad.py")
    assert wanted in complaint(tmp_path, server.base, *words)


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
    tmp_path: Path, server: Remote, words: list[str], wanted: str
) -> None:
    (tmp_path / "broken.py").write_text("class Bot:\n    def choose(self, info): return 1 / 0\n")
    new = ("--new", "raise-your-horns", "--fill", "easy")
    assert wanted in complaint(tmp_path, server.base, *new, *words)


def test_whoever_cannot_play_takes_no_seat(tmp_path: Path, server: Remote) -> None:
    guest = asyncio.run(Guest.sign_in(server.base, "Ann"))
    opened = asyncio.run(guest.open_table({"game": "horns-up", "players": 3}))
    link = server.base + opened["path"]
    assert "cannot run" in complaint(tmp_path, link, "--exec", "./not-here")
    assert "unknown bot" in complaint(tmp_path, link, "--bot", "exactt")
    seats = request(server.base, "GET", f"/api/tables/{opened['id']}")["seats"]
    assert [seat.get("person", False) for seat in seats] == [True, False, False]


def test_wrong_places_are_named(tmp_path: Path, server: Remote) -> None:
    asked = {
        f"{server.base}/t/{'0' * 32}": "there is no such table",
        f"{server.base}/ZZZZZZ": "there is no table with this code",
        "http://127.0.0.1:1": "http://127.0.0.1:1 does not answer: ",
        "http://127.0.0.1:99999": "is no address; copy it from the browser",
    }
    for address, wanted in asked.items():
        assert wanted in complaint(tmp_path, address), address
    assert "--wait-for goes with --new" in complaint(tmp_path, server.base, "--wait-for", "1")


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


def test_the_wire_of_the_trace_is_the_schema(tmp_path: Path, server: Remote) -> None:
    """Everything that goes over the wire can be read by the structs it was documented from."""
    with bot_processes() as started:
        words = ("--new", "raise-your-horns", "--fill", "easy", "--option", "end_value=1")
        started.append(BotProcess(tmp_path, "host", server.base, *words))
        started[0].finish()
        kinds: set[type] = set()
        for line in started[0].trace.read_text().splitlines():
            read = wire.read_frame if line.startswith(">") else wire.read_message
            kinds.add(type(read(line[2:])))
    assert {wire.Hello, wire.Welcome, wire.Move, wire.Update, wire.Answer} <= kinds
