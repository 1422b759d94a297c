"""Numbers as each language writes them; the browser's `Intl` writes them in the same way."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # the import takes longer than the rest of the module
    from fractions import Fraction

NARROW_SPACE: Final = "\u202f"
DECIMAL_SIGN: Final[Mapping[str, str]] = MappingProxyType({"it": ",", "fr": ","})
PERCENT_SIGN: Final[Mapping[str, str]] = MappingProxyType({"fr": f"{NARROW_SPACE}%"})
"""What a language writes other than English, which has a point and `%` without a space."""


def number(language: str, value: float | Fraction, digits: int | None = None) -> str:
    """A number with as many decimals as it has, or with exactly `digits` of them."""
    if digits is None:
        written = str(value) if isinstance(value, int) else f"{float(value):.12g}"
    else:
        written = f"{float(value):.{digits}f}"
    return written.replace(".", DECIMAL_SIGN.get(language, "."))


def percent(language: str, share: float | Fraction, digits: int = 1) -> str:
    """A share of 1 as a percentage."""
    return number(language, share * 100, digits) + PERCENT_SIGN.get(language, "%")
