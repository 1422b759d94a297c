"""Memory and processor time of processes and of the machine, read from /proc."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Usage:
    """The sum over some processes."""

    cpu_seconds: float
    rss_bytes: int


def idle_seconds() -> float:
    """Idle time of all cores since the machine started.

    The kernel measures idle time, but only samples busy time, and misses short bursts there.
    """
    idle, waiting = Path("/proc/stat").read_text().split()[4:6]
    return (int(idle) + int(waiting)) / TICK


def stolen_seconds() -> float:
    """Time that the host of a virtual machine gave to others; 0 on real hardware."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()
    return int(fields[8]) / TICK if len(fields) > 8 else 0.0


def family(pid: int) -> list[int]:
    """A process and all its descendants, so that the workers of a server count too."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(grandchild for child in children for grandchild in family(int(child)))]


def usage(pids: Iterable[int]) -> Usage:
    """What these processes and their children have used so far."""
    cpu, rss = 0.0, 0
    for pid in {member for root in pids for member in family(root)}:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        cpu += (int(fields[11]) + int(fields[12])) / TICK
        rss += int(fields[21]) * PAGE
    return Usage(cpu, rss)
