"""Finished tables of both games as sealed records, and a hundred ways to change one."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import hornsup
from hornsup.bots import Info
from hornsup.bots.lineup import line_up
from hornsup.core import fairness, record

Data = dict[str, Any]
SECRET = bytes(range(100, 132))
CONTRIBUTIONS = [(0, "for those about to rock"), (2, "🤘 più forte")]
BOTS = {"horns-up": "racer", "raise-your-horns": "random"}


@cache
def _sealed_text(game: str) -> str:
    seed = fairness.seed(SECRET, "table-9", CONTRIBUTIONS)
    options = {"must_act": True} if game == "horns-up" else {"end_value": 2}
    state = hornsup.new(game, players=4, seed=seed, options=options)
    bots, rng = line_up(game, BOTS[game], 4), Random(4)
    while state.to_move is not None:
        state.apply(bots[state.to_move].choose(Info.of(state, rng)))
    deal = fairness.deal(SECRET, "table-9", CONTRIBUTIONS)
    return json.dumps(record.seal(state.record(), deal=deal, players=players()))


def sealed(game: str) -> Data:
    """A fresh copy of a finished table's record."""
    data: Data = json.loads(_sealed_text(game))
    return data


def players() -> list[Data]:
    names = ["Ozzy", "racer", "Lita", "racer"]
    return [
        {"seat": seat, "name": name, "bot": "normal" if name == "racer" else None}
        for seat, name in enumerate(names)
    ]


def canonical(data: object) -> str:
    """Equal texts, equal JSON values; in Python alone, 1 is also True and 1.0."""
    return json.dumps(data, sort_keys=True)


def resealed(data: Data) -> Data:
    """What a forger does who knows how the digest is made."""
    return {**data, "digest": record.digest(data)}


# --- ways to change a record; each changes its argument -----------------------------------------


def _other_digit(text: str, rng: Random) -> str:
    """One hexadecimal digit of a text, another one."""
    place = rng.randrange(2 if text.startswith("0x") else 0, len(text))
    digit = rng.choice([one for one in "0123456789abcdef" if one != text[place]])
    return text[:place] + digit + text[place + 1 :]


def _place(data: Data, rng: Random) -> int:
    return rng.randrange(len(data["moves"]))


def change_move(data: Data, rng: Random) -> None:
    place = _place(data, rng)
    others = [move for move in data["moves"] if move != data["moves"][place]]
    data["moves"][place] = rng.choice(others or ["another"])


def legal_move(data: Data, rng: Random) -> None:
    """Another move that would have been legal there."""
    place = _place(data, rng)
    for number, (state, _) in enumerate(record.steps(data)):
        if number == place:
            others = [str(move) for move in state.legal_moves()]
            others = [move for move in others if move != data["moves"][place]]
            data["moves"][place] = rng.choice(others or ["end"])
            return


def drop_move(data: Data, rng: Random) -> None:
    place = _place(data, rng)
    del data["moves"][place]
    if rng.random() < 0.5:
        del data["checks"][place]


def insert_move(data: Data, rng: Random) -> None:
    place = _place(data, rng)
    data["moves"].insert(place, rng.choice(data["moves"]))
    if rng.random() < 0.5:
        data["checks"].insert(place, rng.choice(data["checks"]))


def swap_moves(data: Data, rng: Random) -> None:
    one, other = _place(data, rng), _place(data, rng)
    moves = data["moves"]
    moves[one], moves[other] = moves[other], moves[one]


def cut_short(data: Data, rng: Random) -> None:
    place = _place(data, rng)
    del data["moves"][place:], data["checks"][place:]


def play_on(data: Data, rng: Random) -> None:
    data["moves"].append(rng.choice(data["moves"]))
    data["checks"].append(rng.choice(data["checks"]))


def change_check(data: Data, rng: Random) -> None:
    place = _place(data, rng)
    data["checks"][place] = _other_digit(data["checks"][place], rng)


def change_seed(data: Data, rng: Random) -> None:
    data["seed"] = rng.choice([_other_digit(data["seed"], rng), rng.randrange(99), "a text"])


def change_secret(data: Data, rng: Random) -> None:
    data["deal"]["secret"] = _other_digit(data["deal"]["secret"], rng)


