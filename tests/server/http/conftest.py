"""Requests to the application without a socket."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from hornsup.server.app import create_app
from hornsup.server.config import Config
from tests.server.harness import prepare_database


def serving(config: Config) -> TestClient[Any]:
    """A client of the application with a fresh database."""
    prepare_database(config)
    return TestClient(create_app(config))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """One application for the tests of a module."""
    with serving(Config(data=str(tmp_path_factory.mktemp("data")), log_level="error")) as client:
        yield client
