"""Cards that leave the table and pawns that are moved with theirs: seen, heard, told to whom."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import PageAt
from tests.browser.staged import Staged
from tests.browser.visitor import Visitor

CONCERT = "horns-up"
TAKEN: dict[str, Any] = {
    "turn": "B",
    "actions": 2,
    "pawns": {"A": "3,4", "B": "0,8", "C": "2,4", "D": "-1,7"},
    "paths": ["NES 3,4", "NS 2,4"],
    "hands": {"B": ["pushed-away"]},
}
EDGE = {**TAKEN, "pawns": {**TAKEN["pawns"], "A": "15,3"}, "paths": ["NES 15,3", "NS 2,4"]}
WATCH = """() => {
  window.flown = [];
  window.sounds = [];
  const drawn = (node) => node.querySelector?.("use")?.getAttribute("href")?.split("#").pop();
  new MutationObserver((all) =>
    all.forEach(({ addedNodes }) => window.flown.push(...[...addedNodes].map(drawn))),
  ).observe(document.querySelector(".hu-flights"), { childList: true });
  addEventListener("hornsup:sound", ({ detail }) => window.sounds.push(detail));
}"""
STANDS = """(seat) => {
  const pawn = document.querySelector(`.hu-pawn[data-seat="${seat}"]`).getBoundingClientRect();
  const [x, y] = [pawn.left + pawn.width / 2, pawn.top + pawn.height / 2];
  return [...document.querySelectorAll(".hu-cell")].filter((each) => {
    const box = each.querySelector(".hu-hit").getBoundingClientRect();
    return box.left < x && x < box.right && box.top < y && y < box.bottom;
  }).map((each) => each.dataset.cell);
}"""


def staged(visitor: Visitor, position: dict[str, Any]) -> Staged:
    found = Staged(visitor, CONCERT, position)
    visitor.wait_for(".hu-cell")
    visitor.page.evaluate(WATCH)
    return found


def flown(visitor: Visitor) -> list[str]:
    found: list[str] = visitor.page.evaluate("window.flown")
    return found


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_a_push_onto_an_entrance_tells_me_where_i_am(page_at: PageAt, size: str) -> None:
    ann = page_at(size, motion=True)
    table = staged(ann, TAKEN)
    table.act("play pushed-away A E")
    ann.wait_for(".hu-moment-card.hit")
    said = ann.page.locator(".hu-moment-card").inner_text()
    assert "pushed to the east" in said
    assert "onto an Entrance" in said
    ann.until(lambda: ann.page.evaluate(STANDS, 0) == ["4,4"], "my pawn on the Entrance", 12)
    ann.until(lambda: "pawn-a" in flown(ann), "my pawn on its way")
    assert "card-path-nes" in flown(ann), "the card is seen going"
    assert "entrance" not in flown(ann), "an Entrance never moves"
    heard = {"push", "fly", "boo"}
    ann.until(lambda: heard <= set(ann.page.evaluate("window.sounds")), "what is heard")
    assert not ann.troubles()


def test_off_the_edge_the_pawn_flies_to_the_entrance_and_nothing_outside_is_marked(
    page_at: PageAt,
) -> None:
    ann = page_at("laptop", motion=True)
    table = staged(ann, EDGE)
    table.act("play pushed-away A E")
    ann.wait_for(".hu-moment-card.hit")
    assert "onto an Entrance" in ann.page.locator(".hu-moment-card").inner_text()
    ann.until(lambda: ann.page.evaluate(STANDS, 0) == ["4,4"], "my pawn on the Entrance", 12)
    ann.until(lambda: {"pawn-a", "card-path-nes"} <= set(flown(ann)), "pawn and card on their way")
    assert ann.page.locator(".hu-last").count() == 1, "the Entrance, not what is beyond the edge"
    assert not ann.troubles()


def test_a_bystander_in_the_chain_is_told(page_at: PageAt) -> None:
    """The push is against Cid; Ann, before him, is moved onto the Entrance, Cid one cell on."""
    ann = page_at("laptop")
    table = staged(ann, TAKEN)
    table.act("play pushed-away C E")
    ann.wait_for(".hu-moment.still")
    shares = ann.page.locator(".hu-moment-shares li").all_inner_texts()
    told = [" ".join(each.split()) for each in shares]
    assert told == ["pushed to the east Cid", "onto an Entrance you"]
    chain = {**TAKEN, "pawns": {**TAKEN["pawns"], "A": "2,3", "C": "1,3"}}
    table = staged(page_at("laptop"), {**chain, "paths": ["NES 2,3", "NS 1,3"]})
    table.act("play pushed-away C E")
    table.visitor.wait_for(".hu-moment.still")
    card = table.visitor.page.locator(".hu-moment-card")
    assert "hit" in (card.get_attribute("class") or "")
    assert "pushed along" in card.inner_text()


def test_a_card_that_is_lost_where_cards_met_flies_from_there(page_at: PageAt) -> None:
    ann = page_at("laptop", motion=True)
    position = {
        **TAKEN,
        "pawns": {"A": "-1,4", "B": "0,8", "C": "1,4", "D": "-1,7"},
        "paths": ["NES -1,4", "NS 1,4"],
        "hands": {"B": ["horns-up"]},
        "stage": "wall-of-death",
        "stage_draw": ["encore"],
    }
    table = staged(ann, position)
    table.act("play horns-up")
    ann.until(lambda: ann.page.evaluate(STANDS, 0) == ["0,4"], "my pawn in the centre")
    ann.page.evaluate("window.flown.length = 0")
    table.act("keep 0,4 right")
    ann.until(lambda: "card-path-nes" in flown(ann), "the card that is lost")
    assert "card-path-ns" not in flown(ann), "what stays does not fly"
    assert not ann.troubles()


ITEMS = """async (events) => {
  const { log } = await import("/web/js/games/horns-up/showing/log-items.js");
  return events.map((event) => {
    const { picture, words, targets, sort } = log.item(event, null);
    const drawn = picture();
    const href = drawn.querySelector("use").getAttribute("href").split("#").pop();
    return [href, drawn.classList.contains("gone"), words, targets ?? [], sort, log.cells(event)];
  });
}"""


def test_the_log_shows_what_is_lost_and_who_is_sent_away(page_at: PageAt) -> None:
    ann = page_at("laptop")
    Staged(ann, CONCERT, TAKEN)
    lost = {"card": "path-nes", "cell": "4,4"}
    sent = {"event": "sent-to-entrance", "seat": 2, "start": "3,4", "cell": "4,4"}
    kinds = ("entrance-took", "off-edge", "covered", "overlap-lost")
    shown = ann.page.evaluate(ITEMS, [*({"event": kind, **lost} for kind in kinds), sent])
    gone = ["card-path-nes", True, "off the table", [], "lost", ["4,4"]]
    assert shown == [*[gone] * 4, ["entrance", False, "onto an Entrance", [2], "sent", ["4,4"]]]
