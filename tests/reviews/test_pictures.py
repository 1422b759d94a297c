"""Pictures of a review are for people: no notation, and numbers as each language has them."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from xml.etree import ElementTree

import pytest

from hornsup import i18n
from hornsup.core import registry
from hornsup.games.horns_up import events as cards
from hornsup.games.raise_your_horns import events as dice
from hornsup.reviews import Review
from hornsup.reviews.data import Decision, TurningPoint
from hornsup.reviews.pictures import graph_svg, share_svg
from hornsup.reviews.telling import Telling
from hornsup.reviews.turning import COUNT
from tests.reviews.golden import reviewed

GAMES = ("horns-up", "raise-your-horns")
NOTATION = re.compile(r"\b[WBF](?:\d|H\b|!)|-?\d,-?\d")
FOOT = 530
"""Below it stands the sentence of a picture to share."""
golden = cache(reviewed)


def lines(svg: str) -> list[tuple[float, str]]:
    """What is written in a picture, and how far from its top."""
    found = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return [(float(each.attrib["y"]), "".join(each.itertext())) for each in found]


def sentence(review: Review, language: str) -> str:
    return " ".join(text for y, text in lines(share_svg(review, language)) if y > FOOT)


def read(review: Review, language: str) -> str:
    """The sentence with plain spaces."""
    return sentence(review, language).replace("\u00a0", " ").replace("\u202f", " ")


def turned_by(review: Review, *told: object, cause: str = "luck", turn: int = 4) -> Review:
    """A review whose only turning point is that these events happened."""
    point: TurningPoint = replace(
        review.turning_points[0], told=told, cause=cause, turn=turn, better="", seat=1
    )
    return replace(review, turning_points=(point,))


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("at", range(COUNT))
def test_the_picture_tells_a_turning_point_in_words(game: str, language: str, at: int) -> None:
    review = golden(game)
    said = sentence(replace(review, turning_points=review.turning_points[at : at + 1]), language)
    assert said
    assert not NOTATION.search(said)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "B plays Mosh Pit at row 1, 3 left."),
        ("it", "B posa Mosh Pit in riga 1, 3 a sinistra."),
        ("fr", "B joue « Mosh Pit » en rangée 1, colonne 3 à gauche."),
    ],
)
def test_a_place_is_told_as_on_the_page(language: str, said: str) -> None:
    event = cards.WallPlayed(1, "mosh-pit", "-3,1", None)
    assert said in read(turned_by(golden("horns-up"), event), language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "row 2, centre; row 3, 1 right and the Stage"),
        ("it", "riga 2, centro; riga 3, 1 a destra e Palco"),
        ("fr", "rangée 2, au centre ; rangée 3, colonne 1 à droite et Scène"),
    ],
)
def test_places_of_a_list_are_parted_clearly(language: str, said: str) -> None:
    event = cards.EncorePlayed(("0,2", "1,3", "0,0"))
    assert said in read(turned_by(golden("horns-up"), event), language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "B rolls the Horns (Horns die), 2 (Blank die), Fuck off! (Fuck off! die). Fuck"),
        (
            "it",
            "B tira le Corna (dado delle Corna), 2 (dado Vuoto), Vaffanculo! (dado Vaffanculo!)",
        ),
        ("fr", "B lance les Cornes (dé des Cornes), 2 (dé Vierge), Va te faire foutre ! (dé"),
    ],
)
def test_dice_are_told_as_on_the_page(language: str, said: str) -> None:
    rolled = dice.Rolled(1, ("WH", "B2", "F!"))
    off = dice.OffRolled(1, "rulebook")
    review = turned_by(golden("raise-your-horns"), rolled, off, cause="round-bad-luck")
    assert said in read(review, language)


def test_a_family_reads_no_other_names_of_the_dice() -> None:
    events = (dice.Rolled(1, ("W1", "F!")), dice.OffRolled(1, "family"))
    review = turned_by(golden("raise-your-horns"), *events, cause="round-bad-luck")
    assert "1 (Horns die), Off you go! (Off die). Off you go!" in read(review, "en")
    assert "Fuck" not in share_svg(review)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_no_colon_follows_an_exclamation_mark(language: str) -> None:
    for _, text in lines(share_svg(golden("raise-your-horns"), language)):
        assert not re.search(r"!\s*[:.,]", text)


@pytest.mark.parametrize(
    ("language", "whole"), [("en", "100%"), ("it", "100%"), ("fr", "100\u202f%")]
)
@pytest.mark.parametrize("game", GAMES)
def test_the_axis_has_percentages_of_its_language(game: str, language: str, whole: str) -> None:
    for picture in (graph_svg, share_svg):
        assert whole in [text for _, text in lines(picture(golden(game), language))]


@pytest.mark.parametrize("game", GAMES)
def test_a_line_ends_at_no_space_that_holds_words_together(game: str) -> None:
    review = golden(game)
    points = review.turning_points
    largest = max(points, key=lambda point: abs(float(point.change)))
    told = largest.happened(registry.get(game), "fr", in_words=True)
    assert "\u202f%" in told
    assert sentence(review, "fr") == told


# --- before the first turn ----------------------------------------------------------------------

START = [
    ("en", "Before the first turn, a strong move: B starts on the Entrance at row 7, 1 left."),
    ("it", "Prima del primo turno, una mossa forte: B parte dall’Entrance in riga 7, 1 a"),
    ("fr", "Avant le premier tour, un coup fort : B pose son pion sur l’Entrée en rangée 7"),
]


@pytest.mark.parametrize(("language", "said"), START)
def test_an_entrance_is_chosen_before_the_first_turn(language: str, said: str) -> None:
    review = turned_by(golden("horns-up"), cards.Entered(1, "-1,7"), cause="move", turn=0)
    assert said in read(review, language)
    chosen = Decision(1, 1, "enter -1,7", "enter 1,7", 0.3, 0.0, 16, 2, "blunder", 0)
    told = Telling(replace(review, decisions=(chosen,)), language)
    when = said.split(",")[0]
    assert told.decisions().rows[0][0] == when
    assert told.chances().rows[0][0] == when
    assert not re.search(r"\w+ 0\b", told.sentences()[0].split(",")[0])


def test_text_keeps_the_notation_of_moves() -> None:
    """What is typed at a terminal and stands in records is what its page tells."""
    event = cards.WallPlayed(1, "mosh-pit", "-3,1", None)
    review = turned_by(golden("horns-up"), event)
    assert "at -3,1" in Telling(review).sentences()[0]
