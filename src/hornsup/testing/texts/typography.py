"""Quotes, apostrophes, ellipses and spaces, by the customs of each language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from hornsup.testing.texts.fault import Fault, matches

NARROW: Final = "\u202f"
WIDE: Final = "\u00a0"

TITLES: Final = ("Raise Your Horns!",)
"""Titles keep the punctuation that is printed on the box."""

SIGNS: Final[dict[str, str]] = {
    "straight quote": '"',
    "straight apostrophe": "'",
    "three dots": r"\.\.\.",
    "space before an ellipsis": r"(?<=\S)[ \u00a0\u202f]…",
    "space before a comma or full stop": r"(?<=\w)[ \u00a0\u202f][,.](?!\w)",
}
"""Faults in every language."""

_COLON: Final = r"(?<!\d):(?!//)|(?<=\d):(?!\d)"
_NO_SPACE: Final = {
    "space before a percent sign": r"\s%",
    "space before punctuation": r"(?<=\w)\s[;:!?](?!\s+[a-z])",
}
RULES: Final[dict[str, dict[str, str]]] = {
    "en": {"quotes of another language": "[«»„]", **_NO_SPACE},
    "it": {
        "quotes of another language": "[“”„]",
        "space inside quotes": r"«\s|\s»",
        **_NO_SPACE,
    },
    "fr": {
        "quotes of another language": "[“”„]",
        "no-break space missing inside quotes": f"«(?!{WIDE})|(?<!{WIDE})»",
        "no narrow no-break space before ; ! ?": f"(?<![{NARROW};!?])[;!?]",
        "no no-break space before a colon": f"(?<!{WIDE})(?:{_COLON})",
        "no no-break space before a percent sign": f"(?<![{NARROW}{WIDE}])%",
    },
}


def typography(language: str, text: str) -> list[Fault]:
    """The faults of a text in quotes, apostrophes, ellipses and spaces."""
    plain = _without_commands(_without_titles(text))
    rules = {**SIGNS, **RULES.get(language, {})}
    found = [fault for kind, rule in rules.items() for fault in matches(kind, rule, plain)]
    return [*found, *_unpaired(plain)]


def _without_titles(text: str) -> str:
    for title in TITLES:
        text = text.replace(title, title.rstrip("!"))
    return text


def _without_commands(text: str) -> str:
    """Text without the `?` that players type for help: a word by itself inside a sentence."""
    return re.sub(r"(^|[ \n])\?(?= +[a-zà-ÿ])", r"\1h", text)


def _unpaired(text: str) -> Iterator[Fault]:
    for opening, closing in ("“”", "«»"):
        if text.count(opening) != text.count(closing):
            yield Fault("unpaired quotes", text[:30])
