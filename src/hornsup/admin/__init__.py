"""Tools of a server's owner, beside a running server: orders, backups, a check-up.

They reach the server through its database alone.
"""
