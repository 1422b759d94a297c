"""The board of Horns Up: it keeps still, and nothing is done by mistake."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import PageAt
from tests.browser.players import Offer, Rocker
from tests.browser.staged import Staged
from tests.browser.visitor import Visitor
from tests.browser.words import broken_words

CONCERT = "horns-up"
TWO_WAYS = {"path-ne", "path-nw", "path-nes", "path-new"}
BEND: dict[str, Any] = {
    "turn": "A",
    "actions": 2,
    "pawns": {"A": "0,4", "B": "1,7", "C": "0,8", "D": "-1,7"},
    "paths": ["NESW 0,4"],
    "hands": {"A": ["path-nes", "path-ns"]},
}


def rect(visitor: Visitor, selector: str) -> list[float]:
    found = visitor.page.locator(selector).first.evaluate(
        "node => { const b = node.getBoundingClientRect(); return [b.x, b.y, b.width, b.height] }"
    )
    return [round(each, 1) for each in found]


def cell(name: str) -> str:
    return f'.hu-cell[data-cell="{name}"]'


def held(slug: str) -> str:
    return f'.hu-held[data-card="{slug}"]'


def click_cell(visitor: Visitor, name: str) -> None:
    x, y, width, height = rect(visitor, f"{cell(name)} .hu-hit")
    visitor.point(x + width / 2, y + height / 2)


def test_beside_the_log_a_pile_and_its_number_do_not_touch(page_at: PageAt) -> None:
    ann = page_at("laptop")
    table = ann.open_table(CONCERT, ["me", "easy", "easy"])
    ann.go(f"/t/{table}", ".tbl")
    ann.wait_for(".side-own .hu-pile")
    x, _, width, _ = rect(ann, ".side-own .hu-pile-face")
    number = ann.page.locator(".side-own .hu-pile-number").first
    assert len(number.inner_text()) == 3, "more than a hundred cards"
    assert rect(ann, ".side-own .hu-pile-number")[0] >= x + width


# --- the board keeps still --------------------------------------------------------------------


def test_a_lit_cell_stays_under_the_pointer_and_the_board_as_large(page_at: PageAt) -> None:
    ann = page_at("laptop", motion=True)
    staged = Staged(ann, CONCERT, BEND)
    ann.wait_for(".hu-cell")
    before = rect(ann, cell("0,3"))
    ann.press(held("path-nes"))
    click_cell(ann, "0,3")
    ann.wait_for(".hu-choices .hu-choice-card")
    ann.page.wait_for_timeout(400)
    assert rect(ann, cell("0,3")) == before, "the cell that was clicked has moved away"
    click_cell(ann, "0,3")
    ann.until(lambda: staged.moves != [], "placing the card")
    ann.page.wait_for_timeout(1200)
    assert rect(ann, cell("0,3")) == before, "the board has another size after the move"


def test_on_a_phone_the_board_is_whole_again_after_a_move(page_at: PageAt) -> None:
    ann = page_at("phone", motion=True)
    staged = Staged(ann, CONCERT, BEND)
    ann.wait_for(".hu-cell")
    ann.page.wait_for_timeout(400)
    before = rect(ann, cell("0,3"))
    ann.press(held("path-nes"))
    ann.page.wait_for_timeout(500)
    click_cell(ann, "0,3")
    ann.page.wait_for_timeout(500)
    click_cell(ann, "0,3")
    ann.until(lambda: staged.moves != [], "placing the card")
    ann.until(lambda: rect(ann, cell("0,3")) == before, "the whole board", 5)
    assert staged.moves[0].startswith("path ")


def test_cards_keep_their_places_where_only_the_hand_is_shown(page_at: PageAt) -> None:
    """Beside a shared screen: a further row of cards does not move the rows above it."""
    ann = page_at("phone")
    position = {
        **BEND,
        "turn": "B",
        "hands": {"A": ["path-ns", "path-ew"], "B": ["horns-up"]},
        "stage_draw": ["guest-star"],
        "draw": ["cold-beer", "cold-beer", "cold-beer", "cold-beer"],
    }
    staged = Staged(ann, CONCERT, position)
    ann.page.evaluate("window.stagedGame.onlyHand(true)")
    before = rect(ann, held("path-ns"))
    staged.act("play horns-up")
    ann.until(lambda: ann.page.locator(".hu-held").count() == 3, "a third card")
    first = ann.page.locator(".hu-held").first
    assert first.bounding_box() == ann.page.locator(held("path-ns")).bounding_box()
    assert rect(ann, held("path-ns")) == before


CUT_NAMES = """[...document.querySelectorAll(".hu-card-name")]
  .filter((node) => node.scrollHeight > node.clientHeight + 1).map((node) => node.textContent)"""
HANDS = [
    ["troublemakers", "headbangers", "mosh-pit", "path-nesw", "path-nw"],
    ["lost-in-the-queue", "pickpocket", "ticket-check", "steward", "old-friends"],
    ["crowd-surfing", "pushed-away", "merch-stand", "second-wind", "lighters-up"],
    ["path-ne", "path-new", "all-in", "cold-beer", "slow-song"],
]


@pytest.mark.parametrize("language", ["en", "it", "fr"])
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_no_word_of_the_table_is_broken(page_at: PageAt, size: str, language: str) -> None:
    for hand in HANDS:
        ann = page_at(size, language)
        Staged(ann, CONCERT, {**BEND, "hands": {"A": hand}})
        ann.wait_for(".hu-held")
        assert broken_words(ann) == []
        assert ann.page.evaluate(CUT_NAMES) == []
        ann.press(".hu-held.usable")
        assert broken_words(ann) == []


@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_the_prompt_keeps_to_its_column_and_to_the_window(page_at: PageAt, language: str) -> None:
    """Beside the log of a table it is as narrow as here; four actions and a skip fill its line."""
    ann = page_at("laptop", language)
    ann.page.set_viewport_size({"width": 960, "height": 800})
    hands = {"A": ["all-in", "lighters-up", "path-ns"]}
    staged = Staged(ann, CONCERT, {**BEND, "hands": hands})
    ann.wait_for(".hu-held")
    assert inside(ann, ".hu-end")
    ann.press(".hu-end")
    assert inside(ann, ".hu-end"), "the question whether to end"
    staged.act("play all-in")
    ann.wait_for(".hu-own-skips")
    assert inside(ann, ".hu-own-skips")
    staged.act("play lighters-up")
    ann.wait_for(".hu-own-tokens + .hu-own-skips")
    assert inside(ann, ".hu-own-skips")
    assert inside(ann, ".hu-token-back")


def inside(visitor: Visitor, selector: str) -> bool:
    """Whether something of the prompt stands within it."""
    x, y, width, height = rect(visitor, selector)
    left, top, wide, high = rect(visitor, ".hu-prompt")
    return x >= left and x + width <= left + wide and y >= top and y + height <= top + high


# --- nothing by mistake ---------------------------------------------------------------------------


def test_a_double_click_on_end_turn_does_not_end_it(page_at: PageAt) -> None:
    ann = page_at("laptop")
    staged = Staged(ann, CONCERT, BEND)
    ann.page.locator(".hu-end").dblclick()
    ann.page.keyboard.press("e")
    ann.page.wait_for_timeout(200)
    assert staged.moves == []
    ann.page.wait_for_timeout(700)
    ann.press(".hu-end")
    ann.until(lambda: staged.moves == ["end"], "ending the turn after a second thought")


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_choices_cover_neither_help_nor_list(page_at: PageAt, size: str) -> None:
    ann = page_at(size)
    Staged(ann, CONCERT, {**BEND, "hands": {"A": ["slow-song", "old-friends"]}})
    for card in ("slow-song", "old-friends"):
        ann.press(held(card))
        ann.wait_for(".hu-choices button")
        for name in (".hu-why", ".hu-list"):
            x, y, width, height = rect(ann, name)
            reached = ann.page.evaluate(
                "([x, y, name]) => !!document.elementFromPoint(x, y)?.closest(name)",
                [x + width / 2, y + height / 2, name],
            )
            assert reached, f"{name} is covered while {card} is chosen"
        ann.press(".hu-cancel")


def test_an_empty_cell_says_what_could_be_played_there(page_at: PageAt) -> None:
    ann = page_at("laptop")
    table = ann.open_table(CONCERT, ["me", "easy", "easy"])
    ann.go(f"/t/{table}", ".hu-svg")
    player = Rocker(ann)
    for _ in range(12):
        offer = player.play_to_cards()
        if found := placeable(ann, offer):
            break
        player.play_turn()
    else:
        raise AssertionError("never a place for a card")
    click_cell(ann, found)
    ann.wait_for(".hu-bubble:not([hidden])")
    said = ann.page.locator(".hu-bubble").inner_text()
    assert said.startswith("Choose a card first. Here you could play:"), said


def placeable(visitor: Visitor, offer: Offer) -> str | None:
    """An empty cell that some card may be laid on, while no card is chosen."""
    lit = {each["cell"] for each in offer["cells"]}
    for move in visitor.frames.legal():
        verb, *_, last = move.split()
        if verb in ("path", "wall") and last not in lit:
            return last
    return None


def test_a_bot_that_plays_for_me_is_not_my_turn(page_at: PageAt) -> None:
    ann = page_at("laptop")
    table = ann.open_table(CONCERT, ["me", "easy", "easy"], pace=1500)
    ann.go(f"/t/{table}", ".hu-svg")
    Rocker(ann).play_to_cards()
    ann.press('.tbl-head button[aria-label="Menu"]')
    ann.page.get_by_role("button", name="Let a bot play for me").click()
    ann.wait_for(".back-button")
    status = ann.page.locator(".tbl-status").inner_text().lower()
    asked = ann.page.locator(".hu-ask").inner_text().lower()
    assert "your turn" not in f"{status} {asked}"
    assert "ann" in asked


def test_i_am_back_goes_with_the_game(page_at: PageAt) -> None:
    ann = page_at("laptop")
    table = ann.open_table("raise-your-horns", ["me", "easy", "easy"], options={"end_value": 1})
    ann.go(f"/t/{table}", ".dice-tray")
    ann.press('.tbl-head button[aria-label="Menu"]')
    ann.page.get_by_role("button", name="Let a bot play for me").click()
    ann.wait_for(".end-bar", 60)
    assert not ann.sees(".back-button")


def test_an_open_chat_makes_way_for_my_turn(page_at: PageAt) -> None:
    ann = page_at("phone")
    table = ann.open_table(CONCERT, ["me", "easy", "easy"], pace=900)
    ann.go(f"/t/{table}", ".hu-svg")
    player = Rocker(ann)
    player.play_turn()
    ann.until(lambda: not player.look()["mine"], "somebody else's turn")
    ann.press('[data-chat="open"]')
    ann.wait_for(".side-chat")
    ann.until(lambda: player.look()["mine"], "my turn", 40)
    assert not ann.sees(".side-chat"), "the chat covers the board in my turn"


# --- dragging ---------------------------------------------------------------------------------


def test_a_card_is_dragged_to_a_lit_cell_with_the_mouse(page_at: PageAt) -> None:
    ann = page_at("laptop", motion=True)
    staged = Staged(ann, CONCERT, BEND)
    x, y, width, height = rect(ann, held("path-ns"))
    mouse = ann.page.mouse
    mouse.move(x + width / 2, y + height / 2)
    mouse.down()
    to = rect(ann, f"{cell('0,3')} .hu-hit")
    mouse.move(x + width / 2, y - 40, steps=4)
    assert ann.sees(".hu-dragged")
    mouse.move(to[0] + to[2] / 2, to[1] + to[3] / 2, steps=6)
    assert ann.sees(".hu-ghost"), "the card is not previewed where it would lie"
    mouse.up()
    ann.until(lambda: staged.moves == ["path NS 0,3"], "playing by drag")
    assert not ann.sees(".hu-dragged")


def test_a_card_that_is_dropped_beside_the_board_is_kept(page_at: PageAt) -> None:
    ann = page_at("laptop")
    staged = Staged(ann, CONCERT, BEND)
    x, y, width, height = rect(ann, held("path-ns"))
    mouse = ann.page.mouse
    mouse.move(x + width / 2, y + height / 2)
    mouse.down()
    mouse.move(x + width / 2, y - 60, steps=5)
    mouse.move(x + width / 2, y + height / 2, steps=5)
    mouse.up()
    ann.page.wait_for_timeout(200)
    assert staged.moves == []
    assert ann.page.locator(".hu-held.chosen").count() == 0


def test_a_ticket_is_dragged_onto_its_target_with_a_finger(page_at: PageAt) -> None:
    ann = page_at("phone", motion=True)
    staged = Staged(ann, CONCERT, {**BEND, "hands": {"A": ["slow-song"]}})
    x, y, width, height = rect(ann, held("slow-song"))
    touch = ann.context.new_cdp_session(ann.page)

    def finger(kind: str, at: tuple[float, float] | None = None) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", (x + width / 2, y + height / 2))
    for step in range(1, 8):
        finger("touchMove", (x + width / 2, y + height / 2 - 25 * step))
    assert ann.sees(".hu-dragged")
    chip = rect(ann, '.hu-rocker[data-seat="1"]')
    finger("touchMove", (chip[0] + chip[2] / 2, chip[1] + chip[3] / 2))
    finger("touchEnd")
    ann.until(lambda: staged.moves == ["play slow-song B"], "playing by touch")


def test_hover_and_focus_tell_what_a_card_does(page_at: PageAt) -> None:
    ann = page_at("laptop")
    Staged(ann, CONCERT, {**BEND, "hands": {"A": ["slow-song", "path-ns"]}})
    ann.page.locator(held("slow-song")).hover()
    ann.wait_for(".hu-bubble:not([hidden])")
    assert "Ballad" in ann.page.locator(".hu-bubble").inner_text()
    ann.page.mouse.move(5, 5)
    ann.until(lambda: not ann.sees(".hu-bubble"), "hiding it again")
    ann.page.locator(held("path-ns")).focus()
    ann.page.keyboard.press("ArrowLeft")
    ann.page.keyboard.press("ArrowRight")
    ann.wait_for(".hu-bubble:not([hidden])")


# --- the Wall of Death --------------------------------------------------------------------------

PARTING: dict[str, Any] = {
    "turn": "A",
    "actions": 2,
    "pawns": {"A": "0,7", "B": "0,4", "C": "1,7", "D": "-1,7"},
    "paths": ["NS 0,7", "NS 0,4", "down NS 0,2"],
    "walls": ["mosh-pit 0,3"],
    "hands": {"A": ["horns-up"]},
    "stage_draw": ["wall-of-death"],
}


def test_the_sides_of_a_wall_of_death_are_chosen_together(page_at: PageAt) -> None:
    ann = page_at("laptop")
    staged = Staged(ann, CONCERT, PARTING)
    ann.press(held("horns-up"))
    ann.press(".hu-go")
    ann.until(lambda: staged.moves == ["play horns-up"], "the Ticket")
    ann.wait_for(".hu-question")
    assert ann.page.locator(".hu-question").count() == 4
    assert ann.page.locator(".hu-planned").count() == 4
    click_cell(ann, "0,3")  # the other side for the Wall
    ann.page.locator(".hu-question").nth(3).locator("button").nth(1).click()
    ann.press(".hu-go")
    wanted = ["part 0,2 left", "part 0,3 right", "part 0,4 left", "part 0,7 right"]
    ann.until(lambda: staged.moves[1:] == wanted, "all answers one after the other")
    assert "1,3" in [each["cell"] for each in staged.state.view(0)["table"]]


def test_the_cards_that_stay_are_chosen_together(page_at: PageAt) -> None:
    ann = page_at("phone")
    position = {
        **PARTING,
        "pawns": {"A": "1,7", "B": "-1,7", "C": "2,6", "D": "-2,6"},
        "paths": ["down NS 1,4", "down EW -1,4", "down NS 1,3", "down EW -1,3"],
        "walls": [],
        "stage": "wall-of-death",
        "stage_draw": ["encore"],
    }
    staged = Staged(ann, CONCERT, position)
    ann.press(held("horns-up"))
    ann.press(".hu-go")
    ann.wait_for(".hu-question")
    assert ann.page.locator(".hu-question").count() == 2
    ann.page.locator(".hu-question").nth(0).locator("button").nth(1).tap()
    ann.press(".hu-go")
    ann.until(lambda: len(staged.moves) == 3, "both answers")
    assert staged.moves[1:] == ["keep 0,3 right", "keep 0,4 left"]


# --- moments ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_an_attack_on_me_is_a_moment(page_at: PageAt, size: str) -> None:
    """The card, its player, its target and what it did, before the effect is on the board."""
    ann = page_at(size, motion=True)
    attack = {**BEND, "turn": "B", "hands": {"B": ["slow-song"]}}
    staged = Staged(ann, CONCERT, attack)
    staged.act("play slow-song A")
    ann.wait_for(".hu-moment-card.hit")
    said = ann.page.locator(".hu-moment-card").inner_text()
    for part in ("Bea", "you", "2 Ballad tokens"):
        assert part in said, said
    assert "slow song" in said.lower()
    assert ann.page.evaluate("window.stagedLog") == ["told 1"]
    assert ann.page.locator('.hu-rocker[data-seat="0"] .hu-token').count() == 0
    ann.page.evaluate("window.stagedTimeline.skip()")  # what a tap does
    tokens = ann.page.locator('.hu-rocker[data-seat="0"] .hu-token')
    ann.until(lambda: tokens.count() == 2, "tokens")
    ann.until(lambda: not ann.sees(".hu-moment"), "the end of the moment", 5)


def test_without_motion_a_still_card_tells_it(page_at: PageAt) -> None:
    ann = page_at("laptop")
    staged = Staged(ann, CONCERT, {**BEND, "turn": "B", "hands": {"B": ["slow-song"]}})
    staged.act("play slow-song A")
    ann.wait_for(".hu-moment.still")
    assert "2 Ballad tokens" in ann.page.locator(".hu-moment").inner_text()
    assert ann.page.locator('.hu-rocker[data-seat="0"] .hu-token').count() == 2
    assert ann.page.locator(".hu-flight").count() == 0


def test_the_last_moves_of_the_others_are_marked_until_i_move(page_at: PageAt) -> None:
    ann = page_at("laptop")
    other = {**BEND, "turn": "D", "hands": {"D": ["path-ns"], "A": ["path-ns"]}}
    staged = Staged(ann, CONCERT, other)
    staged.act("path NS -1,6")
    staged.act("end")
    ann.until(lambda: ann.page.locator(".hu-last").count() == 1, "a mark")
    ann.press(held("path-ns"))
    click_cell(ann, "0,3")
    ann.until(lambda: staged.moves == ["path NS 0,3"], "my move")
    ann.until(lambda: ann.page.locator(".hu-last").count() == 0, "the end of the marks")
    assert staged.state.to_move == 0, "it is still my turn"


def test_open_sides_are_drawn_above_the_pawns(page_at: PageAt) -> None:
    ann = page_at("laptop")
    Staged(ann, CONCERT, {**BEND, "pawns": {"A": "0,4", "B": "0,4", "C": "0,4", "D": "0,4"}})
    drawn = ann.page.evaluate(
        """() => {
          const children = [...document.querySelector(".hu-svg").children];
          const layers = children.map((each) => each.getAttribute("class"));
          return [layers.indexOf("hu-sides") > layers.indexOf("hu-pawns"),
            document.querySelector(".hu-sides-line").getAttribute("d").split("M").length - 1];
        }"""
    )
    assert drawn == [True, 4]
