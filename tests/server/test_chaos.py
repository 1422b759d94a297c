"""A short run of the gate; `make chaos` runs it for as long as one likes."""

from __future__ import annotations

from secrets import randbits

import pytest

from tests.server.chaos import Chaos
from tests.services import Postgres, Redis, need


@pytest.mark.timeout(240)
def test_the_history_holds_through_faults_and_kills() -> None:
    for service in (need(Postgres), need(Redis)):
        service.close()
    seed = randbits(32)
    print(f"seed {seed}; again with: make chaos SECONDS=12 ARGS='--seed {seed} --tables 4'")
    report = Chaos(12.0, seed, tables=4).run()
    print(report)
    assert report["moves acknowledged"] > 50
    assert report["views checked"] > 50
    blows = ("worker killed", "hub cut", "redis killed")
    assert sum(report.get(blow, 0) for blow in blows) > 0
