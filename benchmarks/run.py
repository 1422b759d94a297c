"""`make bench`: our figures and our peers' in one run, written to docs/benchmarks.md."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "benchmarks"
PEERS = ROOT / ".venv-peers"
PAGE = ROOT / "docs" / "benchmarks.md"
MARK = "<!-- figures: written by make bench -->"
CATANATRON = "catanatron==3.2.1"
OPEN_SPIEL = "open_spiel==2.0.2"
PETTINGZOO = "pettingzoo==1.27.0"
RLCARD = "rlcard==1.2.0"

Scripts = dict[str, tuple[Path | str, Path]]
"""What is measured: an interpreter and a script for each row of a table."""


def ask(python: Path | str, *arguments: Path | str) -> dict[str, Any]:
    """Run a benchmark script in some interpreter and read its figures."""
    command = [str(python), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["it said nothing"]
        sys.exit(f"{arguments[-1]} failed: {said[-1]}")
    sys.stderr.write(done.stderr)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def peer_python(*more: str) -> Path:
    """An interpreter with the peers in it, apart from our own."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
    install = [str(python), "-m", "pip", "install", "--quiet"]
    subprocess.run([*install, CATANATRON, OPEN_SPIEL, PETTINGZOO, *more], check=True)
    return python


@cache
def wheel_pythons() -> tuple[Path, Path]:
    """Interpreters with the pure and with the compiled wheel, built now."""
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "build"], check=True)
    build = [sys.executable, str(ROOT / "tools" / "wheels.py"), "--no-games"]
    subprocess.run(build, stdout=sys.stderr, check=True)
    return ROOT / ".venv-pure" / "bin" / "python", ROOT / ".venv-compiled" / "bin" / "python"


def measure(
    scripts: Scripts, rounds: int, better: Mapping[str, Callable[[float, float], float]]
) -> dict[str, dict[str, Any]]:
    """Every round measures everything; of the figures named in `better` the best counts."""
    found: dict[str, dict[str, Any]] = {}
    for number in range(rounds):
        for name, (python, script) in scripts.items():
            print(f"  round {number + 1} of {rounds}: {name}", file=sys.stderr)
            figures = ask(python, script)
            known = found.setdefault(name, figures)
            for key in better.keys() & figures.keys():
                known[key] = better[key](known[key], figures[key])
    return found


def released(requirement: str) -> str:
    return f"{requirement.replace('==', ' ')} (PyPI)"


def horns_up(asked: argparse.Namespace) -> list[str]:
    """The engine, from the pure and from the compiled wheel, beside catanatron."""
    pure, compiled = wheel_pythons()
    scripts: Scripts = {
        "hornsup, pure wheel": (pure, HERE / "horns_up.py"),
        "hornsup, compiled wheel": (compiled, HERE / "horns_up.py"),
        released(CATANATRON): (peer_python(), HERE / "peers" / "catanatron_peer.py"),
    }
    better = {"decisions_per_second": max, "copy_microseconds": min}
    return table(measure(scripts, asked.rounds, better))


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


def raise_your_horns(asked: argparse.Namespace) -> list[str]:
    """The engine and the lab's bulk path beside three twins of the game."""
    peers, twins = peer_python(), HERE / "peers"
    engine, open_spiel = "hornsup, plain Python", f"twin for {released(OPEN_SPIEL)}"
    scripts: Scripts = {
        engine: (sys.executable, HERE / "raise_your_horns.py"),
        "hornsup, compiled wheel": (wheel_pythons()[1], HERE / "raise_your_horns.py"),
        open_spiel: (peers, twins / "openspiel_dice.py"),
        f"twin for {released(PETTINGZOO)}": (peers, twins / "pettingzoo_dice.py"),
        "tight plain-Python loop": (peers, twins / "tight_loop_dice.py"),
    }
    better = {"rounds_per_second": max, "bulk_rounds_per_second": max}
    found = measure(scripts, asked.rounds, better)
    speeds = {name: figures["rounds_per_second"] for name, figures in found.items()}
    if "bulk_rounds_per_second" in found[engine]:
        speeds["hornsup, bulk path of the lab"] = found[engine]["bulk_rounds_per_second"]
    return [
        "| Program | Rounds/s | times the OpenSpiel twin |",
        "|---|---:|---:|",
        *(
            f"| {name} | {speed:,.0f} | {speed / speeds[open_spiel]:.2f} |"
            for name, speed in speeds.items()
        ),
    ]


