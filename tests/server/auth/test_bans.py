"""Bans of addresses, in whatever form they are written."""

from __future__ import annotations

import pytest

from hornsup.errors import BadInput
from hornsup.server.auth.bans import Bans, network


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("192.0.2.7/24", "192.0.2.0/24"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("::ffff:192.0.2.0/120", "192.0.2.0/24"),
        ("::FFFF:c000:200/104", "192.0.0.0/8"),
        ("2001:db8::1/32", "2001:db8::/32"),
    ],
)
def test_a_network_is_stored_as_peers_are_compared_with_it(text: str, stored: str) -> None:
    assert network(text) == stored
    assert network(stored) == stored


@pytest.mark.parametrize("text", ["0.0.0.0/0", "::/0", "::ffff:0:0/96"])
def test_every_address_cannot_be_banned(text: str) -> None:
    with pytest.raises(BadInput, match="every address"):
        network(text)


@pytest.mark.parametrize("peer", ["192.0.2.7", "::ffff:192.0.2.7"])
@pytest.mark.parametrize("ban", ["192.0.2.0/24", "::ffff:192.0.2.0/120"])
def test_an_address_of_ipv4_is_banned_however_it_comes(ban: str, peer: str) -> None:
    bans = Bans()
    bans.set([network(ban)])
    assert bans.has(None, peer)
    assert not bans.has(None, "198.51.100.7")
    assert not bans.has(None, "::ffff:198.51.100.7")
