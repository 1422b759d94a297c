"""Somebody in front of a browser, and everything that the browser said meanwhile."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    WebSocket,
)

SIZES: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
}
LOCALES = {"en": "en-GB", "it": "it-IT", "fr": "fr-FR"}
SCRIPTS = Path(__file__).parent / "scripts"
ABORTED = "net::ERR_ABORTED"
"""What Chromium calls a request that a change of page has cut off: nobody's fault."""


def script(name: str) -> str:
    return (SCRIPTS / f"{name}.js").read_text()


Message = dict[str, Any]


class Frames:
    """What went over the sockets of one page."""

    def __init__(self) -> None:
        self.received: list[str] = []
        self.order: list[tuple[str, Message]] = []
        self.version = 0

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._receive)
        socket.on("framesent", lambda data: self.order.append((">", json.loads(data))))

    def _receive(self, data: str | bytes) -> None:
        told = json.loads(data)
        self.received.append(str(data))
        self.order.append(("<", told))
        if told["type"] in ("welcome", "update"):
            self.version = max(self.version, told["version"])

    def messages(self, kind: str) -> list[Message]:
        return [told for way, told in self.order if way == "<" and told["type"] == kind]

    def commands(self, kind: str) -> list[Message]:
        return [said for way, said in self.order if way == ">" and said["type"] == kind]

    def legal(self) -> list[str]:
        """The choices that the server last offered; only to say what a page fails to offer."""
        for way, told in reversed(self.order):
            if way == "<" and told["type"] in ("welcome", "update"):
                return list(told.get("legal") or [])
        return []


class Visitor:
    """A page in a browser context of its own (or in somebody's, as a second tab)."""

    name = "Ann"

    def __init__(self, context: BrowserContext, base: str, touch: bool, draw: Random) -> None:
        self.context = context
        self.base = base
        self.touch = touch
        self.draw = draw
        self.frames = Frames()
        self.allowed: list[str] = []
        self.heard: list[str] = []
        self.page = context.new_page()
        self._listen(self.page)

    @classmethod
    def come(
        cls,
        browser: Browser,
        base: str,
        size: str = "laptop",
        language: str = "en",
        *,
        seed: int,
        name: str | None = "Ann",
        motion: bool = False,
        theme: Literal["dark", "light"] = "dark",
        workers: Literal["allow", "block"] = "allow",
    ) -> Visitor:
        context = browser.new_context(
            **SIZES[size],
            locale=LOCALES[language],
            reduced_motion="no-preference" if motion else "reduce",
            color_scheme=theme,
            service_workers=workers,
        )
        if name is not None:  # somebody who has never been asked has none
            put = f"localStorage.name ??= {json.dumps(name)}"
            context.add_init_script(f"if (location.protocol !== 'about:') {put}")
        context.add_init_script(f"({script('seeded')})({seed})")
        context.add_init_script(f"({script('pending')})()")
        visitor = cls(context, base, size == "phone", Random(seed))
        visitor.name = name or cls.name
        return visitor

    def tab(self) -> Visitor:
        """Another tab of the same browser."""
        return Visitor(self.context, self.base, self.touch, self.draw)

    # --- complaints -------------------------------------------------------------------------------

    def _listen(self, page: Page) -> None:
        page.on("websocket", self.frames.listen)
        page.on("pageerror", lambda error: self.heard.append(f"error: {error}"))
        page.on("crash", lambda _: self.heard.append("the page crashed"))
        page.on("console", self._said)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def _said(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.heard.append(f"console {said.type}: {said.text} at {said.location.get('url')}")

    def _failed(self, asked: Request) -> None:
        if asked.failure != ABORTED:
            self.heard.append(f"failed: {asked.method} {asked.url}: {asked.failure}")

    def _answered(self, told: Response) -> None:
        if told.status >= 400:
            self.heard.append(f"status {told.status}: {told.url}")

    def allow(self, part: str) -> None:
        """A complaint that the test itself provokes."""
        self.allowed.append(part)

    def troubles(self) -> list[str]:
        return [each for each in self.heard if not any(part in each for part in self.allowed)]

    def picture(self, path: Path) -> None:
        if not self.page.is_closed():
            self.page.screenshot(path=path)
            print(f"see {path}")

    def leave(self) -> None:
        self.context.close()

    # --- going places -----------------------------------------------------------------------------

    def go(self, path: str, ready: str = "#content") -> Visitor:
        self.page.goto(self.base + path)
        self.page.wait_for_selector(ready, state="attached")
        return self

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """A request under this visitor's session, as the page itself would make it."""
        answer = self.context.request.fetch(
            self.base + path, method=method, data=body, headers={"accept": "application/json"}
        )
        assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
        text = answer.text()
        return json.loads(text) if text else None

    def open_table(
        self, game: str, seats: list[str], *, start: bool = True, **settings: Any
    ) -> str:
        """A table of this visitor's own with bots that do not dawdle; gives its id."""
        self.call("POST", "/api/session", {"name": self.name, "language": "en"})
        wanted = {"game": game, "players": len(seats), "pace": 0, **settings}
        contribution = self.contribution()
        body = {"settings": wanted, "contribution": contribution, "seats": seats, "start": start}
        return str(self.call("POST", "/api/tables", body)["id"])

    def sit(self, table: str) -> None:
        self.call("POST", "/api/session", {"name": self.name, "language": "en"})
        body = {"contribution": self.contribution()}
        self.call("POST", f"/api/tables/{table}/seats", body)

    def contribution(self) -> str:
        """This visitor's part of a deal."""
        return f"{self.draw.getrandbits(64):016x}"

    # --- hands and eyes ---------------------------------------------------------------------------

    def point(self, x: float, y: float) -> None:
        """A click, or a tap where there is no mouse."""
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def press(self, selector: str) -> None:
        """Click or tap the first that is to be seen."""
        found = self.page.locator(selector).locator("visible=true").first
        if self.touch:
            found.tap()
        else:
            found.click()

    def sees(self, selector: str) -> bool:
        return self.page.locator(selector).locator("visible=true").count() > 0

    def wait_for(self, selector: str, seconds: float = 20.0) -> None:
        self.page.locator(selector).locator("visible=true").first.wait_for(timeout=seconds * 1000)

    def until(self, true: Callable[[], bool], what: str, seconds: float = 20.0) -> None:
        """Wait until something holds, while the page lives on."""
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, f"{what} took more than {seconds:g} s"
            self.page.wait_for_timeout(30)

    def text(self) -> str:
        return str(self.page.evaluate("document.body.innerText"))

    def markup(self) -> str:
        return str(self.page.evaluate("document.documentElement.outerHTML"))

    def version(self) -> int:
        """The newest version of the table that this page has been told."""
        return self.frames.version
