"""The database: what the server knows, and the one way to write it."""
