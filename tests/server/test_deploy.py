"""What docs/deploy.md promises to those who run a server."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import yaml

from hornsup.client import Guest, RequestRefused
from hornsup.server.config import from_environment
from hornsup.server.running import lan_address
from tests.conftest import ROOT
from tests.server.harness import FakeTime, SteadyClock, local_server

DAY = 86_400


# --- at a party -------------------------------------------------------------------------------


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """`hornsup serve` in a terminal, ended at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "hornsup", "serve", "--no-open", "--data", str(folder), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_phones_of_the_room_are_shown_a_code_to_scan(tmp_path: Path) -> None:
    with serving(tmp_path, "--lan", "--port", "0") as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        found = re.fullmatch(r"hornsup is open: http://(.+):(\d+)\n", first)
        assert found is not None, first
        assert found[1] == lan_address()
        assert "scan this" in process.stdout.readline()
        drawn = [process.stdout.readline() for _ in range(12)]
        assert sum(sign in "▀▄█" for line in drawn for sign in line) > 100


# --- behind a proxy ---------------------------------------------------------------------------


def come_in(base: str, claimed: str) -> int:
    headers = {"content-type": "application/json", "x-forwarded-for": claimed}
    asked = Request(f"{base}/api/session", b'{"name": "Ann"}', headers)
    try:
        with urlopen(asked, timeout=10) as response:
            return int(response.status)
    except HTTPError as error:
        with error:
            return error.code


@pytest.mark.parametrize(
    ("trusted", "wanted"),
    [("127.0.0.1", [200] * 4), ("127.0.0.0/8", [200] * 4), ("10.77.0.0/24", [200, 200, 429, 429])],
)
async def test_only_a_trusted_proxy_says_where_people_come_from(
    tmp_path: Path, trusted: str, wanted: list[int]
) -> None:
    async with local_server(tmp_path, trusted_proxies=trusted, sessions_per_minute=2) as server:
        found = [
            await asyncio.to_thread(come_in, server.base, f"203.0.113.{number}")
            for number in range(4)
        ]
    assert found == wanted


def test_the_compose_file_gives_settings_that_the_server_takes() -> None:
    found: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    server = found["services"]["hornsup"]
    written = {
        name: re.sub(r"\$\{.*?\}", "x", value) for name, value in server["environment"].items()
    }
    config = from_environment(written)
    assert config.secure
    assert not config.is_sqlite
    assert config.trusted_proxies == found["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert set(server["depends_on"]) == {"postgres", "redis"}


# --- deleting ---------------------------------------------------------------------------------


async def test_guests_without_a_table_are_forgotten_in_time(tmp_path: Path) -> None:
    fake = FakeTime()
    clock = SteadyClock(fake)
    async with local_server(tmp_path, clock=clock, keep_days=90) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        await ann.open_table({"game": "raise-your-horns", "players": 3})
        fake.forward(89 * DAY)
        cyd = await server.guest("Cyd")
        fake.forward(2 * DAY)
        await server.services.store.delete_guests(server.services.house.now() - 90 * DAY * 1000)
        server.services.sessions._known.clear()
        assert (await ann.call("GET", "/api/me"))["name"] == "Ann", "a table of hers is left"
        assert (await cyd.call("GET", "/api/me"))["name"] == "Cyd"
        with pytest.raises(RequestRefused, match="choose a name"):
            await bea.call("GET", "/api/me")


async def test_the_sweep_forgets_games_and_then_their_people(tmp_path: Path) -> None:
    fake = FakeTime()
    async with local_server(tmp_path, clock=SteadyClock(fake), keep_days=1) as server:
        sweeper, sessions = server.services.sweeper, server.services.sessions
        ann: Guest = await server.guest("Ann")
        opened = await ann.open_table({"game": "raise-your-horns", "players": 3})
        for _ in range(2):  # first the table is closed, then it is deleted
            fake.forward(2 * DAY)
            await sweeper._tidy()
            for room in list(server.services.house.rooms.values()):
                await room.settle()
        await sweeper._tidy()
        assert await server.services.store.table(opened["id"]) is None
        sessions._known.clear()
        with pytest.raises(RequestRefused, match="choose a name"):
            await ann.call("GET", "/api/me")
