"""The guided first games, played to their end with the taps that the coach asks for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hornsup import i18n
from tests.browser.conftest import PageAt
from tests.browser.players import Rocker

CONCERT, DICE = "horns-up", "raise-your-horns"
READ = ("read",)
ROLL, END, GO = ("press", ".roll-button"), ("press", ".hu-end"), ("press", ".hu-go")
WATCH = json.dumps(i18n.text("en", "web_learn.page.wait"))
HURRY = f"""() => document.querySelector(".ln-text").textContent === {WATCH}
  && document.querySelector(".ln-buttons button").click()"""
"""Cuts the wait for the others short, in one go: a moment later the button is another one."""
Tap = tuple[str, ...]


def card(slug: str) -> Tap:
    return "cards", "card", slug


def cell(where: str) -> Tap:
    return "cells", "cell", where


def die(face: str) -> Tap:
    return "dice", "face", face


def choice(text: str) -> Tap:
    return "press", f".hu-choices button:has-text('{text}')"


ASKED: dict[str, list[list[Tap]]] = {
    "enter": [[READ], [("cells", "role", "enter")], [READ]],
    "path": [
        [card("path-ns"), cell("0,7")],
        [cell("0,7")],
        [card("path-nesw"), cell("0,6")],
        [cell("0,6")],
        [END],
    ],
    "walk": [[READ], [cell("1,5")], [card("path-ew"), cell("1,6")]],
    "walls": [
        [READ],
        [cell("0,4"), ("press", ".hu-choices button[aria-label='Cold Beer']")],
        [card("headbangers"), cell("-1,2")],
    ],
    "tickets": [
        [card("second-wind"), GO],
        [card("pushed-away"), choice("West")],
        [card("path-ns"), cell("0,4")],
        [cell("0,4")],
    ],
    "tokens": [
        [("press", ".hu-token-back")],
        [card("slow-song"), choice("Bo")],
        [END],
        [READ],
    ],
    "stage": [[card("horns-up"), GO], [choice("left")], [card("horns-up"), GO]],
    "win": [
        [READ],
        [card("path-ne"), cell("0,2")],
        [cell("0,2")],
        [card("path-nes"), cell("0,1"), ("press", ".hu-choices button")],
    ],
    "dice-keep": [[ROLL], [die("B5")], [READ]],
    "dice-horns": [[ROLL], [die("WH")]],
    "dice-off": [[ROLL], [ROLL], [("press", ".ring-seat.nameable button:has-text('Bo')")]],
}
"""What the coach asks for in every step of every lesson, as taps."""


class Learner(Rocker):
    """Does what the coach says, and looks at nothing but the page."""

    def read_lesson(self) -> str:
        """The lesson that the page is about."""
        self.visitor.wait_for(".ln-bar i")
        lesson = self.visitor.page.url.partition("lesson=")[2]
        self.visitor.wait_for(f".ln[data-lesson='{lesson}'] .ln-bar i")  # not the one before it
        return lesson

    def place(self) -> int:
        """How many steps are behind the learner."""
        return self.visitor.page.locator(".ln-bar i.on").count()

    def said(self) -> str:
        return self.visitor.page.locator(".ln-text").inner_text()

    def blamed(self) -> str:
        return self.visitor.page.locator(".ln-wrong").inner_text()

    def do(self, taps: list[Tap]) -> None:
        for tap in taps:
            if tap == READ:
                self.visitor.press(".ln-buttons .primary")
            elif tap[0] == "press":
                self.visitor.press(tap[1])
            else:
                self.touch(*tap)

    def touch(self, kind: str, key: str, value: str) -> None:
        """Tap a card, a cell or a die as soon as it is offered and stays where it is."""
        found: list[Any] = []

        def offered() -> bool:
            before = found.copy()
            found[:] = [each for each in self.look()[kind] if each[key] == value]
            return bool(found) and found == before

        self.visitor.until(offered, f"{value} among the {kind}", 8)
        self.tap(found[0], self.look())

    def step(self, taps: list[Tap]) -> None:
        """Do a step and wait for the coach's next word, hurrying the others."""
        before = self.place()
        self.do(taps)
        self.visitor.until(lambda: self.got_to(before + 1), f"what follows {taps}", 15)
        assert self.blamed() == ""

    def got_to(self, place: int) -> bool:
        self.visitor.page.evaluate(HURRY)
        return self.place() == place

    def finish(self, lesson: str, start: int = 0) -> None:
        for taps in ASKED[lesson][start:]:
            self.step(taps)
        self.visitor.wait_for(".ln.done .ln-buttons a.primary")


