"""What the commands of the lab share: their plan, a progress bar, and the handling of Ctrl-C."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from hornsup.cli.common import seed_of
from hornsup.errors import BadInput

if TYPE_CHECKING:
    from hornsup.lab.crew import Crew
    from hornsup.lab.simulate import Plan, Played


def make_plan(game: str, asked: dict[str, Any], **changes: Any) -> Plan:
    """The plan of a command's options, with some of them changed, checked."""
    from hornsup.lab.simulate import Plan

    chosen = {**asked, **changes}
    plan = Plan(
        game,
        chosen["players"],
        chosen["games"],
        chosen["bots"],
        seed_of(chosen["seed"]),
        chosen["max_turns"],
        chosen["options"] or None,
    )
    plan.check()
    return plan


def make_asked_crew(asked: dict[str, Any], stop: Stop) -> Crew:
    """The crew of a command's options --jobs and --ray."""
    if asked["ray"] is None:
        from hornsup.lab.crew import make_crew

        return make_crew(asked["jobs"], stop)
    from hornsup.lab.cluster import Cluster

    return Cluster(asked["ray"])


def refuse_beside(option: str, context: click.Context, allowed: tuple[str, ...]) -> None:
    """What is to be played stands in the folder; asking for something else is a mistake."""
    for name in context.params:
        given = context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE
        if given and name not in (option, *allowed):
            raise BadInput(
                f"--{option} goes on with the plan of its folder; "
                f"leave out {name.replace('_', '-')}"
            )


class Stop:
    """The first Ctrl-C stops after the games under way, the second one at once."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self) -> bool:
        return self.asked

    @contextmanager
    def on_sigint(self) -> Iterator[None]:
        """Handle SIGINT in this block; Python allows it in the main thread only."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._handle)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _handle(self, _number: int, _frame: Any) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        click.echo("stopping after the games under way; Ctrl-C again stops at once", err=True)


def with_progress(
    chunks: Iterable[list[Played]], name: str, total: int, done: int, shown: bool
) -> Iterator[list[Played]]:
    """Pass the chunks on, with a bar on a terminal's standard error."""
    if not shown or not sys.stderr.isatty():
        yield from chunks
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:.0f}/{task.total:.0f} games, {task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    played, began = 0, time.perf_counter()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=total, completed=done, rate="")
        for results in chunks:
            yield results
            played += len(results)
            rate = played / (time.perf_counter() - began)
            bar.update(task, completed=done + played, rate=f"{rate:.1f} a second,")
