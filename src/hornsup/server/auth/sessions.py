"""Who is asking: guests with an opaque token, in a cookie for browsers, in a header for others."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Final, NamedTuple

from hornsup.play import codes
from hornsup.play.runtime import Clock, Randomness
from hornsup.server.auth import tokens
from hornsup.server.storage.players import PlayerStore

COOKIE: Final = "hornsup"
CACHED: Final = 20_000
SEEN_MS: Final = 3_600_000
"""How old a player's `seen_at` may get before it is written again."""
KEPT_MS: Final = 3_600_000
"""How long a revoked player stays listed. Every look goes back that far, so neither a transaction
that commits late nor a clock that stood still hides one."""


class Guest(NamedTuple):
    """A player as the session knows them."""

    id: str
    name: str
    language: str


class Sessions:
    """Guests by token; the newest are cached so that most requests ask no database."""

    def __init__(self, players: PlayerStore, clock: Clock, random: Randomness) -> None:
        self._players = players
        self._clock = clock
        self._random = random
        self._cached: OrderedDict[str, Guest] = OrderedDict()
        self._seen: dict[str, int] = {}  # when a player's visit was last noted
        self._unsaved: set[str] = set()  # players whose visit is still to be saved
        self._revoked: dict[str, int] = {}  # players whose sessions have ended, and since when
        self._looked_at = clock.monotonic()

    async def find(self, token: str | None) -> Guest | None:
        if token is None or not tokens.TOKEN.fullmatch(token):
            return None
        key = tokens.hashed(token)
        guest = self._cached.get(key)
        if guest is None:
            row = await self._players.by_token(key)
            if row is None:
                return None
            guest = Guest(row.id, row.name, row.language)
            self._seen.setdefault(guest.id, row.seen_at)
            self._cache(key, guest)
        if self.is_revoked(guest.id):
            return None
        self._note_seen(guest.id)
        return guest

    def is_revoked(self, player: str) -> bool:
        """Whether a player's sessions have ended, as far as this worker has heard."""
        return player in self._revoked

    def _cache(self, key: str, guest: Guest) -> None:
        self._cached[key] = guest
        if len(self._cached) > CACHED:
            _, oldest = self._cached.popitem(last=False)
            self._seen.pop(oldest.id, None)

    def _note_seen(self, player: str) -> None:
        now = self._clock.now()
        if now - self._seen.get(player, 0) > SEEN_MS:
            self._seen[player] = now
            self._unsaved.add(player)

    async def create(self, name: str, language: str) -> tuple[str, Guest]:
        """A new guest and the token that only they will know."""
        now = self._clock.now()
        token = tokens.new_token(self._random)
        guest = Guest(codes.new_id(self._random, "player"), name, language)
        await self._players.add(
            {
                "id": guest.id,
                "token_hash": tokens.hashed(token),
                "name": name,
                "language": language,
                "created_at": now,
                "seen_at": now,
            }
        )
        self._seen[guest.id] = now
        self._cache(tokens.hashed(token), guest)
        return token, guest

    async def rename(self, token: str, guest: Guest, name: str, language: str) -> Guest:
        changed = Guest(guest.id, name, language)
        if await self._players.rename(guest.id, name, language):  # else deleted meanwhile
            self._cache(tokens.hashed(token), changed)
        return changed

    async def forget(self, guest: Guest) -> list[str]:
        """Delete a guest; gives the tables whose viewers must be told."""
        now = self._clock.now()
        concerned = await self._players.forget(guest.id, now)
        self._revoke({guest.id: now})
        return concerned

    def _revoke(self, players: dict[str, int]) -> None:
        self._revoked.update(players)
        for key in [key for key, guest in self._cached.items() if guest.id in players]:
            del self._cached[key]

    # --- what the maintenance calls -----------------------------------------------------------

    async def find_revoked(self) -> list[str] | None:
        """The players who were signed out on any worker since the last look.

        None if there was no look for so long that some of them are no longer listed: then every
        session must be looked up again.
        """
        since = self._clock.now() - KEPT_MS
        found = await self._players.revoked(since)
        now = self._clock.monotonic()
        missed, self._looked_at = now - self._looked_at > KEPT_MS / 1000, now
        new = {player: at for player, at in found.items() if player not in self._revoked}
        if new:
            self._revoke(new)
        if missed:
            self._cached.clear()
            return None
        return list(new)

    async def save_seen(self) -> None:
        """Save who was here, and forget old entries of the list of revoked sessions."""
        players, self._unsaved = self._unsaved, set()
        before = self._clock.now() - 2 * KEPT_MS
        self._revoked = {player: at for player, at in self._revoked.items() if at > before}
        try:
            if players:
                await self._players.seen(sorted(players), self._clock.now())
            await self._players.delete_revoked(before)
        except BaseException:
            self._unsaved |= players
            raise


def token_of(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The token of a request, from `Authorization: Bearer` or else from the cookie."""
    cookie = None
    for name, value in headers:
        if name == b"authorization" and value[:7].lower() == b"bearer ":
            return value[7:].decode("latin-1").strip()
        if name == b"cookie":
            cookie = _from_cookie(value.decode("latin-1")) or cookie
    return cookie


def _from_cookie(text: str) -> str | None:
    try:
        found = SimpleCookie(text).get(COOKIE)
    except CookieError:
        return None
    return found.value if found else None
