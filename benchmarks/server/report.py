"""The summaries of a series as a markdown table, for docs/benchmarks.md."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.server.series import Summary

HEADS = (
    "Load",
    "Server",
    "Rounds",
    "Moves/s",
    "p50",
    "p99, all moves",
    "range of p99",
    "p99, quiet moves",
    "Quiet moves",
    "Cores",
    "Memory",
    "Other work",
    "Stolen",
    "Faults",
)


def markdown(summaries: Mapping[str, Mapping[str, Summary]], peer: str) -> list[str]:
    """One row per load and server; a factor in brackets is the figure divided by the peer's."""
    lines = [f"| {' | '.join(HEADS)} |", "|---|---|" + "---:|" * (len(HEADS) - 2)]
    for load, by_server in summaries.items():
        for name, summary in by_server.items():
            beside = by_server.get(peer) if name != peer else None
            lines.append(f"| {load} | {name} | {' | '.join(_cells(summary, beside))} |")
    return lines


def _cells(found: Summary, peer: Summary | None) -> list[str]:
    low, high = found.latency_p99_range
    return [
        str(found.rounds),
        f"{found.moves_per_second:,.0f}{_factor(found.moves_per_second, peer, 'moves_per_second')}",
        f"{found.latency_p50:.1f} ms",
        f"{found.latency_p99:.1f} ms{_factor(found.latency_p99, peer, 'latency_p99')}",
        f"{low:.1f}–{high:.1f}",
        "–"
        if found.quiet_p99 is None
        else f"{found.quiet_p99:.1f} ms{_factor(found.quiet_p99, peer, 'quiet_p99')}",
        f"{found.quiet_share:.0%}",
        f"{found.server_cpu:.2f}",
        f"{found.server_rss_mb:.0f} MB",
        f"{found.other_cpu:.2f}",
        f"{found.stolen:.2f}",
        str(found.faults),
    ]


def _factor(value: float, peer: Summary | None, name: str) -> str:
    other: float | None = getattr(peer, name, None)
    return f" ({value / other:.2f} ×)" if other else ""


def duration(seconds: float) -> str:
    """A rough time for people."""
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} minutes"
