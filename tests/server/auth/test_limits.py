"""Limits by address, which only a trusted proxy may name."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from hornsup import i18n
from hornsup.play.runtime import SteadyClock
from hornsup.server.auth.limits import Limits
from hornsup.server.config import Config
from tests.server.harness import local_server


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


def test_case_20_the_limit_of_an_address_is_far_above_that_of_a_player() -> None:
    shipped = Config()
    assert shipped.sockets_per_address >= 10 * shipped.sockets_per_player
    assert shipped.sessions_per_minute >= 60


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_limit_says_when_to_try_again(language: str) -> None:
    names = Limits(Config(), SteadyClock()).names
    assert set(i18n.catalogue(language, "page")["limits"]) == names
