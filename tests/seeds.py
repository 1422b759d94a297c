"""Random choices of tests that can be repeated.

Every generator prints its seed, which pytest shows when the test fails. The seed is made from the
test's name and the number of `pytest --seed N`: the same number makes the same choices.
"""

from __future__ import annotations

import os
from random import Random


class _Test:
    """The test that runs now, and how many generators it has been given."""

    seed = 1  # what `--seed` says; tests/conftest.py sets it
    name = ""
    count = 0


def set_seed(seed: int) -> None:
    _Test.seed = seed


def new_seed() -> str:
    """A seed of the running test's own, another one at every call; it is printed."""
    name = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if name != _Test.name:
        _Test.name, _Test.count = name, 0
    _Test.count += 1
    print(f"random choices {_Test.count} of this test: repeat with --seed {_Test.seed}")
    return f"{_Test.seed}/{name}/{_Test.count}"


def new_random() -> Random:
    """A generator of the running test's own."""
    return Random(new_seed())


class SeededRandomness:
    """Bits for a server that is the same in every run; hand it in as `Runtime.random`."""

    def __init__(self, rng: Random | None = None) -> None:
        self._rng = rng or new_random()

    def token_bytes(self, count: int, purpose: str) -> bytes:
        del purpose
        return self._rng.randbytes(count)
