"""The table of dice: what is told and when, who is where at which size, and refusals."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from tests.browser import staged
from tests.browser.conftest import PageAt
from tests.browser.players import Dicer
from tests.browser.visitor import Visitor, script

DICE = "raise-your-horns"
SIZES = [(1280, 800), (1920, 1080), (390, 844), (844, 390), (820, 1180), (1024, 768)]
FACE = re.compile(r"\b[WBF](?:\d{1,2}\b|H\b|!)")
TOLD = {
    "roll": re.compile(r"rolls ▢"),
    "keep": re.compile(r"keeps ▢"),
    "off": re.compile(r"has ended the round"),
    "lost": re.compile(r"loses? round \d"),
}
"""Sentences of the log that tell what the table shows."""
EVENTS = {
    "rolled": "roll",
    "start-rolled": "roll",
    "kept": "keep",
    "off-rolled": "off",
    "round-lost": "lost",
}
Watched = list[dict[str, Any]]


class Watcher(Dicer):
    """Plays without haste: nothing is cut short."""

    patient = True

    def open(self, players: int, speed: str = "fast", **settings: Any) -> None:
        visitor = self.visitor
        visitor.page.add_init_script(f"({script('watch_dice')})()")
        visitor.page.add_init_script(f"localStorage.setItem('speed', '{speed}')")
        table = visitor.open_table(DICE, ["me"] + ["easy"] * (players - 1), **settings)
        visitor.go(f"/t/{table}", ".dice-tray")

    def watched(self) -> Watched:
        return list(self.visitor.page.evaluate("watched"))

    def happened(self) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
        """Every update with its events, as the page was sent them."""
        updates = self.visitor.frames.messages("update")
        return [(update, update.get("events") or []) for update in updates]


def kind_of(text: str) -> str | None:
    return next((kind for kind, pattern in TOLD.items() if pattern.search(text)), None)


# --- what is told, and when -----------------------------------------------------------------------


@pytest.mark.parametrize("pace", [0, 700])
def test_header_and_log_never_run_ahead_of_the_dice(page_at: PageAt, pace: int) -> None:
    """Until a round has ended by rolling off, and another one."""
    player = Watcher(page_at(motion=True))
    player.open(4, pace=pace)

    def wanted(offer: dict[str, Any]) -> bool:
        seen = Counter(each.get("saw") for each in player.watched())
        return not offer["over"] and not (seen["off"] and seen["lost"] > 1 and offer["mine"])

    player.play_while(wanted, 150)
    watched = player.watched()
    assert_in_order(watched)
    assert_header_follows(watched, player)
    assert_nothing_dropped(watched, player)
    assert_heard(watched)


def shown_at_first(watched: Watched) -> Counter[str]:
    """The first step after a page was loaded may be painted at once."""
    first = next(each for each in watched if "saw" in each or each.get("says") == "log")
    return Counter({"roll": int("saw" not in first)})


def assert_in_order(watched: Watched) -> None:
    """Nothing is said that the table has not shown before."""
    shown = shown_at_first(watched)
    told: Counter[str] = Counter()
    for at, each in enumerate(watched):
        kind = kind_of(each.get("text", "")) if each.get("says") in ("log", "ticker") else None
        if "saw" in each:
            shown[each["saw"]] += 1
        if kind:
            told[kind] += each["says"] == "log"
            early = f"{each} before it was shown: {watched[max(0, at - 12) : at]}"
            assert shown[kind] >= max(1, told[kind]), early


def assert_header_follows(watched: Watched, player: Watcher) -> None:
    """The header speaks of a state only when the log has told all that led to it."""
    movers: dict[tuple[int, ...], set[int | None]] = {}
    count: Counter[str] = Counter()
    for update, events in player.happened():
        names = [each["event"]["event"] for each in events]
        count.update(EVENTS[name] for name in names if name in EVENTS)
        movers.setdefault(key(count), set()).add(update.get("to_move"))
    told: Counter[str] = Counter()
    checked = 0
    for each in watched:
        if each.get("says") == "log":
            told[kind_of(each["text"]) or ""] += 1
        if each.get("says") == "header" and sum(told.values()):
            who = 0 if each["text"].startswith("Your turn") else mover(each["text"])
            assert who in movers.get(key(told), ()), f"{each} when the log had told {told}"
            checked += 1
    assert checked > 5


def key(count: Counter[str]) -> tuple[int, ...]:
    return tuple(count[kind] for kind in TOLD)


def mover(text: str) -> int | None:
    named = re.search(r"Bot ([A-D])", text)
    return "ABCD".index(named[1]) if named else None


def assert_nothing_dropped(watched: Watched, player: Watcher) -> None:
    """Every sentence that came is in the log, in its order; a round's begin may be a heading."""
    told = iter([each["text"] for each in watched if each.get("says") == "log"])
    for _, events in player.happened():
        for each in events:
            if each["event"]["event"] != "round-began":
                sentence = FACE.sub("▢", each["text"])
                assert any(sentence in line for line in told), f"{sentence} is missing"


