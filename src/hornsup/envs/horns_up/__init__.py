"""Horns Up as arrays: actions, observations, rows of moves."""

from __future__ import annotations
