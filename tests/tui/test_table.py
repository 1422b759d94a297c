"""What a person at the terminal sees and can do besides moving."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hornsup import i18n
from hornsup.play.settings import TurnClock
from hornsup.tui.app import HornsUpApp
from hornsup.tui.screens.dialogs import Notice, Pages, PassOn
from hornsup.tui.widgets import Pictured
from tests.tui.players import LARGE, Player, at_table, local_session


def dialog_text(player: Player) -> str:
    """What the dialog on top says."""
    return "\n".join(str(each.render()) for each in player.pilot.app.screen.query("Static"))


async def asked_by_keys(player: Player, key: str, text: str) -> None:
    """Press a key and type an answer to what it asks."""
    await player.press(key)
    await player.press(*(f"{character}" for character in text), "enter")
    await player.until(lambda: isinstance(player.pilot.app.screen, Notice))


async def test_a_refused_move_is_shown_with_the_text_of_its_rule() -> None:
    async with at_table(local_session("horns-up", seed=5)) as player:
        await player.until_asked()
        await player.press("1")
        await player.until_asked()
        version = player.table.version
        await asked_by_keys(player, "m", "path NS 0,1")
        shown = dialog_text(player)
        assert "At 0,1 the Path would not be next to your card." in shown
        assert "H60 Where a Path may go" in shown
        assert "There are two ways" in shown
        await player.press("escape")
        assert player.table.version == version


async def test_why_asks_about_moves_cards_and_positions() -> None:
    async with at_table(local_session("horns-up", seed=5)) as player:
        await player.until_asked()
        for asked in ("path NS 0,1", "mosh-pit", "0,3"):
            await asked_by_keys(player, "w", asked)
            assert "Why can’t I?" in dialog_text(player)
            await player.press("escape")


async def test_a_click_on_what_cannot_be_chosen_says_why() -> None:
    async with at_table(local_session("horns-up", seed=5)) as player:
        await player.until_asked()
        spots = player.screen.query_one("#board", Pictured).picture.spots
        spot = next(spot for spot in spots if spot.word == "0,2")
        await player.pilot.click("#board", offset=(spot.x + 1, spot.y))
        await player.until(lambda: isinstance(player.pilot.app.screen, Notice))
        assert "Why can’t I?" in dialog_text(player)


async def test_a_move_is_taken_back_by_a_key() -> None:
    async with at_table(local_session("horns-up", seed=5)) as player:
        await player.until_asked()
        await player.press("1")
        await player.until_asked()
        move = next(each for each in player.table.legal if each.startswith("path"))
        hand = player.table.view["hand"]
        await player.table.move(move)
        await player.until(lambda: player.table.undo)
        assert "Undo" in player.shown("keys")
        await player.press("u")
        await player.until(lambda: not player.table.undo)
        assert player.table.view["hand"] == hand
        assert "undoes the last move" in player.shown("log")


async def test_two_people_at_one_terminal_do_not_see_each_others_hands() -> None:
    passed: list[int] = []
    async with at_table(local_session("horns-up", "AB", seed=5)) as player:
        while len(passed) < 4:
            await player.until(lambda: passing(player) or player.table.my_turn)
            if passing(player):
                passed.append(await pass_on(player))
            assert player.table.you.looking == player.table.to_move == passed[-1]
            assert player.shown("hand").strip()
            version = player.table.version
            await player.press("e" if "end" in player.table.legal else "1")
            await player.until_changed(version)
    assert {*passed} == {0, 1}


def passing(player: Player) -> bool:
    return isinstance(player.pilot.app.screen, PassOn)


async def pass_on(player: Player) -> int:
    """Nothing of any hand is on the screen until Enter; gives whose turn it is."""
    seat = int(player.table.to_move)
    assert not player.table.view["hand"]
    assert player.screen.lines("hand").plain == []
    assert f"Pass the device to {'AB'[seat]}" in dialog_text(player)
    await player.press("1")
    assert passing(player)
    await player.press("enter")
    await player.until(lambda: player.table.my_turn and not passing(player))
    return seat


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
async def test_every_word_is_of_the_language(game: str, language: str) -> None:
    session = local_session(game, language=language)
    async with at_table(session, LARGE, language) as player:
        await player.until_asked()
        assert i18n.text(language, "web.table.your-turn") in player.shown("head")
        assert i18n.text(language, "tui.quit") in player.shown("keys")
        stage = i18n.text(language, "art.terminal.stage")
        assert (stage in player.shown("board")) == (game == "horns-up")
        await player.press("question_mark")
        assert isinstance(player.pilot.app.screen, Pages)
        assert i18n.text(language, "tui.keys.undo") in dialog_text(player)


async def test_without_colour_everything_is_still_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with at_table(local_session("horns-up", seed=5)) as player:
        await player.until_asked()
        assert player.pilot.app.no_color
        board = player.shown("board")
        assert "▐" in board  # the cursor
        assert "[" in board  # what else can be chosen
        for strip in player.pilot.app.screen._compositor.render_strips():
            for segment in strip:
                colour = segment.style.color if segment.style else None
                assert colour is None or colour.triplet is None or len({*colour.triplet}) == 1


async def test_chat_and_clock_are_shown() -> None:
    session = local_session("raise-your-horns", clock=TurnClock(60))
    async with at_table(session) as player:
        await player.until_asked()
        assert "0:5" in player.shown("board") or "1:00" in player.shown("board")
        await player.press("c", *"hi all", "enter")
        await player.until(lambda: "A: hi all" in player.shown("log"))


async def test_the_odds_of_the_dice_are_one_key_away() -> None:
    session = local_session("raise-your-horns")
    async with at_table(session) as player:
        while not (player.table.my_turn and player.table.view["phase"] == "keep"):
            await player.until_asked()
            await player.press("1")
        await player.until_asked()
        assert "%" not in player.shown("menu")
        await player.press("o")
        await player.until(lambda: "%" in player.shown("menu"))
        assert "best" in player.shown("about")


async def test_a_bell_rings_when_the_turn_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[None] = []
    monkeypatch.setattr(HornsUpApp, "bell", lambda _app: rung.append(None))
    async with at_table(local_session("horns-up", seed=5)) as player:
        await player.until_asked()
        assert len(rung) == 1


async def test_the_record_is_saved_by_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with at_table(local_session("horns-up")) as player:
        await player.until_asked()
        await player.press("s", *"game", "enter")
        await player.until((tmp_path / "game").exists)
    assert json.loads((tmp_path / "game").read_text())["game"] == "horns-up"


async def test_a_running_clock_ends_the_turn() -> None:
    session = local_session("raise-your-horns", clock=TurnClock(5))
    async with at_table(session) as player:
        await player.until_asked()
        assert player.table.seconds_left(0) <= 5
