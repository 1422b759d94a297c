"""Both games as environments for research: PettingZoo, Gymnasium, OpenSpiel, batches in arrays.

Importing this package registers `hornsup/HornsUp-v0` and `hornsup/RaiseYourHorns-v0` with
Gymnasium, and `python_horns_up` and `python_raise_your_horns` with OpenSpiel where that is
installed. `horns_up_v0` and `raise_your_horns_v0` are the PettingZoo environments.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from hornsup.lab.extras import need

_MODULES: Final = ("horns_up_v0", "raise_your_horns_v0")
_REGISTERED: Final = {
    "hornsup/HornsUp-v0": "horns_up",
    "hornsup/RaiseYourHorns-v0": "raise_your_horns",
}


def _register() -> None:
    gymnasium = need("hornsup.envs", "envs", "numpy", "gymnasium")
    for name, function in _REGISTERED.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point=f"hornsup.envs.single:{function}",
                vector_entry_point=f"hornsup.envs.vector:{function}",
                disable_env_checker=True,  # it samples without the mask and warns of extra infos
            )


def _register_with_spiel() -> None:
    """The other environments work without OpenSpiel, which is a large library."""
    if find_spec("pyspiel") is not None:
        import_module("hornsup.envs.spiel")


def __getattr__(name: str) -> Any:
    """The modules of PettingZoo environments, imported when they are first used."""
    if name not in _MODULES:
        raise AttributeError(f"module 'hornsup.envs' has no attribute {name!r}")
    need(f"hornsup.envs.{name}", "envs", "pettingzoo")
    return import_module(f"hornsup.envs.{name}")


_register()
_register_with_spiel()
