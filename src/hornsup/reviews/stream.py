"""A review as it is worked out: the graph first, then the ledger, then one decision at a time.

The decisions come in the order of what they seem to have cost, so that a budget that runs out
leaves out those that matter least. Every figure has a generator of its own, seeded by the review's
seed and the move, so that neither the order nor the number of processes changes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from time import monotonic
from typing import Any, Final

from hornsup.core import record as records
from hornsup.core.registry import get as get_game
from hornsup.errors import BadInput
from hornsup.reviews import books
from hornsup.reviews.analysts import Analyst, analyst
from hornsup.reviews.data import (
    Books,
    Decision,
    Graph,
    Head,
    Judged,
    Ledger,
    Review,
    SeenBy,
    Step,
    StreamPart,
)
from hornsup.reviews.replaying import Played, finished
from hornsup.reviews.turning import turning_points
from hornsup.reviews.words import accuracy

GUESSES: Final = 16
Clock = Callable[[], float]
Progress = Callable[[int, int], None]
Seed = int | str


def review(
    record: object,
    *,
    seed: Seed = 0,
    guesses: int = GUESSES,
    jobs: int = 1,
    seconds: float | None = None,
    as_seen_by: SeenBy = None,
    progress: Progress | None = None,
) -> Review:
    """Where a finished game was won, and by what: chances, luck, play and decisions.

    `guesses` is the number of guesses by which a decision is judged. `seconds` is a budget: graph
    and ledger are always whole, and the decisions that cost least are left out. `as_seen_by` is a
    seat or "table"; by default all hands are open. `progress` is told the decisions done and all.
    """
    last: StreamPart | None = None
    options: dict[str, Any] = {"seed": seed, "guesses": guesses, "jobs": jobs, "seconds": seconds}
    for last in stream(record, **options, as_seen_by=as_seen_by):
        if progress is not None and isinstance(last, Judged):
            progress(last.done, last.total)
    assert isinstance(last, Review)
    return last


def stream(
    record: object,
    *,
    seed: Seed = 0,
    guesses: int = GUESSES,
    jobs: int = 1,
    seconds: float | None = None,
    as_seen_by: SeenBy = None,
    clock: Clock = monotonic,
) -> Iterator[StreamPart]:
    """The parts of a review: a Graph, a Books, many Judged, and last the whole Review.

    Closing the iterator ends the work. `clock` counts the `seconds` of the budget; with one job
    `time.process_time` counts the work alone, however busy the machine is.
    """
    began = clock()
    _check(guesses, jobs, seconds)
    data = finished(record)
    _check_seat(as_seen_by, data["players"])
    asked = (data, seed, as_seen_by, guesses)
    work = analyst(*asked)
    head = _head(data, seed, guesses, as_seen_by, work)
    steps = tuple(work.steps())
    yield Graph(head, steps)
    rounds = books.parts(steps, head.players)
    lines = books.added(rounds, head.players)
    moves = _by_cost(_own_choices(work, as_seen_by), steps)
    grudges = books.grudges(lines)
    yield Books(lines, rounds, grudges, len(moves))
    until = None if seconds is None else began + seconds
    found: list[Decision] = []
    done = 0
    for done, decision in enumerate(_judged(work, asked, moves, jobs, until, clock), 1):
        found += [decision] if decision is not None else []
        yield Judged(decision, done, len(moves))
    decisions = tuple(sorted(found, key=lambda decision: decision.move))
    points = turning_points(steps, decisions, head.measure)
    figures = accuracy(decisions, head.players)
    left = len(moves) - done
    yield Review(head, steps, lines, rounds, grudges, decisions, points, figures, left)


def ledger(record: object, *, seed: Seed = 0) -> Ledger:
    """The ledger of a finished game alone, without its decisions."""
    for part in stream(record, seed=seed):
        if isinstance(part, Books):
            return part.ledger
    raise AssertionError("every stream has a ledger")


def _check(guesses: object, jobs: object, seconds: object) -> None:
    for name, value in (("guesses", guesses), ("jobs", jobs)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise BadInput(f"{name} is a number from 1, not {value!r}")
    if seconds is not None and not (isinstance(seconds, (int, float)) and seconds >= 0):
        raise BadInput(f"seconds is a number from 0, not {seconds!r}")


def _check_seat(seen_by: object, players: int) -> None:
    if seen_by is None or seen_by == "table":
        return
    if isinstance(seen_by, bool) or not isinstance(seen_by, int) or not 0 <= seen_by < players:
        raise BadInput(f"a seat of this game is 0 to {players - 1}, or 'table', not {seen_by!r}")


def _head(
    data: Mapping[str, Any], seed: Seed, guesses: int, seen_by: SeenBy, work: Analyst
) -> Head:
    names = [""] * data["players"]
    for entry in data.get("seats", []):
        names[entry["seat"]] = entry["name"]
    outcome = records.replay(data).outcome
    assert outcome is not None
    get_game(data["game"])
    return Head(
        data["game"],
        data["players"],
        guesses,
        seed,
        seen_by,
        work.measure,
        tuple(names),
        outcome.to_json(),
    )


def _own_choices(work: Analyst, seen_by: SeenBy) -> Iterable[Played]:
    """Those that the reader may see judged: a seat's own, or all if all is open."""
    for move in work.choices():
        if not work.hidden or seen_by is None or seen_by == move.before.to_move:
            yield move


def _by_cost(moves: Iterable[Played], steps: Sequence[Step]) -> list[Played]:
    """The decisions after which the own chance fell most come first."""
    change = {
        step.move: float(step.values[step.seat] - before[step.seat])
        for step, before in books.changes(steps)
        if step.kind == "decision" and step.seat is not None
    }
    return sorted(moves, key=lambda move: (change.get(move.number, 0.0), move.number))


# --- the processes --------------------------------------------------------------------------

_Asked = tuple[Mapping[str, Any], Seed, SeenBy, int]


def _judged(
    work: Analyst,
    asked: _Asked,
    moves: Sequence[Played],
    jobs: int,
    until: float | None,
    clock: Clock,
) -> Iterator[Decision | None]:
    """Every decision judged, in the order given, until the time is up."""
    if jobs == 1 or len(moves) < 2:
        for move in moves:
            if until is not None and clock() >= until:
                return
            yield work.judge(move)
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _prepare, asked)
    try:
        waiting = [pool.submit(_judge_number, move.number) for move in moves]
        yield from _results(waiting, until, clock)
    finally:
        pool.shutdown(cancel_futures=True)


def _results(
    waiting: Sequence[Future[Decision | None]], until: float | None, clock: Clock
) -> Iterator[Decision | None]:
    for future in waiting:
        left = None if until is None else max(until - clock(), 0.0)
        try:
            yield future.result(left)
        except TimeoutError:
            return


_here: dict[str, Any] = {}
"""In a worker process: the analyst and the moves by number."""


def _prepare(data: Mapping[str, Any], seed: Seed, seen_by: SeenBy, guesses: int) -> None:
    import hornsup.games  # noqa: F401 -- declares the games

    work = analyst(data, seed, seen_by, guesses)
    _here["work"] = work
    _here["moves"] = {move.number: move for move in work.choices()}


def _judge_number(number: int) -> Decision | None:
    found: Decision | None = _here["work"].judge(_here["moves"][number])
    return found
