"""The house-rule switches of Horns Up and the presets made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from hornsup.core import options as core_options
from hornsup.core.options import Switch
from hornsup.games.horns_up.deck import Deck, deck_by_name


@dataclass(frozen=True, slots=True)
class Options:
    """One field per switch; the defaults are the rules as we read them."""

    shared_entrances: bool = False
    entrance_distance: int = 8
    stage_width: int = 1
    must_act: bool = False
    flip_mode: str = "face_down"
    token_supply: int = 27
    token_immunity: str = "until_empty"
    skips_stack: bool = False
    win_out_of_turn: bool = False
    occupied_needs_connection: bool = True
    path_placement: str = "joined"
    wall_on_face_down: bool = True
    chain_through_walls: bool = True
    crush_whole_chain: bool = False
    entrance_surf: bool = True
    wod_central: str = "per_card"
    wod_entrance_counts: bool = False
    wod_decider: str = "closer"
    target_all_includes_self: bool = True
    remove_card_scope: str = "wall_or_empty_path"
    deck_sweep: bool = False
    deck: str | Deck = "standard"

    def the_deck(self) -> Deck:
        return self.deck if isinstance(self.deck, Deck) else deck_by_name(self.deck)


SWITCHES: Final[Mapping[str, Switch]] = {
    "shared_entrances": Switch("H10"),
    "entrance_distance": Switch("H6", numbers=range(5, 17)),
    "stage_width": Switch("H23", numbers=range(1, 32, 2)),
    "must_act": Switch("H12"),
    "flip_mode": Switch("H56", words=("face_down", "discard")),
    "token_supply": Switch("H2", numbers=range(28)),
    "token_immunity": Switch("H21", words=("until_empty", "at_three")),
    "skips_stack": Switch("H22"),
    "win_out_of_turn": Switch("H23"),
    "occupied_needs_connection": Switch("H59"),
    "path_placement": Switch("H60", words=("joined", "adjacent")),
    "wall_on_face_down": Switch("H43"),
    "chain_through_walls": Switch("H30"),
    "crush_whole_chain": Switch("H32"),
    "entrance_surf": Switch("H35"),
    "wod_central": Switch("H68", words=("per_card", "joint")),
    "wod_entrance_counts": Switch("H73"),
    "wod_decider": Switch("H75", words=("closer", "opener")),
    "target_all_includes_self": Switch("H28"),
    "remove_card_scope": Switch("H28", words=("wall_or_empty_path", "wall")),
    "deck_sweep": Switch("H26"),
}

_ENGLISH: Final[Mapping[str, Any]] = {
    "must_act": True,
    "chain_through_walls": False,
    "wod_decider": "opener",
}
PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "standard": {},
    "it": {},
    "en": _ENGLISH,
    "fr": {**_ENGLISH, "token_supply": 24},
}


def read_options(given: object) -> Options:
    """Options from a preset's name, a mapping, or nothing; a deck may be a name or its data."""
    if isinstance(given, Mapping) and isinstance(given.get("deck"), Mapping):
        given = {**given, "deck": Deck.from_data(given["deck"])}
    options = core_options.read_options(Options, given, SWITCHES, PRESETS)
    options.the_deck()
    return options


def write_options(options: Options) -> dict[str, Any]:
    """The switches that differ from the default; views ask for them at every move."""
    return core_options.copied(_written(options))


@lru_cache(maxsize=256)
def _written(options: Options) -> dict[str, Any]:
    """The switches that differ from the default; a deck of one's own is written out whole."""
    data = core_options.changed(options)
    if isinstance(options.deck, Deck):
        data["deck"] = options.deck.to_data()
    return data
