"""The metrics that Prometheus collects."""

from __future__ import annotations

import os

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)
from prometheus_client import REGISTRY as _LOCAL

sockets = Gauge("hornsup_sockets", "open sockets", multiprocess_mode="livesum")
tables = Gauge("hornsup_tables_cached", "tables in memory", multiprocess_mode="livesum")
moves = Counter("hornsup_moves", "moves committed", ["by"])
moves_by = {who: moves.labels(who) for who in ("player", "bot", "clock")}
refusals = Counter("hornsup_refusals", "commands refused", ["code"])
closed = Counter("hornsup_sockets_closed", "sockets closed by the server", ["why"])
conflicts = Counter("hornsup_conflicts", "appends that lost a race")
storage_errors = Counter("hornsup_storage_errors", "appends that the database did not take")
bot_seconds = Histogram("hornsup_bot_seconds", "how long bots take")
review_seconds = Histogram("hornsup_review_seconds", "how long reviews take, waiting included")
commits = Histogram(
    "hornsup_commit_seconds",
    "how long the commit of a group takes",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
calls = Counter("hornsup_calls", "calls to players and what became of them", ["way", "outcome"])
notifier_up = Gauge("hornsup_hub_up", "1 while Redis is connected", multiprocess_mode="min")


def exposition() -> tuple[bytes, str]:
    """All metrics as text, of all workers where there are several."""
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return generate_latest(_LOCAL), CONTENT_TYPE_LATEST
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call] # untyped there
    return generate_latest(registry), CONTENT_TYPE_LATEST
