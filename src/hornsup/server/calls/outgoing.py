"""Requests that leave the server for addresses that players give: to public HTTPS hosts alone.

A host is resolved once, every address that it has is checked, and the connection goes to the
checked address, so a name that answers differently the next time leads nowhere else. Redirects are
not followed, and of the answer nothing but the status is read. The server's owner may allow hosts.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, Literal, NamedTuple
from urllib.parse import SplitResult, urlsplit

from hornsup.server.config import Config
from hornsup.server.network import Network, Streams

CONNECT_SECONDS: Final = 3.0
"""For resolving a name, and again for the connection."""
TOTAL_SECONDS: Final = 10.0
MOST_URL: Final = 1_000
MOST_ADDRESSES: Final = 3
"""How many addresses of a host are tried."""
MOST_INTERIM: Final = 3
"""How many interim answers (1xx) may come before the answer."""
_NAT64: Final = IPv6Network("64:ff9b::/96")
_SPECIAL: Final = tuple(
    ip_network(each)
    for each in (
        "192.0.0.0/24",
        "192.88.99.0/24",
        "64:ff9b:1::/48",
        "2001::/23",
        "3fff::/20",
        "5f00::/16",
        "fec0::/10",
    )
)
"""Ranges for special purposes that `is_global` of older Python versions takes for public."""

Outcome = Literal["sent", "gone", "refused", "failed", "unresolved"]
"""The class of an answer: taken; no longer there (404, 410); turned down for good; try later.
`unresolved`: our own resolver was too slow or too busy, which says nothing of the receiver."""


class BadAddress(Exception):
    """An address that no call may go to."""


class Unresolved(Exception):
    """A name that nobody has told us the address of in time."""


class Target(NamedTuple):
    """Where a request goes."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """As it stands in the `Host` header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{'https' if self.secure else 'http'}://{self.authority}"


class Outgoing:
    """Sends requests to addresses that were given by players."""

    def __init__(self, config: Config, network: Network) -> None:
        self._network = network
        listed = config.calls_allow.lower().split(",")
        self._allowed = frozenset(each.strip() for each in listed if each.strip())

    def target(self, url: str) -> Target:
        """An address in parts; raises BadAddress for one that can be refused without asking."""
        parts = _split(url)
        host = parts.hostname or ""
        secure = parts.scheme == "https"
        port = _port(parts) or (443 if secure else 80)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        target = Target(secure, host, port, path)
        if not self._is_allowed(target):
            if not secure or port != 443:
                raise BadAddress("not https")
            if _is_literal(host) and not is_public(host):
                raise BadAddress("not public")
        return target

    def _is_allowed(self, target: Target) -> bool:
        """Whether the server's owner has listed a host, alone or with its port."""
        return bool({target.host, f"{target.host}:{target.port}"} & self._allowed)

    def host(self, url: str) -> str:
        """Whom a call goes to; nobody, where the owner no longer allows it."""
        try:
            return self.target(url).host
        except BadAddress:
            return ""

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
        """Send a request. Whatever goes wrong is an outcome, never an exception."""
        try:
            async with asyncio.timeout(TOTAL_SECONDS):
                return _outcome(await self._post(self.target(url), headers, body))
        except BadAddress:
            return "refused"
        except Unresolved:
            return "unresolved"
        except (OSError, TimeoutError, ssl.SSLError, ValueError, EOFError):
            return "failed"
        except asyncio.LimitOverrunError:
            return "failed"

    async def _post(self, target: Target, headers: Mapping[str, str], body: bytes) -> int:
        reader, writer = await self._connect(target, await self._addresses(target))
        try:
            writer.write(_request(target, headers, body))
            await writer.drain()
            return await _status(reader)
        finally:
            writer.transport.abort()  # a peer that does not answer is not waited for

    async def _addresses(self, target: Target) -> list[str]:
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                found = await self._network.resolve(target.host, target.port)
        except TimeoutError as error:
            raise Unresolved from error
        if not self._is_allowed(target) and not all(is_public(each) for each in found):
            raise OSError("no public address")  # as for no such name: inside names stay unknown
        return found[:MOST_ADDRESSES]

    async def _connect(self, target: Target, addresses: list[str]) -> Streams:
        """A stream to the first address that answers; the certificate must be the name's."""
        name = target.host if target.secure else None
        problem = OSError("the host has no address")
        async with asyncio.timeout(CONNECT_SECONDS):
            for address in addresses:
                try:
                    return await self._network.connect(address, target.port, name)
                except OSError as error:
                    problem = error
        raise problem


# --- addresses --------------------------------------------------------------------------------


def _split(url: str) -> SplitResult:
    if len(url) > MOST_URL or not all("!" <= each <= "~" for each in url):
        raise BadAddress("not an address")
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise BadAddress("not an address") from error
    if parts.scheme not in ("https", "http") or not parts.hostname or "@" in parts.netloc:
        raise BadAddress("not an address")
    return parts


def _port(parts: SplitResult) -> int | None:
    try:
        return parts.port
    except ValueError as error:
        raise BadAddress("not a port") from error


def _is_literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_public(address: str) -> bool:
    """Whether an address belongs to the public internet, also where it wraps another one."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        inner = _inside(found)
        if inner is not None:
            return all(_is_global(each) for each in inner)
    return _is_global(found)


def _inside(address: IPv6Address) -> list[IPv4Address] | None:
    """The IPv4 addresses to which one of IPv6 leads: mapped, 6to4, Teredo or NAT64."""
    if address.ipv4_mapped is not None:
        return [address.ipv4_mapped]
    if address.sixtofour is not None:
        return [address.sixtofour]
    if address.teredo is not None:
        return list(address.teredo)
    return [IPv4Address(int(address) & 0xFFFFFFFF)] if address in _NAT64 else None


def _is_global(address: IPv4Address | IPv6Address) -> bool:
    special = address.is_multicast or address.is_reserved or address.is_link_local
    if special or any(address in each for each in _SPECIAL):
        return False
    return address.is_global


# --- one request ------------------------------------------------------------------------------


def _request(target: Target, headers: Mapping[str, str], body: bytes) -> bytes:
    lines = [f"POST {target.path} HTTP/1.1", f"Host: {target.authority}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines += [f"Content-Length: {len(body)}", "Connection: close", "", ""]
    if any("\r" in line or "\n" in line for line in lines):
        raise ValueError("a header of several lines")
    return "\r\n".join(lines).encode("ascii") + body


async def _status(reader: asyncio.StreamReader) -> int:
    """The status of the answer, after any interim ones."""
    for _ in range(MOST_INTERIM + 1):
        line = await reader.readuntil(b"\n")
        version, _, rest = line.partition(b" ")
        if not version.startswith(b"HTTP/1."):
            raise ValueError("no answer of HTTP")
        status = int(rest[:3])
        if status >= 200:
            return status
        while (await reader.readuntil(b"\n")).strip():
            pass
    raise ValueError("interim answers without end")


def _outcome(status: int) -> Outcome:
    if 200 <= status < 300:
        return "sent"
    if status in (404, 410):
        return "gone"
    return "failed" if status in (408, 425, 429) or status >= 500 else "refused"
