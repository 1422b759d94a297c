"""Records as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hornsup.core import record
from hornsup.core.contract import GameState
from hornsup.errors import BadInput


def read_record(path: str | Path) -> dict[str, Any]:
    """The record in a file, checked for its form; BadInput names the file and what is wrong."""
    try:
        return record.loads(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not a text file in UTF-8") from error
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from error


def write_record(state: GameState, path: str | Path) -> None:
    """Write the record of a game to a file that `hornsup replay` reads."""
    write_whole(Path(path), json.dumps(state.record(), ensure_ascii=False))


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically: readers see the old one or the new one."""
    new = path.with_name(path.name + ".new")
    new.write_text(text + "\n", encoding="utf-8")
    new.replace(path)
