"""The folder of a run that can be interrupted: its settings, and the code that plays it.

Results are only added up if the same code played them all. `run.json` therefore has a digest of the
rules and the bots; it does not depend on whether they are compiled.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from hornsup.errors import BadInput
from hornsup.record_files import write_whole
from hornsup.version import __version__

FILE: Final = "run.json"
PARTS: Final = ("core", "games", "bots", "lab/simulate.py", "lab/seating.py")
BINARIES: Final = (".pyc", ".so", ".pyd")


@cache
def code_digest() -> str:
    """Changes whenever a rule, a deck, a bot or its weights change."""
    package = Path(__file__).resolve().parent.parent
    found = hashlib.sha256()
    for part in PARTS:
        below = sorted((package / part).rglob("*")) if (package / part).is_dir() else []
        for path in below or [package / part]:
            if path.is_file() and path.suffix not in BINARIES:
                content = path.read_bytes().replace(b"\r\n", b"\n")
                name = path.relative_to(package).as_posix()
                found.update(f"{name} {len(content)}\n".encode() + content)
    return found.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class RunFolder:
    """One run of a command in its folder."""

    path: Path
    command: str
    settings: dict[str, Any]

    @staticmethod
    def create(path: Path, command: str, settings: dict[str, Any]) -> RunFolder:
        """A new folder; one that already holds a run is left alone."""
        if (path / FILE).exists():
            raise BadInput(
                f"{path} already holds games; go on with: hornsup {command} --resume {path}"
            )
        path.mkdir(parents=True, exist_ok=True)
        head = {"hornsup": __version__, "code": code_digest(), "command": command}
        write_whole(path / FILE, json.dumps({**head, "settings": settings}, indent=1))
        return RunFolder(path, command, settings)

    @staticmethod
    def open(path: Path, command: str) -> RunFolder:
        """A folder of this command, finished or not, if the same code would go on with it."""
        try:
            data = json.loads((path / FILE).read_text(encoding="utf-8"))
            known, code, settings = data["command"], data["code"], dict(data["settings"])
        except FileNotFoundError as error:
            raise BadInput(
                f"{path} holds no run; begin one with: hornsup {command} … --out {path}"
            ) from error
        except (ValueError, KeyError, TypeError) as error:
            raise BadInput(f"{path / FILE} is garbled: {error}") from error
        if known != command:
            raise BadInput(f"{path} is a run of hornsup {known}, not of hornsup {command}")
        if code != code_digest():
            raise BadInput(
                f"{path} was played by other rules or bots (code {code}, here {code_digest()}); "
                "begin a new folder with --out"
            )
        return RunFolder(path, command, settings)
