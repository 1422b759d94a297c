"""PostgreSQL for these tests comes from tests/services.py."""

from __future__ import annotations

from tests.server.conftest import database
from tests.services import postgres, redis

__all__ = ["database", "postgres", "redis"]
