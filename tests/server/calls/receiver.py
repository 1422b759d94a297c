"""A service that calls go to: it writes down what it gets, and can answer badly or not at all.

It reads push messages as a browser does, with code of its own: RFC 8291 by `hmac`, and the
signature of RFC 8292.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple, Self

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Got(NamedTuple):
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """An HTTP server on this machine; `status` is its answer, None for no answer at all."""

    def __init__(self) -> None:
        self.got: list[Got] = []
        self.status: int | None = 201
        self.location = ""
        self.released = threading.Event()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                receiver._take(self)

            def log_message(self, *_: Any) -> None:
                """Nothing: the test says what happened."""

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 200

        self._server = Server(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def base(self) -> str:
        return f"http://{self.host}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)

    def _take(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.got.append(Got(request.path, headers, body))
        if self.status is None:
            self.released.wait(60)
            return
        request.send_response(self.status)
        if self.location:
            request.send_header("location", self.location)
        request.send_header("content-length", "0")
        request.end_headers()

    def wait(self, count: int, seconds: float = 20.0) -> list[Got]:
        """Wait until so many requests have come, in a test without an event loop."""
        end = time.monotonic() + seconds
        while len(self.got) < count:
            assert time.monotonic() < end, f"{len(self.got)} of {count} requests"
            time.sleep(0.02)
        return self.got


class Device:
    """A browser's push subscription, whose private key only this object knows."""

    def __init__(self, endpoint: str, private: str | None = None, auth: str | None = None) -> None:
        curve = ec.SECP256R1()
        if private is None:
            self._key = ec.generate_private_key(curve)
        else:
            self._key = ec.derive_private_key(int.from_bytes(decode(private), "big"), curve)
        self._auth = decode(auth) if auth else b"sixteen bytes ok"
        self.endpoint = endpoint

    @property
    def public(self) -> bytes:
        return _point(self._key.public_key())

    @property
    def subscription(self) -> dict[str, Any]:
        keys = {"p256dh": encode(self.public), "auth": encode(self._auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> bytes:
        """Decrypt a message by RFC 8291."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size, "one record"
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), other)
        info = b"WebPush: info\0" + self.public + sender
        material = _expand(_extract(self._auth, shared), info, 32)
        secret = _extract(salt, material)
        key = _expand(secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _expand(secret, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert padded.endswith(b"\x02"), "the last record"
        return padded[:-1]


def claims_of(got: Got, public_key: str) -> dict[str, Any]:
    """What the server signed, after a check of the signature (RFC 8292)."""
    scheme, _, rest = got.headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    assert parts["k"] == public_key
    signed, _, signature = parts["t"].rpartition(".")
    raw = decode(signature)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(public_key))
    key.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (json.loads(decode(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert isinstance(claims, dict)
    return claims


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _extract(salt: bytes, material: bytes) -> bytes:
    return hmac.new(salt, material, hashlib.sha256).digest()


def _expand(key: bytes, info: bytes, length: int) -> bytes:
    return hmac.new(key, info + b"\x01", hashlib.sha256).digest()[:length]
