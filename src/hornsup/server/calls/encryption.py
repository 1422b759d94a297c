"""What Web Push encrypts and signs: RFC 8291 (aes128gcm of RFC 8188) and VAPID, RFC 8292.

`cryptography` has all that is needed, in fewer lines than it would take to keep a larger library
(`pywebpush` brings two HTTP clients) from choosing its own connections. It comes with the extra
`push`, and this is the only module that imports it.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from typing import Any, Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD: Final = 4_096
POINT: Final = 65
SECRET: Final = 16
LENGTH: Final = 512
"""Every message has this length, so that the length tells nothing."""
_CURVE: Final = ec.SECP256R1()
_LAST: Final = b"\x02"


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Raises ValueError."""
    try:
        return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except (Base64Error, UnicodeError) as error:
        raise ValueError("not base64") from error


# --- keys -------------------------------------------------------------------------------------


def private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """A key from what the database keeps of it."""
    return ec.derive_private_key(int(secret, 16), _CURVE)


def new_secret() -> str:
    key = ec.generate_private_key(_CURVE)
    return f"{key.private_numbers().private_value:064x}"


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check_subscription(p256dh: str, auth: str) -> None:
    """Raises ValueError for keys that no browser makes."""
    _point(p256dh)
    if len(decode(auth)) != SECRET:
        raise ValueError("auth has 16 bytes")


def _point(p256dh: str) -> ec.EllipticCurvePublicKey:
    raw = decode(p256dh)
    if len(raw) != POINT:
        raise ValueError("p256dh has 65 bytes")
    return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, raw)


# --- one message ------------------------------------------------------------------------------


def encrypted(text: bytes, p256dh: str, auth: str, salt: bytes) -> bytes:
    """The body of a push message that only this subscription's browser can read."""
    ours = ec.generate_private_key(_CURVE)
    sender, receiver = public_bytes(ours), decode(p256dh)
    shared = ours.exchange(ec.ECDH(), _point(p256dh))
    material = _hkdf(decode(auth), shared, b"WebPush: info\0" + receiver + sender, 32)
    key = _hkdf(salt, material, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _hkdf(salt, material, b"Content-Encoding: nonce\0", 12)
    padded = (text + _LAST).ljust(LENGTH, b"\0")
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return head + AESGCM(key).encrypt(nonce, padded, None)


def _hkdf(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


def signed(key: ec.EllipticCurvePrivateKey, claims: dict[str, Any]) -> str:
    """A JSON Web Token with ES256."""
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    text = ".".join(encode(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    r, s = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{text}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
