"""PostgreSQL and Redis for these tests come from tests/services.py."""

from __future__ import annotations

from tests.services import postgres, redis

__all__ = ["postgres", "redis"]
