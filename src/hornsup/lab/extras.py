"""Libraries of an extra: imported when needed; a missing one is an error of one line."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hornsup.errors import HornsUpError


class MissingExtra(HornsUpError, ImportError):
    """A library is not installed; the message says how to install it."""


def need(what: str, extra: str, *modules: str) -> Any:
    """Import the modules and give the last one, or say which extra brings them."""
    found = None
    for name in modules:
        try:
            found = import_module(name)
        except ImportError as error:
            library = name.partition(".")[0]
            raise MissingExtra(
                f"{what} needs {library}; install it with: pip install 'hornsup[{extra}]'"
            ) from error
    return found
