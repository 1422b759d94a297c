"""A device is named by its browser and system, and by nothing that tells it from others."""

from __future__ import annotations

import pytest

from hornsup.server.auth.labels import label

AGENTS = {
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/126.0.0.0 Mobile Safari/537.36": "Chrome, Android",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    "Gecko) Version/17.5 Mobile/15E148 Safari/604.1": "Safari, iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    "Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1": "Chrome, iPhone",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0": (
        "Firefox, Windows"
    ),
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0": "Edge, Windows",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.4 Safari/605.1.15": "Safari, Mac",
    "Mozilla/5.0 (Linux; Android 13; SM-S901B) AppleWebKit/537.36 (KHTML, like Gecko) "
    "SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36": "Samsung Internet, Android",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "HeadlessChrome/126.0.0.0 Safari/537.36": "Chrome, Linux",
    "Python-urllib/3.12": "Python",
    "": "",
    "<script>alert(1)</script>": "",
    "x" * 100_000: "",
}


@pytest.mark.parametrize(("agent", "wanted"), AGENTS.items(), ids=lambda text: text[:40])
def test_the_label_has_a_browser_and_a_system(agent: str, wanted: str) -> None:
    assert label(agent) == wanted
    assert len(label(agent)) <= 80, "the column of the database"
