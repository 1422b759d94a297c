"""Which pages may send requests: our own, and those on the list."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from hornsup.server.config import Config


def allowed(headers: Iterable[tuple[bytes, bytes]], config: Config) -> bool:
    """Whether a request's Origin is ours; programs that are no browsers send none."""
    found = {name: value.decode("latin-1") for name, value in headers}
    origin = found.get(b"origin")
    if origin is None:
        return True
    listed = {each.strip().rstrip("/") for each in config.origins.split(",") if each.strip()}
    if config.public_url:
        listed.add(config.public_url.rstrip("/"))
    if origin.rstrip("/") in listed:
        return True
    return _place(origin) == found.get(b"host", "").lower()


def _place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
