"""Raise Your Horns! as arrays: actions, observations, rows of moves, many games at once."""

from __future__ import annotations
