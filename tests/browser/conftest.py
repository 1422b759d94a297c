"""A real server, a real Chromium, and visitors who must leave without a single complaint."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.remote import SeededRemote
from tests.browser.visitor import Visitor
from tests.conftest import seed_of
from tests.services import Missing, need

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 20_000
PageAt = Callable[..., Visitor]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests come first, so that no worker is left with one at the end."""
    items.sort(key=lambda item: "test_tour" not in item.nodeid)


def find_chromium() -> str:
    """The browser of this machine; Playwright's own is never downloaded."""
    for name in ("chromium", "chromium-browser", "google-chrome", "chrome"):
        if found := shutil.which(name):
            return found
    raise Missing("Chromium is not installed (Debian: apt-get install chromium)")


def launch(driver: Playwright) -> Browser:
    return driver.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # Playwright's own pipes
        with sync_playwright() as playwright:
            yield playwright


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Browser]:
    need(find_chromium)  # type: ignore[type-var] # a path serves like a service here
    opened = launch(driver)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeededRemote]:
    """One real `hornsup serve`, at the limits that it has for everyone but for new guests."""
    remote = SeededRemote(
        tmp_path_factory.mktemp("server"), sessions_per_minute=100_000, tables_per_hour=1000
    )
    remote.start()
    yield remote
    remote.stop()


@pytest.fixture
def page_at(browser: Browser, server: SeededRemote, seed: int, tmp_path: Path) -> Iterator[PageAt]:
    """Opens visitors: `page_at("phone", "it", name="Bea")`; none may have met an error."""
    visitors: list[Visitor] = []
    server.set_seed(seed)

    def come(size: str = "laptop", language: str = "en", **more: Any) -> Visitor:
        own = seed_of(seed, len(visitors))
        visitor = Visitor.come(browser, server.base, size, language, seed=own, **more)
        visitor.context.set_default_timeout(PATIENCE)
        visitors.append(visitor)
        return visitor

    yield come
    troubles = [trouble for visitor in visitors for trouble in visitor.troubles()]
    for number, visitor in enumerate(visitors):
        if troubles:
            visitor.picture(tmp_path / f"visitor-{number}.png")
        visitor.leave()
    assert not troubles, "the browser complained:\n" + "\n".join(troubles)


@pytest.fixture(scope="session")
def axe_source(pytestconfig: pytest.Config) -> str | None:
    """The accessibility checker that `make web` fetches; None if it has not been fetched."""
    path = pytestconfig.rootpath / ".node/node_modules/axe-core/axe.min.js"
    return path.read_text() if path.exists() else None
