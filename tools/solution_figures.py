"""Write the figures of docs/solution.md: its tables and its plot, from the exact solution."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from hornsup.core.notation import seat_letter
from hornsup.games.raise_your_horns.dice import dice_by_name
from hornsup.games.raise_your_horns.faces import FACES
from hornsup.games.raise_your_horns.solution import Solution, rolls_of, solve
from hornsup.lab.bulk import RoundGraph

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "solution.md"
PLOT = ROOT / "docs" / "img" / "solution.svg"
MARK = "<!-- figures: written by make solution -->"
ROUNDS = 100_000
INK, GROUND = "#f4ead6", "#16121f"
TINTS = ("#f2b134", "#4fb0ae", "#e4572e", "#9b8cff")


def percent(value: Fraction | float) -> str:
    return f"{float(value) * 100:.1f} %"


def seats() -> list[str]:
    """Who loses how often, by number of players."""
    lines = [
        "| Players | A (starts) | B | C | D | each other | all |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for players in (3, 4, 5, 6, 9):
        losses = solve(dice_by_name("standard"), players).before_roll()
        cells = [percent(loss) for loss in losses[:4]]
        cells += ["–"] * (4 - len(cells))
        rest = percent(losses[4]) if players > 4 else "–"
        lines.append(f"| {players} | {' | '.join(cells)} | {rest} | {percent(sum(losses))} |")
    return lines


def policies() -> list[str]:
    """One seat plays differently against exact opponents: exactly, and in 100,000 rounds."""
    lines = [
        "| Seat | exact | greedy | random | exact, played | greedy, played | random, played |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for place in range(4):
        truth, played = [], []
        for policy in ("exact", "greedy", "random"):
            names = ["exact"] * 4
            names[place] = policy
            graph = RoundGraph.of(players=4, policies=names)
            truth.append(percent(graph.expected()[place]))
            share = graph.play(ROUNDS, seed=place)[place] / ROUNDS
            error = 1.96 * (share * (1 - share) / ROUNDS) ** 0.5
            played.append(f"{share * 100:.1f} ± {error * 100:.1f} %")
        lines.append(f"| {seat_letter(place)} | {' | '.join(truth + played)} |")
    return lines


def tables_compared() -> list[str]:
    """A whole table of one kind: what the solution does not promise."""
    lines = ["| Everyone plays | A | B | C | D |", "|---|---:|---:|---:|---:|"]
    for policy in ("exact", "greedy", "random"):
        losses = RoundGraph.of(players=4, policies=policy).expected()
        lines.append(f"| {policy} | {' | '.join(percent(loss) for loss in losses)} |")
    return lines


def horns(solution: Solution) -> list[str]:
    """What the Horns are worth to each place: lost with them in the roll, lost without."""
    lines = ["| Who rolls | share lost when Horns show | when they do not |", "|---|---:|---:|"]
    kept_before = {0: "", 1: "B3", 2: "B3 B3", 3: "B3 B3 F3"}
    for place, text in kept_before.items():
        kept = tuple(FACES[word] for word in text.split())
        shown: dict[bool, list[tuple[Fraction, Fraction]]] = {True: [], False: []}
        for roll, chance in rolls_of(solution.dice, solution.left(kept)):
            if any(face.off for face in roll):
                loss = solution.off_losses(kept, roll)[place]
            else:
                best = solution.keeps(kept, roll)[0]
                loss = best.loss
            shown[any(face.horns for face in roll)].append((chance, loss))
        shares = [
            sum((c * x for c, x in rows), Fraction(0)) / sum((c for c, _ in rows), Fraction(0))
            for rows in (shown[True], shown[False])
        ]
        before = f" after {text}" if text else ""
        lines.append(
            f"| {seat_letter(place)}{before} | {percent(shares[0])} | {percent(shares[1])} |"
        )
    return lines


def white_die(solution: Solution) -> list[str]:
    """How often the best keep is the Horns, when they may be kept and a black die too."""
    may = takes = Fraction(0)
    refused = []
    for roll, chance in rolls_of(solution.dice, solution.full):
        if any(face.off for face in roll) or not any(face.horns for face in roll):
            continue
        best = [keep.face for keep in solution.keeps((), roll) if not keep.cost]
        may += chance
        if any(face.horns for face in best):
            takes += chance
        else:
            refused.append(" ".join(face.text for face in roll))
    lines = [
        f"The starter who rolls Horns (and no off symbol) keeps them in {percent(takes / may)} of"
    ]
    lines.append("those rolls" + (f"; not with {', '.join(refused[:6])}." if refused else "."))
    return lines


def plot() -> None:
    """Losses by seat for three, four and five players, and the cost of keeping a number."""
    plt.rcParams.update({"text.color": INK, "axes.labelcolor": INK, "svg.hashsalt": "hornsup"})
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.2), facecolor=GROUND)
    _plot_seats(left)
    _plot_values(right)
    for axes in (left, right):
        axes.set_facecolor(GROUND)
        axes.tick_params(colors=INK)
        for spine in axes.spines.values():
            spine.set_color("#4a4258")
    figure.tight_layout()
    PLOT.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(PLOT, metadata={"Date": None}, facecolor=GROUND)


def _plot_seats(axes: Axes) -> None:
    for number, players in enumerate((3, 4, 5)):
        losses = solve(dice_by_name("standard"), players).before_roll()
        places = [place + (number - 1) * 0.27 for place in range(len(losses))]
        heights = [float(loss) * 100 for loss in losses]
        axes.bar(places, heights, 0.25, color=TINTS[number], label=f"{players} players")
    axes.set_xticks(range(5), [seat_letter(place) for place in range(5)])
    axes.set_ylabel("loses this round, %")
    axes.set_title("Where it is bad to sit (A starts)")
    axes.legend(facecolor=GROUND, edgecolor="#4a4258", labelcolor=INK)


def _plot_values(axes: Axes) -> None:
    solution = solve(dice_by_name("standard"), 4)
    kept_before = {0: "", 1: "B3", 2: "B3 F3"}
    for number, (place, text) in enumerate(kept_before.items()):
        kept = tuple(FACES[word] for word in text.split())
        heights = [
            float(solution.before_roll((*kept, FACES[f"B{value}"]))[place]) * 100
            for value in range(6)
        ]
        label = f"{seat_letter(place)}" + (f" after {text}" if text else " (starter)")
        axes.plot(range(6), heights, marker="o", color=TINTS[number], label=label)
    axes.set_xlabel("value of the Blank die kept")
    axes.set_ylabel("loses this round, %")
    axes.set_title("What a kept number is worth, 4 players")
    axes.legend(facecolor=GROUND, edgecolor="#4a4258", labelcolor=INK)


def main() -> None:
    solution = solve(dice_by_name("standard"), 4)
    parts = [
        MARK,
        "",
        "### Seats",
        "",
        *seats(),
        "",
        "### One seat against exact opponents",
        "",
        *policies(),
        "",
        "### Whole tables",
        "",
        *tables_compared(),
        "",
        "### Horns",
        "",
        *horns(solution),
        "",
        *white_die(solution),
    ]
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page.split(MARK)[0] + "\n".join(parts) + "\n", encoding="utf-8")
    plot()
    print(f"wrote {PAGE.relative_to(ROOT)} and {PLOT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
