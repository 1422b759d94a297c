"""A real cluster of two nodes on this machine; run by test_cluster.py in a process of its own.

Prints one JSON object: what a local run counted, what the cluster counted, what it counted while
one of its workers was killed, and what it counted while one of its nodes was lost.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import sys
import threading
import time
from pathlib import Path
from typing import Any

from hornsup.cli import run
from hornsup.lab.cluster import Cluster as RayCrew
from hornsup.lab.crew import Crew, make_crew, play_tasks
from hornsup.lab.simulate import Plan, tasks_of

GAMES = 40


def played(crew: Crew, plan: Plan) -> list[Any]:
    with crew:
        chunks = play_tasks(crew, tasks_of(plan), plan.games, watch=True)
        games = [game for chunk in chunks for game in chunk]
    return [[game.number, game.winners, game.moves, game.seen, game.record] for game in games]


SIMULATE = f"simulate horns-up --games {GAMES} --bots racer --seed 11 --json"
TOURNAMENT = "tournament --bots racer,random,easy --players 3 --games 18 --max-turns 60 --json"
COMPARE = "compare horns-up --option must_act=false,true --games 12"


def told(words: str, crew: str) -> str:
    """What a command prints on standard output when this crew plays: --jobs 1, --ray ADDRESS."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert run([*words.split(), *crew.split()]) == 0
    return out.getvalue()


def stopped_early(crew: Crew, plan: Plan) -> list[int]:
    """The numbers of the games that are kept when somebody stops after the fifth."""
    seen: list[int] = []
    with crew:
        for chunk in play_tasks(crew, tasks_of(plan), plan.games, stopped=lambda: len(seen) >= 5):
            seen.extend(game.number for game in chunk)
    return seen


def main(folder: str) -> None:
    from ray.cluster_utils import Cluster

    logging.disable(logging.WARNING)
    racers = Plan("horns-up", players=4, games=GAMES, bots="racer", seed=11)
    deadly = Plan("horns-up", players=4, games=GAMES, bots="lab_killer:Killer", seed=11)
    found: dict[str, Any] = {"local": played(make_crew(1), racers)}
    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        second = cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
        found["nodes"] = len(cluster.list_all_nodes())
        found["cluster"] = played(RayCrew(cluster.address), racers)
        found["command"] = json.loads(told(SIMULATE, f"--ray {cluster.address}"))["wins"]
        for name, words in (("tournament", TOURNAMENT), ("compare", COMPARE)):
            found[name] = [told(words, crew) for crew in ("--jobs 1", f"--ray {cluster.address}")]
        found["stopped"] = stopped_early(RayCrew(cluster.address), racers)
        found["killed"] = played(RayCrew(cluster.address), deadly)
        found["deaths"] = len(list(Path(folder).glob("died-*")))
        lost: list[float] = []

        def lose() -> None:
            lost.append(time.perf_counter())
            cluster.remove_node(second)

        crew = RayCrew(cluster.address)
        loss = threading.Timer(0.4, lose)
        loss.start()
        found["lost_node"] = played(crew, racers)
        found["lost_in_time"] = bool(lost) and lost[0] < time.perf_counter()
        loss.join()
    finally:
        cluster.shutdown()
    print(json.dumps(found))


if __name__ == "__main__":
    began = time.perf_counter()
    main(sys.argv[1])
    print(f"{time.perf_counter() - began:.1f} s", file=sys.stderr)