def change_commitment(data: Data, rng: Random) -> None:
    data["deal"]["commitment"] = _other_digit(data["deal"]["commitment"], rng)


def change_table(data: Data, rng: Random) -> None:
    data["deal"]["table"] += rng.choice(["x", " ", "0"])


def change_contribution(data: Data, rng: Random) -> None:
    one = rng.choice(data["deal"]["contributions"])
    place = rng.randrange(len(one["text"]))
    one["text"] = one["text"][:place] + rng.choice(["", "X", "é"]) + one["text"][place + 1 :]


def change_contributor(data: Data, rng: Random) -> None:
    rng.choice(data["deal"]["contributions"])["seat"] = rng.choice([1, 3, 4, -1])


def drop_contribution(data: Data, rng: Random) -> None:
    del data["deal"]["contributions"][rng.randrange(2)]


def change_outcome(data: Data, rng: Random) -> None:
    winners = data["outcome"]["winners"]
    others = [[seat] for seat in range(4) if [seat] != winners]
    data["outcome"] = rng.choice(
        [
            None,
            {**data["outcome"], "winners": rng.choice(others)},
            {**data["outcome"], "reason": "x"},
        ]
    )


def change_players(data: Data, rng: Random) -> None:
    data["players"] = rng.choice([0, 3, 5, 9, 40])


def change_engine(data: Data, rng: Random) -> None:
    data["engine"] = rng.choice(["0", "3", "", "1 "])


def change_game(data: Data, rng: Random) -> None:
    data["game"] = rng.choice(["chess", *(game for game in BOTS if game != data["game"])])


def start_elsewhere(data: Data, rng: Random) -> None:
    data["position"] = rng.choice([{}, {"turn": "A"}])


def change_options(data: Data, rng: Random) -> None:
    if data["game"] == "horns-up":
        changes: list[Data] = [{}, {"must_act": False}, {"must_act": True, "stage_width": 3}]
    else:
        changes = [{}, {"end_value": 3}, {"end_value": 2, "dice": "high"}]
    data["options"] = rng.choice(changes)


def change_name(data: Data, rng: Random) -> None:
    rng.choice(data["seats"])["name"] += rng.choice(["x", " ", "\u202e"])


def change_bot(data: Data, rng: Random) -> None:
    one = rng.choice(data["seats"])
    one["bot"] = "hard" if one["bot"] is None else None


def swap_seats(data: Data, rng: Random) -> None:
    one, other = rng.sample(data["seats"], 2)
    one["name"], other["name"] = other["name"], one["name"]


def change_digest(data: Data, rng: Random) -> None:
    data["digest"] = _other_digit(data["digest"], rng)


def add_key(data: Data, rng: Random) -> None:
    home: Data = rng.choice([data, data["deal"], data["seats"][0], data["options"]])
    home[rng.choice(["note", "Seed", "winner", ""])] = rng.choice([None, 1, "x"])


def drop_key(data: Data, rng: Random) -> None:
    home: Data = rng.choice([data, data, data["deal"], data["seats"][0]])
    del home[rng.choice(sorted(home))]


BLIND: list[Callable[[Data, Random], None]] = [
    change_move,
    legal_move,
    drop_move,
    insert_move,
    swap_moves,
    cut_short,
    play_on,
    change_check,
    change_seed,
    change_secret,
    change_commitment,
    change_table,
    change_contribution,
    change_contributor,
    drop_contribution,
    change_outcome,
    change_players,
    change_engine,
    change_game,
    start_elsewhere,
    change_options,
    change_name,
    change_bot,
    swap_seats,
    change_digest,
    add_key,
    drop_key,
]
"""Every way in which somebody might change a record who leaves its digest alone."""

WITH_A_NEW_DIGEST = BLIND[: BLIND.index(change_options)]
"""What is caught even if the forger makes the digest again; names and an option that changed
nothing in this game are not among them."""


def tampered(data: Data, change: Callable[[Data, Random], None], rng: Random) -> Data:
    """A copy that differs for certain; where a change changes nothing (six times the same move,
    in another order), the last move goes."""
    for _ in range(100):
        bad = copy.deepcopy(data)
        change(bad, rng)
        if canonical(bad) != canonical(data):
            return bad
    bad = copy.deepcopy(data)
    del bad["moves"][-1]
    return bad
