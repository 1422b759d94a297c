"""Build the pure and the compiled wheel from one source and play the same games with both.

The wheels go to dist/; each is installed into an empty environment, .venv-pure and .venv-compiled,
where `hornsup --version` must name its engine and `wheel_games.py` must come to the same digests.
Exits 1 if they differ.

The build works on a copy of the source, never in place: a compiled module beside its source would
hide every later edit, and hatch-mypyc moves pyproject.toml away while it compiles.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import wheel_games

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
WORK = ROOT / "build" / "wheels"
SOURCE = ("pyproject.toml", "README.md", "LICENSE", "src")
HOOKS = "HATCH_BUILD_HOOKS_ENABLE"
ENGINES = {"pure": "plain", "compiled": "compiled"}
"""By wheel: the engine that `hornsup --version` must name."""


def environment(kind: str) -> dict[str, str]:
    """The variables for a build or a run: only one wheel is compiled, and neither sees src/."""
    kept = {name: text for name, text in os.environ.items() if name not in (HOOKS, "PYTHONPATH")}
    return kept | ({HOOKS: "1"} if kind == "compiled" else {})


def python_of(kind: str) -> Path:
    """The interpreter of the environment in which this wheel is installed."""
    folder = ROOT / f".venv-{kind}"
    return folder / ("Scripts" if os.name == "nt" else "bin") / "python"


def copy_source() -> Path:
    """A fresh copy of what a wheel is built from."""
    target = WORK / "source"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    unwanted = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    for name in SOURCE:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=unwanted)
        else:
            shutil.copy(ROOT / name, target / name)
    return target


def build(kind: str, source: Path) -> Path:
    """Build one wheel and put it into dist/."""
    print(f"building the {kind} wheel")
    made, log = WORK / kind, WORK / f"{kind}.log"
    shutil.rmtree(made, ignore_errors=True)
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(made), str(source)]
    with log.open("w", encoding="utf-8") as file:
        done = subprocess.run(
            command, stdout=file, stderr=file, env=environment(kind), cwd=WORK, check=False
        )
    if done.returncode:
        sys.exit(f"the {kind} wheel could not be built; {log.relative_to(ROOT)} says why")
    (wheel,) = made.glob("*.whl")
    if (kind == "pure") != wheel.name.endswith("-py3-none-any.whl"):
        sys.exit(f"the {kind} wheel came out as {wheel.name}")
    DIST.mkdir(exist_ok=True)
    target = DIST / wheel.name
    shutil.copy(wheel, target)
    print(f"  {target.relative_to(ROOT)}, {target.stat().st_size / 1e6:.2f} MB")
    return target


def install(kind: str, wheel: Path) -> None:
    """Install a wheel, and what it requires, into an environment that holds nothing else."""
    folder = python_of(kind).parent.parent
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
    pip = [str(python_of(kind)), "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, str(wheel)], env=environment(kind), cwd=WORK, check=True)


def ask(kind: str, *words: str) -> str:
    """What a command prints in the environment of a wheel."""
    command = [str(python_of(kind)), *words]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, env=environment(kind), cwd=WORK, check=False
    )
    if done.returncode:
        sys.exit(f"with the {kind} wheel this failed: {' '.join(words)}")
    return done.stdout.strip()


def check_version(kind: str) -> None:
    told = ask(kind, "-m", "hornsup", "--version")
    print(f"  {told}")
    if not told.endswith(f"({ENGINES[kind]} engine)"):
        sys.exit(f"the {kind} wheel does not run the {ENGINES[kind]} engine")


def compare() -> int:
    """Play the games with both wheels; 1 if any of them differs."""
    found: list[dict[str, Any]] = []
    for kind in ENGINES:
        print(f"playing with the {kind} wheel")
        found.append(json.loads(ask(kind, str(ROOT / "tools" / "wheel_games.py"))))
    return wheel_games.report(*found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-games", action="store_true", help="build and install, do not compare")
    asked = parser.parse_args()
    source = copy_source()
    for kind in ENGINES:
        install(kind, build(kind, source))
        check_version(kind)
    return 0 if asked.no_games else compare()


if __name__ == "__main__":
    sys.exit(main())
