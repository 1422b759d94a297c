"""The info of a bot that has only the view of its seat, as in another process.

`Info.of` makes view and samples from the true state. Here there is no true state: samples are drawn
from the plain data that the seat was sent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final

from hornsup.bots.base import Info
from hornsup.core import registry
from hornsup.core.contract import GameState, History
from hornsup.core.data_reader import DataReader, canonical, read_canonical
from hornsup.core.moves import Move
from hornsup.errors import BadInput, IllegalMove

MAX_CACHED_MOVES: Final = 20_000
SOURCE: Final = "the view"


def info_from_view(
    game_name: str,
    view: Mapping[str, Any],
    legal: Sequence[str],
    rng: Random,
    moves: Sequence[str] = (),
) -> Info:
    """The info of the view's seat, with the texts of its legal moves.

    `moves` are those played so far, for bots that retaliate.
    """
    plain = DataReader(view, SOURCE)
    if view.get("game") != game_name:
        raise plain.wrong("game", repr(game_name))
    seat = plain.number("seat", 0, plain.number("players", 1) - 1)
    parser = _parser(game_name, plain.number("players"), canonical(plain.table("options").data))
    sampler = _Sampler(game_name, view, rng, moves)
    return Info(seat, parser.read(legal), rng, lambda: plain.data, sampler.sample)  # type: ignore[arg-type, return-value] # a view is a dict


class _MoveParser:
    """Parses the notation of one game with its options, and caches the moves."""

    def __init__(self, table: GameState) -> None:
        self._table = table
        self._moves: dict[str, Move] = {}

    def read(self, texts: Sequence[str]) -> list[Move]:
        if not texts:
            raise BadInput("there is no legal move to choose from")
        moves = self._moves
        try:
            return [moves[text] for text in texts]
        except (KeyError, TypeError):
            return [self._parse(text) for text in texts]

    def _parse(self, text: str) -> Move:
        try:
            move = self._table.parse(text)
        except IllegalMove as error:
            raise BadInput(f"{text!r} among the legal moves cannot be read: {error}") from error
        if len(self._moves) < MAX_CACHED_MOVES:
            self._moves[text] = move
        return move


@lru_cache(maxsize=16)
def _parser(game_name: str, players: int, options: str) -> _MoveParser:
    game = registry.get(game_name)
    registry.check_players(game, players)
    return _MoveParser(game.start(players, 0, read_canonical(game.read_options, options)))


class _Sampler:
    """Makes a full state from the view when first asked, and draws all samples from it."""

    def __init__(
        self, game_name: str, view: Mapping[str, Any], rng: Random, moves: Sequence[str]
    ) -> None:
        self._game_name = game_name
        self._view = view
        self._rng = rng
        self._moves = moves
        self._base: GameState | None = None

    def sample(self) -> GameState:
        if self._base is None:
            self._base = self._make_base()
        return self._base.determinize(self._view["seat"], self._rng)

    def _make_base(self) -> GameState:
        # Samples deal everything hidden again, so the base may deal it in any way. Its generator is
        # its own, so that the bot's is in the same state as after `Info.of`.
        base = registry.get(self._game_name).state_from_view(self._view, Random(0))
        history: History = None
        for text in self._moves:
            history = (history, base.parse(text).code)
        base.history = history
        return base
