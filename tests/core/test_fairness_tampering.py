"""Sealed records: an untouched one is believed, and of hundreds that were touched not one."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import hornsup
from hornsup import i18n
from hornsup.core import fairness, record
from tests.core import sealed as harness
from tests.core.sealed import BLIND, WITH_A_NEW_DIGEST, Data, canonical, resealed, sealed, tampered

GAMES = ("horns-up", "raise-your-horns")
Change = Callable[[Data, Random], None]


def believed(data: object) -> bool:
    """Whether a record is accepted; a refusal of its form is one clean line."""
    try:
        verdict = record.verify(data)
    except hornsup.BadInput as error:
        assert "\n" not in str(error)
        return False
    for language in i18n.LANGUAGES:
        assert all(verdict.lines(language))
    assert verdict.honest == (not verdict.problem)
    return verdict.honest


@pytest.mark.parametrize("game", GAMES)
def test_an_untouched_record_is_believed(game: str) -> None:
    verdict = record.verify(sealed(game))
    assert verdict.honest, verdict.problem
    assert (verdict.finished, verdict.promise_kept, verdict.deal_kept) == (True, True, True)
    assert verdict.moves == len(sealed(game)["moves"])
    codes = [finding.code for finding in verdict.findings]
    assert codes == ["moves-honest", "outcome-right", "promise-kept", "deal-kept", "seal-whole"]
    shuffled = json.dumps(sealed(game), sort_keys=True, indent=3)
    assert record.verify(record.loads(shuffled)).honest, "how it is written does not matter"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("change", BLIND, ids=lambda change: change.__name__)
def test_no_change_goes_unnoticed(game: str, change: Change) -> None:
    data, rng = sealed(game), Random(change.__name__)
    for _ in range(6):
        bad = tampered(data, change, rng)
        assert not believed(bad), bad


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("change", WITH_A_NEW_DIGEST, ids=lambda change: change.__name__)
def test_no_change_goes_unnoticed_with_a_new_digest(game: str, change: Change) -> None:
    data, rng = sealed(game), Random(change.__name__)
    for _ in range(6):
        bad = resealed(tampered(data, change, rng))
        assert not believed(bad), bad


@pytest.mark.parametrize("game", GAMES)
def test_no_flipped_byte_of_the_file_goes_unnoticed(game: str) -> None:
    text, rng = json.dumps(sealed(game)).encode(), Random(6)
    refused = 0
    while refused < 150:
        bad = bytearray(text)
        bad[rng.randrange(len(bad))] = rng.choice([rng.randrange(32, 127), rng.randrange(256)])
        verdict = judged(bytes(bad))
        if verdict is not None and canonical(verdict) == canonical(sealed(game)):
            continue  # the same values, written with another space or letter of an escape
        assert verdict is None or not believed(verdict), bytes(bad)
        refused += 1


def judged(text: bytes) -> Data | None:
    """The record in a file, or None if it is refused as garbled."""
    try:
        return record.loads(text.decode())
    except (UnicodeDecodeError, hornsup.BadInput):
        return None


def test_a_name_that_stands_twice_is_refused() -> None:
    text = json.dumps(sealed("horns-up"))
    with pytest.raises(hornsup.BadInput, match="stands twice"):
        record.loads('{"seed": 1, ' + text[1:])


@pytest.mark.parametrize("text", ["", "[" * 9000, "NaN", "1" * 9000, '{"a": 1', "null", "\x00"])
def test_a_text_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(hornsup.BadInput):
        record.loads(text)


# --- what exactly is said -----------------------------------------------------------------------


def wrong(data: Data, **known: Any) -> list[str]:
    return [finding.code for finding in record.verify(data, **known).wrong]


def test_a_changed_seed_is_caught_by_the_deal() -> None:
    data = resealed({**sealed("horns-up"), "seed": "0x" + "ab" * 32})
    assert "deal-broken" in wrong(data)
    assert record.verify(data).promise_kept
    assert record.verify(data).deal_kept is False


def test_another_game_with_another_secret_breaks_the_promise() -> None:
    data = sealed("horns-up")
    data["deal"]["secret"] = "0x" + "00" * 32
    assert wrong(resealed(data)) == ["promise-broken", "deal-broken"]


def test_a_new_promise_for_a_new_secret_is_caught_by_the_hash_that_was_shown() -> None:
    """A forger who deals the whole table again makes no mistake but this one."""
    shown = sealed("raise-your-horns")["deal"]["commitment"]
    secret = bytes(32)
    state = hornsup.new("raise-your-horns", players=3, seed=fairness.seed(secret, "t", []))
    forged = record.seal(state.record(), deal=fairness.deal(secret, "t", []))
    assert wrong(forged) == []
    assert wrong(forged, commitment=shown) == ["shown-other"]
    assert wrong(forged, contribution="mine") == ["contribution-missing"]


def test_the_first_wrong_move_is_named_with_its_turn_and_what_happens() -> None:
    data = sealed("horns-up")
    place = 20
    data["checks"][place] = "0" * 16
    verdict = record.verify(data)
    turn = [state.turns for state, _ in record.steps(data)][place]
    [(state, happened)] = [step for n, step in enumerate(record.steps(data)) if n == place + 1]
    assert state.game.narrate is not None
    for language, word in (("en", "turn"), ("it", "turno"), ("fr", "tour")):
        head = verdict.lines(language)[0]
        assert f"{place + 1}, {data['moves'][place]!r} ({word} {turn})" in head
        for event in happened:
            assert state.game.narrate(event, language) in head
    assert wrong(data) == ["move-wrong", "seal-broken"]


def test_a_refused_move_cites_its_rule_in_the_readers_language() -> None:
    data = sealed("horns-up")
    data["moves"][0] = "end"
    said = [record.verify(data).lines(language)[0] for language in i18n.LANGUAGES]
    assert len(set(said)) == 3
    assert all("'end'" in line and "H1" in line for line in said)
    assert "before the first turn" in said[0]


def test_a_claimed_outcome_is_compared_as_json() -> None:
    data = sealed("horns-up")
    seat = data["outcome"]["winners"][0]
    data["outcome"]["winners"] = [float(seat)]
    assert wrong(resealed(data)) == ["outcome-wrong"]


def test_a_position_that_was_set_up_was_not_dealt() -> None:
    data = resealed({**sealed("horns-up"), "position": {}})
    assert "deal-broken" in wrong(data)


def test_names_and_promises_without_a_seal_are_not_believed() -> None:
    for field in ("deal", "seats"):
        data = sealed("horns-up")
        del data["digest"], data[field]
        assert wrong(data) == ["seal-missing"]


def test_a_plain_record_stays_good_and_says_that_nothing_was_promised() -> None:
    state = hornsup.new("horns-up", players=3, seed=1)
    verdict = record.verify(state.record())
    assert verdict.honest
    assert verdict.promise_kept is None
    assert [(one.code, one.good) for one in verdict.findings][1:] == [("deal-none", None)]
    assert wrong({**state.record(), "note": 1}) == ["field-unknown"]
    assert wrong(state.record(), commitment="00") == ["shown-nothing"]


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"contribution": "for those about to rock"}, []),
        ({"contribution": "for those about to rock", "seat": 0}, []),
        ({"contribution": "for those about to rock", "seat": 2}, ["contribution-missing"]),
        ({"contribution": "for those about to roll"}, ["contribution-missing"]),
        ({"contribution": ""}, ["contribution-missing"]),
        ({"commitment": fairness.commitment(harness.SECRET)}, []),
        ({"commitment": f" 0x{fairness.commitment(harness.SECRET).upper()}\n"}, []),
        ({"commitment": ""}, ["shown-other"]),
        ({"commitment": fairness.commitment(bytes(32))}, ["shown-other"]),
    ],
)
def test_what_a_player_knows_is_compared(known: dict[str, Any], expected: list[str]) -> None:
    assert wrong(sealed("raise-your-horns"), **known) == expected


# --- sealing ------------------------------------------------------------------------------------


def test_the_digest_is_over_canonical_json() -> None:
    data = {"b": "é", "a": [1, None], "digest": "whatever"}
    # printf '{"a":[1,null],"b":"\\u00e9"}' | sha256sum
    assert record.digest(data) == "fdaff1fbea8b4eb51e48128b1db50baa5f3ff6285a4d66f88d8573babc400fd4"


def test_sealing_again_changes_nothing_and_sealing_leaves_its_argument_alone() -> None:
    data = sealed("horns-up")
    assert record.seal(data) == data
    plain = {key: data[key] for key in data if key not in ("deal", "seats", "digest")}
    before = canonical(plain)
    assert record.seal(plain, deal=data["deal"], players=data["seats"]) == data
    assert canonical(plain) == before
    assert record.verify(record.seal(plain)).honest


def test_a_deal_of_another_game_is_not_sealed() -> None:
    state = hornsup.new("horns-up", players=3, seed=1)
    with pytest.raises(hornsup.BadInput, match="belongs to another game"):
        record.seal(state.record(), deal=fairness.deal(bytes(32), "t", []))


@pytest.mark.parametrize(
    "players",
    [
        [{"seat": 0, "name": "x"}],
        [{"seat": 3, "name": "x", "bot": None}],
        [{"seat": "A", "name": "x", "bot": None}],
        [{"seat": True, "name": "x", "bot": None}],
        [{"seat": 0, "name": "x" * 65, "bot": None}],
        [{"seat": 0, "name": "\ud800", "bot": None}],
        [{"seat": 0, "name": "x", "bot": 3}],
        [{"seat": 1, "name": "x", "bot": None}, {"seat": 0, "name": "y", "bot": None}],
        [{"seat": 1, "name": "x", "bot": None}, {"seat": 1, "name": "y", "bot": None}],
    ],
)
def test_garbled_seats_are_not_sealed(players: list[Data]) -> None:
    state = hornsup.new("horns-up", players=3, seed=1)
    with pytest.raises(hornsup.BadInput, match="garbled"):
        record.seal(state.record(), players=players)
