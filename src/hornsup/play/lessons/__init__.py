"""Lessons: a first game in small positions, each a file of data, played on the real engine."""
