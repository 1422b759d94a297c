"""Who is banned from this server: players, and addresses or networks."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Final

from hornsup import i18n
from hornsup.errors import BadInput

MAPPED_BITS: Final = 96
"""How many bits come before an address of IPv4 within one of IPv6: ::ffff:0:0/96."""
Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address


class Banned(Exception):
    """The request comes from a player or an address that the server's owner has banned."""


class Bans:
    """The bans as this worker last read them."""

    def __init__(self) -> None:
        self._players: frozenset[str] = frozenset()
        self._networks: tuple[Network, ...] = ()

    @property
    def any(self) -> bool:
        return bool(self._players or self._networks)

    def set(self, subjects: Iterable[str]) -> None:
        """Replace all bans."""
        known = list(subjects)
        self._networks = tuple(ip_network(each) for each in known if is_network(each))
        self._players = frozenset(each for each in known if not is_network(each))

    def has(self, player: str | None, address: str) -> bool:
        if player is not None and player in self._players:
            return True
        found = _address(address) if self._networks else None
        if found is None:
            return False
        return any(found in network for network in self._networks)


def is_network(subject: str) -> bool:
    """Whether a ban is about addresses. A player's id has neither dot nor colon."""
    return "." in subject or ":" in subject


def network(text: str) -> str:
    """An address or a network such as 192.0.2.0/24, in the form in which it is stored."""
    try:
        found = ip_network(text.strip(), strict=False)
    except ValueError as error:
        raise BadInput(
            f"{text!r} is neither an address nor a network such as 192.0.2.0/24"
        ) from error
    found = _unmapped(found)
    if not found.prefixlen:
        raise BadInput(f"{text} is every address there is")
    return str(found)


def _unmapped(found: Network) -> Network:
    """A network of IPv4 that is written as one of IPv6, as peers are compared with it."""
    mapped = found.network_address.ipv4_mapped if isinstance(found, IPv6Network) else None
    if mapped is None or found.prefixlen < MAPPED_BITS:
        return found
    return IPv4Network((mapped, found.prefixlen - MAPPED_BITS))


def _address(text: str) -> Address | None:
    """A peer's address. One of IPv4 that came through a socket of IPv6 counts as what it is."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def sentence(language: str) -> str:
    """What a banned player is told."""
    return i18n.text(language, "owner.banned")
