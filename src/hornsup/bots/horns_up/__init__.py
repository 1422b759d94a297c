"""Bots for Horns Up, and `chances`: every Rocker's chance to win in a full state."""

from hornsup.bots.horns_up.judge import chances

__all__ = ["chances"]
