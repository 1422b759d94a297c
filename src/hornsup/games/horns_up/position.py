"""Positions of scenarios: set up a table from data, and read it back to compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from hornsup.core.contract import GameState, Origin
from hornsup.core.notation import seat_letter, seat_number
from hornsup.core.randomness import seed_bytes
from hornsup.core.scenario import per_seat
from hornsup.errors import BadInput
from hornsup.games.horns_up import turns
from hornsup.games.horns_up.board import (
    CELL_TEXT,
    DOWN,
    EMPTY,
    IS_ENTRANCE,
    KIND_OF_SIDES,
    SHIFT,
    SIDES_TEXT,
    UP,
    WALL,
    card_kind,
    cell_of_text,
    path_sides,
    sides_mask,
)
from hornsup.games.horns_up.card_symbols import WALL_OF_DEATH
from hornsup.games.horns_up.options import Options
from hornsup.games.horns_up.rules import Rules, rules_for
from hornsup.games.horns_up.setup import shuffled
from hornsup.games.horns_up.state import HornsUp, blank

KEYS: Final = (
    "turn",
    "actions",
    "pawns",
    "paths",
    "walls",
    "hands",
    "tokens",
    "immune",
    "skips",
    "stage",
    "draw",
    "stage_draw",
    "discard",
    "deck_size",
)


def position(players: int, options: Options, data: Mapping[str, Any]) -> HornsUp:
    """A game in the middle of a turn, as `[position]` describes it."""
    unknown = sorted(set(data) - set(KEYS))
    if unknown:
        raise BadInput(f"[position] has no {unknown[0]!r}; it has {', '.join(KEYS)}")
    return _Position(players, options, data).state


class _Position:
    """Takes every card that is named out of the box; what remains becomes the deck."""

    def __init__(self, players: int, options: Options, data: Mapping[str, Any]) -> None:
        self.data = data
        self.rules: Rules = rules_for(options)
        self.kinds = {slug: kind for kind, slug in enumerate(self.rules.slugs)}
        self.stages = {slug: card for card, slug in enumerate(self.rules.stage_slugs)}
        self.box = Counter(dict(enumerate(self.rules.counts)))
        self.stage_box = Counter(dict(enumerate(self.rules.stage_counts)))
        self.players = players
        state = self.state = blank(self.rules, players)
        state.origin = Origin("position", dict(data))
        state.seed = seed_bytes("position")
        state.turn_number = 1
        state.turn = state.mover = state.first = self.seat(data.get("turn", "A"))
        state.actions = self.number("actions", 2)
        self.cards_on_table()
        self.rockers()
        self.decks()
        if "deck_size" in data:
            self.cut_deck(self.number("deck_size", 0))

    # -- reading ---------------------------------------------------------------------------

    def seat(self, letter: Any) -> int:
        return seat_number(str(letter), self.players)

    def number(self, key: str, default: int) -> int:
        value = self.data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise BadInput(f"{key} is a whole number from 0, not {value!r}")
        return value

    def table(self, key: str) -> Mapping[str, Any]:
        value = self.data.get(key, {})
        if not isinstance(value, Mapping):
            raise BadInput(f"{key} is a table by seat, such as {{ A = ... }}, not {value!r}")
        return value

    def texts(self, key: str, value: Any) -> list[str]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise BadInput(f"{key} is a list of texts, not {value!r}")
        return value

    def card(self, slug: str) -> int:
        """Take one Audience card out of the box."""
        if slug not in self.kinds:
            raise BadInput(f"there is no card {slug!r} in the deck {self.rules.deck.name!r}")
        kind = self.kinds[slug]
        self.box[kind] -= 1
        if self.box[kind] < 0:
            raise BadInput(f"the position needs more {slug} cards than the deck has")
        return kind

    def stage_card(self, slug: Any) -> int:
        if slug not in self.stages:
            raise BadInput(f"there is no Stage card {slug!r} in the deck {self.rules.deck.name!r}")
        card = self.stages[slug]
        self.stage_box[card] -= 1
        if self.stage_box[card] < 0:
            raise BadInput(f"the position needs more {slug} cards than the deck has")
        return card

    def cell(self, text: Any) -> int:
        cell = cell_of_text(str(text))
        if cell <= 0:
            raise BadInput(f"{text!r} is no cell of the table; write x,y")
        return cell

    # -- setting up ------------------------------------------------------------------------

    def cards_on_table(self) -> None:
        for text in self.texts("paths", self.data.get("paths", [])):
            *down, sides, where = text.split() if len(text.split()) in (2, 3) else ("", "", "")
            mask = sides_mask(sides)
            if down not in ([], ["down"]) or mask < 0 or KIND_OF_SIDES[mask] < 0:
                raise BadInput(f"a Path is written 'NS 0,2' or 'down NS 0,2', not {text!r}")
            self.card(self.rules.slugs[KIND_OF_SIDES[mask]])
            self.lay(text, where, DOWN | mask << SHIFT if down else UP | mask)
        for text in self.texts("walls", self.data.get("walls", [])):
            slug, where = text.split() if len(text.split()) == 2 else ("", "")
            kind = self.kinds.get(slug, -1)
            if not self.rules.walls_from <= kind < self.rules.tickets_from:
                raise BadInput(f"a Wall is written 'troublemakers 1,1', not {text!r}")
            self.card(slug)
            self.lay(text, where, WALL | kind << SHIFT)

    def lay(self, text: str, where: str, content: int) -> None:
        cell = self.cell(where)
        if self.state.board[cell] != EMPTY:
            raise BadInput(f"{text!r}: that cell is taken, an Entrance or behind the stage line")
        turns.lay(self.state, cell, content)

    def rockers(self) -> None:
        state = self.state
        spare = list(self.rules.entrances)
        pawns = {self.seat(letter): self.cell(at) for letter, at in self.table("pawns").items()}
        for seat in range(self.players):
            cell = pawns.get(seat, 0)
            if not cell:
                cell = next(c for c in spare if c not in pawns.values() and c not in state.pawns)
            if not state.board[cell] & (UP | IS_ENTRANCE):
                where = CELL_TEXT[cell]
                raise BadInput(f"{seat_letter(seat)} stands on {where}: no Path face up is there")
            state.pawns[seat] = cell
        for letter, cards in self.table("hands").items():
            hand = (self.card(slug) for slug in self.texts("hands", cards))
            state.hands[self.seat(letter)] = tuple(sorted(hand))
        for letter, count in self.table("tokens").items():
            if isinstance(count, bool) or count not in (0, 1, 2, 3):
                raise BadInput(f"tokens of {letter} are 0 to 3, not {count!r}")
            state.tokens[self.seat(letter)] = count
            state.immune[self.seat(letter)] = count == 3
        for letter in self.texts("immune", self.data.get("immune", [])):
            if not state.tokens[self.seat(letter)]:
                raise BadInput(f"{letter} is immune but has no token to work off")
            state.immune[self.seat(letter)] = True
        for letter in self.texts("skips", self.data.get("skips", [])):
            state.skips[self.seat(letter)] += 1

    def cards(self, key: str) -> list[int]:
        return [self.card(slug) for slug in self.texts(key, self.data.get(key, []))]

    def decks(self) -> None:
        """Named cards first; the rest of the box follows in the order of its kinds."""
        state = self.state
        state.discard = self.cards("discard")
        draw = self.cards("draw")
        rest = self.mixed(+self.box)
        state.deck = (*draw, *rest)
        if "stage" in self.data:
            state.stage = self.stage_card(self.data["stage"])
            steps = self.rules.stage_effects[state.stage].steps
            if any(step == WALL_OF_DEATH for step, _ in steps):
                state.opener = state.turn
        named = self.texts("stage_draw", self.data.get("stage_draw", []))
        coming = [self.stage_card(slug) for slug in named]
        state.stage_deck = (*coming, *self.mixed(+self.stage_box))

    def mixed(self, box: Counter[int]) -> tuple[int, ...]:
        from hornsup.core.randomness import Stream

        size = max(box, default=-1) + 1
        return shuffled(Stream(self.state.seed), tuple(box[kind] for kind in range(size)))

    def cut_deck(self, size: int) -> None:
        """Cards beyond the size asked for are put back into the box."""
        named = len(self.data.get("draw", []))
        if not named <= size <= len(self.state.deck):
            have = len(self.state.deck)
            raise BadInput(f"deck_size is {size}: it can be from {named} to {have} here")
        self.state.deck = self.state.deck[:size]


# --- reading a state back -------------------------------------------------------------------


def observe(game_state: GameState, key: str, wanted: Any) -> Any:
    """What a state shows under a key of `expect`, in the form of what is wanted."""
    state = game_state
    assert isinstance(state, HornsUp)
    slugs = state.rules.slugs
    simple = _simple(state)
    if key in simple:
        return simple[key]
    if key in ("pawns", "hands", "tokens", "hand_sizes"):
        return _by_seat(state, key, wanted)
    if key in ("paths", "walls", "skips", "immune", "discard"):
        came = _sets(state, key)
        same = Counter(_canonical(key, item) for item in wanted) == Counter(came)
        return wanted if same else came
    if key == "draw":
        return [slugs[kind] for kind in state.deck[state.drawn :][: len(wanted)]]
    if key == "stage_draw":
        coming = state.stage_deck[state.stage_drawn :][: len(wanted)]
        return [state.rules.stage_slugs[card] for card in coming]
    known = sorted({*KEYS, "winner", "over", "to_move", "legal", "illegal", "hand_sizes"})
    raise BadInput(f"nothing called {key!r} can be expected; known are {', '.join(known)}")


def _simple(state: HornsUp) -> dict[str, Any]:
    return {
        "turn": seat_letter(state.turn),
        "actions": state.actions,
        "deck_size": len(state.deck) - state.drawn,
        "stage": state.rules.stage_slugs[state.stage] if state.stage >= 0 else "",
    }


def _by_seat(state: HornsUp, key: str, wanted: Any) -> Any:
    if not isinstance(wanted, Mapping):
        raise BadInput(f"expect {key} by seat, such as {{ A = ... }}, not {wanted!r}")

    def value(seat: int) -> Any:
        if key == "pawns":
            return CELL_TEXT[state.pawns[seat]]
        if key == "tokens":
            return state.tokens[seat]
        if key == "hand_sizes":
            return len(state.hands[seat])
        hand = [state.rules.slugs[kind] for kind in state.hands[seat]]
        asked = wanted[seat_letter(seat)]
        return asked if Counter(asked) == Counter(hand) else hand

    return per_seat(wanted, state.players, value)


def _sets(state: HornsUp, key: str) -> list[str]:
    board = state.board
    if key == "paths":
        return [_path_text(board[c], c) for c in state.table if not board[c] & WALL]
    if key == "walls":
        slugs = state.rules.slugs
        walls = (cell for cell in state.table if board[cell] & WALL)
        return [f"{slugs[card_kind(board[cell])]} {CELL_TEXT[cell]}" for cell in walls]
    if key == "skips":
        return [seat_letter(seat) for seat, count in enumerate(state.skips) for _ in range(count)]
    if key == "immune":
        return [seat_letter(seat) for seat, immune in enumerate(state.immune) if immune]
    return [state.rules.slugs[kind] for kind in state.discard]


def _path_text(content: int, cell: int) -> str:
    down = "" if content & UP else "down "
    return f"{down}{SIDES_TEXT[path_sides(content)]} {CELL_TEXT[cell]}"


def _canonical(key: str, item: Any) -> str:
    """Sides may be written in any order."""
    words = str(item).split()
    if key == "paths" and len(words) >= 2 and sides_mask(words[-2]) >= 0:
        words[-2] = SIDES_TEXT[sides_mask(words[-2])]
    return " ".join(words)
