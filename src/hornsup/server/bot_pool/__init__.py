"""Processes that run bots."""