def assert_heard(watched: Watched) -> None:
    sounds = Counter(each["sound"] for each in watched if "sound" in each)
    seen = shown_at_first(watched) + Counter(each["saw"] for each in watched if "saw" in each)
    assert sounds["dice"] == seen["roll"]
    assert sounds["boo"] == seen["off"]
    assert sounds["die-keep"] > 0


def test_whoever_wants_no_motion_reads_who_lost_and_sees_it(page_at: PageAt) -> None:
    visitor = page_at()
    table = visitor.open_table(DICE, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".dice-tray")
    player = Dicer(visitor)
    page = visitor.page
    player.play_while(lambda _: page.locator(".ring-seat.lost").count() == 0, 60)
    line = page.locator(".dice-line").inner_text()
    assert re.search(r"loses? the round|takes? the loss", line), line
    assert page.locator(".dice-moment").is_hidden(), "nothing covers the table"
    player.play_while(lambda offer: not offer["dice"], 60)
    assert page.locator(".ring-seat.lost").count() == 0, "somebody has rolled"
    assert page.locator(".dice-line").count() == 0, "whoever acts has read it"


def test_a_kept_die_is_marked_until_the_own_turn(page_at: PageAt) -> None:
    visitor = page_at()
    table = visitor.open_table(DICE, ["me", "easy", "easy", "easy"])
    visitor.go(f"/t/{table}", ".dice-tray")
    player = Dicer(visitor)
    kept = visitor.page.locator(".ring-kept:not(.wanted, .none)")
    begun = visitor.page.locator(".dice-direction")
    player.play_while(lambda offer: not (offer["dice"] and begun.count() and kept.count()), 60)
    assert visitor.page.locator(".ring-kept.fresh").count() == kept.count()


def test_nothing_moves_forever(page_at: PageAt) -> None:
    visitor = page_at("phone", motion=True)
    table = visitor.open_table(DICE, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".roll-button")
    endless = """() => document.getAnimations().filter((each) =>
      each.effect.getTiming().iterations === Infinity).map((each) => each.animationName)"""
    assert visitor.page.evaluate("document.getAnimations().length") > 0
    assert visitor.page.evaluate(endless) == []


def test_lessons_speak_when_the_dice_have_stopped(page_at: PageAt) -> None:
    visitor = page_at(motion=True)
    visitor.page.add_init_script(f"({script('watch_dice')})()")
    visitor.go("/learn?lesson=dice-off", ".ln-bar i")
    for done in ("1", "2"):
        visitor.press(".roll-button")
        visitor.wait_for(f".ln-bar i.on:nth-of-type({done}) + i.now")
    watched: Watched = visitor.page.evaluate("watched")
    assert [each["saw"] for each in watched if "saw" in each].count("roll") >= 2
    said = [each for each in watched if each.get("says") in ("coach", "events")]
    early = [each for each in said if each["flying"] and not each["text"].startswith("Watch")]
    assert len(said) > 3
    assert early == []


