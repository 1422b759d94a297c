"""Calls to players whose turn it is: Web Push to their devices, a webhook of the table.

All of it runs beside the tables. `turns.py` finds out who must be called, `push.py` and
`webhooks.py` say what is sent, `queue.py` sends it, and nothing leaves but by `outgoing.py`.
"""
