"""What can go wrong between a client and a server."""

from __future__ import annotations

from hornsup.errors import HornsUpError


class Unreachable(HornsUpError):
    """The server cannot be reached, does not answer in time, or closed the connection."""


class RequestRefused(HornsUpError):
    """The server refused a request; `code` is stable."""

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
