"""What a check of a record found, as values for programs and as sentences for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    `happened` a list of events and `refusal` a Refusal; they become words in `told`.
    """

    code: str
    good: bool | None
    values: Mapping[str, Any] = field(default_factory=lambda: NO_VALUES)

    def told(self, game: str, language: str) -> str:
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
class Verdict:
    """Whether a record tells the truth, and everything that was looked at to say so."""

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
        """The findings that speak against the record, the plainest first."""
        return tuple(finding for finding in self.findings if finding.good is False)

    @property
    def problem(self) -> str:
        """The first thing wrong, in English; empty when the record tells the truth."""
        return self.wrong[0].told(self.game, "en") if self.wrong else ""

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

    def to_json(self, language: str = "en") -> dict[str, Any]:
        """The verdict as data, with its sentences in one language."""
        return {
            "honest": self.honest,
            "game": self.game,
            "moves": self.moves,
            "finished": self.finished,
            "fingerprint": self.fingerprint,
            "promise_kept": self.promise_kept,
            "deal_kept": self.deal_kept,
            "findings": [
                {"code": one.code, "good": one.good, "text": _sentence(self, one, language)}
                for one in self.findings
            ],
        }


def tell(verdict: Verdict, language: str) -> list[str]:
    """The verdict in plain words: the first line says it, the others say all that was looked at."""
    return list(_lines(verdict, language))


def _lines(verdict: Verdict, language: str) -> Iterator[str]:
    # The first finding is about the moves: the one thing that every record is judged by.
    head = verdict.wrong[0] if verdict.wrong else verdict.findings[0]
    key = "verify.honest" if verdict.honest else "verify.dishonest"
    yield i18n.text(language, key, finding=Plain(head.told(verdict.game, language)))
    rest = [finding for finding in verdict.findings if finding is not head]
    for finding in sorted(rest, key=lambda one: one.good is not False):
        yield _sentence(verdict, finding, language)


def _sentence(verdict: Verdict, finding: Finding, language: str) -> str:
    told = finding.told(verdict.game, language)
    return told[:1].upper() + told[1:]


def refused(number: int, move: str, turn: int, refusal: object, message: str) -> Finding:
    """The finding that a move of the record is against the rules."""
    where: dict[str, Any] = {"number": number, "move": repr(move), "turn": turn}
    if isinstance(refusal, Refusal):
        return Finding("move-refused", False, {**where, "refusal": refusal})
    return Finding("move-refused", False, {**where, "reason": Plain(message)})
