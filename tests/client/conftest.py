"""Async tests run in a loop of their own; services come from tests/services.py."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import pytest

from tests.services import postgres, redis

__all__ = ["postgres", "redis"]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run `async def` tests."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    arguments: dict[str, Any] = {name: pyfuncitem.funcargs[name] for name in names}
    asyncio.run(pyfuncitem.obj(**arguments))
    return True