@pytest.mark.parametrize(("game", "size"), [(CONCERT, "phone"), (DICE, "laptop")])
def test_the_whole_course_by_taps(page_at: PageAt, game: str, size: str) -> None:
    visitor = page_at(size)
    course = [each["name"] for each in visitor.call("GET", "/api/lessons") if each["game"] == game]
    first = ".ln-hero a.primary" if game == CONCERT else f".ln-item[href$='={course[0]}']"
    visitor.go("/learn").press(first)
    learner = Learner(visitor)
    for number, lesson in enumerate(course, 1):
        visitor.page.wait_for_url(f"**/learn?lesson={lesson}")
        assert learner.read_lesson() == lesson
        learner.finish(lesson)
        if number < len(course):
            visitor.press(".ln-buttons a.primary")
    visitor.press(".ln-head a.icon-button")
    visitor.wait_for(".ln-home")
    assert visitor.page.locator(".ln-mark.done").count() == len(course)


@pytest.mark.parametrize(
    ("size", "lesson", "at", "wrong", "answer"),
    [
        ("laptop", "path", 0, [card("path-nesw"), cell("0,7")], "lay-wrong"),
        ("phone", "walls", 1, [card("headbangers"), cell("-1,2")], "clear-wrong"),
        ("laptop", "tokens", 1, [card("slow-song"), choice("Cleo")], "give-wrong"),
        ("phone", "dice-keep", 1, [die("B2")], "keep-wrong"),
    ],
)
def test_a_wrong_tap_is_answered_and_the_place_is_kept(
    page_at: PageAt, size: str, lesson: str, at: int, wrong: list[Tap], answer: str
) -> None:
    visitor = page_at(size).go(f"/learn?lesson={lesson}", ".ln-text")
    learner = Learner(visitor)
    assert learner.read_lesson() == lesson
    for taps in ASKED[lesson][:at]:
        learner.step(taps)
    asked = learner.said()
    learner.do(wrong)
    visitor.wait_for(".ln-wrong")
    assert i18n.text("en", f"web_learn.{lesson}.{answer}") in learner.blamed()
    assert (learner.place(), learner.said()) == (at, asked), "the coach went on all the same"
    learner.finish(lesson, at)


def test_a_lesson_goes_on_where_it_was_left(page_at: PageAt) -> None:
    visitor = page_at("phone").go("/learn?lesson=path", ".ln-text")
    learner = Learner(visitor)
    for taps in ASKED["path"][:2]:
        learner.step(taps)
    asked = learner.said()
    visitor.go("/learn").press(".ln-hero a.primary")
    assert learner.read_lesson() == "path"
    visitor.until(lambda: learner.place() == 2, "the third step")
    assert learner.said() == asked
    learner.finish("path", 2)
    visitor.press(".ln-buttons button.quiet")
    visitor.until(lambda: learner.place() == 0, "the lesson once more")


def test_what_the_rules_forbid_is_explained_by_the_rule(page_at: PageAt) -> None:
    """The white die has to wait as long as black ones lie there: tapped, it says so."""
    visitor = page_at("phone").go("/learn?lesson=dice-keep", ".ln-text")
    learner = Learner(visitor)
    learner.read_lesson()
    learner.step([ROLL])
    visitor.press(".die-button.shut")
    visitor.wait_for(".dice-why")
    assert "R5" in visitor.page.locator(".dice-why").inner_text()
    assert learner.place() == 1
    learner.finish("dice-keep", 1)


def test_a_double_tap_on_the_last_word_does_not_begin_again(page_at: PageAt) -> None:
    visitor = page_at("phone").go("/learn?lesson=enter", ".ln-text")
    learner = Learner(visitor)
    learner.read_lesson()
    for taps in ASKED["enter"][:-1]:
        learner.step(taps)
    visitor.wait_for(".ln-buttons .primary")
    box = visitor.page.locator(".ln-buttons .primary").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    spots = [(box["x"] + box["width"] * share, middle) for share in (0.2, 0.5)]
    visitor.page.mouse.click(*spots[0])
    visitor.page.wait_for_selector(".ln.done .ln-buttons button.quiet", state="attached")
    for spot in spots:
        visitor.page.mouse.click(*spot)
    visitor.page.wait_for_timeout(1000)
    assert "lesson=enter" in visitor.page.url
    assert learner.place() == len(ASKED["enter"]), "the lesson began again"
    visitor.press(".ln-buttons button.quiet")
    visitor.until(lambda: learner.place() == 0, "the lesson once more, when it is asked for")
