"""The terminal client of a table: full screen with Textual, or line by line.

Both are clients like the browser: they show what the table sends and offer the legal moves that
come with it. This package imports Textual only in `app.py`, `screens/` and `widgets/`; line mode
needs nothing but the base install.
"""
