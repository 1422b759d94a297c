"""What goes wrong beside a filled placeholder: articles, elisions, genders and plurals."""

from __future__ import annotations

import re
from typing import Final

from hornsup.testing.texts.fault import Fault, matches
from hornsup.testing.texts.filling import CARD, END, NAME, OTHER

_ANY: Final = f"[{NAME}{CARD}{OTHER}]"
_PERSON_OR_CARD: Final = f"[{NAME}{CARD}]"
_AFTER: Final = rf"{_PERSON_OR_CARD}[^{END}]*{END}[”»]? "


def _not_after(words: str) -> str:
    return "".join(rf"(?<!\b{word} )" for word in words.split("|"))


# --- English --------------------------------------------------------------------------------------

_EN_NOUNS: Final = (
    "card|action|player|step|token|round|turn|seat|bot|rule|Wall|Path|Ticket|move|second|minute"
)
_EN: Final[dict[str, str]] = {
    "article before a name": rf"\b(?i:an?|the) {NAME}",
    "a or an before a placeholder": (
        rf"\b(?i:an?) {CARD}|\b(?i:a) {OTHER}[aeiou]|\b(?i:an) {OTHER}[^aeiou8]"
    ),
    "plural after 1": rf"{OTHER}1{END} (?!is\b|was\b|has\b)[A-Za-z]*[A-Za-rt-z]s\b",
    "singular after 0 or 2": rf"{OTHER}[02]{END} (?:more |free )?(?:{_EN_NOUNS})\b",
}

# --- Italian --------------------------------------------------------------------------------------

_IT_ARTICLES: Final = (
    r"il|lo|la|i|gli|le|uno?|una|(?:de|a|ne|su)(?:l|llo|lla|i|gli|lle)|da(?:l|llo|lla|gli|lle)"
    r"|quest[oa]|quel|quella"
)
_IT_ELIDED: Final = "l|un|dell|all|dall|nell|sull|quest|quell|d"
_IT_IS: Final = "è|viene|venne|verrà|sarà|resta|rimane|torna|si è|era"
_IT_PARTICIPLE: Final = (
    r"(?!(?:sotto|contro|dietro|tanto|questo|questa|quanto|tutto|molto|solo)\b)"
    r"\w+(?:at|ut|it|tt|rs|ss|st|nt|rt|us|is|rm|im|nc)[oa]\b"
)
_IT_NEUTRAL: Final = _not_after("carta|Muro|Percorso|Ticket|a|A|di|da|con|per|contro|su|sotto")
"""A participle after these words and a name or card agrees with something else."""
_IT_PLURALS: Final = "carte|mosse|sconfitte|volte|regole|penitenze|righe|colonne|caselle|persone"
_IT_SINGULARS: Final = (
    "carta|azione|passo|gettone|turno|posto|regola|Muro|Percorso|mossa|secondo|minuto|sconfitta"
)
_IT: Final[dict[str, str]] = {
    "article before a name": (
        rf"\b(?i:{_IT_ARTICLES}) (?:Rocker )?{NAME}|\b(?i:{_IT_ELIDED})’{NAME}"
    ),
    "article before a card": rf"\b(?i:{_IT_ARTICLES}) {CARD}|\b(?i:{_IT_ELIDED})’{CARD}",
    "preposition before an article": rf"\b(?i:di|a|da|in) {CARD}(?:Il|Lo|La|I|Gli|Le) ",
    "article before a vowel": (
        r"\b(?i:una|(?:de|a|da|ne|su)ll[oa]) (?!i[aeou]|(?:alla|ancora|accanto|ed?|oppure|in)\b)"
        r"[aeiouAEIOU]\w"
        r"|\b(?i:lo|la) [AEIOU]"
    ),
    "preposition and article not joined": r"\b(?:di|a|da|in) (?:il|lo|la|i|gli|le) ",
    "gender of a name or card": (
        rf"{_IT_NEUTRAL}{_AFTER}(?:\w+ )?(?:{_IT_IS}) "
        rf"(?:già |stat[oa] |appena |ora )?{_IT_PARTICIPLE}"
        rf"|{NAME}[^{END}]*{END}[^.;:!?]* (?:per prim[oa]|da sol[oa])\b"
        rf"|{CARD}[^{END}]*{END} (?:\w+(?:at|ut|it|oss|ess)[oa])\b"
        rf"|(?<!\bha )(?<!\bhai )(?<!\bho )"
        rf"\b(?i:\w+(?:ato|ata|uto|uta|ito|osso|ossa|esso|essa)) {CARD}"
    ),
    "plural after 1": rf"{OTHER}1{END} (?:\w{{3,}}i|{_IT_PLURALS})\b",
    "singular after 0 or 2": rf"{OTHER}[02]{END} (?:{_IT_SINGULARS})\b",
}

