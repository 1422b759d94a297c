"""Other versions of the package that are measured beside this one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hornsup.errors import BadInput


def read_sources(given: Sequence[str]) -> dict[str, str]:
    """The `src` folder of each version, from texts such as `before=../before/src`."""
    sources = {}
    for text in given:
        name, _, source = text.partition("=")
        if not (Path(source) / "hornsup").is_dir():
            raise BadInput(f"--also {text!r}: write NAME=SRC with a folder that holds hornsup/")
        sources[name] = str(Path(source).resolve())
    return sources
