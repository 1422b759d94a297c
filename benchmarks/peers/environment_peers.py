"""Steps per second of PettingZoo's and RLCard's environments; prints one JSON object."""

import json
from functools import partial

import rlcard
from masked_loop import play_aec, play_rlcard, steps_per_second
from pettingzoo.classic import connect_four_v3, texas_holdem_v4

if __name__ == "__main__":
    figures = {
        "PettingZoo connect_four_v3": partial(play_aec, connect_four_v3.env()),
        "PettingZoo texas_holdem_v4": partial(play_aec, texas_holdem_v4.env()),
        "RLCard uno": partial(play_rlcard, rlcard.make("uno")),
        "RLCard doudizhu": partial(play_rlcard, rlcard.make("doudizhu")),
    }
    print(json.dumps({name: steps_per_second(play) for name, play in figures.items()}))