# --- French ---------------------------------------------------------------------------------------

_VOWELS: Final = "aeiouyàâéèêëîïôûAEIOUÀÂÉÈÊËÎÏÔÛ"
_FR_ARTICLES: Final = "les?|la|une?|du|aux?|des|cet|cette|ces?|[mts]on|[mts]a"
_FR_ELIDING: Final = "de|que|le|la|je|me|te|se|ce|ne|jusque|lorsque|puisque|quoique|si"
_FR_ELIDED: Final = "l|d|qu|jusqu|lorsqu|puisqu|s|n|c"
_FR_IS: Final = "est|sera|reste|restera|devient|redevient|a été|était|se retrouve|s’est"
_FR_PARTICIPLE: Final = (
    r"(?!(?:ici|aussi|lui|celui|parmi|dû)\b)"
    r"(?:\w+(?:é|ée|i|ie|u|ue|is|ise|rt|rte|it|ite)|seule?|prête?|premi(?:er|ère)|absente?|présente?)\b"
)
_FR_NEUTRAL: Final = _not_after("carte|Mur|Chemin|Ticket|à|À|de|par|avec|pour|contre|sur|sous")
_FR_SINGULARS: Final = (
    "carte|action|joueur|jeton|tour|manche|place|règle|Mur|Chemin|coup|seconde|minute|défaite"
)
_FR: Final[dict[str, str]] = {
    "article before a name": (
        rf"\b(?i:{_FR_ARTICLES}) (?:Rockeur )?{NAME}|\b(?i:{_FR_ELIDED})’{NAME}"
    ),
    "article before a card": rf"\b(?i:{_FR_ARTICLES}) {CARD}|\b(?i:{_FR_ELIDED})’{CARD}",
    "elision before a placeholder": (
        rf"\b(?i:{_FR_ELIDING}) {_ANY}[{_VOWELS}]|\b(?i:{_FR_ELIDED})’{OTHER}[^{_VOWELS}]"
    ),
    "elision missing": (
        rf"(?<![\w-])(?i:de|que|le|la|je|me|te|se|ne|jusque) (?!oui\b|onze\b|un\b)[{_VOWELS}]\w"
    ),
    "preposition before an article": rf"\b(?i:de|à) {CARD}(?:Le|Les) ",
    "gender of a name or card": (
        rf"{_FR_NEUTRAL}{_AFTER}(?:\w+ )?(?:n’)?(?:{_FR_IS}) "
        rf"(?:déjà |pas |encore |bien |maintenant |été |le |la )?{_FR_PARTICIPLE}"
        rf"|{CARD}[^{END}]*{END} \w+ée?\b"
        rf"|(?<!\ba )(?<!\bas )(?<!\bai )(?<!\bont )\b\w+ée? {CARD}"
        rf"|{NAME}[^{END}]*{END}[^.;:!?]* (?:en premi(?:er|ère)|toute? seule?)\b"
    ),
    "plural after 0 or 1": rf"{OTHER}[01]{END} (?!pas\b|fois\b|plus\b|s\b)\w+[sx]\b",
    "singular after 2": rf"{OTHER}2{END} (?:{_FR_SINGULARS})\b",
}

RULES: Final = {"en": _EN, "it": _IT, "fr": _FR}
_MARKS: Final = re.compile(f"[{NAME}{CARD}{OTHER}{END}]")


def grammar(language: str, example: str) -> list[Fault]:
    """The faults of a filled text beside its filled values."""
    rules = RULES.get(language, {})
    text = example.replace("\u00a0", " ").replace("\u202f", " ")
    found = [fault for kind, rule in rules.items() for fault in matches(kind, rule, text)]
    return [Fault(kind, _MARKS.sub("", words)) for kind, words in found]
