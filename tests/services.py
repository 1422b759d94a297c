"""Real PostgreSQL and Redis for tests: loopback only, unprivileged, ended by the pid we started.

Import the fixtures in a conftest: `from tests.services import postgres, redis`. Each xdist worker
starts its own servers. Where a server is not installed, tests that need it are skipped with the
reason, or fail if HORNSUP_REQUIRE_SERVICES=1 says that it must be there.
"""

from __future__ import annotations

import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

import pytest

REQUIRE = "HORNSUP_REQUIRE_SERVICES"
PORTS = range(15_000, 32_000)
"""Below the ports of outgoing connections, so that nobody takes ours while a server is down."""


class Missing(Exception):
    """A server is not installed here."""


def free_port() -> int:
    """A loopback port that nobody listens on; workers draw apart from seeded tests."""
    draw = random.SystemRandom()
    for _ in range(100):
        port = draw.choice(PORTS)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    raise RuntimeError("no free port found in a hundred draws")


def find_postgres() -> Path:
    """The folder of PostgreSQL's binaries, which Debian keeps off the PATH."""
    places = [str(path) for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"))[::-1]]
    if asker := shutil.which("pg_config"):
        asked = subprocess.run([asker, "--bindir"], capture_output=True, text=True, check=False)
        places.insert(0, asked.stdout.strip())
    if found := shutil.which("postgres", path=os.pathsep.join([*places, os.environ["PATH"]])):
        return Path(found).resolve().parent
    raise Missing("PostgreSQL is not installed (Debian: apt-get install postgresql)")


def find_redis() -> str:
    if found := shutil.which("redis-server"):
        return found
    raise Missing("Redis is not installed (Debian: apt-get install redis-server)")


def account(*names: str) -> dict[str, Any]:
    """How `subprocess` drops root's rights; on an ordinary account there is nothing to drop."""
    if os.geteuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = next(known[name] for name in (*names, "nobody") if name in known)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def alive(pid: int) -> bool:
    """Whether a process still runs; a dead one that nobody has collected does not count."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def children(pid: int) -> list[int]:
    """Direct children, asked of the kernel where it tells and of `ps` elsewhere."""
    try:
        return [
            int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ]
    except OSError:
        listed = subprocess.run(
            ["ps", "-e", "-o", "ppid=,pid="], capture_output=True, text=True, check=False
        ).stdout.split()
        pairs = zip(listed[::2], listed[1::2], strict=True)
        return [int(child) for parent, child in pairs if int(parent) == pid]


def wait_until(true: Callable[[], bool], what: str, seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} took more than {seconds:g} s")
        time.sleep(0.01)


class Service:
    """One server process with a folder and a port of its own, which it keeps over restarts."""

    name: ClassVar[str]
    accounts: ClassVar[tuple[str, ...]]
    endings: ClassVar[tuple[signal.Signals, ...]]

    def __init__(self) -> None:
        self.port = free_port()
        self.rights = account(*self.accounts)
        self.folder = Path(tempfile.mkdtemp(prefix=f"hornsup-{self.name}-"))
        if self.rights:
            os.chown(self.folder, self.rights["user"], self.rights["group"])
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def ready(self) -> bool:
        raise NotImplementedError

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def pid(self) -> int:
        if self.process is None:
            raise RuntimeError(f"{self.name} is not running")
        return self.process.pid

    @property
    def surroundings(self) -> dict[str, Any]:
        """What every child process gets: dropped rights and our folder as home."""
        home = {**os.environ, "HOME": str(self.folder), "LC_ALL": "C.UTF-8"}
        return {**self.rights, "cwd": self.folder, "env": home}

    def start(self) -> Self:
        """Start, or start again on the same folder and port, and wait until it answers."""
        if self.running:
            return self
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*self._bound_to_us(), *self.command()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self.surroundings,
            )
        try:
            wait_until(self._answers, f"starting {self.name}")
        except BaseException:
            self.kill()
            raise
        return self

    def _bound_to_us(self) -> list[str]:
        """A prefix by which Linux ends the server if the test process dies without a goodbye."""
        helper = shutil.which("setpriv")
        return [helper, "--pdeathsig", self.endings[-1].name[3:]] if helper else []

    def _answers(self) -> bool:
        if not self.running:
            said = (self.folder / "log").read_text(errors="replace")[-2000:]
            raise RuntimeError(f"{self.name} ended while starting:\n{said}")
        return self.ready()

    def stop(self) -> None:
        """End it in good order: each signal in turn until one is obeyed."""
        for ending in self.endings:
            if not self.running:
                break
            os.kill(self.pid, ending)
            try:
                self._collect(5.0)
            except subprocess.TimeoutExpired:
                continue
        self.kill()

    def kill(self) -> None:
        """SIGKILL to the server and its children, as a crash would end them."""
        if not self.running:
            self.process = None
            return
        os.kill(self.pid, signal.SIGSTOP)  # so that it makes no child while we list them
        family = [*children(self.pid), self.pid]
        for pid in family:
            os.kill(pid, signal.SIGKILL)
        self._collect(10.0)
        wait_until(lambda: not any(map(alive, family)), f"killing {self.name}")
        self.process = None

    def _collect(self, seconds: float) -> None:
        if self.process is not None:
            self.process.wait(seconds)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()


class Postgres(Service):
    """PostgreSQL with one superuser, `test`; `durable` keeps every promise of a commit."""

    name = "postgres"
    accounts = ("postgres",)
    endings = (signal.SIGINT, signal.SIGQUIT)

    def __init__(self, *, durable: bool = False) -> None:
        self.binaries = find_postgres()
        self.durable = durable
        self.numbers = count(1)
        super().__init__()
        self._run("initdb", "-D", self.data, "-U", "test", "--auth=trust", "--no-sync")

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def _run(self, program: str, *arguments: str) -> str:
        done: subprocess.CompletedProcess[str] = subprocess.run(
            [str(self.binaries / program), *arguments],
            capture_output=True,
            text=True,
            check=False,
            **self.surroundings,
        )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr.strip()}")
        return done.stdout.strip()

    def command(self) -> list[str]:
        settings = ["listen_addresses=127.0.0.1", "max_connections=100", "shared_buffers=32MB"]
        if not self.durable:
            settings += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
        options = [part for setting in settings for part in ("-c", setting)]
        place = ["-D", self.data, "-p", str(self.port), "-k", str(self.folder)]
        return [str(self.binaries / "postgres"), *place, *options]

    def ready(self) -> bool:
        asked = subprocess.run(
            [str(self.binaries / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)],
            check=False,
            **self.surroundings,
        )
        return asked.returncode == 0

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Run a statement through psql and return its bare answer."""
        place = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "test", "-d", database]
        return self._run("psql", "-X", "-A", "-t", "-q", *place, "-c", statement)

    def url(self, database: str = "postgres") -> str:
        return f"postgresql+asyncpg://test@127.0.0.1:{self.port}/{database}"

    def fresh_database(self) -> str:
        """The URL of a new, empty database."""
        name = f"test_{os.getpid()}_{next(self.numbers)}"
        self.sql(f"CREATE DATABASE {name}")
        return self.url(name)


