"""Telling people where the server is: the address, a QR code for phones, a browser window."""

from __future__ import annotations

import io
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Final

from hornsup.server.config import Config

ALL_ADDRESSES: Final = ("0.0.0.0", "::")
Say = Callable[[str], None]


def announce(config: Config, open_page: bool | None, say: Say) -> None:
    """Print the address and, where there is a screen, open it."""
    address = page_address(config)
    say(f"hornsup is open: {address}")
    if config.host in ALL_ADDRESSES:
        say("Phones in the same network: scan this.\n")
        say(qr_code(address))
    elif sys.stdout.isatty():
        say("Add --lan to let phones in the same network join. Ctrl-C stops the server.")
    if open_page or (open_page is None and _has_screen()):
        threading.Timer(1.0, webbrowser.open, [address]).start()


def page_address(config: Config) -> str:
    """What to type into a browser."""
    if config.public_url:
        return config.public_url
    host = lan_address() if config.host in ALL_ADDRESSES else config.host
    return f"http://{f'[{host}]' if ':' in host else host}:{config.port}"


def lan_address() -> str:
    """This machine's address in the local network; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def qr_code(text: str) -> str:
    """A QR code in half blocks, dark on light whatever the terminal's colours."""
    import segno

    drawn = io.StringIO()
    segno.make(text, error="m").terminal(drawn, compact=True)
    return drawn.getvalue()


def _has_screen() -> bool:
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY"))
