"""The checks of texts find each kind of fault once planted, and pass a correct text."""

from __future__ import annotations

import pytest

from hornsup import i18n
from hornsup.testing.texts import check_sentence
from hornsup.testing.texts.catalogues import Sentence
from hornsup.testing.texts.glossary import avoided, malformed
from hornsup.testing.texts.grammar import RULES as GRAMMAR
from hornsup.testing.texts.typography import RULES as TYPOGRAPHY
from hornsup.testing.texts.typography import SIGNS
from hornsup.testing.texts.wording import RULES as WORDING

PLANTED = [
    ("en", 'Say "yes".', "straight quote"),
    ("en", "It's over.", "straight apostrophe"),
    ("en", "Thinking...", "three dots"),
    ("en", "Thinking …", "space before an ellipsis"),
    ("en", "Well , yes.", "space before a comma or full stop"),
    ("en", "Say «yes».", "quotes of another language"),
    ("en", "Say “yes.", "unpaired quotes"),
    ("en", "Above 100 % of it.", "space before a percent sign"),
    ("en", "Why ?", "space before punctuation"),
    ("en", "{name} plays his card.", "he or she for any player"),
    ("en", "It is the {name} who plays.", "article before a name"),
    ("en", "You need a {card}.", "a or an before a placeholder"),
    ("en", "Go a {side} way.", "a or an before a placeholder"),
    ("en", "You hold {n} cards.", "plural after 1"),
    ("en", "You hold {n} card.", "singular after 0 or 2"),
    ("it", "Di' “sì”.", "quotes of another language"),
    ("it", "Scrivi « sì ».", "space inside quotes"),
    ("it", "Oltre il 100 %.", "space before a percent sign"),
    ("it", "Perché ?", "space before punctuation"),
    ("it", "Tocca al Rocker {seat}.", "article before a name"),
    ("it", "È il turno dell’{seat}.", "article before a name"),
    ("it", "Gioca la {card}.", "article before a card"),
    ("it", "Al posto di {card}.", "preposition before an article"),
    ("it", "Parti da una Entrance.", "article before a vowel"),
    ("it", "Torna a la partita.", "preposition and article not joined"),
    ("it", "{seat} è arrivato al Palco.", "gender of a name or card"),
    ("it", "{seat} gioca per primo.", "gender of a name or card"),
    ("it", "{card} viene scartata.", "gender of a name or card"),
    ("it", "Rimosso {card}.", "gender of a name or card"),
    ("it", "Hai {n} carte.", "plural after 1"),
    ("it", "Hai {n} carta.", "singular after 0 or 2"),
    ("it", "Sono tornato!", "a player's gender"),
    ("it", "Benvenuti!", "a player's gender"),
    ("it", "Tocca a voi.", "polite or plural address"),
    ("fr", "Dis “oui”.", "quotes of another language"),
    ("fr", "Écris « oui ».", "no-break space missing inside quotes"),
    ("fr", "Bravo !", "no narrow no-break space before ; ! ?"),
    ("fr", "Bravo!", "no narrow no-break space before ; ! ?"),
    ("fr", "Ta main : {cards}.", "no no-break space before a colon"),
    ("fr", "Plus de 100 %.", "no no-break space before a percent sign"),
    ("fr", "À vous de jouer.", "vous instead of tu"),
    ("fr", "Jouez une carte.", "an imperative of vous"),
    ("fr", "Tu es arrivé.", "a player's gender"),
    ("fr", "Le Rockeur {seat} joue.", "article before a name"),
    ("fr", "Joue la {card}.", "article before a card"),
    ("fr", "C’est le tour de {name}.", "elision before a placeholder"),
    ("fr", "Il faut que {name} joue.", "elision before a placeholder"),
    ("fr", "Va vers le {side}.", "elision before a placeholder"),
    ("fr", "Pars de Entrée nord.", "elision missing"),
    ("fr", "Grâce à {card}.", "preposition before an article"),
    ("fr", "{seat} est arrivé.", "gender of a name or card"),
    ("fr", "{card} est posée.", "gender of a name or card"),
    ("fr", "Posé {card}.", "gender of a name or card"),
    ("fr", "Tu as {n} cartes.", "plural after 0 or 1"),
    ("fr", "Tu as {n} carte.", "singular after 2"),
]
CORRECT = [
    ("en", "It’s “{card}”: {name}’s turn… 46.7% of {text}, type ? for help!"),
    ("it", "Tocca a {name}: «{card}», un’Entrance, 46,7% delle volte. La carta {card} è giocata."),
    ("it", "{name} ha scartato {card}; dai {card}? Una alla volta…"),
    (
        "fr",
        "«\u00a0{card}\u00a0»\u00a0: {name} joue\u202f; à toi\u202f! Chez moi, 46,7\u202f%\u202f?",
    ),
    ("fr", "L’hôte a posé {card}, assez près. Tape ? pour l’aide. La carte {card} est posée."),
    ("fr", "Bienvenue dans Raise Your Horns!"),
]
COUNTED = [
    ("en", "one", "{n} card"),
    ("en", "other", "{n} cards"),
    ("it", "one", "{n} carta"),
    ("it", "other", "{n} carte"),
    ("fr", "one", "{n} carte"),
    ("fr", "other", "{n} cartes"),
]
TERM = {"use": "pawn", "avoid": ["meeple", "small man"], "from": "rulebook"}


