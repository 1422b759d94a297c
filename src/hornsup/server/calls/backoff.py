"""How long a receiver that failed is left alone, and when it is given up."""

from __future__ import annotations

from typing import Final

MOST_FAILURES: Final = 6
"""After so many failures in a row nothing more is sent: about half an hour without an answer."""
FIRST_SECONDS: Final = 60.0
UNRESOLVED_SECONDS: Final = 300.0
"""When a name is asked for again that was not resolved in time; that is no failure of its host."""


def wait_seconds(failures: int) -> float:
    """Doubles with every failure in a row."""
    return FIRST_SECONDS * float(2 ** max(0, failures - 1))
