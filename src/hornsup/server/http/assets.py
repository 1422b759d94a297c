"""Answers that are known beforehand: compressed once, named by a hash, revalidated by ETag."""

from __future__ import annotations

import gzip
import hashlib
from typing import Final, NamedTuple

from litestar import Response

from hornsup.server.http.errors import AnyRequest

SMALL: Final = 600
"""Below this many bytes compressing is not worth its header."""


class Asset(NamedTuple):
    """A file as it goes over the wire, whole and compressed."""

    body: bytes
    packed: bytes | None
    kind: str
    etag: str


def pack(body: bytes, kind: str) -> Asset:
    """Compress once, and name the content by its hash."""
    packed = None if len(body) < SMALL or kind == "image/png" else gzip.compress(body, 9, mtime=0)
    return Asset(body, packed, kind, f'"{hashlib.sha256(body).hexdigest()[:24]}"')


def reply(
    request: AnyRequest, asset: Asset, cache_control: str = "no-cache", status: int = 200
) -> Response[bytes]:
    """The asset, or 304 where the browser has it."""
    headers = {"etag": asset.etag, "cache-control": cache_control, "vary": "accept-encoding"}
    if status == 200 and asset.etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=asset.kind)
    body = asset.body
    if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = asset.packed
    return Response(body, status_code=status, headers=headers, media_type=asset.kind)
