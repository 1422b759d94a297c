"""The browser client's own modules packed into one text that needs no server and no network.

The client is plain ES modules, which a page opened from the disk cannot import and a notebook does
not serve. Here every module becomes a function of one script, in which its imports are looked up by
path. What the modules fetch is in the script too, so they run as they are: inside it, `fetch`
answers from these resources. It is no compiler: the client's own way of writing imports and exports
is all it reads, and anything else is an error.
"""

from __future__ import annotations

import base64
import gzip
import json
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

COMMENT: Final = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)
"""A comment on lines of its own."""
_ANY_COMMENT: Final = re.compile(
    r"/\*\*(?:(?!\*/).)*\*/|^[ \t]*//[^\n]*$", re.MULTILINE | re.DOTALL
)
_EMPTY_LINES: Final = re.compile(r"\n\s*\n+")
_IMPORT: Final = re.compile(r'^import\s*(\{[^}]*\})\s*from\s*"(\.[^"]+)";$', re.MULTILINE)
_AGAIN: Final = re.compile(r'^export\s*(\{[^}]*\})\s*from\s*"(\.[^"]+)";$', re.MULTILINE)
_EXPORT: Final = re.compile(
    r"^export ((?:async )?function\*? |class |const |let )(\w+)", re.MULTILINE
)
_NOTHING: Final = re.compile(r"^export \{\};$", re.MULTILINE)
_LAZY: Final = re.compile(r'\bimport\("(\.[^"]+)"\)')
_COMPUTED: Final = re.compile(r"\bimport\(`\./")
_LEFT: Final = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)
_RENAMED: Final = re.compile(r"(\w+) as (\w+)")


class PackingError(ValueError):
    """A module that is written in a way which the packer does not read."""


@dataclass(frozen=True, slots=True)
class Pack:
    """What goes into one text: modules, styles, and what the modules fetch.

    `entry` is a path below web/js; its module exports `start`. `also` names modules whose path is
    computed where they are imported, `without` those whose import is never run.
    """

    entry: str
    also: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    resources: Mapping[str, str] = field(default_factory=dict)
    """By the path that is fetched: the text of the answer."""
    bridged: bool = False
    """Whether sockets lead to the page around this one (web/js/packed/bridge.js)."""


def without_comments(source: str) -> str:
    """A module without the comments that stand on lines of their own, a quarter of its bytes.

    Its lines keep their numbers, for messages of the browser.
    """
    return COMMENT.sub(lambda found: "\n" * found[0].count("\n"), source)


# --- one script ---------------------------------------------------------------------------------


def script(pack: Pack) -> str:
    """All modules and resources as statements that end by calling `start` of the entry."""
    hosts = (_HOST, _BRIDGE) if pack.bridged else (_HOST,)
    order = _modules((*hosts, *pack.also, pack.entry), frozenset(pack.without))
    bridge = f"const WebSocket = need_({json.dumps(_BRIDGE)}).ParentSocket;"
    ask = f", need_({json.dumps(_BRIDGE)}).askParent" if pack.bridged else ""
    resources = {path: _packed(text) for path, text in pack.resources.items()}
    return "\n".join(
        (
            "(() => {",
            '"use strict";',
            "const made_ = {}, makers_ = {};",
            "const need_ = (name) => (made_[name] ??= makers_[name]());",
            "const load_ = async (name) => need_(name);",
            *(f"makers_[{json.dumps(name)}] = () => {{\n{body}\n}};" for name, body in order),
            f"const {{ answerFrom }} = need_({json.dumps(_HOST)});",
            *((bridge,) if pack.bridged else ()),
            f"const fetch = answerFrom({in_script(resources)}{ask});",
            f"need_({json.dumps(pack.entry)}).start();",
            "})();",
        )
    )


_HOST: Final = "packed/resources.js"
_BRIDGE: Final = "packed/bridge.js"


