"""PostgreSQL and Redis for these tests come from tests/services.py."""

from __future__ import annotations

from typing import Any

import pytest

from tests.services import postgres, redis

__all__ = ["database", "postgres", "redis"]


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Settings for the embedded database and for a real one."""
    if request.param == "sqlite":
        return {}
    return {"database_url": request.getfixturevalue("postgres").fresh_database()}
