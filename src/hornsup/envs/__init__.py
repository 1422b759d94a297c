"""Both games as environments for research: PettingZoo, Gymnasium, batches in arrays."""

from __future__ import annotations
