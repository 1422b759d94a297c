"""A board without a notebook around it: frames in, messages out, bots that answer."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

import hornsup
from hornsup import notebook
from hornsup.errors import BadInput
from hornsup.notebook.board import Board

HELLO = {"type": "hello", "wire": 1, "language": "en", "role": "player"}


class Page:
    """What the frame in a cell does."""

    def __init__(self, board: Board, name: str = "a") -> None:
        self.board, self.name = board, name
        self.said: list[dict[str, Any]] = []
        board.send = self._take
        self._post("open")

    def _take(self, message: dict[str, Any]) -> None:
        if message["socket"] == self.name:
            self.said.append(json.loads(message["frame"]))

    def _post(self, kind: str, frame: str = "") -> None:
        content = {"hornsup": kind, "socket": self.name, "frame": frame}
        self.board._receive(self.board, content, [])

    def send(self, **frame: Any) -> None:
        self._post("frame", json.dumps(frame))

    def wait(self, found: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        for _ in range(400):
            for message in list(self.said):
                if found(message):
                    return message
            time.sleep(0.05)
        raise AssertionError([message["type"] for message in self.said])


def of_type(kind: str) -> Callable[[dict[str, Any]], bool]:
    return lambda message: message["type"] == kind


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
def test_a_move_is_played_and_bots_answer(game: str) -> None:
    board = notebook.play(game, bots="easy", pace=0)
    page = Page(board)
    page.send(**HELLO)
    mine = page.wait(lambda said: said.get("to_move") == 0 and bool(said.get("legal")))
    before = len(board.state.moves_played())
    page.send(type="move", id="abcdef01", version=mine["version"], move=mine["legal"][0])
    answer = page.wait(of_type("answer"))
    assert answer["ok"], answer
    assert len(board.state.moves_played()) > before


def play_to_the_end(page: Page) -> None:
    """Always the first choice."""
    done = 0

    def asked_again(said: dict[str, Any]) -> bool:
        mine = said.get("to_move") == 0 and bool(said.get("legal")) and said["version"] > done
        return mine or page.board.state.over

    while True:
        asked = page.wait(asked_again)
        if page.board.state.over:
            return
        done = asked["version"]
        name = f"abcd{done:04}"
        page.send(type="move", id=name, version=done, move=asked["legal"][0])
        page.wait(lambda said, name=name: said.get("id") == name)  # type: ignore[misc] # the default


def get(page: Page, path: str) -> str:
    """What the kernel answers to a request of the frame."""
    answers: list[str] = []
    page.board.send = lambda message: answers.append(message["frame"])
    page.board._receive(page.board, {"hornsup": "get", "socket": "get-1", "frame": path}, [])
    for _ in range(200):
        if answers:
            return answers[0]
        time.sleep(0.05)
    raise AssertionError("no answer")


def test_the_end_has_its_figures_and_another_game_is_dealt() -> None:
    options = {"end_value": 1}
    board = notebook.play("raise-your-horns", bots="easy", players=3, options=options, pace=0)
    figures = "/api/tables/x/figures?language=it"
    first = Page(board)
    assert get(first, figures) == "", "nothing is told of a game that is not over"
    page = Page(board, "b")
    page._post("again")
    page.send(**HELLO)
    play_to_the_end(page)
    assert board.record()["outcome"]["winners"]
    assert sorted(seat for place in json.loads(get(page, figures))["order"] for seat in place) == [
        *range(3)
    ]
    assert get(page, "/api/tables/x/record") == ""
    page._post("again")
    again = Page(board, "c")
    again.send(**HELLO)
    assert again.wait(of_type("welcome"))["table"]["phase"] == "playing"
    assert not board.state.over


def test_a_wrong_move_is_refused_with_its_rule() -> None:
    board = notebook.play("horns-up", bots="easy", pace=0)
    page = Page(board)
    page.send(**HELLO)
    mine = page.wait(lambda said: said.get("to_move") == 0 and bool(said.get("legal")))
    page.send(type="move", id="abcdef01", version=mine["version"], move="enter 9,9")
    answer = page.wait(of_type("answer"))
    assert not answer["ok"]
    assert answer["message"]


def test_what_cannot_be_read_does_no_harm() -> None:
    board = notebook.play("horns-up", bots="easy", pace=0)
    page = Page(board)
    page._post("frame", "{")
    page.send(type="ping")
    page.send(**HELLO)
    assert page.wait(of_type("welcome"))["version"] >= 0
    page.send(type="ping")
    assert page.wait(of_type("pong"))["type"] == "pong", "the table still answers"
    page._post("close")


def test_a_running_board_gives_no_record() -> None:
    board = notebook.play("horns-up", bots="easy,normal", players=5, name="<b>", language="fr")
    assert board.state.players == 5
    with pytest.raises(BadInput, match="not over"):
        board.record()
    assert "seed" not in board.page.partition("/packed/")[0][:2000]
    assert repr(board).startswith("<a board of Horns Up: 5 players")


def test_a_page_holds_no_hand() -> None:
    board = notebook.play("horns-up", bots="easy")
    assert "/packed/game.json" not in board.page
    assert "data-hand" not in board.page


def test_unknown_games_and_levels_are_refused() -> None:
    with pytest.raises(hornsup.HornsUpError, match="chess"):
        notebook.play("chess")
    with pytest.raises(Exception, match="brilliant"):
        notebook.play("horns-up", bots="brilliant")


def test_without_its_packages_it_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(hornsup.HornsUpError, match=r"hornsup\[notebook\]"):
        notebook.play("horns-up")