def in_script(data: object) -> str:
    """JSON that can stand in a script element: nothing in it ends the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    escapes = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028"}
    for letter, safe in {**escapes, "\u2029": "\\u2029"}.items():
        text = text.replace(letter, safe)
    return text


def _packed(text: str) -> str:
    """A resource, compressed: views of a game repeat themselves a lot."""
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def _modules(names: Iterable[str], without: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The modules that these import, directly or not, each with its body as a function."""
    waiting, known = list(names), set(without)
    while waiting:
        name = waiting.pop(0)
        if name in known:
            continue
        known.add(name)
        body, imported = _module(name)
        waiting += imported
        yield name, body


@cache
def _module(name: str) -> tuple[str, tuple[str, ...]]:
    """The body of a module's function, which returns its exports, and what it imports."""
    folder = posixpath.dirname(name)
    imported: list[str] = []
    exports: list[str] = []

    def path(written: str) -> str:
        found = posixpath.normpath(posixpath.join(folder, written))
        imported.append(found)
        return json.dumps(found)

    def again(found: re.Match[str]) -> str:
        exports.extend(_names(found[1]))
        return f"const {_bound(found[1])} = need_({path(found[2])});"

    def export(found: re.Match[str]) -> str:
        exports.append(found[2])
        return found[1] + found[2]

    text = _ANY_COMMENT.sub("", _source(name))
    text = _IMPORT.sub(lambda at: f"const {_bound(at[1])} = need_({path(at[2])});", text)
    text = _AGAIN.sub(again, text)
    text = _NOTHING.sub("", text)
    text = _EXPORT.sub(export, text)
    text = _LAZY.sub(lambda at: f"load_({path(at[1])})", text)
    text = _COMPUTED.sub(f"load_(`{folder}/" if folder else "load_(`", text)
    if left := _LEFT.search(text):
        raise PackingError(f"{name}: cannot pack {left[0].strip()!r}")
    getters = ", ".join(f"get {each}() {{ return {each}; }}" for each in exports)
    body = _EMPTY_LINES.sub("\n", text).strip()
    return f"{body}\nreturn {{ {getters} }};", tuple(imported)


def _source(name: str) -> str:
    try:
        return (files("hornsup.web") / "js" / name).read_text(encoding="utf-8")
    except OSError as error:
        raise PackingError(f"there is no module {name!r}") from error


def _bound(names: str) -> str:
    """`{ a, b as c }` of an import as a pattern: `{ a, b: c }`."""
    return _RENAMED.sub(r"\1: \2", " ".join(names.split()))


def _names(names: str) -> list[str]:
    return [each.split(" as ")[-1].strip() for each in names.strip("{} \n").split(",") if each]


# --- one page -----------------------------------------------------------------------------------

POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
)
"""What a packed page may load: nothing that is not in it."""


def page(pack: Pack, title: str, language: str) -> str:
    """The script with its styles as one HTML document."""
    return document(
        title,
        language,
        POLICY,
        "".join(_style(name) for name in pack.styles),
        _BODY + f"<script>{script(pack)}</script>",
    )


def document(title: str, language: str, policy: str, head: str, body: str) -> str:
    """An HTML file that loads nothing from anywhere; head and body are markup."""
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="{escape(language)}">',
            '<head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"{head}</head>",
            f"<body>{body}</body>",
            "</html>",
        )
    )


def _style(name: str) -> str:
    """A sheet of the client; `css` in dom.js finds it by its name."""
    text = (files("hornsup.web") / "css" / f"{name}.css").read_text(encoding="utf-8")
    return f'<style data-sheet="{name}">{text}</style>'


_BODY: Final = (
    '<div id="app"></div><div id="banner" role="status" hidden></div>'
    '<div id="toasts" role="region" popover="manual"></div>'
    '<div id="live-polite" class="sr-only" aria-live="polite"></div>'
    '<div id="live-assertive" class="sr-only" aria-live="assertive"></div>'
)
"""The places that the client's modules look for, as in index.html."""
