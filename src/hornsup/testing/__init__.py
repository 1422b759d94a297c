"""Conformance suites for authors of games and bots: call them from your own tests."""

from __future__ import annotations

from hornsup.testing.bots import check_bot
from hornsup.testing.games import check_game

__all__ = ["check_bot", "check_game"]
