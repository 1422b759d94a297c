"""Determinization: a full state drawn from those that a seat cannot tell apart from the true one.

What a seat cannot see is dealt again: the unknown cards of the other hands, the order of both decks
and the rest of the random stream. The result depends on what the seat knows and on the generator,
on nothing else; `docs/knowledge.md` says what "knows" includes and where the draw is exactly
uniform.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from hornsup.games.horns_up.knowledge import Limit

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp

TRIES = 64
NOBODY = -1
NOTHING = -1


def determinize(state: HornsUp, seat: int | None, rng: Any) -> HornsUp:
    """A clone with everything hidden from `seat` dealt again by `rng` (a random.Random)."""
    guess = state.clone()
    guess.origin = None
    guess.opening = state.redact(state.opening, seat)
    deal = _Deal(state, seat, rng)
    hands, deck = deal.sample()
    for holder, cards in hands.items():
        guess.hands[holder] = cards
    guess.deck, guess.drawn = deck, 0
    stage = sorted(state.stage_deck[state.stage_drawn :])
    rng.shuffle(stage)
    guess.stage_deck, guess.stage_drawn = tuple(stage), 0
    guess.seed, guess.words_used = rng.randbytes(32), 0
    _forget_others(guess, seat)
    return guess


def _forget_others(guess: HornsUp, seat: int | None) -> None:
    """What the others know of hands is hidden from this seat: in the guess they know nothing."""
    if guess.known is not None:
        players = guess.players
        guess.known = [
            cards if place // players == seat else () for place, cards in enumerate(guess.known)
        ]
    if guess.pool is not None:
        pool = guess.pool
        guess.pool = pool._replace(
            draws=tuple(
                draw if draw[1] == seat else (draw[0], NOBODY, NOTHING) for draw in pool.draws
            )
        )
    if guess.mover != seat:
        guess.codes = None


class _Deal:
    """One seat's knowledge, as places to fill and cards to fill them with."""

    def __init__(self, state: HornsUp, seat: int | None, rng: Any) -> None:
        self.state = state
        self.seat = seat
        self.rng = rng
        self.deck_size = len(state.deck) - state.drawn
        self.others = [other for other in range(state.players) if other != seat]
        self.sure: dict[int, tuple[int, ...]] = {other: self._sure(other) for other in self.others}
        self.open = {
            other: len(state.hands[other]) - len(sure) for other, sure in self.sure.items()
        }
        self.unseen = self._unseen()

    def _sure(self, holder: int) -> tuple[int, ...]:
        if self.state.known is None or self.seat is None:
            return ()
        return self.state.known[self.seat * self.state.players + holder]

    def _unseen(self) -> Counter[int]:
        """The kinds in the deck and in the unknown part of the other hands."""
        state = self.state
        unseen = Counter(state.deck[state.drawn :])
        for other in self.others:
            unseen.update(state.hands[other])
        for cards in self.sure.values():
            unseen.subtract(cards)
        return +unseen

    def sample(self) -> tuple[dict[int, tuple[int, ...]], tuple[int, ...]]:
        """The other hands and the deck, dealt until every public fact about the hands holds."""
        dealt = self._once()
        for _ in range(TRIES):
            if self._holds(dealt[0]):
                return dealt
            dealt = self._once()
        return self._repaired(*dealt)

    def _once(self) -> tuple[dict[int, tuple[int, ...]], tuple[int, ...]]:
        return self._plain() if self.state.pool is None else _PoolDeal(self).deal()

    def _plain(self) -> tuple[dict[int, tuple[int, ...]], tuple[int, ...]]:
        """Before any reshuffle every unseen card may be anywhere: one shuffle, one deal."""
        cards = sorted(self.unseen.elements())
        self.rng.shuffle(cards)
        hands = {}
        at = 0
        for other in self.others:
            hands[other] = self._with_sure(other, cards[at : at + self.open[other]])
            at += self.open[other]
        return hands, tuple(cards[at:])

    def _with_sure(self, other: int, cards: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted((*self.sure[other], *cards)))

    def _limits(self, other: int) -> tuple[Limit, ...]:
        return self.state.limits[other] if self.state.limits is not None else ()

    def _holds(self, hands: dict[int, tuple[int, ...]]) -> bool:
        if self.state.limits is None:
            return True
        return all(
            _count(hand, limit) >= limit.least
            for other, hand in hands.items()
            for limit in self._limits(other)
        )

    def _repaired(
        self, hands: dict[int, tuple[int, ...]], deck: tuple[int, ...]
    ) -> tuple[dict[int, tuple[int, ...]], tuple[int, ...]]:
        """Meet rare limits, which random deals keep missing, by swapping cards."""
        free = {other: _minus(hand, self.sure[other]) for other, hand in hands.items()}
        rest = list(deck)
        for other in self.others:
            for limit in self._limits(other):
                self._swap_in(free, rest, other, limit)
        done = {other: self._with_sure(other, cards) for other, cards in free.items()}
        return done, tuple(rest)

    def _swap_in(
        self, free: dict[int, list[int]], deck: list[int], other: int, limit: Limit
    ) -> None:
        """Exchange cards that break a fact for fitting ones from places that can spare them."""
        missing = limit.least - _count((*free[other], *self.sure[other]), limit)
        spare = [cards for holder, cards in free.items() if holder != other]
        for cards in (deck, *(cards for cards in spare)):
            for place, kind in enumerate(cards):
                if missing <= 0:
                    return
                if limit.kinds >> kind & 1:
                    bad = next(i for i, own in enumerate(free[other]) if not limit.kinds >> own & 1)
                    cards[place], free[other][bad] = free[other][bad], kind
                    missing -= 1


