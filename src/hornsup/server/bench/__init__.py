"""Load on a table server: one driver for ours and for a peer, so that the two compare fairly."""
