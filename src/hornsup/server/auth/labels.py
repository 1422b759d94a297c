"""What a device is called: a browser and a system in plain words, from the User-Agent."""

from __future__ import annotations

import re
from typing import Final

BROWSERS: Final = (  # the first that matches: most browsers also claim to be others
    (r"SamsungBrowser", "Samsung Internet"),
    (r"Edg(?:e|A|iOS)?/", "Edge"),
    (r"OPR/|Opera", "Opera"),
    (r"Firefox/|FxiOS/", "Firefox"),
    (r"Chrome/|CriOS/", "Chrome"),
    (r"Safari/", "Safari"),
    (r"Python-urllib|python-requests|aiohttp|httpx", "Python"),
    (r"curl/", "curl"),
)
SYSTEMS: Final = (
    (r"iPhone", "iPhone"),
    (r"iPad", "iPad"),
    (r"Android", "Android"),
    (r"Windows", "Windows"),
    (r"Macintosh|Mac OS X", "Mac"),
    (r"CrOS", "ChromeOS"),
    (r"Linux", "Linux"),
)


def label(user_agent: str) -> str:
    """Such as "Chrome, Android"; empty if neither is known. Versions and models are left out."""
    found = (_first(BROWSERS, user_agent), _first(SYSTEMS, user_agent))
    return ", ".join(each for each in found if each)


def _first(known: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for pattern, name in known if re.search(pattern, text)), "")
