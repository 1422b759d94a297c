"""One server for the tests that do not stop it; PostgreSQL and Redis from tests/services.py."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.client.processes import FAST
from tests.server.harness import Remote, remote_server
from tests.services import postgres, redis

__all__ = ["postgres", "redis"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Remote]:
    """A server that answers every test of the folder."""
    with remote_server(tmp_path_factory.mktemp("server"), **FAST) as started:
        yield started
