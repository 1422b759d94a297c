"""`make bench`: our figures and our peers' in one run, written to docs/benchmarks.md."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "benchmarks"
PEERS = ROOT / ".venv-peers"
PAGE = ROOT / "docs" / "benchmarks.md"
MARK = "<!-- figures: written by make bench -->"
CATANATRON = "catanatron==3.2.1"


def ask(python: Path | str, script: Path) -> dict[str, Any]:
    """Run a benchmark script in some interpreter and read its figures."""
    done = subprocess.run(
        [str(python), str(script)], capture_output=True, text=True, cwd=ROOT, check=False
    )
    if done.returncode:
        sys.exit(f"{script.name} failed: {done.stderr.strip().splitlines()[-1]}")
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def peer_python() -> Path:
    """An interpreter with the peers in it, apart from our own."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
    install = [str(python), "-m", "pip", "install", "--quiet", CATANATRON]
    subprocess.run(install, check=True)
    return python


def compiled_python() -> Path:
    subprocess.run([sys.executable, str(ROOT / "tools" / "compiled.py")], check=True)
    return ROOT / ".venv-compiled" / "bin" / "python"


def horns_up(rounds: int) -> list[str]:
    """The engine beside catanatron; every round measures all three, the best of each counts."""
    scripts: dict[str, tuple[Path | str, Path]] = {
        "hornsup, plain Python": (sys.executable, HERE / "horns_up.py"),
        "hornsup, compiled with mypyc": (compiled_python(), HERE / "horns_up.py"),
        f"{CATANATRON.replace('==', ' ')} (PyPI)": (
            peer_python(),
            HERE / "peers" / "catanatron_peer.py",
        ),
    }
    found: dict[str, dict[str, Any]] = {}
    for number in range(rounds):
        for name, (python, script) in scripts.items():
            print(f"  round {number + 1} of {rounds}: {name}", file=sys.stderr)
            figures = ask(python, script)
            known = found.setdefault(name, figures)
            for key, better in (("decisions_per_second", max), ("copy_microseconds", min)):
                known[key] = better(known[key], figures[key])
    return table(found)


def table(found: dict[str, dict[str, Any]]) -> list[str]:
    peer = list(found.values())[-1]
    lines = [
        "| Engine | Decisions/s | times the peer | Copy in mid-game | A state's own memory |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, figures in found.items():
        ratio = figures["decisions_per_second"] / peer["decisions_per_second"]
        size = f"{figures['state_bytes'] / 1000:.1f} kB" if "state_bytes" in figures else "–"
        lines.append(
            f"| {name} | {figures['decisions_per_second']:,.0f} | {ratio:.2f} | "
            f"{figures['copy_microseconds']:.1f} µs | {size} |"
        )
    return lines


def machine() -> str:
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = names[0].split(":")[1].strip() if names else cpu
    today = datetime.date.today().isoformat()
    version = platform.python_version()
    return f"{today}, {cpu}, {os.cpu_count()} cores, CPython {version}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2, help="measure everything so often")
    parser.add_argument("--no-write", action="store_true", help="print, but leave the page alone")
    asked = parser.parse_args()
    lines = [MARK, "", f"Measured on {machine()}.", "", "### Horns Up: random self-play", ""]
    lines += horns_up(asked.rounds)
    text = "\n".join(lines) + "\n"
    print(text)
    if not asked.no_write:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(page.split(MARK)[0] + text, encoding="utf-8")


if __name__ == "__main__":
    main()
