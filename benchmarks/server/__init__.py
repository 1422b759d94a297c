"""Load on the table server, and the same load on a boardgame.io server beside it."""
