"""Who is asking: guests with an opaque token, in a cookie for browsers, in a header for others."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Final, NamedTuple

from hornsup.server import tokens
from hornsup.server.store import Store

COOKIE: Final = "hornsup"
KEPT: Final = 20_000


class Guest(NamedTuple):
    """A player as the session knows them."""

    id: str
    name: str
    language: str


class Sessions:
    """Guests by token; the newest are remembered so that most requests ask no database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Guest] = OrderedDict()

    async def find(self, token: str | None) -> Guest | None:
        if token is None or not tokens.TOKEN.fullmatch(token):
            return None
        key = tokens.hashed(token)
        guest = self._known.get(key)
        if guest is None:
            row = await self._store.player_by_token(key)
            if row is None:
                return None
            guest = Guest(row.id, row.name, row.language)
            self._keep(key, guest)
        return guest

    def _keep(self, key: str, guest: Guest) -> None:
        self._known[key] = guest
        if len(self._known) > KEPT:
            self._known.popitem(last=False)

    async def create(self, name: str, language: str, now: int) -> tuple[str, Guest]:
        """A new guest and the token that only they will know."""
        token, guest = tokens.new_token(), Guest(tokens.new_id(), name, language)
        await self._store.add_player(
            {
                "id": guest.id,
                "token_hash": tokens.hashed(token),
                "name": name,
                "language": language,
                "created_at": now,
                "seen_at": now,
            }
        )
        self._keep(tokens.hashed(token), guest)
        return token, guest

    async def rename(self, token: str, guest: Guest, name: str, language: str) -> Guest:
        await self._store.rename_player(guest.id, name, language)
        changed = Guest(guest.id, name, language)
        self._keep(tokens.hashed(token), changed)
        return changed

    async def forget(self, token: str, guest: Guest) -> list[str]:
        """Delete the guest; gives the tables whose people must be told."""
        self._known.pop(tokens.hashed(token), None)
        return await self._store.forget_player(guest.id)


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
