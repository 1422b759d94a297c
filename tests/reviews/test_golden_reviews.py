"""The reviews of two stored records are what they were, line by line."""

from __future__ import annotations

import pytest

from hornsup.reviews.pictures import graph_svg
from tests.reviews import golden


@pytest.mark.parametrize("game", golden.GAMES)
def test_golden_review(game: str) -> None:
    stored = (golden.FOLDER / f"{game}.txt").read_text(encoding="utf-8")
    assert golden.page(game) == stored, "if meant so, run `make golden` and read the diff"


def test_the_picture_of_the_page_is_the_graph_of_that_game() -> None:
    drawn = graph_svg(golden.reviewed("horns-up"))
    assert golden.PICTURE.read_text(encoding="utf-8") == drawn + "\n"
