"""Build the engine with mypyc into .venv-compiled: the same source, several times as fast.

Never compile in place: stale binaries in src/ would shadow every later edit. This copies the
package to build/, compiles the modules below there, and installs the result in a venv of its own.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv-compiled"
WORK = ROOT / "build" / "compiled"
HORNS_UP = (
    "board",
    "agenda",
    "card_symbols",
    "moves",
    "rules",
    "state",
    "turns",
    "knowledge",
    "legal",
    "actions",
    "effects",
    "moved_cards",
    "push_and_surf",
    "wall_of_death",
)
HORNS_UP_BOTS = ("planning", "evaluation", "lookahead", "tree")
MODULES = [
    "hornsup/core/moves.py",
    "hornsup/core/contract.py",
    *(f"hornsup/games/horns_up/{name}.py" for name in HORNS_UP),
    *(f"hornsup/bots/horns_up/{name}.py" for name in HORNS_UP_BOTS),
]


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    subprocess.run([str(word) for word in command], cwd=cwd, check=True)


def main() -> None:
    python = VENV / "bin" / "python"
    if not python.exists():
        run(sys.executable, "-m", "venv", VENV)
    run(python, "-m", "pip", "install", "--quiet", "mypy>=1.15", "setuptools", "click", "rich")
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(ROOT / "src", WORK, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    with (ROOT / "build" / "compiled.log").open("w") as log:
        built = subprocess.run(
            [str(python), "-m", "mypyc", *MODULES], cwd=WORK, stdout=log, stderr=log, check=False
        )
    if built.returncode:
        sys.exit("the compiled build failed; build/compiled.log says why")
    packages = next((VENV / "lib").glob("python3*/site-packages"))
    (packages / "hornsup-compiled.pth").write_text(f"{WORK}\n", encoding="utf-8")
    print(f"compiled {len(MODULES)} modules; run them with {python.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
