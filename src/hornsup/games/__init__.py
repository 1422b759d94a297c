"""The games, each a package that imports none of the others."""

from __future__ import annotations

from hornsup.core import registry

registry.register("horns-up", "hornsup.games.horns_up")
registry.register("raise-your-horns", "hornsup.games.raise_your_horns")
