"""A short run of the chaos test; `make chaos` runs it for as long as one likes."""

from __future__ import annotations

import pytest

from tests.seeds import new_random
from tests.server.chaos import Chaos
from tests.services import Postgres, Redis, need


@pytest.mark.timeout(240)
def test_the_history_holds_through_faults_and_kills() -> None:
    for service in (need(Postgres), need(Redis)):
        service.close()
    seed = new_random().getrandbits(32)
    print(f"seed {seed}; again with: make chaos SECONDS=8 ARGS='--seed {seed} --tables 3'")
    report = Chaos(8.0, seed, tables=3).run()
    print(report)
    assert report["moves acknowledged"] > 50
    assert report["views checked"] > 50
    faults = ("worker killed", "redis cut", "redis killed")
    assert sum(report.get(fault, 0) for fault in faults) > 0
