"""Raise Your Horns! as one tight loop: no classes, no events, no copies; prints one JSON object."""

import platform
import random

from measure import PLAYERS, ROUNDS, main

HORNS = SYMBOL = 6
OFF_DIE, WHITE_DIE = 7, 14  # a kept die is its value plus one of these; a Blank is its value
ORDERS = {
    direction: [
        [(starter + direction * place) % PLAYERS for place in range(PLAYERS)]
        for starter in range(PLAYERS)
    ]
    for direction in (1, -1)
}


def play(seed):
    """Random players; returns starter, direction and losers of every round."""
    draw = random.Random(seed).random
    sheet = []
    seat, direction = 0, 1
    for _ in range(ROUNDS):
        starter, ran = seat, direction
        white, blanks, off, horns_kept, lowest = True, 2, True, False, HORNS + 1
        for seat in ORDERS[direction][starter]:
            shown = int(draw() * 6) + 1 if white else 0
            choices = []
            if off:
                value = int(draw() * 6) + 1
                if value == SYMBOL:
                    named = horns_kept or shown == HORNS
                    losers = [int(draw() * PLAYERS) if named else seat]
                    direction = -direction
                    break
                choices.append(OFF_DIE + value)
            if blanks:
                first = int(draw() * 6)
                choices.append(first)
                if blanks == 2 and (second := int(draw() * 6)) != first:
                    choices.append(second)
            if shown == HORNS or not choices:
                choices.append(WHITE_DIE + shown)
            value = choices[int(draw() * len(choices))]
            if value < OFF_DIE:
                blanks -= 1
            elif value < WHITE_DIE:
                off, value = False, value - OFF_DIE
            else:
                white, value = False, value - WHITE_DIE
                horns_kept = value == HORNS
            if value < lowest:
                lowest, losers = value, [seat]
            elif value == lowest:
                losers.append(seat)
        sheet.append((starter, ran, losers))
    return sheet


if __name__ == "__main__":
    main(play, __doc__, platform.python_version())
