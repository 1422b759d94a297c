"""Write the golden playthroughs: whole games as readable text, replayed line by line in the tests.

A change in these files is a change of the game: read the diff before you commit it.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import hornsup
from hornsup.bots import Info
from hornsup.bots.lineup import line_up

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "golden"
# name: game, players, seed, bots, options
GAMES: dict[str, tuple[str, int, int, str, dict[str, object]]] = {
    "horns_up_3_racers": ("horns-up", 3, 1, "racer", {}),
    "horns_up_5_mixed": ("horns-up", 5, 2, "racer,random,racer,random,racer", {}),
    "horns_up_9_racers_fr": ("horns-up", 9, 3, "racer", {"preset": "fr"}),
    "raise_your_horns_4_exact": ("raise-your-horns", 4, 5, "exact", {}),
    "raise_your_horns_6_mixed": (
        "raise-your-horns",
        6,
        6,
        "greedy,random,exact",
        {"family_friendly": True, "end_goal": "rounds", "end_value": 12},
    ),
    "horns_up_4_house_rules": (
        "horns-up",
        4,
        4,
        "racer",
        {"path_placement": "adjacent", "flip_mode": "discard", "deck": "forward"},
    ),
}
MAX_TURNS = 60
MAX_LINES = 5000


def playthrough(name: str) -> str:
    """One game: a line per move, its events indented below."""
    game, players, seed, bots, options = GAMES[name]
    state = hornsup.new(game, players=players, seed=seed, options=options)
    narrate = state.game.narrate
    assert narrate is not None
    lines = [f"# {game}, {players} players, seed {seed}, {bots}, options {options}"]
    lines += [f"    {narrate(event, 'en')}" for event in state.opening]
    seats = line_up(game, bots, players)
    generators = [Random(f"{seed}/{seat}") for seat in range(players)]
    while not state.over and state.turns <= MAX_TURNS and len(lines) < MAX_LINES:
        seat = state.to_move
        assert seat is not None
        move = seats[seat].choose(Info.of(state, generators[seat]))
        count = len(state.legal_moves())
        lines.append(f"{'ABCDEFGHI'[seat]}: {move}  ({count} legal)")
        lines += [f"    {narrate(event, 'en')}" for event in state.apply(move)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game_name in GAMES:
        (FOLDER / f"{game_name}.txt").write_text(playthrough(game_name), encoding="utf-8")
        print(f"wrote tests/golden/{game_name}.txt")
