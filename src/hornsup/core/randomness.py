"""Seeded randomness that another program can reproduce byte for byte.

A game has a 256-bit seed. Block number i of its stream is SHA-256(seed || i as 8 bytes,
big-endian); every block gives eight 32-bit words, big-endian, in order. A number below n is the
next word modulo n; words at or above the largest multiple of n are thrown away, so that every
number is equally likely. A shuffle is Fisher-Yates from the last place down.
"""

from __future__ import annotations

from hashlib import sha256
from struct import Struct
from typing import Final

from hornsup.errors import BadInput

WORDS_PER_BLOCK: Final = 8
WORD_RANGE: Final = 1 << 32
_unpack = Struct(">8I").unpack

Seed = int | str | bytes


def seed_bytes(seed: Seed) -> bytes:
    """The 256-bit seed behind an integer, a text or 32 raw bytes."""
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise BadInput(f"a raw seed has 32 bytes, this one has {len(seed)}")
        return seed
    if isinstance(seed, bool) or not isinstance(seed, (int, str)):
        raise BadInput(f"a seed is an integer, a text or 32 bytes, not {seed!r}")
    if isinstance(seed, str) and _is_hex_seed(seed):
        return bytes.fromhex(seed[2:])
    kind = "int" if isinstance(seed, int) else "str"
    return sha256(f"hornsup/seed/{kind}/{seed}".encode()).digest()


def seed_json(seed: Seed) -> int | str:
    """A seed as it stands in a record: raw bytes become `0x` and 64 hexadecimal digits."""
    return "0x" + seed.hex() if isinstance(seed, bytes) else seed


def _is_hex_seed(text: str) -> bool:
    return (
        len(text) == 66
        and text.startswith("0x")
        and all(digit in "0123456789abcdef" for digit in text[2:])
    )


class Stream:
    """The words of one seed, from a given word on; `used` is the next word's number."""

    __slots__ = ("_number", "_words", "seed", "used")

    def __init__(self, seed: bytes, used: int = 0) -> None:
        self.seed = seed
        self.used = used
        self._number = -1
        self._words: tuple[int, ...] = ()

    def word(self) -> int:
        """The next 32-bit word."""
        used = self.used
        number = used // WORDS_PER_BLOCK
        if number != self._number:
            self._number = number
            self._words = _unpack(sha256(self.seed + number.to_bytes(8, "big")).digest())
        self.used = used + 1
        return self._words[used % WORDS_PER_BLOCK]

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely."""
        used = self.used
        if used // WORDS_PER_BLOCK == self._number:  # inlined: the usual case
            self.used = used + 1
            word = self._words[used % WORDS_PER_BLOCK]
        else:
            word = self.word()
        # The exact limit matters for the last `bound` words only; the first test spares the rest.
        while word >= WORD_RANGE - bound and word >= WORD_RANGE - WORD_RANGE % bound:
            word = self.word()
        return word % bound

    def shuffle(self, items: list[int]) -> None:
        """Shuffle in place, from the last place down."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
