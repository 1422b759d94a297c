"""Random games for as long as one likes: engine, reviews, tables under faults, browser.

`make soak SECONDS=600` gives each part a quarter of the time. Every game has a seed of its own,
which is printed when the game fails; `ARGS="--part browser --seed 7 --games 1"` plays it again.
"""

from __future__ import annotations

import argparse
import json
import secrets
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, sync_playwright

import hornsup
from hornsup.core import record, registry
from tests.browser.conftest import launch
from tests.browser.players import player, typist
from tests.browser.remote import SeededRemote
from tests.browser.visitor import Visitor
from tests.conftest import seed_of
from tests.games.horns_up import test_invariants as invariants
from tests.reviews.soak import one_more

PARTS = ("engine", "reviews", "tables", "browser")
CHAOS_SECONDS = 60.0
"""The longest that one seed plays under faults."""
MOST_MOVES = 1500
REVIEWS = Path("build/reviews")
SHORT = {
    "horns-up": {"entrance_distance": 5, "stage_width": 3},
    "raise-your-horns": {"end_value": 2},
}
Play = Callable[[int], str]
"""Plays the game of a seed, raises if something is wrong, and says what was played."""


class Soak:
    """Plays one seed after the other until the time or the number of games is up."""

    def __init__(self, part: str, seed: int, seconds: float, games: int | None) -> None:
        self.part = part
        self.seed = seed
        self.end = time.monotonic() + seconds
        self.games = games
        self.played = 0
        self.failed: list[int] = []

    @property
    def left(self) -> float:
        return self.end - time.monotonic()

    def run(self, play: Play, loud: bool) -> None:
        while self.left > 0 and self.played != self.games:
            seed = self.seed + self.played
            self.played += 1
            try:
                told = play(seed)
            except Exception:  # whatever a game raises is what we look for; the next one goes on
                self.failed.append(seed)
                print(f"{self.part}: seed {seed} FAILED\n{traceback.format_exc()}", flush=True)
            else:
                if loud:
                    print(f"{self.part}: seed {seed}: {told}", flush=True)

    def report(self) -> str:
        last = self.seed + max(0, self.played - 1)
        failures = f"{len(self.failed)} failed {self.failed}" if self.failed else "none failed"
        return f"{self.part}: {self.played} games, seeds {self.seed} to {last}, {failures}"


# --- the engine -----------------------------------------------------------------------------------


def engine_game(seed: int) -> str:
    """A game of each kind by random moves, and the invariants of Horns Up."""
    for name in registry.names():
        random_game(name, seed)
    invariants.test_h2_every_card_is_always_in_exactly_one_place(seed)
    invariants.test_legal_moves_are_accepted_unique_and_stable(seed)
    invariants.test_moves_off_the_list_are_refused_with_a_rule_and_change_nothing(seed)
    invariants.test_records_replay_event_for_event(seed)
    return "all invariants hold"


def random_game(name: str, seed: int) -> None:
    draw = Random(seed)
    players = draw.choice(registry.get(name).seats)
    state = hornsup.new(name, players=players, seed=seed)
    for _ in range(MOST_MOVES):
        if state.over:
            break
        moves = state.legal_moves()
        assert moves, "a game that is not over has a legal move"
        assert len(set(moves)) == len(moves), "no move twice"
        move = draw.choice(moves)
        assert state.parse(str(move)) == move, "texts round-trip"
        copy = state.clone()
        copy.advance(move)
        state.apply(str(move))
        assert copy.view(None) == state.view(None), "advance does what apply does"
    data = json.loads(json.dumps(state.record()))
    assert record.replay(data).view(None) == state.view(None), "a record replays its game"
    assert record.verify(data).honest


# --- tables ---------------------------------------------------------------------------------------


def chaos(seed: int, seconds: float) -> str:
    """Tables under faults and kills, in a process of its own; see tests/server/chaos.py."""
    command = [sys.executable, "-m", "tests.server.chaos"]
    options = ["--seed", str(seed), "--seconds", f"{seconds:.0f}"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout.strip().splitlines()[-1]


# --- the browser ----------------------------------------------------------------------------------


@contextmanager
def browser_and_server() -> Iterator[tuple[Browser, SeededRemote]]:
    with tempfile.TemporaryDirectory(prefix="hornsup-soak-") as folder, sync_playwright() as driver:
        server = SeededRemote(Path(folder), sessions_per_minute=100_000, tables_per_hour=100_000)
        server.start()
        browser = launch(driver)
        try:
            yield browser, server
        finally:
            browser.close()
            server.stop()


def browser_game(browser: Browser, server: SeededRemote, seed: int) -> str:
    """A whole game against bots; four seeds in a row are both games by taps and by keys."""
    game = list(SHORT)[seed % 2]
    by_keys = seed % 4 >= 2
    size = "laptop" if by_keys or seed % 8 >= 4 else "phone"
    server.set_seed(seed)
    visitor = Visitor.come(browser, server.base, size, seed=seed_of(seed), motion=seed % 3 == 0)
    try:
        table = visitor.open_table(game, ["me", "easy", "easy"], options=SHORT[game])
        visitor.go(f"/t/{table}", ".tbl")
        someone = (typist if by_keys else player)(game, visitor)
        someone.play()
        visitor.wait_for("dialog.end .end-title")
        told = visitor.call("GET", f"/api/tables/{table}/record")
        assert record.verify(told).honest
        assert not visitor.troubles(), visitor.troubles()
        how = "keys" if by_keys else f"taps on a {size}"
        return f"{game} by {how}, {someone.taps} taps, {len(told['moves'])} moves"
    finally:
        visitor.leave()


# --- the command ----------------------------------------------------------------------------------


def soak(part: str, seed: int, seconds: float, games: int | None) -> Soak:
    run = Soak(part, seed, seconds, games)
    if part == "engine":
        run.run(engine_game, loud=False)
    elif part == "reviews":  # goes on from the games of earlier runs, whatever the seed
        run.run(lambda _: one_more(REVIEWS), loud=False)
        print(f"reviews: {one_more(REVIEWS)}")
    elif part == "tables":
        run.run(lambda each: chaos(each, max(10.0, min(CHAOS_SECONDS, run.left))), loud=True)
    else:
        with browser_and_server() as (browser, server):
            run.run(lambda each: browser_game(browser, server, each), loud=True)
    return run


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=None, help="the first seed of every part")
    parser.add_argument("--part", choices=PARTS, default=None)
    parser.add_argument("--games", type=int, default=None, help="at most so many in each part")
    given = parser.parse_args(argv)
    seed = given.seed if given.seed is not None else secrets.randbits(31)
    parts = [given.part] if given.part else list(PARTS)
    print(f"first seed {seed}: {given.seconds:g} s for {', '.join(parts)}", flush=True)
    runs = [soak(part, seed, given.seconds / len(parts), given.games) for part in parts]
    for run in runs:
        print(run.report())
    return 1 if any(run.failed for run in runs) else 0


if __name__ == "__main__":
    sys.exit(main())
