"""The lab: many games, and what can be counted in them."""