def _count(hand: Iterable[int], limit: Limit) -> int:
    return sum(1 for kind in hand if limit.kinds >> kind & 1)


def _minus(hand: tuple[int, ...], sure: tuple[int, ...]) -> list[int]:
    return list((Counter(hand) - Counter(sure)).elements())


class _PoolDeal:
    """After a reshuffle: cards held since before it are of one pool, the deck and draws of another.

    A card that left a hand, or that the seat is sure of, may have come from either; each is given
    an origin first, so that what remains of the two pools fills exactly the places that remain.
    """

    def __init__(self, deal: _Deal) -> None:
        assert deal.state.pool is not None
        self.deal_ = deal
        self.rng = deal.rng
        self.pool = deal.state.pool
        players = range(deal.state.players)
        self.fresh = Counter(self.pool.pile)
        self.fresh_places = [0 for _ in players]
        self.stale_places = list(self.pool.stale)
        self.named = {holder: Counter(self._named(holder)) for holder in players}
        self.stale = deal.unseen.copy()
        for named in self.named.values():
            self.stale.update(named)
        self.stale.subtract(self.pool.pile)
        self._own_draws()

    def _named(self, holder: int) -> tuple[int, ...]:
        """The kinds that are or were in a hand for sure."""
        deal = self.deal_
        sure = deal.state.hands[holder] if holder == deal.seat else deal.sure[holder]
        return (*self.pool.left[holder], *sure)

    def _own_draws(self) -> None:
        """What the seat drew itself it knows to be fresh."""
        for hand, who, kind in self.pool.draws:
            if who == self.deal_.seat:
                self.fresh[kind] -= 1
                self.named[hand][kind] -= 1
            else:
                self.fresh_places[hand] += 1

    def deal(self) -> tuple[dict[int, tuple[int, ...]], tuple[int, ...]]:
        questions = [
            (holder, kind) for holder, named in self.named.items() for kind in named.elements()
        ]
        questions.sort()
        self.rng.shuffle(questions)
        questions.sort(key=self._options)
        found = self._give_origins(questions, 0)
        assert found, "the true deal is always one of the answers"
        stale = sorted((+self.stale).elements())
        fresh = sorted((+self.fresh).elements())
        self.rng.shuffle(stale)
        self.rng.shuffle(fresh)
        hands = {}
        for other in self.deal_.others:
            cards = [stale.pop() for _ in range(self.stale_places[other])]
            cards += [fresh.pop() for _ in range(self.fresh_places[other])]
            hands[other] = self.deal_._with_sure(other, cards)
        return hands, tuple(fresh)

    def _options(self, question: tuple[int, int]) -> int:
        """Forced origins first."""
        holder, kind = question
        stale = self.stale[kind] > 0 and self.stale_places[holder] > 0
        fresh = self.fresh[kind] > 0 and self.fresh_places[holder] > 0
        return int(stale) + int(fresh)

    def _give_origins(self, questions: list[tuple[int, int]], at: int) -> bool:
        if at == len(questions):
            return True
        holder, kind = questions[at]
        pools = [(self.stale, self.stale_places), (self.fresh, self.fresh_places)]
        weights = [pool[kind] * places[holder] for pool, places in pools]
        if weights[1] and self.rng.random() * sum(weights) < weights[1]:
            pools.reverse()
        for pool, places in pools:
            if pool[kind] <= 0 or places[holder] <= 0:
                continue
            pool[kind] -= 1
            places[holder] -= 1
            if self._give_origins(questions, at + 1):
                return True
            pool[kind] += 1
            places[holder] += 1
        return False
