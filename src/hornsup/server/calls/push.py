"""Web Push: the server's key, the subscriptions of devices, and one message to each."""

from __future__ import annotations

import json
from hashlib import sha256
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Literal

from hornsup.play.runtime import Clock, Randomness
from hornsup.server import metrics
from hornsup.server.calls.backoff import MOST_FAILURES, UNRESOLVED_SECONDS, wait_seconds
from hornsup.server.calls.outgoing import Outgoing
from hornsup.server.calls.words import Message
from hornsup.server.config import Config
from hornsup.server.storage.devices.calls import CallStore

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

KEY: Final = "vapid"
MOST_DEVICES: Final = 10
"""How many devices of one player are called."""
KEPT_SECONDS: Final = 12 * 3600
"""How long a push service keeps a message for a device that is off."""
SIGNED_SECONDS: Final = 12 * 3600
NO_CONTACT: Final = "mailto:owner@hornsup.invalid"

WhyNot = Literal["off", "extra"]


class Push:
    """Calls to devices that have asked for them."""

    def __init__(
        self,
        config: Config,
        store: CallStore,
        outgoing: Outgoing,
        clock: Clock,
        random: Randomness,
    ) -> None:
        self._config = config
        self._store = store
        self._outgoing = outgoing
        self._clock = clock
        self._random = random
        self._key: EllipticCurvePrivateKey | None = None
        self.public_key: str | None = None

    @property
    def why_not(self) -> WhyNot | None:
        """Why this server cannot push, if it cannot."""
        if self._config.calls == "off":
            return "off"
        return "extra" if find_spec("cryptography") is None else None

    async def start(self) -> None:
        """Make the key at the first start; all workers and all later starts use the same."""
        if self.why_not is None:
            from hornsup.server.calls import encryption

            secret = await self._store.key(KEY, encryption.new_secret())
            self._key = encryption.private_key(secret)
            self.public_key = encryption.encode(encryption.public_bytes(self._key))

    # --- subscriptions ------------------------------------------------------------------------

    async def subscribe(
        self, player: str, device: str, language: str, endpoint: str, p256dh: str, auth: str
    ) -> None:
        """Call this device from now on; raises BadAddress or ValueError."""
        from hornsup.server.calls import encryption

        self._outgoing.target(endpoint)
        encryption.check_subscription(p256dh, auth)
        row = {
            "id": sha256(endpoint.encode()).hexdigest(),
            "player": player,
            "device": device,
            "endpoint": endpoint,
            "p256dh": p256dh,
            "auth": auth,
            "language": language,
            "created_at": self._clock.now(),
            "failures": 0,
            "retry_at": 0,
        }
        await self._store.subscribe(row, MOST_DEVICES)

    # --- one message --------------------------------------------------------------------------

    async def send(self, key: str, message: Message) -> float | None:
        """Send a message to a subscription that is still there; gives when to try again."""
        row = await self._store.subscription(key)
        if row is None:
            return None
        headers, body = self.request(row, message)
        outcome = await self._outgoing.post(row.endpoint, headers, body)
        metrics.calls.labels("push", outcome).inc()
        if outcome == "sent":
            if row.failures:
                await self._store.push_failures(row.id, 0, 0)
            return None
        if outcome == "unresolved":
            return UNRESOLVED_SECONDS
        failures = row.failures + 1
        if outcome == "gone" or failures >= MOST_FAILURES:
            await self._store.drop_subscription(row.id)
            return None
        wait = wait_seconds(failures)
        await self._store.push_failures(row.id, failures, self._clock.now() + int(wait * 1000))
        return wait if outcome == "failed" else None

    def request(self, row: Any, message: Message) -> tuple[dict[str, str], bytes]:
        """Headers and body; the push service learns neither the text nor the table."""
        from hornsup.server.calls import encryption

        assert self._key is not None
        told = {
            "kind": message.kind,
            "title": message.title,
            "body": message.to_player(row.language),
            "table": message.table,
        }
        text = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
        salt = self._random.token_bytes(16, "push")
        topic = sha256(f"{message.table} {row.auth}".encode()).hexdigest()[:32]
        headers = {
            "Authorization": f"vapid t={self._token(row.endpoint)}, k={self.public_key}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Urgency": "high",
            "Topic": topic,  # a newer message of the table replaces one that was not delivered
        }
        return headers, encryption.encrypted(text, row.p256dh, row.auth, salt)

    def _token(self, endpoint: str) -> str:
        from hornsup.server.calls import encryption

        assert self._key is not None
        contact = self._config.public_url
        claims = {
            "aud": self._outgoing.target(endpoint).origin,
            "exp": self._clock.now() // 1000 + SIGNED_SECONDS,
            "sub": contact if contact.startswith("https://") else NO_CONTACT,
        }
        return encryption.signed(self._key, claims)
