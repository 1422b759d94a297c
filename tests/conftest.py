"""Shared by all tests."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Generator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests import seeds

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="seed of the random games that tests play; the same number plays the same games",
    )


def pytest_configure(config: pytest.Config) -> None:
    seeds.set_seed(config.getoption("seed"))


def pytest_report_header(config: pytest.Config) -> str:
    return f"seed of random games: {config.getoption('seed')}; repeat with --seed"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failed test that drew from its seed says how to play the same game again."""
    report = yield
    if report.failed and "seed" in getattr(item, "fixturenames", ()):
        again = f'pytest "{item.nodeid}" --seed {item.config.getoption("seed")}'
        report.sections.append(("repeat with", again))
    return report


@pytest.fixture
def root() -> Path:
    return ROOT


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run `async def` tests, each in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    arguments: dict[str, Any] = {name: pyfuncitem.funcargs[name] for name in names}
    asyncio.run(pyfuncitem.obj(**arguments))
    return True


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """A number of this test's own, made from `--seed` and the test's name."""
    return seed_of(request.config.getoption("seed"), request.node.nodeid)


def seed_of(*parts: object) -> int:
    """A seed below 2**53, which Python and JavaScript both hold exactly."""
    text = "/".join(map(str, parts))
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") >> 11
