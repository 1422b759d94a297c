"""People who play with what a page shows them: they look, they choose, they tap, no more."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from tests.browser.visitor import Visitor, script

OFFERS = script("offers")
MOST_PER_TURN = 14
"""After so many taps in a turn a player has had enough and ends it."""
MOST_STOPS = 120
"""More than anything on a page that Tab stops at."""
LOOK_EVERY = 20
"""Milliseconds between two looks at a page."""
STUCK_SECONDS = 15.0
"""How long a page may ask for a choice and offer none, while its animations run."""
NO_DIFFERENCE_SECONDS = 3.0
"""How long to wait for the effect of a tap; a tap may have none."""
Offer = dict[str, Any]


class Player:
    """Plays one seat of a page to the end."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.seed = visitor.draw.getrandbits(53)
        self.taps = 0

    @property
    def draw(self) -> random.Random:
        """The luck of the next tap, however often the player looks before it."""
        return random.Random(f"{self.seed}/{self.taps}")

    def look(self) -> Offer:
        """What the page offers once the last move is answered and the camera stands still.

        Before the answer the page still shows what was legal before the move.
        """
        offer: Offer = {}

        def settled() -> bool:
            offer.update(self.visitor.page.evaluate(OFFERS))
            return bool(offer["settled"])

        self.visitor.until(settled, "the answer to a move")
        return offer

    def act(self, offer: Offer) -> Offer | None:
        """The thing to tap next."""
        raise NotImplementedError

    def play(self, seconds: float = 400.0, taps: int = 600) -> None:
        """Until the game is over."""
        self.play_while(lambda offer: not offer["over"], seconds, taps)

    def play_turn(self, seconds: float = 40.0) -> None:
        """One turn of one's own: wait for it, play it.

        Bots without a pause may have moved before the next look, and it is the next turn already.
        """
        turn = self.wait_turn(seconds)["turn"]

        def goes_on(offer: Offer) -> bool:
            return bool(offer["mine"] and not offer["over"] and offer["turn"] == turn)

        self.play_while(goes_on, seconds)

    def play_step(self) -> None:
        """One tap, as soon as there is something to choose."""
        offer = self.wait_turn()
        chosen = self.act(offer)
        assert chosen is not None, f"the game is over: {self.trouble(offer)}"
        self.tap(chosen, offer)

    def wait_turn(self, seconds: float = 40.0) -> Offer:
        """Wait until there is something to choose, or nothing more to come."""
        end = time.monotonic() + seconds
        while True:
            offer = self.look()
            if offer["over"] or (offer["mine"] and self.act(offer) is not None):
                return offer
            assert time.monotonic() < end, f"nothing to choose: {self.trouble(offer)}"
            self.pause(offer)

    def play_while(self, wanted: Callable[[Offer], bool], seconds: float, taps: int = 200) -> None:
        end = time.monotonic() + seconds
        last = self.taps + taps
        idle = 0.0
        while wanted(offer := self.look()):
            assert time.monotonic() < end, f"no end in {seconds:g} s: {self.trouble(offer)}"
            chosen = self.act(offer) if offer["mine"] or offer["pass"] else None
            if chosen is None:
                idle = idle or time.monotonic()
                stuck = offer["mine"] and time.monotonic() - idle > STUCK_SECONDS
                assert not stuck, f"the page offers nothing: {self.trouble(offer)}"
                self.pause(offer)
                continue
            idle = 0.0
            assert self.taps < last, f"no end after {taps} taps: {self.trouble(offer)}"
            self.tap(chosen, offer)

    def pause(self, _offer: Offer) -> None:
        self.visitor.page.wait_for_timeout(2 * LOOK_EVERY)

    def tap(self, chosen: Offer, before: Offer) -> None:
        """Tap, and wait until it has made a difference."""
        self.perform(chosen, before)
        self.taps += 1
        end = time.monotonic() + NO_DIFFERENCE_SECONDS
        while time.monotonic() < end and self.look()["print"] == before["print"]:
            self.visitor.page.wait_for_timeout(LOOK_EVERY)

    def perform(self, chosen: Offer, before: Offer) -> None:
        if chosen["spot"] is None:
            chosen = self.bring_near(chosen, before)
        self.visitor.point(*chosen["spot"])

    def bring_near(self, chosen: Offer, before: Offer) -> Offer:
        """Wait until a finger reaches what something else covers for a moment."""
        return self.wait_near(lambda: self.act(self.look()), chosen, before)

    def wait_near(self, find: Callable[[], Offer | None], chosen: Offer, before: Offer) -> Offer:
        found: list[Offer] = []

        def near() -> bool:
            again = find()
            found[:] = [again] if again and again["spot"] else []
            return bool(found)

        self.visitor.until(near, f"reaching {chosen} in {self.trouble(before)}", 10)
        return found[0]

    def trouble(self, offer: Offer) -> str:
        last = [each["move"] for each in self.visitor.frames.commands("move")][-12:]
        return (
            f"{offer['print']}\nthe server offered {self.visitor.frames.legal()}\n"
            f"after {self.taps} taps, the last moves {last}"
        )


class Dicer(Player):
    """Rolls, keeps any die, names anybody."""

    def act(self, offer: Offer) -> Offer | None:
        rolls = [each for each in offer["buttons"] if each["roll"]]
        found = rolls or offer["dice"] or offer["buttons"]
        return self.draw.choice(found) if found else None

    patient = False

    def pause(self, offer: Offer) -> None:
        """Somebody impatient taps the dice to cut the show short."""
        super().pause(offer)
        if self.patient:
            return
        middle = self.visitor.page.locator(".dice-way").bounding_box()
        if middle and not offer["dialog"]:
            self.visitor.point(middle["x"] + middle["width"] / 2, middle["y"] + 4)


