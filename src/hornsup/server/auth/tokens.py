"""Opaque tokens and ids. A token is known to its owner alone; the database has its hash."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from typing import Final

CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no I, O, 0, 1
CODE_LENGTH: Final = 6
ID: Final = re.compile(r"[0-9a-f]{32}")
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")


def new_id() -> str:
    """128 random bits."""
    return secrets.token_hex(16)


def new_token() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is stored. A token has full entropy, so a plain hash is enough and needs no salt."""
    return sha256(token.encode()).hexdigest()


def new_code() -> str:
    """A short code to read out across a room."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str | None:
    """A code as typed, or None when it cannot be one."""
    code = text.strip().upper().replace("-", "").replace(" ", "")
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else None