FLIGHTS = """() => {
  const seen = (window.flights = new Map());
  const look = () => {
    for (const each of document.getAnimations())
      if (each.effect.target?.matches(".die-place") && !each.animationName)
        seen.set(each, each.effect.getKeyframes().at(-1).transform);
    requestAnimationFrame(look);
  };
  look();
}"""
"""Writes down where dice fly to, as they are translated at the end."""


def test_a_kept_die_goes_to_its_seat_and_the_others_on_to_the_next(page_at: PageAt) -> None:
    visitor = page_at(motion=True).go("/learn?lesson=dice-keep", ".roll-button")
    visitor.press(".roll-button")
    visitor.wait_for(".rolled .die-button[data-face='B5']")
    visitor.page.evaluate(FLIGHTS)
    visitor.page.locator(".die-button[data-face='B5']").dispatch_event("click")
    visitor.until(lambda: visitor.page.evaluate("flights.size") == 4, "four dice in flight")
    moves = visitor.page.evaluate("[...flights.values()]")
    ways = [re.findall(r"-?\d+(?:\.\d+)?(?=px)", each) for each in moves]
    (_, down), *others = [(float(x), float(y)) for x, y in ways]
    assert down > 50, "the own seat is at the bottom"
    assert all(left < -50 for left, _ in others), "the next one clockwise is on the left"


def test_a_tap_goes_on_from_a_card_and_its_sentence_stays(page_at: PageAt) -> None:
    player = Watcher(page_at(motion=True))
    player.open(3, "slow")
    visitor, card = player.visitor, ".moment-card.begins, .moment-card.tied"
    player.play_while(lambda _: not visitor.sees(card), 60)
    text = visitor.page.locator(card).inner_text()
    box = visitor.page.locator(".dice-tray").bounding_box()
    assert box is not None
    visitor.point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    visitor.until(lambda: not visitor.sees(card), "the table again", 1.5)
    assert visitor.page.locator(".dice-line").inner_text().upper() == text.upper()


def test_a_card_is_shown_for_a_shorter_time_once_it_is_known(page_at: PageAt) -> None:
    visitor = page_at().go("/")
    times = visitor.page.evaluate("""async () => {
      const { Moments } = await import("/web/js/games/raise-your-horns/moments.js");
      const moments = new Moments({ t: (key) => key, names: () => [] });
      const times = [];
      const cue = { wait: async (time) => times.push(time) };
      const text = "Bea rolls an Off: Bea loses the round";
      for (let at = 0; at < 4; at += 1) await moments.show({ kind: "lost", text, weight: 4 }, cue);
      return times;
    }""")
    assert times[0] == times[1] == times[2]
    assert 1500 <= times[0] <= 4200, "long enough to read"
    assert times[3] < 0.7 * times[0]


# --- who is where ---------------------------------------------------------------------------------

BOXES = script("dice_boxes")
PAINTED = """async ([width, height]) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  while (innerWidth !== width || innerHeight !== height) await frame();
  await frame();
  await frame();
}"""
"""Waits until the page is painted at a size."""


def overlapping(parts: list[dict[str, Any]]) -> list[tuple[str, str]]:
    def meet(one: list[float], other: list[float]) -> bool:
        apart = 0.5  # of a pixel, by rounding
        return (
            one[0] < other[2] - apart
            and other[0] < one[2] - apart
            and one[1] < other[3] - apart
            and other[1] < one[3] - apart
        )

    return [
        (f"{one['kind']} {one['text']}", f"{other['kind']} {other['text']}")
        for at, one in enumerate(parts)
        for other in parts[at + 1 :]
        if {one["kind"], other["kind"]} != {"die", "odds"} and meet(one["box"], other["box"])
    ]


