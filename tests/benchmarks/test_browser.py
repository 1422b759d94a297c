"""The bench of the browser client: counting bytes, and how figures become a table."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from benchmarks.browser.pages import percentile
from benchmarks.browser.painting import long_tasks
from benchmarks.browser.proxy import counting
from benchmarks.browser.report import markdown
from benchmarks.server.sources import read_sources

from hornsup.errors import BadInput


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send a thousand bytes for every line, until the other side closes."""
    while await reader.readline():
        writer.write(b"x" * 1000)
        await writer.drain()
    writer.close()
    await writer.wait_closed()


async def counted_bytes() -> tuple[float, float, float]:
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with counting(base) as wire:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(wire.base.split(":")[-1]))
        writer.write(b"ask\n")
        await reader.readexactly(1000)
        between = time.time()
        await asyncio.sleep(0.01)
        writer.write(b"ask\nask\n")
        await reader.readexactly(2000)
        writer.close()
        await writer.wait_closed()
        found = wire.kilobytes(), wire.kilobytes(until=between), wire.kilobytes(since=between)
    server.close()
    await server.wait_closed()
    return found


def test_the_proxy_counts_what_the_server_sends_by_time() -> None:
    assert asyncio.run(counted_bytes()) == (3.0, 1.0, 2.0)


def test_percentiles() -> None:
    assert percentile([4, 1, 3, 2], 0.5) == 3
    assert percentile(range(100), 0.95) == 95


def test_one_version_has_one_column_and_two_have_two() -> None:
    now = {"button_kilobytes": 77.4, "long_scripts": 0.0}
    alone = markdown({"now": now})
    assert alone[0] == "| What | Measured | Limit |"
    assert len(alone) == 4, "what was not measured has no row"
    beside = markdown({"before": {"button_kilobytes": 80.0}, "now": now})
    assert beside[0] == "| What | before | now | Limit |"
    assert beside[2].endswith("| 80 kB | 77 kB | ≤ 200 kB |")
    assert beside[3].endswith("| – | 0 | 0 |")


def test_only_scripts_of_the_page_count_as_long(capsys: pytest.CaptureFixture[str]) -> None:
    own = {"duration": 60.0, "own": True, "who": "paint in board.js"}
    hook = {"duration": 90.0, "own": False, "who": "a hook"}
    short = {"duration": 20.0, "own": True, "who": "other"}
    found = long_tasks([{"duration": 170.0, "scripts": [own, hook, short]}])
    assert found == {"long_scripts": 1.0, "longest_script": 60.0, "slow_frames": 1.0}
    assert "paint in board.js" in capsys.readouterr().err


def test_another_version_is_a_folder_that_holds_the_package(tmp_path: Path) -> None:
    (tmp_path / "hornsup").mkdir()
    assert read_sources([f"before={tmp_path}"]) == {"before": str(tmp_path)}
    with pytest.raises(BadInput, match="NAME=SRC"):
        read_sources(["before"])
