"""Whatever people call themselves, a sentence shows it and does nothing else with it."""

from __future__ import annotations

import pytest

import hornsup
from hornsup import i18n
from hornsup.core.notation import seat_name
from hornsup.core.refusal import Refusal, refusal_of
from hornsup.games.horns_up import GAME
from hornsup.games.horns_up.events import Crushed, TicketPlayed, Walked
from hornsup.i18n import Plain

HOSTILE = ["@words.north", "{cell}", "@../x.y", "{0.__class__}"]


def test_plain_text_is_never_looked_up() -> None:
    key = "refusals.walk-own-side-closed"
    assert i18n.text("en", key, side="@words.north").endswith("to the north.")
    assert i18n.text("en", key, side=Plain("@words.north")).endswith("to the @words.north.")
    assert i18n.text("en", key, side=[Plain("@a"), Plain("{b}")]).endswith("to the @a and {b}.")


def test_a_seat_without_a_name_is_a_letter() -> None:
    assert [seat_name(seat, ["Ann", ""]) for seat in range(3)] == ["Ann", "B", "C"]
    assert seat_name(2) == "C"


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_story_is_told_with_names(language: str) -> None:
    narrate = GAME.narrate
    assert narrate is not None
    assert narrate(Walked(0, "0,6"), language, HOSTILE).count("@words.north ") == 1
    both = i18n.listed(language, ["@words.north", "{cell}"])
    assert both in narrate(Crushed((0, 1)), language, HOSTILE)
    aimed = narrate(TicketPlayed(3, "slow-song", "", 2), language, HOSTILE)
    assert "{0.__class__}" in aimed
    assert "@../x.y" in aimed
    assert "B " in narrate(Walked(1, "0,6"), language)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_refusal_is_told_with_names(language: str) -> None:
    one = Refusal("wall-on-pawn", "H43", "refusals", {"cell": "0,6", "seat": "B"})
    assert "{cell}" in one.text(language, HOSTILE)
    assert one.to_json(language, HOSTILE)["message"] == one.text(language, HOSTILE)
    several = {"seat": "D", "seats": ["A", "B"]}
    out = Refusal("not-in-round", "R10", "refusals_raise_your_horns", several)
    assert i18n.listed(language, ["@words.north", "{cell}"]) in out.text(language, HOSTILE)
    assert i18n.listed(language, ["A", "B"]) in out.text(language)


@pytest.mark.parametrize(
    "text", ["walk @", "discard @words.north", "play @../x.y", "path @x.y 0,6"]
)
def test_a_mistyped_move_is_quoted_not_looked_up(text: str) -> None:
    state = hornsup.new("horns-up", players=3, seed=1)
    with pytest.raises(hornsup.IllegalMove) as raised:
        state.apply(text)
    for language in i18n.LANGUAGES:
        told = refusal_of(raised.value).text(language)
        assert told.count(text.split()[1]) == 2, "in the move and as the word that is wrong"