def assert_room_for_all(
    visitor: Visitor, players: int, state: str, sizes: list[tuple[int, int]] = SIZES
) -> None:
    for width, height in sizes:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.evaluate(PAINTED, [width, height])
        seen = visitor.page.evaluate(BOXES)
        where = f"{players} seats, {state}, {width}×{height}"
        assert [p["kind"] for p in seen["parts"]].count("seat") == players
        assert overlapping(seen["parts"]) == [], where
        assert seen["outside"] == [], where
        assert seen["cut"] == [], where
        assert seen["font"] >= 11, where
        assert seen["die"] >= 40, where
        for part in seen["parts"]:
            left, top, right, bottom = part["box"]
            assert min(left, top) >= -1, (where, part)
            assert right <= width + 1, (where, part)
            assert bottom <= height + 1, (where, part)


@pytest.mark.parametrize("players", [3, 4, 6, 9, 12])
def test_nobody_sits_on_anybody_at_any_size(page_at: PageAt, players: int) -> None:
    """With the throws for the start before every seat, then with odds, kept dice and a roll."""
    visitor = page_at(name="Maximiliana Hohenfels")
    table = visitor.open_table(DICE, ["easy"] * (players - 1) + ["me"], options={"end_value": 8})
    visitor.go(f"/t/{table}", ".dice-tray")
    player = Dicer(visitor)
    player.wait_turn()
    assert_room_for_all(visitor, players, "the start")
    begun = visitor.page.locator(".dice-direction")
    rolling = "() => document.querySelector('.roll-button') !== null"
    player.play_while(lambda _: not (begun.count() and visitor.page.evaluate(rolling)), 90)
    visitor.press(".odds-button")
    visitor.wait_for(".ring-odds")
    assert_room_for_all(visitor, players, "odds of the seats")
    player.play_while(lambda offer: not offer["dice"], 90)
    visitor.wait_for(".die-odds:not(:empty)")
    assert_room_for_all(visitor, players, "odds of the dice")


@pytest.mark.parametrize("players", [4, 12])
def test_there_is_room_with_clocks_and_at_the_end(page_at: PageAt, players: int) -> None:
    visitor = page_at()
    seats = ["me"] + ["easy"] * (players - 1)
    options = {"end_goal": "rounds", "end_value": 1}
    table = visitor.open_table(DICE, seats, options=options, clock={"kind": "turn", "seconds": 60})
    visitor.go(f"/t/{table}", ".roll-button")
    assert_room_for_all(visitor, players, "clocks")
    Dicer(visitor).play(60)
    visitor.wait_for(".end-bar")
    visitor.page.keyboard.press("Escape")
    # Sideways, the names of all who share the win leave no room for twelve seats.
    sizes = [size for size in SIZES if players < 12 or size != (844, 390)]
    assert_room_for_all(visitor, players, "the end", sizes)


def test_long_words_on_buttons_leave_room_for_all_of_them(page_at: PageAt) -> None:
    """In French, with everything that can be done before a roll, and odds beside it."""
    visitor = page_at("laptop", "fr")
    staged.Staged(visitor, DICE, NAMING, options={"end_goal": "stop", "fouls": True})
    visitor.wait_for(".roll-button")
    assert visitor.page.locator(".dice-buttons button:visible").count() == 3
    fits = "node => node.scrollWidth <= node.clientWidth"
    for button in visitor.page.locator(".dice-foot button:visible").all():
        assert button.evaluate(fits), button.inner_text()


# --- refusals and forfeits ------------------------------------------------------------------------


def test_a_refusal_is_shown_once_and_without_codes(page_at: PageAt) -> None:
    visitor = page_at("phone").go("/learn?lesson=dice-keep", ".roll-button")
    page = visitor.page
    visitor.press(".roll-button")
    visitor.press(".die-button.shut")
    visitor.wait_for(".dice-why")
    why = page.locator(".dice-why")
    assert why.locator("svg.die-face").count() == 1
    assert "has to wait" in why.inner_text()
    assert page.locator(".toast").count() == 0
    assert page.locator("#app").inner_text().count("cannot be kept while") == 1
    assert not FACE.search(visitor.text()), "a die is drawn"
    live = page.locator("#live-polite")
    visitor.until(lambda: "cannot be kept while" in live.inner_text(), "the words")
    said = live.inner_text()
    assert said.count("cannot be kept while") == 1
    assert not FACE.search(said)
    assert "Horns die" in said


