"""Bots for Horns Up."""
