"""Playthroughs of the OpenSpiel games, in the form of OpenSpiel's own.

`python -m tests.envs.spiel.recorded` writes them again. Two things are shortened: a long tensor
stands as a digest of its text, and the pickled state is left out, since its bytes depend on the
version of Python (`test_serialization` looks at pickled states).
"""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

from open_spiel.python.algorithms import generate_playthrough

import hornsup.envs.spiel  # noqa: F401 # registers the games

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {
    "raise_your_horns_3": "python_raise_your_horns(players=3)",
    "raise_your_horns_4": "python_raise_your_horns(players=4,end_goal=losses,end_value=2,"
    "starter=-1)",
    "raise_your_horns_9": "python_raise_your_horns(players=9,dice=high,fouls=True,end_value=2,"
    "name_only_in_round=True,starter=4)",
    "horns_up_3": "python_horns_up(players=3,max_turns=9,rng_seed=1)",
    "horns_up_4": "python_horns_up(players=4,max_turns=6,rng_seed=2,preset=fr)",
    "horns_up_9": "python_horns_up(players=9,max_turns=1,rng_seed=3,"
    "options=must_act:true;token_supply:20)",
}
ACTION = re.compile(r"^action: (\d+)$", re.MULTILINE)
GAME = re.compile(r"^game: (.*)$", re.MULTILINE)
TENSOR = re.compile(
    r"^(\w+Tensor\(\d+\)\.\w+)(?: =|:) ?([^\n]*\n(?: *[◯◉][◯◉ ]*\n|\n(?=[◯◉]))*)", re.MULTILINE
)
PICKLE = re.compile(r"^SerializeState\(\) = .*\n", re.MULTILINE)
LONGEST_TENSOR = 160


def _shortened(found: re.Match[str]) -> str:
    text = found[2]
    if len(text) <= LONGEST_TENSOR:
        return found[0]
    return f"{found[1]}: sha256 {sha256(text.encode()).hexdigest()[:16]}\n"


def playthrough(game: str, actions: list[int], seed: int = 1) -> str:
    """A game with these actions, and random ones once they are used up."""
    text = generate_playthrough.playthrough(game, actions, seed=seed)
    return TENSOR.sub(_shortened, PICKLE.sub("", text))


def main() -> None:
    for name, game in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(game, []), encoding="utf-8")


if __name__ == "__main__":
    main()
