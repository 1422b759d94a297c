"""Links that make another device the same player.

The secret has 256 random bits and is known to whoever made the link alone; it travels in the
fragment of an address and in bodies of requests, never in an address that is sent.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from hornsup.play import codes
from hornsup.play.runtime import Clock, Randomness
from hornsup.server.auth import tokens
from hornsup.server.auth.sessions import Guest, Sessions
from hornsup.server.storage.devices.links import Kind, LinkStore

DEVICE_LINK_MS: Final = 600_000
"""How long a link to another device can be used. A recovery link has no end."""


class Found(NamedTuple):
    """A link that could be used now."""

    kind: Kind
    player: str
    name: str


class Continued(NamedTuple):
    """A device that goes on as another player: its new token, and the sessions that have ended."""

    token: str
    guest: Guest
    kind: Kind
    ended: list[str]


class Links:
    """Makes links, looks at them and uses them up."""

    def __init__(
        self, store: LinkStore, sessions: Sessions, clock: Clock, random: Randomness
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._clock = clock
        self._random = random

    async def make(self, guest: Guest, kind: Kind) -> str | None:
        """The secret of a new link, which is told once; None if the player was just deleted."""
        secret, now = tokens.new_token(self._random, "link"), self._clock.now()
        row = {
            "secret_hash": tokens.hashed(secret),
            "player": guest.id,
            "kind": kind,
            "made_by": guest.device,
            "made_at": now,
            "expires_at": now + DEVICE_LINK_MS if kind == "device" else None,
        }
        return secret if await self._store.make(row) else None

    async def find(self, secret: str) -> Found | None:
        """Look at a link without using it."""
        row = await self._store.find(tokens.hashed(secret), self._clock.now())
        return None if row is None else Found(row.kind, row.player, row.name)

    async def use(
        self, secret: str, here: Guest | None, label: str, sign_out_old: bool
    ) -> Continued | None:
        """Sign a device in as the link's player; None if the link cannot be used (any more)."""
        token, now = tokens.new_token(self._random), self._clock.now()
        device: dict[str, Any] = {
            "token_hash": tokens.hashed(token),
            "id": codes.new_id(self._random, "device"),
            "label": label,
            "created_at": now,
            "seen_at": now,
        }
        left = here.device if here else ""
        used = await self._store.use(tokens.hashed(secret), device, now, left, sign_out_old)
        if used is None:
            return None
        self._sessions.end(used.ended)
        guest = Guest(used.player, used.name, used.language, device["token_hash"])
        return Continued(token, guest, used.kind, used.ended)
