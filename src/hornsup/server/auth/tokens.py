"""Opaque tokens. A token is known to its owner alone; the database has its hash."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Final

from hornsup.play.runtime import Purpose, Randomness

TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token(random: Randomness, purpose: Purpose = "token") -> str:
    """256 random bits."""
    return urlsafe_b64encode(random.token_bytes(32, purpose)).rstrip(b"=").decode()


def hashed(token: str) -> str:
    """What is stored. A token has full entropy, so a plain hash is enough and needs no salt."""
    return sha256(token.encode()).hexdigest()