class Rocker(Player):
    """Walks towards the Stage, lays cards ahead, plays what it holds."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor)
        self.turn = -1
        self.in_turn = 0
        self.tried: set[str] = set()

    def act(self, offer: Offer) -> Offer | None:
        if offer["turn"] != self.turn:
            self.turn, self.in_turn = offer["turn"], 0
            self.tried.clear()
        for found in (offer["pass"], offer["choices"], offer["go"], offer["token"]):
            if found:
                return dict(self.draw.choice(found))
        cells = offer["cells"]
        chosen = any(card["chosen"] for card in offer["cards"])
        if chosen or any(cell["role"] == "enter" for cell in cells):
            return self.spot(offer) or self.first(offer["cancel"])
        return self.ahead(offer) or self.card(offer) or self.first(offer["end"]) or self.any(cells)

    def play_to_cards(self) -> Offer:
        """Play until a turn of one's own offers cards."""
        self.play_while(lambda seen: not (seen["mine"] and seen["end"] and seen["cards"]), 40)
        return self.look()

    def first(self, found: list[Offer]) -> Offer | None:
        return found[0] if found else None

    def any(self, found: list[Offer]) -> Offer | None:
        return self.draw.choice(found) if found else None

    def ahead(self, offer: Offer) -> Offer | None:
        """A step nearer to the Stage."""
        mine = row(offer["me"]) if offer["me"] else 99
        steps = [c for c in offer["cells"] if c["role"] == "walk" and row(c["cell"]) < mine]
        return min(steps, key=lambda cell: row(cell["cell"]), default=None)

    def spot(self, offer: Offer) -> Offer | None:
        """Where the chosen card may go: right before me, or else as near to the Stage."""
        cells = [cell for cell in offer["cells"] if cell["role"] != "walk"]
        mine = offer["me"] or "0,9"
        before = [c for c in cells if row(c["cell"]) == row(mine) - 1 and same(c["cell"], mine)]
        nearest = min((row(c["cell"]) for c in cells), default=0)
        return self.any(before) or self.any([c for c in cells if row(c["cell"]) == nearest])

    def card(self, offer: Offer) -> Offer | None:
        """A card not tried in this turn; no card at all when it has been long enough."""
        asks_for_one = not offer["end"]
        fresh = [c for c in offer["cards"] if asks_for_one or c["card"] not in self.tried]
        if self.in_turn > MOST_PER_TURN and not asks_for_one:
            return None
        return self.any(fresh)

    def tap(self, chosen: Offer, before: Offer) -> None:
        self.in_turn += 1
        if "card" in chosen:
            self.tried.add(chosen["card"])
        super().tap(chosen, before)

    def bring_near(self, chosen: Offer, before: Offer) -> Offer:
        """Scroll the hand to a card, or show the whole concert for a cell."""
        page = self.visitor.page
        if "card" in chosen:
            held = page.locator(".hu-held").nth(chosen["at"])
            held.evaluate("node => node.scrollIntoView({inline: 'center', block: 'nearest'})")
        else:
            self.visitor.press(".hu-zoom button:nth-child(3)")
        return self.wait_near(lambda: self.act_again(chosen), chosen, before)

    def act_again(self, chosen: Offer) -> Offer | None:
        """The same thing in a new look."""
        kind, key = ("cards", "at") if "card" in chosen else ("cells", "cell")
        return next((o for o in self.look()[kind] if o[key] == chosen.get(key)), None)


class Typist(Rocker):
    """The same without a pointer: numbers, letters, Tab and Enter."""

    def perform(self, chosen: Offer, before: Offer) -> None:
        keys = self.visitor.page.keyboard
        if "card" in chosen:
            keys.press(str((chosen["at"] + 1) % 10))
        elif "cell" in chosen:
            self.reach("n", f"active.dataset.cell === '{chosen['cell']}'", len(before["cells"]))
            keys.press("Enter")
        elif chosen in before["end"]:
            keys.press("e")
        elif chosen in before["cancel"]:
            keys.press("Escape")
        else:
            x, y = chosen["spot"]
            there = f"active.contains(document.elementFromPoint({x}, {y}))"
            self.reach("Tab", f"active.matches('button') && {there}", MOST_STOPS)
            keys.press("Enter")

    def reach(self, key: str, there: str, presses: int) -> None:
        """Press a key until the focus is there."""
        page = self.visitor.page
        look = f"(() => {{ const active = document.activeElement; return {there}; }})()"
        for _ in range(presses):
            if page.evaluate(look):
                return
            page.keyboard.press(key)
        assert page.evaluate(look), (
            f"{key} never leads to where {there}: {self.trouble(self.look())}"
        )


class DiceTypist(Dicer):
    """Space to roll, a number to keep a die, Enter for the button that has the focus."""

    patient = True

    def perform(self, chosen: Offer, _before: Offer) -> None:
        keys = self.visitor.page.keyboard
        if chosen.get("roll"):
            keys.press("Escape")
            keys.press("Space")
        elif "face" in chosen:
            keys.press(str(int(chosen["at"]) + 1))
        else:
            keys.press("Enter")


def row(cell: str) -> int:
    return int(cell.split(",")[1])


def same(cell: str, other: str) -> bool:
    return cell.split(",")[0] == other.split(",")[0]


def player(game: str, visitor: Visitor) -> Player:
    return (Rocker if game == "horns-up" else Dicer)(visitor)


def typist(game: str, visitor: Visitor) -> Player:
    return (Typist if game == "horns-up" else DiceTypist)(visitor)
