"""Addresses that people copy: a server's, a table's link, or one with a code."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import SplitResult, urlsplit

from hornsup.errors import BadInput

TABLE: Final = re.compile(r"/t/([0-9a-f]{32})/?")
CODE: Final = re.compile(r"/(?:j/)?([A-Za-z0-9]{6})/?")


def read_address(address: str) -> tuple[str, str | None, str | None]:
    """Server, table and code in an address: a server's, a table's link, or one with a code."""
    parts = _split(address)
    base = f"{parts.scheme}://{parts.netloc}"
    found = TABLE.fullmatch(parts.path)
    if found:
        return base, found[1], None
    code = CODE.fullmatch(parts.path)
    if code:
        return base, None, code[1]
    if parts.path not in ("", "/"):
        raise BadInput(f"{address!r} names no table; it ends in /t/ and 32 letters, or in a code")
    return base, None, None


def _split(address: str) -> SplitResult:
    try:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        sound = parts.hostname and parts.port != 0 and not re.search(r"[\s\x00-\x1f]", address)
    except ValueError:  # a port that is none, or a broken IPv6 address
        sound = False
    if not sound or parts.scheme not in ("http", "https"):
        raise BadInput(f"{address!r} is no address; copy it from the browser")
    return parts
