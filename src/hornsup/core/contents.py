"""Names, titles and descriptions of what comes with a game, for a catalogue."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hornsup import i18n


def described(language: str, key: str, names: Iterable[str]) -> list[dict[str, Any]]:
    """Each name with the texts that stand under `key` and the name in the catalogue."""
    return [{"name": name, **i18n.lookup(language, f"{key}.{name}")} for name in names]
