"""`hornsup bench`: measure this machine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from hornsup.errors import BadInput
from hornsup.lab.extras import need


@click.group()
def bench() -> None:
    """Measure how much this machine can do."""


@bench.command()
@click.option("--tables", multiple=True, type=int, help="Tables at full load (may be repeated).")
@click.option("--steady", default=200, show_default=True, help="Tables at a steady load; 0: none.")
@click.option("--rate", default=5.0, show_default=True, help="Moves a second at a steady table.")
@click.option("--seconds", default=8.0, show_default=True, help="How long each load lasts.")
@click.option("--rounds", default=1, show_default=True, help="How often all of it is measured.")
@click.option("--peer/--no-peer", default=True, help="Measure boardgame.io beside it (needs npm).")
@click.option("--peer-folder", default=".peer", show_default=True, help="Where the peer lives.")
@click.option("--idle-tables", default=500, show_default=True, help="Tables at rest; 0: none.")
@click.option("--sockets", default=2000, show_default=True, help="Sockets at rest.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def server(
    tables: tuple[int, ...],
    steady: int,
    rate: float,
    seconds: float,
    rounds: int,
    peer: bool,
    peer_folder: str,
    idle_tables: int,
    sockets: int,
    as_json: bool,
) -> None:
    """Drive tables of four scripted players over loopback, and boardgame.io's beside them.

    Ours commits every move before it acknowledges it; the peer keeps its games in memory.
    """
    need("hornsup bench server", "server", "msgspec", "litestar", "uvicorn", "websockets")
    from hornsup.server.bench import boardgame, compare

    if rounds < 1 or seconds <= 0:
        raise BadInput("measure at least one round of some seconds")
    folder = Path(peer_folder) if peer else None
    if folder is not None:
        _say(f"installing the peer into {folder}")
        boardgame.install(folder)
    loads = [compare.Load(number) for number in tables or (50, 200)]
    if steady:
        loads.append(compare.Load(steady, rate))
    found: dict[str, Any] = {"loads": compare.compare(loads, seconds, rounds, folder, _say)}
    if idle_tables:
        found["idle"] = compare.idle(idle_tables, sockets, _say)
    click.echo(json.dumps(found) if as_json else "\n".join(_table(found)))


def _say(text: str) -> None:
    click.echo(f"  {text}", err=True)


def _table(found: dict[str, Any]) -> list[str]:
    heads = ("moves/s", "p50 ms", "p99 ms", "quiet p99", "quiet", "cores", "RSS MB", "stolen")
    lines = [f"{'':28}" + "".join(f"{head:>10}" for head in heads)]
    for load, by_name in found["loads"].items():
        lines.append(load)
        for name, told in by_name.items():
            lines.append(
                f"  {name:26}{told['moves_per_second']:10,.0f}{told['latency_p50']:10.1f}"
                f"{told['latency_p99']:10.1f}{_number(told['quiet_p99'], '.1f')}"
                f"{told['quiet_share']:10.0%}"
                f"{told['server_cpu']:10.2f}{told['server_rss_mb']:10.0f}{told['stolen']:10.2f}"
            )
        if len(by_name) == 2:
            ours, peer = by_name.values()
            keys = ("moves_per_second", "latency_p50", "latency_p99", "quiet_p99")
            ratios = "".join(_ratio(ours[key], peer[key]) for key in keys)
            lines.append(f"  {'ours / the peer':26}{ratios}")
    lines.append("quiet: of the moves that were sent while the machine's host took nothing from it")
    if "idle" in found:
        rest = found["idle"]
        answer, each = rest["sockets_that_answer"], rest["kb_per_idle_socket"]
        lines += [
            f"{rest['idle_tables']} idle tables: {rest['kb_per_idle_table']} kB each",
            f"{rest['idle_sockets']} idle sockets held: {answer} answer, {each} kB each",
        ]
    return lines


def _number(value: float | None, form: str) -> str:
    return f"{'-':>10}" if value is None else f"{value:10{form}}"


def _ratio(ours: float | None, peer: float | None) -> str:
    return _number(ours / peer if ours is not None and peer else None, ".2f")
