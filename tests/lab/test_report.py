"""The page stands alone, says how sure it is, and leads to the games it speaks of."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from hornsup.cli import run
from hornsup.core import record
from hornsup.lab.figures import sections_of
from hornsup.lab.horns_up_figures import effect
from hornsup.lab.intervals import wilson
from hornsup.lab.results import Results, Row

VOID = {"meta", "br", "img", "hr", "input", "link"}


class Page(HTMLParser):
    """Reads a page: its links and other references, its ids, whether its tags match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name == "href" and tag == "a":
                self.links.append(value or "")
            elif name in ("src", "href", "srcset", "action", "data", "poster"):
                self.loads.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(data)


def make_run(path: Path, *words: str) -> Path:
    assert run(["simulate", *words, "--jobs", "1", "--json", "--out", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def horns_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lab") / "run"
    make_run(path, *"horns-up --games 40 --bots racer --seed 2".split())
    assert run(["report", str(path)]) == 0
    return path


def rows_of(path: Path) -> list[Row]:
    return list(Results.open(path).rows())


def test_the_page_needs_no_network_and_no_scripts(horns_up: Path) -> None:
    text = (horns_up / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    assert not page.open
    assert "http:" not in text
    assert "https:" not in text
    assert not {"script", "link", "iframe", "img", "object", "embed"} & set(page.tags)
    assert "@import" not in text
    assert not re.search(r"url\((?!#)", text)
    assert all(target.startswith("#") for target in page.loads)
    assert page.tags.count("svg") >= 10


def test_no_two_things_share_an_id_and_every_reference_has_one(horns_up: Path) -> None:
    text = (horns_up / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    assert len(page.ids) == len(set(page.ids))
    wanted = {target[1:] for target in page.loads}
    wanted |= set(re.findall(r"url\(#([^)]+)\)", text))
    assert wanted <= set(page.ids)


def test_every_link_leads_to_an_honest_record(horns_up: Path) -> None:
    page = Page((horns_up / "report.html").read_text(encoding="utf-8"))
    links = {link for link in page.links if not link.startswith("#")}
    assert links
    rows = rows_of(horns_up)
    for link in links:
        assert re.fullmatch(r"records/game-\d+\.json", link)
        data = json.loads((horns_up / link).read_text(encoding="utf-8"))
        number = int(link.partition("-")[2].partition(".")[0])
        assert data["seed"] == f"2/{number}"
        assert len(data["moves"]) == rows[number]["moves"]
    assert record.verify(data).honest
    assert {path.name for path in (horns_up / "records").iterdir()} == {
        link.partition("/")[2] for link in links
    }


def test_every_number_has_its_interval_and_its_games(horns_up: Path) -> None:
    for section in sections_of("horns-up", rows_of(horns_up)):
        assert section.figures
        for figure in section.figures:
            estimate = figure.estimate
            assert estimate.low <= estimate.value <= estimate.high
            assert estimate.games
            assert figure.games or estimate.value == 0
    text = (horns_up / "report.html").read_text(encoding="utf-8")
    assert text.count('class="number"') == text.count('class="range"')


def test_the_page_answers_what_a_designer_asks(horns_up: Path) -> None:
    words = " ".join(Page((horns_up / "report.html").read_text(encoding="utf-8")).words)
    for asked in (
        "Length of games",
        "Wins by seat and turn order",
        "Wins by Entrance",
        "path-ns: plays",
        "path-ns: effect",
        "leader changes per game",
        "comebacks",
        "kingmaking",
        "by seat A",
        "on seat D",
        "closings per game",
        "actions left unused",
        "hornsup replay",
        "--save-game",
    ):
        assert asked in words, asked


def test_the_figures_are_those_of_the_rows(horns_up: Path) -> None:
    rows = rows_of(horns_up)
    figures = {
        (section.key, figure.label): figure
        for section in sections_of("horns-up", rows)
        for figure in section.figures
    }
    turns = [row["turns"] for row in rows]
    length = figures["length", "turns per game"]
    assert length.estimate.value == pytest.approx(sum(turns) / len(turns))
    named = dict(length.games)
    assert turns[named["least"]] == min(turns)
    assert turns[named["most"]] == max(turns)
    assert turns[named["median"]] == sorted(turns)[(len(turns) - 1) // 2]
    wins = sum(row["winners"] == "A" for row in rows)
    assert figures["seats", "seat A"].estimate == wilson(wins, len(rows))


def test_the_effect_of_a_card_is_measured_within_games() -> None:
    def game(number: int, winner: str, plays: list[int]) -> Row:
        return {"number": number, "winners": winner, "cards": {"cold-beer": plays}}

    rows = [game(0, "A", [1, 0, 0]), game(1, "B", [2, 0, 0]), game(2, "A", [1, 1, 1])]
    found = effect("cold-beer", rows)
    assert found is not None
    assert found.estimate.value == pytest.approx(((1 - 0) + (0 - 1 / 2)) / 2)
    assert found.estimate.games == 2
    assert effect("steward", rows) is None


def test_several_runs_make_one_page(tmp_path: Path) -> None:
    make_run(tmp_path / "p3", *"horns-up --games 8 --bots racer --players 3".split())
    make_run(tmp_path / "odd", *"horns-up --games 5 --bots racer --option must_act=true".split())
    assert run(["report", str(tmp_path)]) == 0
    page = Page((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert "By number of players" in " ".join(page.words)
    assert "4 players, racer, must_act=true" in " ".join(page.words)
    assert len(page.ids) == len(set(page.ids))
    for link in page.links:
        assert link[1:] in page.ids if link[0] == "#" else (tmp_path / link).exists()


def test_the_dice_game_has_its_page_too(tmp_path: Path) -> None:
    make_run(tmp_path, *"raise-your-horns --games 20 --players 5".split())
    assert run(["report", str(tmp_path)]) == 0
    words = " ".join(Page((tmp_path / "report.html").read_text(encoding="utf-8")).words)
    assert "Losses by place" in words
    assert "losers named per game" in words


def test_games_that_were_all_cut_still_make_a_page(tmp_path: Path) -> None:
    make_run(tmp_path, *"horns-up --games 4 --bots random --max-turns 9".split())
    assert run(["report", str(tmp_path)]) == 0


@pytest.mark.parametrize("inside", [None, "empty"])
def test_a_folder_without_games_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], inside: str | None
) -> None:
    path = tmp_path / "here"
    if inside:
        path.mkdir()
    assert run(["report", str(path)]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "here" in err
