"""Starting and ending the server's processes."""

from __future__ import annotations

import asyncio
import io
import os
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace

from hornsup.errors import HornsUpError
from hornsup.server import database
from hornsup.server import migrate as migrations
from hornsup.server.config import Config, to_environment
from hornsup.server.supervisor import Supervisor
from hornsup.server.worker import Worker, uvicorn_config

Say = Callable[[str], None]


def migrate(config: Config) -> None:
    """Bring the database to the newest revision."""

    async def go() -> None:
        engine = database.open_engine(config.database, size=1)
        try:
            await migrations.upgrade(engine)
        finally:
            await engine.dispose()

    try:
        asyncio.run(go())
    except OSError as error:
        raise HornsUpError(f"the database does not answer: {error}") from error


def serve(config: Config, open_page: bool | None = None, say: Say = print) -> None:
    """Run until somebody ends it."""
    listener = _listen(config)
    config = replace(config, port=listener.getsockname()[1])
    migrate(config)
    _announce(config, open_page, say)
    os.environ.update(to_environment(config))
    if config.workers == 1:
        Worker(uvicorn_config(config)).run(sockets=[listener])
    else:
        _count_together()
        Supervisor(config.workers, listener).run()


def _listen(config: Config) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in config.host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((config.host, config.port))
    except OSError as error:
        listener.close()
        raise HornsUpError(
            f"cannot listen on {config.host}:{config.port}: {error.strerror}; "
            f"choose another port, such as --port {config.port + 1}"
        ) from error
    listener.listen(2048)
    listener.set_inheritable(True)
    return listener


def _count_together() -> None:
    """Several workers count in files that each of them can add up."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="hornsup-metrics-")


# --- telling people where it is -------------------------------------------------------------------


def _announce(config: Config, open_page: bool | None, say: Say) -> None:
    address = page_address(config)
    say(f"hornsup is open: {address}")
    if config.host in ("0.0.0.0", "::"):
        say("Phones in the same network: scan this.\n")
        say(qr_code(address))
    elif sys.stdout.isatty():
        say("Add --lan to let phones in the same network join. Ctrl-C closes the doors.")
    if open_page or (open_page is None and _has_screen()):
        threading.Timer(1.0, webbrowser.open, [address]).start()


def page_address(config: Config) -> str:
    """What to type into a browser."""
    if config.public_url:
        return config.public_url
    host = lan_address() if config.host in ("0.0.0.0", "::") else config.host
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
