"""Judge a deck with the lab: play it with several numbers of players and say what stands out.

    python tools/judge_deck.py --bots greedy --games 200 --deck standard --deck my.toml

Writes one JSON file per deck and, with --page, the figures and the plot of its page in docs/.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from hornsup.core.notation import parse_cell
from hornsup.games.horns_up.deck import SHIPPED, Deck, deck_by_name
from hornsup.lab.intervals import mean, wilson
from hornsup.lab.simulate import Plan, Played, play_all

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "deck-reconstruction.md"
PLOT = ROOT / "docs" / "img" / "deck.svg"
MARK = "<!-- figures: written by tools/judge_deck.py -->"
PLAYERS = (4, 5, 6, 7, 9)


def load(name: str) -> Deck:
    if name in SHIPPED:
        return deck_by_name(name)
    return Deck.from_toml(Path(name).read_text(encoding="utf-8"))


def judge(deck: Deck, bots: str, games: int, jobs: int, tables: list[int]) -> dict[str, Any]:
    """Everything that is looked at, for every number of players."""
    found: dict[str, Any] = {"deck": deck.name, "bots": bots, "games": games, "players": {}}
    for players in tables:
        plan = Plan("horns-up", players, games, bots, "judge", 300, {"deck": deck.to_data()})
        played = [game for chunk in play_all(plan, jobs, watch=True) for game in chunk]
        found["players"][str(players)] = figures(deck, players, played)
        print(f"  {deck.name}, {players} players: {summary(found['players'][str(players)])}")
    return found


def figures(deck: Deck, players: int, played: list[Played]) -> dict[str, Any]:
    seen = [game.seen for game in played if game.seen is not None]
    done = [game for game in played if game.finished]
    turns = mean([float(game.turns) for game in done])
    own_turns = sum(sum(game["own_turns"]) for game in seen)
    return {
        "finished": len(done),
        "turns": [turns.value, turns.low, turns.high],
        "turns_p90": sorted(game.turns for game in played)[int(0.9 * len(played))],
        "place_wins": shares(
            [game.seen["winner_place"] for game in done if game.seen], range(1, players + 1)
        ),
        "entrance": entrances(players, done),
        "unused_actions_per_turn": sum(sum(game["unused_actions"]) for game in seen) / own_turns,
        "longest_wait": mean([float(max(game["longest_wait"])) for game in seen]).value,
        "wod_closed": mean([float(game["wod_closed"]) for game in seen]).value,
        "leader_changes": mean([float(game["leader_changes"]) for game in seen]).value,
        "attacks_per_turn": sum(sum(game["attacks_by"]) for game in seen) / own_turns,
        "cards": cards(deck, seen),
    }


def shares(values: list[int], keys: range) -> list[list[float]]:
    """For each key its share of the wins with a 95 % interval."""
    counted = Counter(values)
    estimates = [wilson(counted[key], len(values)) for key in keys]
    return [[one.value, one.low, one.high] for one in estimates]


def entrances(players: int, done: list[Played]) -> dict[str, list[float]]:
    """By |x| of the Entrance: wins over the fair share, with a rough 95 % interval."""
    wins: Counter[int] = Counter()
    starts: Counter[int] = Counter()
    for game in done:
        assert game.seen is not None
        for cell in game.seen["entrances"]:
            starts[abs(parse_cell(cell)[0])] += 1
        wins[abs(parse_cell(game.seen["winner_entrance"])[0])] += 1
    found = {}
    for column in range(5):
        if starts[column]:
            rate = wilson(wins[column], starts[column])
            found[str(column)] = [v * players for v in (rate.value, rate.low, rate.high)]
    return found


def cards(deck: Deck, seen: list[dict[str, Any]]) -> dict[str, float]:
    """How often each card is played per game, for each copy in the deck."""
    played: Counter[str] = Counter()
    for game in seen:
        for slug, counts in game["cards"].items():
            played[slug] += sum(counts)
    return {
        card.slug: played[card.slug] / len(seen) / card.count
        for card in deck.audience
        if card.count
    }


def summary(one: dict[str, Any]) -> str:
    value, low, high = one["turns"]
    return (
        f"{one['finished']} finished, {value:.1f} turns ({low:.1f}–{high:.1f}), "
        f"{one['unused_actions_per_turn']:.2f} actions unused a turn, "
        f"{one['wod_closed']:.2f} closings, waits {one['longest_wait']:.1f}"
    )


# --- the page -------------------------------------------------------------------------------


def table(results: list[dict[str, Any]]) -> list[str]:
    lines = [
        "| Deck, bots | Players | Turns | 90 % in | actions unused | attacks | wait | closings |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for result in results:
        for players, one in result["players"].items():
            value, low, high = one["turns"]
            lines.append(
                f"| {result['deck']}, {result['bots']} | {players} "
                f"| {value:.1f} ({low:.1f}–{high:.1f}) | {one['turns_p90']} "
                f"| {one['unused_actions_per_turn']:.2f} | {one['attacks_per_turn']:.2f} "
                f"| {one['longest_wait']:.1f} | {one['wod_closed']:.2f} |"
            )
    return lines


def fairness(result: dict[str, Any]) -> list[str]:
    lines = ["| Players | wins by place in turn order (fair share) |", "|---|---|"]
    for players, one in result["players"].items():
        cells = ", ".join(f"{v:.0%} ({lo:.0%}–{hi:.0%})" for v, lo, hi in one["place_wins"])
        lines.append(f"| {players} | {cells} ({1 / int(players):.0%}) |")
    lines += [
        "",
        "| Players | wins over the fair share by Entrance column 0, ±1, … ±4 |",
        "|---|---|",
    ]
    for players, one in result["players"].items():
        cells = ", ".join(f"{v:.2f} ({lo:.2f}–{hi:.2f})" for v, lo, hi in one["entrance"].values())
        lines.append(f"| {players} | {cells} |")
    return lines


def card_table(results: list[dict[str, Any]]) -> list[str]:
    heads = " | ".join(f"{result['deck']}, {result['bots']}" for result in results)
    lines = [
        f"| Card (played per game and copy, 4 players) | {heads} |",
        "|---|" + "---:|" * len(results),
    ]
    for slug in results[0]["players"]["4"]["cards"]:
        cells = [f"{result['players']['4']['cards'].get(slug, 0):.2f}" for result in results]
        lines.append(f"| `{slug}` | {' | '.join(cells)} |")
    return lines


def plot(results: list[dict[str, Any]]) -> None:
    """Length by number of players, and how often each copy of a card is played."""
    import matplotlib as mpl

    mpl.use("svg")
    import matplotlib.pyplot as plt

    ink, ground, tints = "#f4ead6", "#16121f", ("#4fb0ae", "#f2b134", "#e4572e")
    plt.rcParams.update({"text.color": ink, "axes.labelcolor": ink, "svg.hashsalt": "hornsup"})
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 5.2), facecolor=ground)
    left.axhspan(25, 45, color="#ffffff", alpha=0.08)
    slugs = list(results[0]["players"]["4"]["cards"])
    for number, result in enumerate(results):
        label = f"{result['deck']}, {result['bots']}"
        counts = [int(players) for players in result["players"]]
        values = [one["turns"][0] for one in result["players"].values()]
        errors = [one["turns"][2] - one["turns"][0] for one in result["players"].values()]
        left.errorbar(
            counts, values, errors, color=tints[number], marker="o", label=label, capsize=3
        )
        heights = [result["players"]["4"]["cards"].get(slug, 0) for slug in slugs]
        places = [place + 0.38 * number for place in range(len(slugs))]
        right.barh(places, heights, 0.36, color=tints[number], label=label)
    left.set_xlabel("players")
    left.set_ylabel("turns in all (band: 25 to 45)")
    right.set_yticks(range(len(slugs)), slugs, fontsize=7)
    right.invert_yaxis()
    right.set_xlabel("played per game and copy, 4 players")
    for axes in (left, right):
        axes.set_facecolor(ground)
        axes.tick_params(colors=ink)
        axes.legend(facecolor=ground, edgecolor="#4a4258", labelcolor=ink, loc="best")
    figure.tight_layout()
    figure.savefig(PLOT, metadata={"Date": None}, facecolor=ground)


def write_page(results: list[dict[str, Any]]) -> None:
    parts = [MARK, "", "### Length and idleness", "", *table(results)]
    for result in results:
        parts += ["", f"### Fairness: {result['deck']}, {result['bots']}", "", *fairness(result)]
    parts += ["", "### Cards", "", *card_table(results)]
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page.split(MARK)[0] + "\n".join(parts) + "\n", encoding="utf-8")
    plot(results)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deck", action="append", default=[], help="a name or a file; repeatable")
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--players", type=int, nargs="+", default=list(PLAYERS))
    parser.add_argument("--out", type=Path, help="a folder for the figures as JSON")
    parser.add_argument("--page", nargs="*", type=Path, help="write the page from these JSON files")
    asked = parser.parse_args()
    if asked.page:
        write_page([json.loads(path.read_text(encoding="utf-8")) for path in asked.page])
        return
    for name in asked.deck or ["standard"]:
        result = judge(load(name), asked.bots, asked.games, asked.jobs, asked.players)
        if asked.out:
            asked.out.mkdir(parents=True, exist_ok=True)
            file = asked.out / f"{result['deck']}-{asked.bots.replace(':', '')}.json"
            file.write_text(json.dumps(result), encoding="utf-8")


if __name__ == "__main__":
    main()
