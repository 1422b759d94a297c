"""`python -m hornsup.server.bench --tables 50`: load on the boardgame.io peer, told in JSON."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from hornsup.errors import HornsUpError
from hornsup.server.bench import boardgame, driver


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m hornsup.server.bench", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path(".peer"), help="where the peer lives")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--rate", type=float, help="moves a second at each table; else full load")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--warm-up", type=float, default=2.0)
    parser.add_argument("--moves", type=int, default=10_000_000, help="stop after so many")
    return parser.parse_args()


def main() -> int:
    given = arguments()
    plan = driver.Plan(given.tables, given.seconds, given.warm_up, given.moves, given.rate)
    try:
        plan.check()
        boardgame.install(given.folder)
        with boardgame.running(given.folder) as server:
            found = driver.run(plan, boardgame.BoardgameIO(server), [server.pid])
    except (HornsUpError, OSError) as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    sys.stdout.write(json.dumps(found.data(), indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
