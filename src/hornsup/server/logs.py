"""Structured logs. No token, hand, seed, contribution or address of a call gets into them."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import MutableMapping
from typing import Any, Final

import structlog

SECRET: Final = frozenset(
    {
        "token",
        "cookie",
        "authorization",
        "secret",
        "seed",
        "hand",
        "view",
        "contribution",
        "endpoint",
        "url",
    }
)


def _strip(_logger: Any, _name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for key in SECRET & event.keys():
        event[key] = "…"
    return event


def set_up(level: str, as_json: bool) -> None:
    """One line per event on stderr."""
    number = getattr(logging, level.upper(), logging.INFO)
    colours = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    render: Any = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(colors=colours)
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _strip,
            render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
