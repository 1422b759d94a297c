"""The promise of a deal: fixed vectors, and nothing that two different deals share."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import hornsup
from hornsup.core import fairness

SECRET = bytes(range(32))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=128)
SECRETS = st.binary(min_size=32, max_size=32)
CONTRIBUTIONS = st.dictionaries(st.integers(0, 8), TEXTS, max_size=5).map(lambda d: [*d.items()])
DEALS = st.tuples(SECRETS, TEXTS, CONTRIBUTIONS)

VECTORS = [
    ("", [], "796ce217cdfdf2339178613253169bb6de2fd0621b7a8da1071ee5a76136273e"),
    (
        "table-1",
        [(0, "horns"), (2, "up")],
        "35b4a56d3382f1800f6471237ca5fddb05b4fe04fd95f7259fc1cf88e2dc8db7",
    ),
    (
        "tàvolo",
        [(1, "🤘 ciao")],
        "ac6f8691d8a4edcf03229564045ae0cb03609d5a44d663f3778eb44b40d0cce8",
    ),
    ("table-1", [(0, "")], "be7a42cb5e2c157ead73ddadfdf22e083b6fe76024de59a3749ff3885713a51a"),
]


def by_the_page(secret: bytes, table: str, contributions: list[tuple[int, str]]) -> bytes:
    """The seed written from the specification alone."""
    message = b"hornsup/deal/1/" + secret
    message += len(table.encode()).to_bytes(4, "big") + table.encode()
    message += len(contributions).to_bytes(4, "big")
    for seat, text in sorted(contributions):
        message += seat.to_bytes(4, "big") + len(text.encode()).to_bytes(4, "big") + text.encode()
    return sha256(message).digest()


def test_the_commitment_is_a_fixed_hash_of_the_secret() -> None:
    assert (
        fairness.commitment(SECRET)
        == "97174e7645bcf29eaa131e3209774cb0318ed48ef63a25920a19425a17d0e2f8"
    )
    assert (
        fairness.commitment(bytes(32))
        == "f9e6616bcd367239e04f5afabdbfdcea68600a60849abf93763fc0078db64b89"
    )


@pytest.mark.parametrize(("table", "contributions", "expected"), VECTORS)
def test_the_seed_is_a_fixed_hash(
    table: str, contributions: list[tuple[int, str]], expected: str
) -> None:
    assert fairness.seed(SECRET, table, contributions).hex() == expected


@given(deal=DEALS)
def test_the_seed_is_what_the_page_says(deal: Any) -> None:
    assert fairness.seed(*deal) == by_the_page(*deal)


@given(deal=DEALS, other=DEALS)
def test_different_deals_have_different_seeds(deal: Any, other: Any) -> None:
    assume((*deal[:2], sorted(deal[2])) != (*other[:2], sorted(other[2])))
    assert fairness.seed(*deal) != fairness.seed(*other)


@given(secret=SECRETS, table=TEXTS, given_=CONTRIBUTIONS, data=st.data())
def test_the_order_of_arrival_does_not_matter(
    secret: bytes, table: str, given_: list[tuple[int, str]], data: st.DataObject
) -> None:
    mixed = data.draw(st.permutations(given_))
    assert fairness.seed(secret, table, mixed) == fairness.seed(secret, table, given_)
    assert fairness.deal(secret, table, mixed) == fairness.deal(secret, table, given_)


@given(text=TEXTS.filter(bool), data=st.data())
def test_letters_cannot_move_from_one_text_to_the_next(text: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(text) - 1))
    head, tail = text[:cut], text[cut:]
    seeds = {
        fairness.seed(SECRET, "", [(0, text), (1, "")]),
        fairness.seed(SECRET, "", [(0, head), (1, tail)]),
        fairness.seed(SECRET, tail, [(0, head), (1, "")]),
        fairness.seed(SECRET, text, [(0, ""), (1, "")]),
    }
    assert len(seeds) == (4 if head else 3)  # without a head, the last two say the same


@given(text=TEXTS, seat=st.integers(0, 8))
def test_who_said_it_and_whether_anyone_did_matters(text: str, seat: int) -> None:
    here = fairness.seed(SECRET, "t", [(seat, text)])
    assert here != fairness.seed(SECRET, "t", [(seat + 1, text)])
    assert here != fairness.seed(SECRET, "t", [])


@given(deal=DEALS)
def test_a_deal_block_is_read_back(deal: Any) -> None:
    secret, table, contributions = deal
    block = fairness.deal(*deal)
    found = fairness.read(block)
    assert found == (table, fairness.commitment(secret), secret, tuple(sorted(contributions)))
    assert [one["seat"] for one in block["contributions"]] == sorted(s for s, _ in contributions)


@pytest.mark.parametrize(
    ("secret", "table", "contributions", "part"),
    [
        (b"short", "t", [], "a secret is 32 bytes"),
        ("x" * 32, "t", [], "a secret is 32 bytes"),
        (SECRET, "t" * 129, [], "a table's id is a text"),
        (SECRET, 7, [], "a table's id is a text"),
        (SECRET, "t", [(0, "x" * 129)], "a contribution is a text"),
        (SECRET, "t", [(0, "\ud800")], "in Unicode"),
        (SECRET, "t", [(0, "a"), (0, "b")], "two contributions"),
        (SECRET, "t", [(-1, "a")], "from a seat"),
        (SECRET, "t", [(256, "a")], "from a seat"),
        (SECRET, "t", [(True, "a")], "from a seat"),
        (SECRET, "t", [("A", "a")], "from a seat"),
    ],
)
def test_what_cannot_be_dealt_from_is_refused(
    secret: Any, table: Any, contributions: Any, part: str
) -> None:
    for make in (fairness.seed, fairness.deal):
        with pytest.raises(hornsup.BadInput, match=part):
            make(secret, table, contributions)


GOOD = fairness.deal(SECRET, "t", [(0, "a"), (1, "b")])


@pytest.mark.parametrize(
    "change",
    [
        {"secret": GOOD["secret"].upper()},
        {"secret": GOOD["secret"][2:]},
        {"secret": GOOD["secret"][:-1]},
        {"secret": GOOD["secret"][:-1] + "g"},
        {"contributions": GOOD["contributions"][::-1]},
        {"contributions": [{"seat": 0, "text": "a", "by": "x"}]},
        {"contributions": [{"seat": True, "text": "a"}]},
        {"contributions": [[0, "a"]]},
        {"contributions": {}},
        {"table": None},
        {"commitment": 3},
        {"more": 1},
    ],
)
def test_a_garbled_block_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(hornsup.BadInput):
        fairness.read({**GOOD, **change})
