"""Do the engine and its twins play the same Raise Your Horns!? Compares their shares; run by hand.

Every share of every program must lie within four standard errors of every other program's. Run it
with an interpreter that has hornsup; the twins run in .venv-peers, which `make bench` fills, or in
the interpreter given with `--peers`. Exits with 1 if two of them disagree.
"""

import argparse
import json
import subprocess
import sys
from itertools import combinations
from math import sqrt
from pathlib import Path

HERE = Path(__file__).resolve().parent
TWINS = ("openspiel_dice.py", "pettingzoo_dice.py", "tight_loop_dice.py")
ALLOWED = 4.0


def shares(python, script):
    """One program's shares by name, and how many rounds they rest on."""
    done = subprocess.run(
        [str(python), str(script), "--check"], stdout=subprocess.PIPE, text=True, check=True
    )
    found = json.loads(done.stdout)
    named = {f"lost at place {n}": share for n, share in enumerate(found["lost"])}
    named |= {f"last roll at place {n}": share for n, share in enumerate(found["last_roll"])}
    return {**named, "turned": found["turned"]}, found["rounds"]


def apart(first, second, share):
    """The distance between two programs' shares in standard errors."""
    (p, n), (q, m) = (first[0][share], first[1]), (second[0][share], second[1])
    common = (p * n + q * m) / (n + m)
    return abs(p - q) / sqrt(common * (1 - common) * (1 / n + 1 / m))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    default = HERE.parent.parent / ".venv-peers" / "bin" / "python"
    parser.add_argument("--peers", default=default, help="the interpreter for the twins")
    peers = parser.parse_args().peers
    found = {"engine": shares(sys.executable, HERE.parent / "raise_your_horns.py")}
    for script in TWINS:
        found[script.removesuffix("_dice.py")] = shares(peers, HERE / script)
    worst = 0.0
    for share in found["engine"][0]:
        most = max(apart(a, b, share) for a, b in combinations(found.values(), 2))
        worst = max(worst, most)
        figures = "  ".join(f"{name} {known[share]:.4f}" for name, (known, _) in found.items())
        print(f"{share:22} {figures}  at most {most:.1f} standard errors apart")
    print("they agree" if worst <= ALLOWED else "they DISAGREE")
    sys.exit(worst > ALLOWED)


if __name__ == "__main__":
    main()
