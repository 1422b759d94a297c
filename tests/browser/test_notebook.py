"""The board of a notebook, played in a real JupyterLab; and records that replay in a cell."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FrameLocator, Page
from playwright.sync_api import TimeoutError as TooLate

ROOT = Path(__file__).parents[2]
PYTHON = os.environ.get("HORNSUP_JUPYTER", sys.executable)
"""An interpreter with jupyterlab and hornsup[notebook]; by default this one."""
PATIENCE = 60_000
CELLS = (
    (
        "import hornsup, hornsup.notebook\n"
        'board = hornsup.notebook.play("horns-up", bots="easy", pace=0)\nboard'
    ),
    (
        'dice = hornsup.new("raise-your-horns", players=3, seed=1)\n'
        "while not dice.over:\n    events = dice.apply(dice.legal_moves()[0])\ndice.record()"
    ),
    'print("moves", len(board.state.moves_played()))',
    (
        "import hornsup.notebook\n"
        'hornsup.notebook.play("raise-your-horns", bots="easy", players=3, pace=0, '
        'options={"end_value": 1})'
    ),
)


def has_jupyterlab() -> bool:
    command = [PYTHON, "-c", "import jupyterlab, anywidget, msgspec, structlog"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def notebook() -> dict[str, Any]:
    cells: list[dict[str, Any]] = [
        {
            "cell_type": "code",
            "id": f"cell-{number}",
            "source": source,
            "metadata": {},
            "outputs": [],
            "execution_count": None,
        }
        for number, source in enumerate(CELLS)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a JupyterLab with the notebook open in it."""
    if not has_jupyterlab():
        reason = f"JupyterLab is not installed for {Path(PYTHON).name} (pip install jupyterlab)"
        print(f"skipped: {reason}")
        pytest.skip(reason)
    home = tmp_path_factory.mktemp("lab")
    (home / "play.ipynb").write_text(json.dumps(notebook()))
    port = free_port()
    settings = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "src"),
        "HOME": str(home),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
    }
    command = [PYTHON, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ServerApp.token="]
    command += [
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={home}",
    ]
    with open(home / "log.txt", "wb") as log:
        process = subprocess.Popen(command, cwd=home, env=settings, stdout=log, stderr=log)
    base = f"http://127.0.0.1:{port}"
    try:
        wait_for(base, process, home / "log.txt")
        yield f"{base}/lab/tree/play.ipynb?reset"
    finally:
        process.terminate()
        process.wait(30)


def wait_for(base: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(240):
        assert process.poll() is None, log.read_text()[-2000:]
        try:
            with urllib.request.urlopen(f"{base}/api/status", timeout=5):
                return
        except OSError:
            time.sleep(0.25)
    raise AssertionError(log.read_text()[-2000:])


@pytest.fixture
def page(browser: Browser, lab: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1400, "height": 1000}, reduced_motion="reduce")
    opened = context.new_page()
    opened.set_default_timeout(PATIENCE)
    opened.goto(lab)
    opened.wait_for_selector(".jp-Notebook .jp-CodeCell")
    yield opened
    context.close()


def run_cell(page: Page, number: int) -> None:
    cell = page.locator(".jp-CodeCell").nth(number)
    prompt = cell.locator(".jp-InputPrompt")
    for _ in range(20):  # what is run before the kernel is ready is forgotten
        if (prompt.text_content() or "").strip() == "[ ]:":
            cell.locator(".cm-content").click()
            page.keyboard.press("Control+Enter")
        page.wait_for_timeout(1500)
        if any(each.isdigit() for each in prompt.text_content() or ""):
            return
    raise AssertionError(f"cell {number} was not run: {prompt.text_content()}")


def frame_of(page: Page, number: int) -> FrameLocator:
    cell = page.locator(".jp-CodeCell").nth(number)
    cell.locator(".jp-OutputArea iframe").wait_for()
    return cell.frame_locator(".jp-OutputArea iframe")


def moves_played(page: Page) -> int:
    """As a cell of the notebook counts them."""
    run_cell(page, 2)
    said = page.locator(".jp-CodeCell").nth(2).locator(".jp-OutputArea-output")
    said.wait_for()
    return int((said.text_content() or "").split()[-1])


@pytest.mark.timeout(300)
def test_a_board_is_played_in_jupyterlab(page: Page) -> None:
    run_cell(page, 0)
    board = frame_of(page, 0)
    board.locator(".hu-cell.lit").first.click()
    board.locator(".hu-pawn.mine:not(.away)").wait_for()
    board.locator(".tbl-status", has_text="your turn").wait_for()  # bots have played until here
    assert moves_played(page) >= 4


@pytest.mark.timeout(300)
def test_a_record_replays_in_a_cell(page: Page) -> None:
    run_cell(page, 0)
    frame_of(page, 0)
    run_cell(page, 1)
    replay = frame_of(page, 1)
    slider = replay.locator(".rp-slider")
    slider.wait_for()
    slider.focus()
    page.keyboard.press("End")
    last = slider.get_attribute("max")
    assert slider.input_value() == last


def play_dice(board: FrameLocator, page: Page) -> None:
    """Roll and keep the first die until the end is shown."""
    end = board.locator("dialog.end .end-title")
    choice = board.locator(
        ".dice-buttons button, .die-button:not(.shut), .ring-seat.nameable button"
    )
    for _ in range(200):
        if end.count():
            return
        if choice.count():
            try:
                choice.first.click(timeout=500)
            except TooLate:  # it has gone, or is not yet to be pressed
                continue
        page.wait_for_timeout(100)
    raise AssertionError("the game has no end")


@pytest.mark.timeout(300)
def test_the_end_is_shown_and_another_game_is_one_click_away(page: Page) -> None:
    run_cell(page, 3)
    board = frame_of(page, 3)
    board.locator(".tbl-status").wait_for()
    play_dice(board, page)
    board.locator("dialog.end .end-results[aria-busy=false]").wait_for()
    assert board.locator("dialog.end .end-missing").count() == 0
    assert board.locator("dialog.end .end-main").inner_text().count("Bot") >= 2
    assert board.locator("dialog.end a").count() == 0, "there is no other page to go to"
    board.locator("dialog.end button.primary.loud").click()
    board.locator(".dice-buttons .roll-button, .dice-hint").first.wait_for()
    assert board.locator("dialog.end").count() == 0
    assert board.locator(".end-bar").count() == 0
