"""How players are addressed: *tu* in French, no he or she in English, no gender in Italian."""

from __future__ import annotations

from typing import Final

from hornsup.testing.texts.fault import Fault, matches

_NOT_VERBS: Final = "assez|chez|nez|rez|rendez-vous|sortez les briquets"
"""French words in -ez that do not address the reader; the last is the name of a card."""
_ADVERBS_IT: Final = "(?:già |ancora |stato |stata |appena )?"
_ADVERBS_FR: Final = "(?:déjà |encore |bien |toujours )?"

RULES: Final[dict[str, dict[str, str]]] = {
    "en": {
        "he or she for any player": r"(?i)\b(?:he|she|his|hers?|him|himself|herself)\b",
    },
    "it": {
        "a player's gender": (
            rf"\b(?i:sei|sarai|resti|sono|ero|ti sei|mi sono) {_ADVERBS_IT}"
            r"\w{2,}(?:at|ut|it|pront|sol|fuor|vint)[oa]\b"
            r"|\b(?i:sei|sarai|sono) (?:pront|sol|prim|ultim|liber|sicur)[oa]\b"
            r"|\bBenvenut[oaie]\b|\b(?i:sii) \w+[oa]\b"
        ),
        "polite or plural address": r"\b(?i:voi|vostr[oaie])\b",
    },
    "fr": {
        "vous instead of tu": r"(?i)\b(?:vous|votre|vos|vôtres?)\b(?<!rendez-vous)",
        "an imperative of vous": rf"(?i)\b(?!(?:{_NOT_VERBS})\b)\w+ez\b",
        "a player's gender": (
            rf"\b(?i:tu es|tu seras|tu restes|je suis|t’es) {_ADVERBS_FR}"
            r"(?:\w+(?:é|ée|ie?|ue?)|(?:l[ea] )?(?:seule?|(?:prem|dern)i(?:er|ère)|prête?))\b"
        ),
    },
}


def wording(language: str, text: str) -> list[Fault]:
    """The faults of a text in how it addresses players."""
    rules = RULES.get(language, {})
    return [fault for kind, rule in rules.items() for fault in matches(kind, rule, text)]