def kinds(language: str, text: str, key: str = "planted.text") -> set[str]:
    return {fault.kind for fault in check_sentence(Sentence(language, key, text))}


@pytest.mark.parametrize(("language", "text", "kind"), PLANTED)
def test_a_planted_fault_is_found(language: str, text: str, kind: str) -> None:
    assert kind in kinds(language, text)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_kind_of_fault_is_planted(language: str) -> None:
    planted = {kind for spoken, _, kind in PLANTED if spoken == language}
    assert {*TYPOGRAPHY[language], *WORDING[language], *GRAMMAR[language]} <= planted
    assert set(SIGNS) <= {kind for _, _, kind in PLANTED}


@pytest.mark.parametrize(("language", "text"), CORRECT)
def test_a_correct_text_passes(language: str, text: str) -> None:
    assert check_sentence(Sentence(language, "planted.text", text)) == []


@pytest.mark.parametrize(("language", "form", "text"), COUNTED)
def test_each_form_of_a_plural_is_tried_with_its_own_counts(
    language: str, form: str, text: str
) -> None:
    assert kinds(language, text, f"planted.count.{form}") == set()
    swapped = "other" if form == "one" else "one"
    assert kinds(language, text, f"planted.count.{swapped}") != set()


@pytest.mark.parametrize("text", ["The meeple moves.", "MEEPLE", "A small man walks"])
def test_an_avoided_word_is_found(text: str) -> None:
    found = list(avoided({"pawn": TERM}, [Sentence("en", "web.x", text)]))
    assert [fault.kind for fault in found] == ["avoided word, use “pawn” (pawn)"]


@pytest.mark.parametrize("text", ["The pawn moves.", "meeples", "A smaller man", "{meeple}"])
def test_only_whole_avoided_words_are_found(text: str) -> None:
    assert list(avoided({"pawn": TERM}, [Sentence("en", "web.x", text)])) == []


def test_an_exception_must_be_needed() -> None:
    term = {**TERM, "except": ["web.x", "web.gone"]}
    found = list(avoided({"pawn": term}, [Sentence("en", "web.x", "A meeple.")]))
    assert [(fault.kind, fault.found) for fault in found] == [
        ("exception not needed (pawn)", "web.gone")
    ]


@pytest.mark.parametrize(
    "change", [{"use": ""}, {"from": "hearsay"}, {"note": "x"}, {"avoid": ["pawn"]}]
)
def test_a_malformed_term_is_found(change: dict[str, object]) -> None:
    assert list(malformed({"pawn": TERM})) == []
    assert [fault.found for fault in malformed({"pawn": {**TERM, **change}})] == ["pawn"]
