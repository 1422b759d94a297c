"""Bots: small classes that choose a move from what their own seat may know."""

from __future__ import annotations

from hornsup.bots.base import Bot, Info
from hornsup.bots.lineup import bot_names, line_up

__all__ = ["Bot", "Info", "bot_names", "line_up"]