def environments(asked: argparse.Namespace) -> list[str]:
    """Steps per second of our environments beside PettingZoo's and RLCard's, by one loop."""
    classic = PETTINGZOO.replace("==", "[classic]==")
    peers = peer_python(classic, RLCARD), HERE / "peers" / "environment_peers.py"
    scripts: Scripts = {"ours": (sys.executable, HERE / "envs.py"), "peers": peers}
    best: dict[str, dict[str, float]] = {name: {} for name in scripts}
    for number in range(asked.rounds):
        for name, (python, script) in scripts.items():
            print(f"  round {number + 1} of {asked.rounds}: environments, {name}", file=sys.stderr)
            for row, steps in ask(python, script).items():
                best[name][row] = max(steps, best[name].get(row, 0))
    return environment_table(best["ours"], best["peers"])


def environment_table(ours: Mapping[str, float], peers: Mapping[str, float]) -> list[str]:
    """All rows, beside the fastest peer and the median of the peers."""
    fastest, middle = max(peers.values()), median(peers.values())
    versions = f"{released(PETTINGZOO)} and {released(RLCARD)}"
    return [
        f"Peers: {versions}. Their median is {middle:,.0f} steps/s.",
        "",
        "| Environment | Steps/s | times the fastest peer | times the peers' median |",
        "|---|---:|---:|---:|",
        *(
            f"| {name} | {steps:,.0f} | {steps / fastest:.2f} | {steps / middle:.2f} |"
            for name, steps in [*ours.items(), *peers.items()]
        ),
    ]


def browser(asked: argparse.Namespace) -> list[str]:
    """The client in Chromium, beside the limits that we set ourselves and an older version."""
    also = [word for text in asked.also for word in ("--also", text)]
    return printed("benchmarks.browser", *also)


def server(asked: argparse.Namespace) -> list[str]:
    """The table server beside boardgame.io's: the lines that `benchmarks.server` prints."""
    return printed("benchmarks.server", "--rounds", str(max(3, asked.rounds)))


def printed(module: str, *arguments: str) -> list[str]:
    """The lines that a benchmark prints."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, check=True)
    return done.stdout.splitlines()


SECTIONS: dict[str, tuple[str, Callable[[argparse.Namespace], list[str]]]] = {
    "horns-up": ("### Horns Up: random self-play", horns_up),
    "raise-your-horns": ("### Raise Your Horns!: rounds of random play", raise_your_horns),
    "environments": ("### Environments: masked random actions", environments),
    "server": ("### The table server under load", server),
    "browser": ("### The browser client", browser),
}


def machine() -> str:
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = names[0].split(":")[1].strip() if names else cpu
    today = datetime.date.today().isoformat()
    version = platform.python_version()
    return f"{today}, {cpu}, {os.cpu_count()} cores, CPython {version}"


def write(fresh: dict[str, str]) -> None:
    """Put the sections on the page; those that were not measured now stay as they are."""
    about, _, figures = PAGE.read_text(encoding="utf-8").partition(MARK)
    parts = [f"### {part.strip()}\n" for part in figures.split("### ")[1:]]
    known = {part.partition("\n")[0]: part for part in parts} | fresh
    texts = [known[heading] for heading, _ in SECTIONS.values() if heading in known]
    PAGE.write_text(about + "\n".join([f"{MARK}\n", *texts]), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2, help="measure everything so often")
    parser.add_argument("--no-write", action="store_true", help="print, but leave the page alone")
    parser.add_argument("--only", choices=SECTIONS, help="measure one section alone")
    also = "another version for the browser section to measure too"
    parser.add_argument("--also", action="append", default=[], metavar="NAME=SRC", help=also)
    asked = parser.parse_args()
    fresh: dict[str, str] = {}
    for game, (heading, section) in SECTIONS.items():
        if asked.only in (None, game):
            lines = [heading, "", f"Measured on {machine()}.", "", *section(asked)]
            fresh[heading] = "\n".join(lines) + "\n"
            print(fresh[heading])
    if not asked.no_write:
        write(fresh)


if __name__ == "__main__":
    main()
