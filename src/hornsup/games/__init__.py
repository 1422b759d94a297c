"""The games; each is a folder of its own and knows nothing of the others."""

from __future__ import annotations

from hornsup.core import registry

registry.declare("horns-up", "hornsup.games.horns_up")
registry.declare("raise-your-horns", "hornsup.games.raise_your_horns")
