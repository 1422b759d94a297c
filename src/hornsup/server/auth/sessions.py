"""Who is asking: guests with an opaque token, in a cookie for browsers, in a header for others."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Container, Iterable, Sequence
from http.cookies import CookieError, SimpleCookie
from typing import Final, NamedTuple

from hornsup.play import codes
from hornsup.play.runtime import Clock, Randomness
from hornsup.server.auth import tokens
from hornsup.server.storage.devices.store import DeviceStore
from hornsup.server.storage.players import PlayerStore

COOKIE: Final = "hornsup"
CACHED: Final = 20_000
SEEN_MS: Final = 600_000
"""How old a device's `seen_at` may get before it is written again."""
KEPT_MS: Final = 3_600_000
"""How long a session that has ended stays listed. Every look goes back that far, so neither a
transaction that commits late nor a clock that stood still hides one."""


class Guest(NamedTuple):
    """A player as the session knows them; `device` is the hash of the token they came with."""

    id: str
    name: str
    language: str
    device: str = ""


class Sessions:
    """Guests by token; the newest are cached so that most requests ask no database."""

    def __init__(
        self, players: PlayerStore, devices: DeviceStore, clock: Clock, random: Randomness
    ) -> None:
        self._players = players
        self._devices = devices
        self._clock = clock
        self._random = random
        self._cached: OrderedDict[str, Guest] = OrderedDict()
        self._seen: dict[str, int] = {}  # when a device's visit was last noted
        self._unsaved: set[str] = set()  # devices whose visit is still to be saved
        self._ended: dict[str, int] = {}  # players and devices that were signed out, and since when
        self._looked_at = clock.monotonic()

    async def find(self, token: str | None) -> Guest | None:
        """The guest with this token. There is no other way to become one."""
        if token is None or not tokens.TOKEN.fullmatch(token):
            return None
        key = tokens.hashed(token)
        guest = self._cached.get(key) or await self._read(key)
        if guest is not None:
            self._note_seen(key)
        return guest

    async def _read(self, key: str) -> Guest | None:
        row = await self._devices.by_token(key)
        guest = None if row is None else Guest(row.id, row.name, row.language, key)
        if row is None or guest is None or self.has_ended(guest):  # perhaps while it was read
            return None
        self._seen.setdefault(key, row.seen_at)
        self._cache(key, guest)
        return guest

    def has_ended(self, guest: Guest) -> bool:
        """Whether a guest was signed out, as far as this worker has heard."""
        return guest.id in self._ended or guest.device in self._ended

    def _cache(self, key: str, guest: Guest) -> None:
        self._cached[key] = guest
        if len(self._cached) > CACHED:
            oldest, _ = self._cached.popitem(last=False)
            self._seen.pop(oldest, None)

    def _note_seen(self, key: str) -> None:
        now = self._clock.now()
        if now - self._seen.get(key, 0) > SEEN_MS:
            self._seen[key] = now
            self._unsaved.add(key)

    async def create(self, name: str, language: str, label: str = "") -> tuple[str, Guest]:
        """A new guest on a device with this label, and the token that only they will know."""
        now = self._clock.now()
        token = tokens.new_token(self._random)
        key, player = tokens.hashed(token), codes.new_id(self._random, "player")
        times = {"created_at": now, "seen_at": now}
        device = codes.new_id(self._random, "device")
        await self._players.add(
            {"id": player, "name": name, "language": language, **times},
            {"token_hash": key, "id": device, "player": player, "label": label, **times},
        )
        guest = Guest(player, name, language, key)
        self._seen[key] = now
        self._cache(key, guest)
        return token, guest

    async def rename(self, guest: Guest, name: str, language: str) -> Guest:
        """Change a guest's name, for all devices that are cached here."""
        changed = guest._replace(name=name, language=language)
        renamed = await self._players.rename(guest.id, name, language)  # else deleted meanwhile
        if renamed and changed != guest:
            for key in self._keys_of({guest.id}):
                self._cached[key] = changed._replace(device=key)
        return changed

    async def forget(self, guest: Guest) -> list[str]:
        """Delete a guest; gives the tables whose viewers must be told."""
        concerned = await self._players.forget(guest.id, self._clock.now())
        self.end([guest.id])
        return concerned

    async def sign_out(self, guest: Guest, device: str) -> str | None:
        """End the session of a guest's device; gives its token's hash, None if there is none."""
        ended = await self._devices.sign_out(guest.id, device, self._clock.now())
        if ended is not None:
            self.end([ended])
        return ended

    def end(self, subjects: Sequence[str]) -> None:
        """Forget the sessions of players (by id) and devices (by token hash)."""
        self._end(dict.fromkeys(subjects, self._clock.now()))

    def _end(self, subjects: dict[str, int]) -> None:
        self._ended.update(subjects)
        for key in self._keys_of(subjects):
            del self._cached[key]

    def _keys_of(self, subjects: Container[str]) -> list[str]:
        """What is cached of players and devices."""
        cached = self._cached.items()
        return [key for key, guest in cached if key in subjects or guest.id in subjects]

    # --- what the maintenance calls -----------------------------------------------------------

    async def find_ended(self) -> list[str] | None:
        """The players (ids) and devices (token hashes) signed out anywhere since the last look.

        None if there was no look for so long that some of them are no longer listed: then every
        session must be looked up again.
        """
        since = self._clock.now() - KEPT_MS
        found = await self._devices.revoked(since)
        now = self._clock.monotonic()
        missed, self._looked_at = now - self._looked_at > KEPT_MS / 1000, now
        new = {subject: at for subject, at in found.items() if subject not in self._ended}
        if new:
            self._end(new)
        if missed:
            self._cached.clear()
            return None
        return list(new)

    async def save_seen(self) -> None:
        """Save who was here, and forget sessions that ended long ago."""
        devices, self._unsaved = self._unsaved, set()
        before = self._clock.now() - 2 * KEPT_MS
        self._ended = {subject: at for subject, at in self._ended.items() if at > before}
        try:
            if devices:
                await self._devices.seen(sorted(devices), self._clock.now())
            await self._devices.delete_revoked(before)
        except BaseException:
            self._unsaved |= devices
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
