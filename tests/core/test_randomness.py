"""The random stream is what the documentation says, byte for byte."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from hornsup.core.randomness import Stream, seed_bytes, seed_json
from hornsup.errors import BadInput


def test_seeds_are_hashed_to_256_bits() -> None:
    assert seed_bytes(7) == sha256(b"hornsup/seed/int/7").digest()
    assert seed_bytes("7") == sha256(b"hornsup/seed/str/7").digest()
    assert seed_bytes(7) != seed_bytes("7")
    raw = bytes(range(32))
    assert seed_bytes(raw) == raw
    assert seed_bytes(str(seed_json(raw))) == raw


@pytest.mark.parametrize("seed", [b"short", 1.5, None, True])
def test_other_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(BadInput):
        seed_bytes(seed)


def test_words_come_from_sha256_in_counter_mode() -> None:
    seed = seed_bytes("a known seed")
    stream = Stream(seed)
    words = [stream.word() for _ in range(20)]
    blocks = b"".join(sha256(seed + number.to_bytes(8, "big")).digest() for number in range(3))
    assert words == [int.from_bytes(blocks[i : i + 4], "big") for i in range(0, 80, 4)]
    resumed = Stream(seed, 11)
    assert resumed.word() == words[11]


def test_a_known_shuffle() -> None:
    """Another program that gets this list has read the documentation right."""
    cards = list(range(10))
    Stream(seed_bytes(7)).shuffle(cards)
    assert cards == KNOWN_SHUFFLE


def test_numbers_are_even() -> None:
    stream = Stream(seed_bytes("even"))
    counts = [0] * 6
    for _ in range(6000):
        counts[stream.below(6)] += 1
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts)
    assert chi_square < 20.5  # the 0.1 % point with five degrees of freedom


KNOWN_SHUFFLE = [9, 6, 5, 2, 4, 7, 8, 3, 0, 1]
