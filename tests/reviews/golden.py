"""Golden reviews: `python -m tests.reviews.golden` (or `make golden`) writes them again.

The records lie beside the reviews, so that a bot that plays better changes neither. The review of
Horns Up leaves out the decisions: it changes with the judge of positions and with nothing else.
"""

from __future__ import annotations

import json
from pathlib import Path

import hornsup
from hornsup.reviews import Review
from hornsup.reviews.pictures import graph_svg
from hornsup.reviews.text import lines
from tests.conftest import ROOT
from tests.reviews.games import played

FOLDER = Path(__file__).parent / "data"
PICTURE = ROOT / "docs" / "img" / "review.svg"
GAMES = {
    "horns-up": (4, 2, "greedy,easy,racer,greedy"),
    "raise-your-horns": (4, 3, "greedy,easy,exact,random"),
}


def reviewed(game: str) -> Review:
    record = json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
    return hornsup.review(record, seconds=0 if game == "horns-up" else None)


def page(game: str) -> str:
    return "\n".join([*lines(reviewed(game)), ""])


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game, (players, seed, bots) in GAMES.items():
        file = FOLDER / f"{game}.json"
        if not file.exists():
            file.write_text(json.dumps(played(game, players, seed, bots)) + "\n", encoding="utf-8")
        (FOLDER / f"{game}.txt").write_text(page(game), encoding="utf-8")
    PICTURE.write_text(graph_svg(reviewed("horns-up")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
