"""Devices of players, links that make another device the same player, where players are called, and
what is kept of one."""
