"""The same games on a real Ray cluster of two nodes, with a worker killed and a node lost."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

KILLER = '''
import os
import signal
from pathlib import Path

from hornsup.bots.horns_up.racer import Racer


class Killer(Racer):
    """A racer that, once, kills the process it plays in."""

    def choose(self, info):
        mark = Path(os.environ["LAB_KILLER"]) / "died-once"
        if info.view["turn_number"] == 9 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(info)
'''


NO_RAY = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None,
    reason="ray is not installed: pip install 'hornsup[ray]'",
)


@NO_RAY
def test_an_address_where_no_cluster_is_says_so_at_once(tmp_path: Path) -> None:
    words = "simulate horns-up --games 1 --bots racer --ray 127.0.0.1:9".split()
    done = subprocess.run(
        [sys.executable, "-m", "hornsup", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "HOME": str(tmp_path)},
    )
    assert done.returncode == 1
    assert done.stderr.startswith("hornsup: no Ray cluster answers at '127.0.0.1:9'")
    assert done.stderr.count("\n") == 1


@NO_RAY
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_cluster_of_two_nodes_counts_the_same_whatever_it_loses(tmp_path: Path) -> None:
    (tmp_path / "lab_killer.py").write_text(KILLER, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "lab" / "ray_cluster.py"), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(tmp_path)]),
            "HOME": str(tmp_path),  # Ray writes below it
            "LAB_KILLER": str(tmp_path),
            "RAY_AUTH_MODE": "disabled",
            "RAY_USAGE_STATS_ENABLED": "0",
        },
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["nodes"] == 2
    assert len(found["local"]) == 40
    assert found["cluster"] == found["local"]
    wins = [sum(game[1] == [seat] for game in found["local"]) for seat in range(4)]
    assert found["command"] == wins
    for command in ("tournament", "compare"):
        here, there = found[command]
        assert here == there
        assert "racer" in here
    assert found["stopped"] == list(range(len(found["stopped"])))
    assert 5 <= len(found["stopped"]) < 40
    assert found["deaths"] == 1
    assert found["killed"] == found["local"]
    assert found["lost_in_time"]
    assert found["lost_node"] == found["local"]
