"""Bots for Raise Your Horns!."""
