"""Chat and reactions: who may, how long, how clean, and who is not heard."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hornsup import i18n
from hornsup.play import entries as log
from hornsup.play import viewing, words
from hornsup.play.refused import Refused
from hornsup.play.table import REMEMBERED
from hornsup.server.auth.rate_limit import Buckets
from tests.play.desk import BEA, CAT, DAN, HOST, Desk, snapshot


def heard(desk: Desk, player: str | None) -> list[str]:
    return [line.text or line.reaction for line in viewing.lines_for(desk.table, player)]


def test_those_at_the_table_talk_others_do_not() -> None:
    desk = Desk().start(HOST, BEA, CAT)
    step = desk.do(BEA, "chat", text="  good\n luck\u202e ")
    assert step.line is not None
    assert (step.line.text, step.line.name, step.line.seat) == ("good luck", "Bea", 1)
    assert desk.refused("stranger", "chat", text="hi") == "not-seated"
    assert desk.refused(BEA, "chat", text=" \u200b ") == "chat-empty"
    assert desk.refused(BEA, "chat", text="x" * 201) == "chat-long"
    assert desk.refused(BEA, "react", reaction="rude") == "no-such-reaction"
    for reaction in words.REACTIONS:
        desk.do(CAT, "react", reaction=reaction)
    assert heard(desk, HOST) == ["good luck", *words.REACTIONS]


def test_people_talk_before_the_game_too() -> None:
    desk = Desk().sit(HOST, BEA)
    desk.do(BEA, "chat", text="who brings the beer?")
    desk.do(HOST, "react", reaction="clap")
    assert heard(desk, None) == ["who brings the beer?", "clap"]
    assert desk.refused("stranger", "chat", text="me") == "not-seated"


def test_a_host_without_a_seat_talks_but_has_nobody_to_react_as() -> None:
    desk = Desk().sit(BEA)
    assert desk.do(HOST, "chat", text="welcome").line is not None
    assert desk.refused(HOST, "react", reaction="horns") == "not-seated"


def test_the_host_mutes_for_all() -> None:
    desk = Desk().sit(HOST, BEA, CAT)
    desk.do(HOST, "mute", seat=1)
    assert desk.refused(BEA, "chat", text="but") == "muted"
    assert desk.refused(BEA, "react", reaction="boo") == "muted"
    assert viewing.table_info(desk.table).seats[1].muted
    desk.do(HOST, "mute", seat=1, on=False)
    desk.do(BEA, "chat", text="thanks")


def test_anyone_mutes_for_oneself() -> None:
    desk = Desk().sit(HOST, BEA, CAT)
    desk.do(CAT, "mute", seat=1)
    desk.do(BEA, "chat", text="hello")
    assert (heard(desk, CAT), heard(desk, HOST)) == ([], ["hello"])
    assert viewing.you(desk.table, CAT, "player", None).muted == [1]
    assert not viewing.table_info(desk.table).seats[1].muted  # nobody else learns of it
    desk.do(CAT, "mute", seat=1, on=False)
    assert heard(desk, CAT) == ["hello"]
    assert desk.refused(CAT, "mute", seat=2) == "mute-whom"
    assert desk.refused("stranger", "mute", seat=1) == "not-seated"


def test_the_muted_one_is_the_person_not_the_seat() -> None:
    desk = Desk().sit(HOST, BEA, CAT)
    desk.do(CAT, "mute", seat=1)
    desk.do(BEA, "chat", text="from Bea")
    desk.do(BEA, "stand")
    desk.do(DAN, "sit", name="Dan", seat=1)
    desk.do(DAN, "chat", text="from Dan")
    assert heard(desk, CAT) == ["from Dan"]


def test_a_mute_of_ones_own_can_be_lifted_as_host_too() -> None:
    desk = Desk().sit(HOST, BEA, CAT)
    desk.do(BEA, "mute", seat=2)
    desk.do(HOST, "stand")
    assert desk.table.host == BEA
    desk.do(BEA, "mute", seat=2, on=False)
    desk.do(CAT, "chat", text="hear me")
    assert heard(desk, BEA) == ["hear me"]


def test_the_executor_talks_and_can_be_muted() -> None:
    desk = Desk().sit(HOST, BEA)
    desk.do(DAN, "sit", name="Dan", seat=-1)
    said = desk.do(DAN, "chat", text="order!").line
    assert said is not None
    assert said.seat == -1
    desk.do(DAN, "react", reaction="hurry")
    desk.do(BEA, "mute", seat=-1)
    assert (heard(desk, BEA), heard(desk, HOST)) == ([], ["order!", "hurry"])


def test_chat_is_bounded() -> None:
    desk = Desk().sit(HOST)
    for number in range(REMEMBERED + 10):
        desk.do(HOST, "chat", text=str(number))
    assert len(desk.table.chat) == REMEMBERED
    assert heard(desk, HOST)[0] == "10"


def test_talk_is_limited_in_rate() -> None:
    now = [0.0]
    talk = Buckets(0.5, 6, lambda: now[0])
    assert [talk.take("ann") for _ in range(8)] == [True] * 6 + [False] * 2
    assert talk.take("bea")
    now[0] = 2.0
    assert [talk.take("ann") for _ in range(2)] == [True, False]


def test_whoever_is_forgotten_leaves_no_name_and_no_line() -> None:
    desk = Desk().sit(HOST, BEA)
    desk.do(DAN, "sit", name="Dan", seat=-1)
    desk.do(BEA, "chat", text="mine")
    desk.do(DAN, "chat", text="also mine")
    desk.do(HOST, "chat", text="stays")
    desk.add(log.Forgotten(BEA))
    desk.add(log.Forgotten(DAN))
    assert heard(desk, HOST) == ["stays"]
    assert desk.table.names() == ["Ann", "B", "C"]
    assert b"Dan" not in snapshot(desk.table)


# --- what people type -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann \t Lee\n", "Ann Lee"),
        ("\u202eevil\u202c", "evil"),
        ("A\x00n\x1bn", "A n n"),
        (
            "zal" + "\u0301" * 9 + "go",
            "zaĺ\u0301\u0301go",
        ),  # two beside the one that is part of the letter
        (
            "za" + "\u0301\u200b\u0302\u200b" * 5,
            "zá\u0302\u0301",
        ),  # a space without width resets nothing
        ("A\u200dnn", "Ann"),  # a twin of another name
        ("👩\u200d🎤", "👩\u200d🎤"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("e\u0301", "é"),
        ("\ufeffAnn\u00ad", "Ann"),
    ],
)
def test_names_are_made_safe_to_show(typed: str, shown: str) -> None:
    assert words.name(typed) == shown


@pytest.mark.parametrize(
    "typed", ["", " \n", "\u200b", "\u200d", "\u3164", "\u2800\u115f", "\ufe0f", "\u0301", "\ue000"]
)
def test_a_name_must_be_seen(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        words.name(typed)
    assert refused.value.code == "name-empty"


@given(st.text(max_size=60))
def test_cleaning_again_changes_nothing(typed: str) -> None:
    cleaned = words.clean(typed)
    assert words.clean(cleaned) == cleaned
    assert cleaned == unicodedata.normalize("NFC", cleaned)
    kinds = {unicodedata.category(char) for char in cleaned if char not in "\u200c\u200d"}
    assert not kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@pytest.mark.parametrize("name", ["@words.north", "@no.such", "{n}", "%s", "<b>x</b>"])
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_name_is_never_taken_for_a_word_of_the_catalogue(name: str, language: str) -> None:
    desk = Desk(players=3)
    for player in (HOST, BEA, CAT):
        desk.do(player, "sit", name=name)
    desk.do(HOST, "start")
    told = ""
    for _ in range(30):
        step = desk.play()
        said = viewing.StepEvents(desk.table, step).for_seat(None, language)
        told += " ".join(each.text for each in said)
    assert name in told
    other = next(player for player in (HOST, BEA) if player != desk.mover)
    with pytest.raises(Refused) as refused:
        desk.do(other, "move", move="roll")
    assert name in refused.value.text(language)
