"""The tables on this worker."""
