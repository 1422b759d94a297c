"""A full state from a view: what is open as the view says, the rest dealt at random.

Every card that the view names is taken out of the box. What remains is put anywhere first, so that
`sampling.py` can deal it again by all that the seat knows of hands and deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from hornsup.core.data_reader import DataReader, canonical, check_same, read_canonical
from hornsup.errors import BadInput
from hornsup.games.horns_up import sampling, turns
from hornsup.games.horns_up.agenda import (
    ASK_DISCARD,
    ASK_KEEP,
    ASK_PART,
    CRUSH,
    EACH,
    REVEAL,
    SYMBOL,
    TICKET_DONE,
)
from hornsup.games.horns_up.board import (
    CELL_TEXT,
    DIRECTIONS,
    DOWN,
    EDGE,
    EMPTY,
    KIND_OF_SIDES,
    SHIFT,
    SIDES_TEXT,
    UP,
    WALL,
    card_kind,
)
from hornsup.games.horns_up.card_symbols import ONE, PUSH, REMOVE, SURF
from hornsup.games.horns_up.knowledge import Limit, Pool
from hornsup.games.horns_up.options import read_options
from hornsup.games.horns_up.rules import Rules, rules_for
from hornsup.games.horns_up.sampling import NOBODY, NOTHING
from hornsup.games.horns_up.state import HornsUp, blank
from hornsup.games.horns_up.view import BESIDE, STEPS, WHOM

PLACE: Final = "the view"
CELL_OF: Final = {text: cell for cell, text in enumerate(CELL_TEXT)}
SIDES_OF: Final = {SIDES_TEXT[mask]: mask for mask in range(16) if KIND_OF_SIDES[mask] >= 0}
WAY_OF: Final = {letter: way for way, letter in enumerate(DIRECTIONS)}
WHOM_OF: Final = {name: who for who, name in enumerate(WHOM)}
FACE_UP: Final = {"up": True, "down": False}
IS_WALL: Final = {"wall": True, "path": False}
CONTRADICTION: Final = f"{PLACE} contradicts itself: no deal fits what it says of hands"
DONE: Final = {"ticket-done": (TICKET_DONE,), "reveal": (REVEAL,), "crush": (CRUSH,)}


def state_from_view(view: Mapping[str, Any], rng: Any) -> HornsUp:
    """A state that looks like this view to its seat; `rng` (a random.Random) deals the rest."""
    reader = _ViewReader(DataReader(view, PLACE))
    try:
        guess = sampling.determinize(reader.state, reader.seat, rng)
    except (AssertionError, IndexError) as error:
        raise BadInput(CONTRADICTION) from error
    if not sampling.keeps_limits(guess):
        raise BadInput(CONTRADICTION)
    check_same(guess.view(reader.seat), view, PLACE)
    return guess


@lru_cache(maxsize=64)
def _rules(options: str) -> Rules:
    return rules_for(read_canonical(read_options, options))


class _ViewReader:
    """Reads a view into a state in which hidden cards lie anywhere."""

    def __init__(self, view: DataReader) -> None:
        self.view = view
        self.players = view.number("players", 3, 9)
        self.rules = _rules(canonical(view.table("options").data))
        self.kinds = {slug: kind for kind, slug in enumerate(self.rules.slugs)}
        self.box = Counter(dict(enumerate(self.rules.counts)))
        self.seat = view.seat(self.players)
        self.state = blank(self.rules, self.players)
        self.turn()
        self.table()
        self.rockers()
        self.agenda()
        self.stage()
        self.cards()
        self.pool()

    # -- reading ---------------------------------------------------------------------------

    def seat_of(self, data: DataReader, key: str) -> int:
        return data.number(key, 0, self.players - 1)

    def cell_of(self, data: DataReader, key: str) -> int:
        """A cell on which a card may lie or a pawn stand."""
        cell = data.word(key, CELL_OF)
        if self.state.board[cell] & EDGE:
            raise data.wrong(key, "a cell of the table")
        return cell

    def take(self, kinds: Iterable[int]) -> None:
        self.box.subtract(kinds)

    def content(self, card: DataReader) -> int:
        """A Path or a Wall that lies on the table, taken out of the box."""
        kind = card.word("card", self.kinds)
        if card.word("kind", IS_WALL):
            if not self.rules.walls_from <= kind < self.rules.tickets_from:
                raise card.wrong("card", "a Wall")
            content = WALL | kind << SHIFT
        else:
            sides = card.word("sides", SIDES_OF)
            content = UP | sides if card.word("face", FACE_UP) else DOWN | sides << SHIFT
        self.take((card_kind(content),))
        return content

    # -- what lies open --------------------------------------------------------------------

    def turn(self) -> None:
        view, state = self.view, self.state
        state.first = self.seat_of(view, "first")
        state.turn = self.seat_of(view, "turn")
        state.mover = view.number_or("to_move", state.turn, self.players - 1)
        state.turn_number = view.number("turn_number")
        state.actions = view.number("actions")
        state.acted = view.flag("acted")
        state.winner = view.number_or("winner", -1, self.players - 1)
        state.opener = view.number_or("opener", -1, self.players - 1)

    def table(self) -> None:
        for card in self.view.tables("table"):
            cell = self.cell_of(card, "cell")
            if self.state.board[cell] != EMPTY:
                raise card.wrong("cell", "a cell that holds nothing else")
            turns.lay(self.state, cell, self.content(card))
        face_up = self.view.words("face_up", CELL_OF)
        if sorted(face_up) != sorted(self.state.face_up):
            raise self.view.wrong("face_up", "the cells of the face-up Paths of its table")
        self.state.face_up = face_up

    def rockers(self) -> None:
        state = self.state
        self.sure: list[list[int]] = []
        self.sizes: list[int] = []
        limits = []
        for seat, rocker in enumerate(self.view.tables("rockers", self.players)):
            state.pawns[seat] = self.pawn(rocker, seat)
            state.tokens[seat] = rocker.number("tokens", 0, 3)
            state.immune[seat] = rocker.flag("immune")
            state.skips[seat] = rocker.number("skips")
            self.sizes.append(rocker.number("hand_size", 0, self.box.total()))
            self.sure.append(sorted(rocker.words("known", self.kinds)))
            limits.append(tuple(self.limit(limit) for limit in rocker.tables("limits")))
        state.limits = tuple(limits) if any(limits) else None

    def pawn(self, rocker: DataReader, seat: int) -> int:
        """Off the table before the first turn; on the Stage for who has won by surfing there."""
        if not rocker.given("pawn") and not self.state.turn_number:
            return 0
        cell = rocker.word("pawn", CELL_OF)
        if seat == self.state.winner and cell in self.rules.stage_cells:
            return cell
        return self.cell_of(rocker, "pawn")

    def limit(self, limit: DataReader) -> Limit:
        kinds = sum(1 << kind for kind in set(limit.words("of", self.kinds)))
        return Limit(kinds, limit.number("at_least", 1))

    def stage(self) -> None:
        """The Stage cards that nobody has seen are the Stage deck, in some order."""
        view, rules = self.view, self.rules
        stages = {slug: card for card, slug in enumerate(rules.stage_slugs)}
        box = Counter(dict(enumerate(rules.stage_counts)))
        self.state.stage_used = tuple(view.words("stage_used", stages))
        box.subtract(self.state.stage_used)
        if view.given("stage"):
            self.state.stage = view.word("stage", stages)
            box[self.state.stage] -= 1
        if min(box.values()) < 0:
            raise view.wrong("stage_used", "cards that the Stage deck has")
        self.state.stage_deck = tuple(box.elements())

    # -- what is under way -----------------------------------------------------------------

    def agenda(self) -> None:
        """What comes next is last on the agenda; a question is always on top of it."""
        view, state = self.view, self.state
        state.agenda = [self.task(task) for task in reversed(view.tables("pending"))]
        if view.given("choice"):
            state.agenda.append(self.question(view.table("choice")))
            state.mover = state.agenda[-1][1]
        elif state.agenda:
            raise view.wrong("choice", "a question, since something waits for its answer")

    def task(self, task: DataReader) -> tuple[int, ...]:
        if task.given("ask"):
            return self.question(task)
        what = task.data.get("do")
        if what == "symbol":
            return self.symbol(task)
        if what == "each":
            step, seat = task.word("symbol", STEPS), self.seat_of(task, "seat")
            return (EACH, step, seat, task.number("left", 1, self.players))
        return task.word("do", DONE)

    def question(self, task: DataReader) -> tuple[int, ...]:
        ask = task.word("ask", {"discard": ASK_DISCARD, "part": ASK_PART, "keep": ASK_KEEP})
        seat = self.seat_of(task, "seat")
        if ask == ASK_DISCARD:
            return (ask, seat, int(task.flag("ticket")))
        cell = self.cell_of(task, "cell")
        if ask == ASK_PART:
            return (ask, seat, cell, *task.words("gone_left", CELL_OF))
        if self.state.board[cell] != EMPTY:
            raise task.wrong("cell", "a cell where nothing lies until the choice is made")
        return (ask, seat, cell, *self.meeting(task.table("cards")))

    def meeting(self, cards: DataReader) -> tuple[int, ...]:
        """The cards that met in a cell, by where they came from."""
        if len(set(cards.data) & set(BESIDE)) < 2:
            raise BadInput(f"{cards.place} should have two of {', '.join(BESIDE)}")
        return tuple(
            self.content(cards.table(side)) if side in cards.data else EMPTY for side in BESIDE
        )

    def symbol(self, task: DataReader) -> tuple[int, ...]:
        step, who = task.word("symbol", STEPS), task.word("whom", WHOM_OF)
        target = self.seat_of(task, "target") if who == ONE or task.given("target") else -1
        aimed = step in (PUSH, SURF) or task.given("direction")
        way = task.word("direction", WAY_OF) if aimed else -1
        cell = self.cell_of(task, "cell") if step == REMOVE or task.given("cell") else 0
        sides = task.word("sides", SIDES_OF) if task.given("sides") else 0
        return (SYMBOL, step, who, target, way, cell, sides)

    # -- what is hidden --------------------------------------------------------------------

    def cards(self) -> None:
        """What the view does not name is in the deck and in the other hands."""
        view, state = self.view, self.state
        hand = sorted(view.words("hand", self.kinds))
        state.discard = view.words("discard", self.kinds)
        if view.given("resolving"):
            state.resolving = view.word("resolving", self.kinds)
            self.take((state.resolving,))
        self.take(view.counts("aside", self.kinds).elements())
        for cards in (hand, state.discard, *self.sure):
            self.take(cards)
        if self.seat is not None:
            self.sure[self.seat] = hand
        self.fill_up(view.number("deck_size"))
        known = self.known()
        state.known = known if any(known) else None

    def fill_up(self, deck_size: int) -> None:
        rest = self.unseen()
        for seat, sure in enumerate(self.sure):
            wanted = self.sizes[seat] - len(sure)
            if wanted < 0 or (wanted and seat == self.seat):
                raise BadInput(f"{PLACE} knows {len(sure)} of {self.sizes[seat]} cards of a hand")
            self.state.hands[seat] = tuple(sorted((*sure, *rest[:wanted])))
            rest = rest[wanted:]
        if len(rest) != deck_size:
            raise self.view.wrong("deck_size", f"{len(rest)}, the cards that are nowhere else")
        self.state.deck = tuple(rest)

    def unseen(self) -> list[int]:
        missing = [self.rules.slugs[kind] for kind, count in self.box.items() if count < 0]
        if missing:
            raise BadInput(f"{PLACE} shows more {missing[0]} cards than the deck has")
        return list(self.box.elements())

    def known(self) -> list[tuple[int, ...]]:
        """What this seat is sure of; what the others know it cannot know."""
        known: list[tuple[int, ...]] = [()] * (self.players * self.players)
        if self.seat is not None:
            for holder, cards in enumerate(self.sure):
                if holder != self.seat:
                    known[self.seat * self.players + holder] = tuple(cards)
        return known

    def pool(self) -> None:
        if not self.view.given("since_reshuffle"):
            return
        pool = self.view.table("since_reshuffle")
        pile = self.some(pool, "pile")
        hands = pool.tables("hands", self.players)
        held = tuple(hand.number("held", 0, sum(self.rules.counts)) for hand in hands)
        draws = tuple(draw for seat, hand in enumerate(hands) for draw in self.draws(seat, hand))
        left = tuple(self.some(hand, "left") for hand in hands)
        self.state.pool = Pool(pile, held, draws, left)
        if len(pile) - len(draws) != len(self.state.deck):
            raise pool.wrong("pile", "what is in the deck or was drawn since")
        for seat, hand in enumerate(hands):
            if held[seat] + hand.number("drawn") - len(left[seat]) != self.sizes[seat]:
                raise hand.wrong("held", "what makes its size with the cards drawn and lost since")

    def some(self, data: DataReader, key: str) -> tuple[int, ...]:
        """Cards with their numbers, not more of any than there are."""
        counts = data.counts(key, self.kinds)
        if any(count > self.rules.counts[kind] for kind, count in counts.items()):
            raise data.wrong(key, "cards of the deck")
        return tuple(sorted(counts.elements()))

    def draws(self, seat: int, hand: DataReader) -> list[tuple[int, int, int]]:
        own = hand.words("own", self.kinds)
        others = hand.number("drawn", 0, sum(self.rules.counts)) - len(own)
        if others < 0 or (own and self.seat is None):
            raise hand.wrong("own", "some of the cards drawn by the seat of the view")
        mine = NOBODY if self.seat is None else self.seat
        return [*((seat, mine, kind) for kind in own), *[(seat, NOBODY, NOTHING)] * others]