class Redis(Service):
    """Redis that forgets everything when it ends."""

    name = "redis"
    accounts = ("redis",)
    endings = (signal.SIGTERM, signal.SIGKILL)

    def __init__(self) -> None:
        self.binary = find_redis()
        super().__init__()

    def command(self) -> list[str]:
        place = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        return [self.binary, *place, "--save", "", "--appendonly", "no"]

    def ready(self) -> bool:
        try:
            return self.ask("PING") == "+PONG"
        except OSError:
            return False

    def ask(self, command: str) -> str:
        """Send one inline command and return the first line of the raw answer."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=2) as link:
            link.sendall(command.encode() + b"\r\n")
            with link.makefile("rb") as answer:
                return answer.readline().decode().rstrip()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"


S = TypeVar("S", bound=Service)


def need(make: Callable[[], S]) -> S:
    """Make a service, or skip (or fail, where it must be there) with the reason."""
    try:
        return make()
    except Missing as missing:
        if os.environ.get(REQUIRE) == "1":
            pytest.fail(f"{missing}; {REQUIRE}=1 says that it must be", pytrace=False)
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL per test process, fast rather than durable; ask it for a fresh database."""
    with need(Postgres) as server:
        yield server


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """One Redis per test process."""
    with need(Redis) as server:
        yield server
