"""The result of a finished game in words: order, notes, titles, sentences, picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import hornsup
from hornsup import i18n
from hornsup.core import registry
from hornsup.core.figures import Figures
from hornsup.play.results import NO_BREAK, picture, result
from hornsup.play.seating import Seat
from hornsup.play.table import OVER, Table
from tests.games.golden_games import golden_state

GOLDEN = ["horns_up_3_racers", "raise_your_horns_4_exact"]


def finished(name: str, *names: str) -> Table:
    """A table at which a golden game has just ended."""
    return table_of(golden_state(name), *names)


def table_of(state: hornsup.GameState, *names: str) -> Table:
    table = Table("0" * 32, "HRNS42", b"")
    table.game, table.state, table.phase = state.game, state, OVER
    table.seats = [Seat() for _ in range(state.players)]
    for seat, name in zip(table.seats, names, strict=False):
        seat.name = name
    return table


def figures_of(table: Table) -> Any:
    assert table.state is not None
    return table.state.figures()


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("name", GOLDEN)
def test_a_result_has_words_for_everything(name: str, language: str) -> None:
    table = finished(name, "Ann", "Bea")
    told = result(table, figures_of(table), language)
    assert msgspec.json.decode(msgspec.json.encode(told))["order"] == told.order
    assert len(told.notes) == len(table.seats)
    assert all(row.title for row in told.rows)
    assert len({row.title for row in told.rows}) == len(told.rows)
    assert all(each.text and "{" not in each.text for each in told.highlights)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_row_medal_and_highlight_of_a_game_has_its_text(language: str) -> None:
    from hornsup.games.horns_up import figures as concert
    from hornsup.games.raise_your_horns import figures as dice

    for module, topic in ((concert, "horns_up"), (dice, "raise_your_horns")):
        told = i18n.catalogue(language, f"figures_{topic}")
        assert list(told["rows"]) == list(module.ROWS)
        assert list(told["medals"]) == list(module.MEDALS)


def test_the_notes_say_how_far_everyone_came() -> None:
    table = finished("horns_up_3_racers")
    told = result(table, figures_of(table), "en")
    assert told.title == "Order of arrival"
    assert told.notes == ["3 steps short", "4 steps short", "on the Stage"]
    assert told.highlights[0].text == f"C walks onto the Stage in turn{NO_BREAK}19."


def test_names_are_never_looked_up_or_filled_in() -> None:
    table = finished("horns_up_3_racers", "@words.north", "{seat}", "{n} & <b>")
    told = result(table, figures_of(table), "en")
    assert told.highlights[0].text.replace(NO_BREAK, " ").startswith("{n} & <b> walks")
    assert told.highlights[1].text.startswith("Most attacked: {seat},")


@pytest.mark.parametrize("name", GOLDEN)
def test_the_picture_shows_names_as_text(name: str) -> None:
    table = finished(name, *["<script>alert(1)</script>"] * 4)
    drawn = picture(table, figures_of(table), "it")
    root = ElementTree.fromstring(drawn)
    assert not [node for node in root.iter() if node.tag.endswith("script")]
    assert "&lt;script&gt;" in drawn


def test_several_winners_are_named_and_many_are_counted() -> None:
    many, few = stopped(6), stopped(3)
    assert ">6 PLAYERS SHARE THE WIN!<" in picture(many, figures_of(many), "en")
    assert ">ANN, BEA &amp; CARL SHARE THE WIN!<" in picture(few, figures_of(few), "en")


def stopped(players: int) -> Table:
    """A game of dice that ends before anybody has lost."""
    options = {"end_goal": "stop"}
    state = hornsup.new("raise-your-horns", players=players, seed=1, options=options)
    while state.turns < 1:
        state.apply("roll")
    state.apply("stop")
    return table_of(state, "Ann", "Bea", "Carl")


def test_a_game_without_figures_still_has_an_order_and_a_picture() -> None:
    table = finished("horns_up_3_racers", "Ann", "Bea", "Carl")
    plain = replace(registry.get("horns-up"), figures=None, final_board=None)
    table.game = plain
    figures = Figures(((2,), (0, 1)))
    told = result(table, figures, "en")
    assert (told.title, told.rows, told.notes) == ("Final order", [], ["", "", ""])
    assert "CARL WINS!" in picture(table, figures, "en")
