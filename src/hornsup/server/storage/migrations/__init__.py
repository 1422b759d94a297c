"""Alembic's view of the database: how to bring it from any past revision to the newest."""
