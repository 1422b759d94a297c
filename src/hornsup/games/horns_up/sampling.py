"""Determinization: a full state drawn from those that a seat cannot tell apart from the true one.

What a seat cannot see is dealt again: the unknown cards of the other hands, the order of both decks
and the rest of the random stream. The result depends on what the seat knows and on the generator,
on nothing else; `docs/knowledge.md` says what "knows" includes and where the draw is exactly
uniform.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from hornsup.games.horns_up.knowledge import Limit, Limits, asked_limits, public_limits
from hornsup.games.horns_up.origins import Origins

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp

TRIES: Final = 64
POOL_TRIES: Final = 8  # a deal after a reshuffle takes longer
PROMISES: Final = 16
LAST_PROMISES: Final = 4
NOBODY: Final = -1
NOTHING: Final = -1

Dealt = tuple[dict[int, tuple[int, ...]], tuple[int, ...]]  # the other hands and the deck


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


def keeps_limits(state: HornsUp) -> bool:
    """Whether the hands fit what everybody knows of them."""
    return all(_keeps(hand, public_limits(state, seat)) for seat, hand in enumerate(state.hands))


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
        self.limits: dict[int, Limits] = {}
        if state.limits is not None or state.agenda:
            self.limits = {other: public_limits(state, other) for other in self.others}

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

    def sample(self) -> Dealt:
        """The other hands and the deck, dealt until every public fact about the hands holds."""
        dealt = self._once()
        for _ in range(TRIES if self.state.pool is None else POOL_TRIES):
            if self._holds(dealt[0]):
                return dealt
            dealt = self._once()
        return self._promised() or dealt

    def _once(self) -> Dealt:
        dealt = self._deal()
        assert dealt is not None, "the true deal is always one of the answers"
        return dealt

    def _deal(self) -> Dealt | None:
        return self._plain() if self.state.pool is None else _PoolDeal(self).deal()

    def _plain(self) -> Dealt:
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

    def _holds(self, hands: dict[int, tuple[int, ...]]) -> bool:
        return all(_keeps(hands[other], limits) for other, limits in self.limits.items())

    def _promised(self) -> Dealt | None:
        """Meet rare limits, which random deals keep missing: first deal the cards they ask for.

        If the cards chosen keep contradicting the pools, a question at least can be answered.
        """
        for number in range(PROMISES + LAST_PROMISES):
            deal = _Deal(self.state, self.seat, self.rng)
            if number >= PROMISES:
                deal.limits = {other: asked_limits(self.state, other) for other in self.others}
            if all(deal._promise(other, both=number % 2 == 0) for other in self.others):
                dealt = deal._deal()
                if dealt is not None:
                    return dealt
        return None

    def _promise(self, other: int, *, both: bool) -> bool:
        """Make sure of cards for the limits of a hand; with `both`, of such as fit all of them."""
        limits = sorted(self.limits[other], key=lambda limit: limit.kinds.bit_count())
        for limit in limits:
            kinds = limit.kinds
            for more in limits if both else ():
                kinds &= more.kinds
            while _count(self.sure[other], limit) < limit.least:
                if not self._make_sure(other, kinds):
                    return False
        return True

    def _make_sure(self, other: int, kinds: int) -> bool:
        """Give a hand an unseen card of one of these kinds, if there is one and a place for it."""
        weights = {kind: self.unseen[kind] for kind in self.unseen if kinds >> kind & 1}
        if self.state.pool is not None:
            pools = _PoolDeal(self)
            weights = {kind: pools.weight(other, kind) for kind in weights}
        if not self.open[other] or not any(weights.values()):
            return False
        kind = self.rng.choices(sorted(weights), [weights[kind] for kind in sorted(weights)])[0]
        self.unseen = self.unseen - Counter((kind,))
        self.sure[other] = (*self.sure[other], kind)
        self.open[other] -= 1
        return True


def _keeps(hand: Iterable[int], limits: Limits) -> bool:
    return all(_count(hand, limit) >= limit.least for limit in limits)


def _count(hand: Iterable[int], limit: Limit) -> int:
    return sum(1 for kind in hand if limit.kinds >> kind & 1)


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

    def deal(self) -> Dealt | None:
        questions = [
            (holder, kind) for holder, named in self.named.items() for kind in named.elements()
        ]
        questions.sort()
        self.rng.shuffle(questions)
        questions.sort(key=self._options)
        origins = Origins((self.stale, self.fresh), (self.stale_places, self.fresh_places))
        if not origins.give(questions, self.rng):
            return None
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

    def weight(self, holder: int, kind: int) -> int:
        """In how many ways a card of this kind may have come into a hand, from either pool."""
        stale = max(self.stale[kind], 0) * self.stale_places[holder]
        return stale + max(self.fresh[kind], 0) * self.fresh_places[holder]

    def _options(self, question: tuple[int, int]) -> int:
        """Forced origins first."""
        holder, kind = question
        stale = self.stale[kind] > 0 and self.stale_places[holder] > 0
        fresh = self.fresh[kind] > 0 and self.fresh_places[holder] > 0
        return int(stale) + int(fresh)
