"""The names of tables: a long id that nobody guesses, and a short code to read out."""

from __future__ import annotations

import re
from typing import Final

from hornsup.play.runtime import Purpose, Randomness

CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no I, O, 0, 1
CODE_LENGTH: Final = 6
ID: Final = re.compile(r"[0-9a-f]{32}")


def new_id(random: Randomness, purpose: Purpose = "table") -> str:
    """128 random bits."""
    return random.token_bytes(16, purpose).hex()


def new_code(random: Randomness) -> str:
    """One of a billion codes; there are 32 letters, so every byte gives one without bias."""
    return "".join(CODE_LETTERS[byte % 32] for byte in random.token_bytes(CODE_LENGTH, "code"))


def read_code(text: str) -> str | None:
    """A code as typed, or None when it cannot be one."""
    code = text.strip().upper().replace("-", "").replace(" ", "")
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else None