def test_bots_do_their_forfeits_by_themselves(page_at: PageAt) -> None:
    """The button counts what people owe, and nothing else."""
    visitor = page_at()
    table = visitor.open_table(DICE, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".dice-tray")
    player = Dicer(visitor)

    def dealt() -> list[int]:
        """Who was dealt a forfeit."""
        events = [e["event"] for u in visitor.frames.messages("update") for e in u["events"]]
        return [event["seat"] for event in events if event["event"] == "forfeit-dealt"]

    player.play_while(lambda offer: not offer["over"] and not (offer["mine"] and any(dealt())), 60)
    assert any(dealt()), "a bot has lost"
    own = dealt().count(0)
    button = visitor.page.locator(".forfeit-button")
    assert button.is_visible() == (own > 0)
    if own:
        assert button.locator(".tag").inner_text() == str(own)


FOOT = """() => [...document.querySelectorAll(".dice-foot button")]
  .filter((button) => button.checkVisibility())
  .map((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    const [box, words] = [button.getBoundingClientRect(), range.getBoundingClientRect()];
    const [left, right] = [Math.min(box.left, words.left), Math.max(box.right, words.right)];
    return [left, right, box.top, box.bottom, button.textContent];
  })"""


@pytest.mark.parametrize("language", ["it", "fr"])
def test_forfeits_to_be_done_leave_the_other_buttons_their_room(
    page_at: PageAt, language: str
) -> None:
    visitor = page_at("laptop", language)
    table = staged.Staged(visitor, DICE, NAMING)
    for rolls in range(2):
        visitor.until(lambda: len(table.moves) == rolls, "the roll")  # noqa: B023 # called at once
        visitor.press(".roll-button")
    visitor.wait_for(".forfeit-button")
    visitor.wait_for(".roll-button")
    boxes = visitor.page.evaluate(FOOT)
    assert len(boxes) > 2
    for at, (left, right, top, bottom, _) in enumerate(boxes):
        for other in boxes[at + 1 :]:
            apart = right <= other[0] or other[1] <= left or bottom <= other[2] or other[3] <= top
            assert apart, "\n".join(map(str, boxes))


NAMING = {"turn": "A", "rolls": ["W2 B3 B3 F!", "W2 B3 B3 F!", "WH B4 B4 F!"]}
"""The Off symbol twice, so that the first seat owes two forfeits, then with the Horns beside it."""
LONG = ["Maximiliana Hohenfels", "Bartholomäus Schwarz", "Guglielmina Rossetti", "Théodora Lacroix"]
PARTS = """() => [...document.querySelectorAll(".dice-foot button, .dice-hint")]
  .filter((node) => node.checkVisibility() && node.textContent)
  .map((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return { kind: "part", text: node.textContent, box: [left, top, right, bottom] };
  })"""
PHONES = [(390, 746), (375, 569), (360, 542), (320, 470), (844, 336), (667, 321)]
"""What bar and ticker leave of the screens of phones, upright and sideways."""


@pytest.mark.parametrize("language", ["it", "fr"])
@pytest.mark.parametrize("players", [4, 5, 6])
def test_naming_with_forfeits_to_be_done_has_room_on_a_phone(
    page_at: PageAt, language: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staged, "NAMES", [*LONG, "Ann", "Bea"])
    visitor = page_at("phone", language)
    table = staged.Staged(visitor, DICE, NAMING, players=players)
    for rolls in range(3):
        visitor.until(lambda: len(table.moves) == rolls, "the roll")  # noqa: B023 # called at once
        visitor.press(".roll-button")
    visitor.wait_for(".dice-buttons .quiet")
    assert visitor.sees(".forfeit-button")
    for size in PHONES:
        assert_room_for_all(visitor, players, "naming", [size])
        assert overlapping(visitor.page.evaluate(PARTS)) == [], size
        others = visitor.page.locator(".ring-seat.nameable button").all()
        assert len(others) >= players - 1
