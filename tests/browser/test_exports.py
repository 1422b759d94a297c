"""A game in one file, opened from the disk by a browser without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from hornsup.exports import export_game
from tests.exports.games import SCRIPT, finished, running

SIZES = {"phone": (390, 844), "laptop": (1280, 800)}


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Without a network; whatever the page complains about or asks for fails the test."""
    width, height = SIZES[getattr(request, "param", "laptop")]
    context = browser.new_context(
        viewport={"width": width, "height": height}, offline=True, reduced_motion="reduce"
    )
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    opened.on("dialog", lambda dialog: wrong.append(dialog.message))
    opened.on(
        "request",
        lambda asked: wrong.append(asked.url) if asked.url.startswith(("http", "ws")) else None,
    )
    yield opened
    context.close()
    assert not wrong


def go(page: Page, step: int) -> None:
    slider = page.locator(".rp-slider")
    slider.evaluate(
        "(node, step) => { node.value = step; node.dispatchEvent(new Event('input')); }", step
    )
    page.wait_for_function(f"document.querySelector('.rp-slider').value === '{step}'")


@pytest.mark.parametrize("page", SIZES, indirect=True)
@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
def test_it_replays_from_the_disk(page: Page, game: str, tmp_path: Path) -> None:
    record = finished(game)
    file = tmp_path / "game.html"
    export_game(record, file, "it")
    page.goto(file.as_uri())
    page.wait_for_selector(".rp-slider")
    assert page.locator(".rp-slider").get_attribute("max") == str(len(record["moves"]))
    assert page.locator("html").get_attribute("lang") == "it"
    for step in (len(record["moves"]), 5):
        go(page, step)
        now = page.locator(".rp-lines .now").first.text_content()
        assert now
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('.rp-slider').value === '6'")
    page.select_option(".rp-eyes", "table")
    assert SCRIPT in (page.locator("body").text_content() or "")
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_a_seat_sees_its_own_hand(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    export_game(finished(), file)
    page.goto(file.as_uri())
    page.wait_for_selector(".rp-slider")
    said = page.locator(".rp-lines")
    assert "starts with 4 cards" not in (said.text_content() or "")
    page.select_option(".rp-eyes", "2")
    page.wait_for_function(
        "document.querySelector('.rp-lines').textContent.includes('starts with 4 cards')"
    )


def test_a_running_game_shows_the_table_alone(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    export_game(running(), file)
    page.goto(file.as_uri())
    page.wait_for_selector(".rp-slider")
    assert page.locator(".rp-eyes option").count() == 1
    page.get_by_role("button", name="More").click()
    assert page.locator("dialog[open] a[download]").count() == 0


def test_the_record_can_be_taken_out_again(page: Page, tmp_path: Path) -> None:
    import json

    record = finished()
    file = tmp_path / "game.html"
    export_game(record, file)
    page.goto(file.as_uri())
    page.wait_for_selector(".rp-slider")
    page.get_by_role("button", name="More").click()
    with page.expect_download() as taken:
        page.locator("dialog[open] a[download]").click()
    assert json.loads(Path(taken.value.path()).read_text()) == record
