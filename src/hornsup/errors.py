"""Errors that a person can act on; every other package may raise them."""

from __future__ import annotations


class HornsUpError(Exception):
    """Something the caller can put right; the message says how."""


class BadInput(HornsUpError, ValueError):
    """An argument, file, deck, option or record that cannot be used as it is."""


class IllegalMove(HornsUpError, ValueError):
    """A move the rules refuse; the state is as it was before.

    `code` is stable and meant for programs, `rule` is the number in the rules, `message` is the
    sentence in English; `refusal`, a `hornsup.core.refusal.Refusal`, has the other languages.
    """

    def __init__(self, code: str, rule: str, message: str, refusal: object = None) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.message = message
        self.refusal = refusal
