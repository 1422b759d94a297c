"""What the engine needs of options and deck, computed once and shared."""

from __future__ import annotations

from functools import lru_cache

from hornsup.games.horns_up.board import (
    PATH_SLUGS,
    WIDTH,
    bare_table,
    entrance_cells,
)
from hornsup.games.horns_up.board import STAGE as STAGE_CELL
from hornsup.games.horns_up.moves import MoveCodec
from hornsup.games.horns_up.options import Options


class Rules:
    """Immutable and shared by all states of one kind of game."""

    def __init__(self, options: Options) -> None:
        deck = options.the_deck()
        self.options = options
        self.deck = deck
        # Kinds of Audience cards: Paths first, then Walls, then Tickets.
        self.slugs: tuple[str, ...] = tuple(card.slug for card in deck.audience)
        self.counts: tuple[int, ...] = tuple(card.count for card in deck.audience)
        self.walls_from: int = len(PATH_SLUGS)
        self.tickets_from: int = self.walls_from + len(deck.walls)
        self.effects = deck.effects()
        self.paid_by_path: tuple[bool, ...] = tuple("path" in w.removed_by for w in deck.walls)
        self.paid_by_ticket: tuple[bool, ...] = tuple("ticket" in w.removed_by for w in deck.walls)
        self.encore_clears: tuple[bool, ...] = tuple("encore" in w.removed_by for w in deck.walls)
        self.stage_slugs: tuple[str, ...] = tuple(card.slug for card in deck.stage)
        self.stage_counts: tuple[int, ...] = tuple(card.count for card in deck.stage)
        self.stage_effects = deck.stage_effects()
        self.codec = MoveCodec(
            self.slugs, tuple(tuple(half.target for half in halves) for halves in self.effects)
        )
        self.bare: list[int] = bare_table(options.entrance_distance)
        self.entrances: list[int] = entrance_cells(options.entrance_distance)
        half_width = options.stage_width // 2
        self.stage_cells: tuple[int, ...] = tuple(
            STAGE_CELL + x for x in range(-half_width, half_width + 1)
        )
        self.fronts: tuple[int, ...] = tuple(cell + WIDTH for cell in self.stage_cells)
        self._spell_out(options)

    def _spell_out(self, options: Options) -> None:
        """The switches as flags, which are quick to test."""
        self.joined: bool = options.path_placement == "joined"
        self.discards_flipped: bool = options.flip_mode == "discard"
        self.immune_until_empty: bool = options.token_immunity == "until_empty"
        self.must_act: bool = options.must_act
        self.shared_entrances: bool = options.shared_entrances
        self.skips_stack: bool = options.skips_stack
        self.win_out_of_turn: bool = options.win_out_of_turn
        self.needs_connection: bool = options.occupied_needs_connection
        self.wall_on_path: bool = options.wall_on_face_down
        self.chain_through_walls: bool = options.chain_through_walls
        self.crush_whole_chain: bool = options.crush_whole_chain
        self.entrance_surf: bool = options.entrance_surf
        self.parts_jointly: bool = options.wod_central == "joint"
        self.entrances_crush: bool = options.wod_entrance_counts
        self.opener_decides: bool = options.wod_decider == "opener"
        self.all_includes_self: bool = options.target_all_includes_self
        self.removes_paths: bool = options.remove_card_scope == "wall_or_empty_path"
        self.sweeps: bool = options.deck_sweep
        self.token_supply: int = options.token_supply

    def is_ticket(self, kind: int) -> bool:
        return kind >= self.tickets_from


@lru_cache(maxsize=64)
def rules_for(options: Options) -> Rules:
    return Rules(options)
