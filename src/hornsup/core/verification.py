"""The result of verifying a record: values for programs, sentences for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hornsup import i18n
from hornsup.core import registry
from hornsup.core.refusal import Refusal
from hornsup.i18n import Plain

NO_VALUES: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked: good, bad, or (None) not there to be checked.

    `code` is stable and names the sentence in the catalogue `verify`. A value `turn` is a number,
    `happened` a list of events and `refusal` a Refusal; they become words in `text`.
    """

    code: str
    good: bool | None
    values: Mapping[str, Any] = field(default_factory=lambda: NO_VALUES)

    def text(self, game: str, language: str) -> str:
        """The finding as a sentence that begins with a small letter."""
        words = dict(self.values)
        if "turn" in words:
            words["turn"] = _turn(game, words["turn"], language)
        if "happened" in words:
            words["happened"] = Plain(_narrated(game, words["happened"], language))
        if "refusal" in words:
            words["reason"] = Plain(words.pop("refusal").text(language))
        return i18n.text(language, f"verify.{self.code}", **words)


def _turn(game: str, turn: int, language: str) -> str:
    if not turn:
        return i18n.text(language, "verify.before-the-first-turn")
    key = f"verify.turns.{game}"
    return i18n.text(language, key if i18n.lookup(language, key) else "verify.turns.any", turn=turn)


def _narrated(game: str, happened: list[Any], language: str) -> str:
    narrate = registry.get(game).narrate
    if narrate is None or not happened:
        return i18n.text(language, "verify.nothing-happened")
    return " ".join(narrate(event, language) for event in happened)


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether a record is honest, and everything that was checked."""

    game: str
    findings: tuple[Finding, ...]
    moves: int  # how many were played again, up to the first that is wrong
    finished: bool
    fingerprint: str  # of everything that happened in them

    @property
    def honest(self) -> bool:
        return not self.wrong

    @property
    def wrong(self) -> tuple[Finding, ...]:
        """The findings against the record."""
        return tuple(finding for finding in self.findings if finding.good is False)

    @property
    def problem(self) -> str:
        """The first thing wrong, in English; empty when the record is honest."""
        return self.wrong[0].text(self.game, "en") if self.wrong else ""

    @property
    def promise_kept(self) -> bool | None:
        """Whether the hash promised before the game is the secret's; None without a deal."""
        return self._good("promise-")

    @property
    def deal_kept(self) -> bool | None:
        """Whether the game was dealt from secret and contributions; None without a deal."""
        return self._good("deal-")

    def _good(self, start: str) -> bool | None:
        found = [finding.good for finding in self.findings if finding.code.startswith(start)]
        return found[0] if found else None

    def lines(self, language: str) -> list[str]:
        """The result as sentences: the first one says it, the others all that was checked."""
        # The first finding is about the moves, which every record has.
        head = self.wrong[0] if self.wrong else self.findings[0]
        key = "verify.honest" if self.honest else "verify.dishonest"
        first = i18n.text(language, key, finding=Plain(head.text(self.game, language)))
        rest = [finding for finding in self.findings if finding is not head]
        rest.sort(key=lambda one: one.good is not False)
        return [first, *(_sentence(self.game, finding, language) for finding in rest)]

    def to_json(self, language: str = "en") -> dict[str, Any]:
        """The result as data, with its sentences in one language."""
        return {
            "honest": self.honest,
            "game": self.game,
            "moves": self.moves,
            "finished": self.finished,
            "fingerprint": self.fingerprint,
            "promise_kept": self.promise_kept,
            "deal_kept": self.deal_kept,
            "findings": [
                {"code": one.code, "good": one.good, "text": _sentence(self.game, one, language)}
                for one in self.findings
            ],
        }


def _sentence(game: str, finding: Finding, language: str) -> str:
    text = finding.text(game, language)
    return text[:1].upper() + text[1:]


def refused(number: int, move: str, turn: int, refusal: object, message: str) -> Finding:
    """The finding that a move of the record is against the rules."""
    where: dict[str, Any] = {"number": number, "move": repr(move), "turn": turn}
    if isinstance(refusal, Refusal):
        return Finding("move-refused", False, {**where, "refusal": refusal})
    return Finding("move-refused", False, {**where, "reason": Plain(message)})
