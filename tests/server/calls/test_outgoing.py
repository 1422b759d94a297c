"""Requests that players cause reach public HTTPS hosts alone, whatever name or answer they give."""

from __future__ import annotations

import asyncio
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from hornsup.server.calls import outgoing
from hornsup.server.calls.outgoing import BadAddress, Outgoing, is_public
from hornsup.server.config import from_environment
from hornsup.server.network import RESOLVERS, Streams, SystemNetwork
from tests.server.calls.receiver import Receiver

PUBLIC = "93.184.216.34"
NOT_PUBLIC = [
    "127.0.0.1",
    "127.8.9.10",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "192.0.0.8",
    "192.0.2.1",
    "198.18.0.1",
    "203.0.113.9",
    "224.0.0.1",
    "224.0.1.1",
    "239.1.2.3",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "2002:7f00:1::",
    "2002:c0a8:101::1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::7f00:1",
    "2001:0:7f00:1::",
    "not an address",
    "",
]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as opened:
        yield opened


class FakeNetwork(SystemNetwork):
    """Names as the test says, one answer after the other; connections are noted, or refused."""

    def __init__(self, *answers: list[str], port: int | None = None) -> None:
        super().__init__()
        self.answers = list(answers)
        self.asked: list[str] = []
        self.connected: list[tuple[str, int, str | None]] = []
        self.port = port

    async def resolve(self, host: str, port: int) -> list[str]:
        del port
        self.asked.append(host)
        return self.answers.pop(0) if self.answers else ["127.0.0.1"]

    async def connect(self, address: str, port: int, name: str | None) -> Streams:
        self.connected.append((address, port, name))
        if self.port is None:
            raise OSError("nobody there")
        return await super().connect("127.0.0.1", self.port, None)


def sender(network: Any = None, allow: str = "") -> Outgoing:
    return Outgoing(from_environment({}, calls_allow=allow), network or SystemNetwork())


# --- addresses --------------------------------------------------------------------------------


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_an_address_that_is_not_public_is_known(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", [PUBLIC, "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_a_public_address_is_known(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/hook",
        "https://example.com:8443/hook",
        "https://127.0.0.1/hook",
        "https://[::1]/hook",
        "https://[::ffff:10.0.0.1]/hook",
        "https://169.254.169.254/latest/meta-data",
        "https://name:word@example.com/hook",
        "https:///hook",
        "https://exa mple.com/",
        "https://example.com/\r\nX: y",
        "https://exämple.com/",
        "https://example.com:99999/",
        "https://[::1/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "",
        "https://example.com/" + "x" * 1000,
    ],
)
async def test_an_address_of_another_kind_is_refused_before_anything_is_asked(url: str) -> None:
    network = FakeNetwork([PUBLIC], port=1)
    with pytest.raises(BadAddress):
        sender(network).target(url)
    assert await sender(network).post(url, {}, b"x") == "refused"
    assert not network.asked
    assert not network.connected


def test_the_owner_may_allow_a_host_or_one_port_of_it() -> None:
    one = sender(allow="ntfy.lan, 10.0.0.5:8080")
    assert one.target("http://ntfy.lan:81/topic").port == 81
    assert one.target("http://10.0.0.5:8080/x").authority == "10.0.0.5:8080"
    for url in ("http://10.0.0.5:8081/x", "https://10.0.0.5/x", "http://sub.ntfy.lan/x"):
        with pytest.raises(BadAddress):
            one.target(url)


# --- what is reached --------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["localhost", "127.1", "0x7f.1", "2130706433", "017700000001"])
async def test_no_spelling_of_this_machine_is_reached(receiver: Receiver, host: str) -> None:
    """The system's own resolver reads these; what it answers is checked."""

    class OnPort(SystemNetwork):
        async def connect(self, address: str, port: int, name: str | None) -> Streams:
            del port, name
            return await super().connect(address, receiver.port, None)

    assert await sender(OnPort()).post(f"https://{host}/hook", {}, b"x") in ("refused", "failed")
    assert receiver.got == []


@pytest.mark.parametrize("answer", [["127.0.0.1"], [PUBLIC, "10.0.0.1"], ["::ffff:127.0.0.1"], []])
async def test_a_name_of_a_private_address_is_not_connected_to(answer: list[str]) -> None:
    network = FakeNetwork(answer)
    assert await sender(network).post("https://inside.example/hook", {}, b"x") != "sent"
    assert network.connected == []


async def test_the_address_that_was_checked_is_the_one_connected_to(receiver: Receiver) -> None:
    """A name whose second answer is this machine: it is asked once."""
    network = FakeNetwork([PUBLIC], ["127.0.0.1"], port=receiver.port)
    assert await sender(network).post("https://turn.example/hook?a=1", {"X": "y"}, b"hi") == "sent"
    assert network.asked == ["turn.example"]
    assert network.connected == [(PUBLIC, 443, "turn.example")]
    [got] = receiver.got
    assert (got.path, got.body, got.headers["host"]) == ("/hook?a=1", b"hi", "turn.example")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_not_followed(receiver: Receiver, status: int) -> None:
    with Receiver() as inside:
        receiver.status, receiver.location = status, f"{inside.base}/secret"
        network = FakeNetwork([PUBLIC], port=receiver.port)
        assert await sender(network).post("https://out.example/hook", {}, b"x") == "refused"
        assert len(receiver.got) == 1
        assert inside.got == []
        assert network.asked == ["out.example"]


async def test_another_address_is_tried_when_the_first_is_down(receiver: Receiver) -> None:
    class Half(FakeNetwork):
        async def connect(self, address: str, port: int, name: str | None) -> Streams:
            if address == PUBLIC:
                self.connected.append((address, port, name))
                raise OSError("down")
            return await super().connect(address, port, name)

    network = Half([PUBLIC, "8.8.8.8"], port=receiver.port)
    assert await sender(network).post("https://out.example/", {}, b"x") == "sent"
    assert [address for address, *_ in network.connected] == [PUBLIC, "8.8.8.8"]


# --- answers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, "sent"),
        (204, "sent"),
        (400, "refused"),
        (403, "refused"),
        (404, "gone"),
        (410, "gone"),
        (429, "failed"),
        (500, "failed"),
        (503, "failed"),
    ],
)
async def test_of_an_answer_its_class_is_told(
    receiver: Receiver, status: int, outcome: str
) -> None:
    receiver.status = status
    one = sender(allow=receiver.host)
    assert await one.post(f"{receiver.base}/x", {}, b"x") == outcome


async def _answer(raw: bytes) -> str:
    """What becomes of a request that is answered with these bytes, for as long as it reads."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        try:
            writer.write(raw)
            await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        return await sender(allow="127.0.0.1").post(f"http://127.0.0.1:{port}/", {}, b"")


@pytest.mark.parametrize(
    ("raw", "outcome"),
    [
        (b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", "sent"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 50, "failed"),
        (b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 5_000_000, "sent"),
        (b"x" * 5_000_000, "failed"),
        (b"HTTP/1.1 " + b"2" * 100_000, "failed"),
        (b"HTTP/1.1 two hundred\r\n\r\n", "failed"),
        (b"SSH-2.0-OpenSSH\r\n", "failed"),
        (b"", "failed"),
    ],
    ids=["interim", "interim without end", "large", "no line", "long line", "word", "ssh", "none"],
)
async def test_odd_answers_do_no_harm(raw: bytes, outcome: str) -> None:
    assert await _answer(raw) == outcome


async def test_a_host_that_hangs_is_given_up(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert outgoing.CONNECT_SECONDS == 3.0
    assert outgoing.TOTAL_SECONDS == 10.0
    monkeypatch.setattr(outgoing, "TOTAL_SECONDS", 0.3)
    receiver.status = None
    assert await sender(allow=receiver.host).post(f"{receiver.base}/x", {}, b"x") == "failed"


async def test_a_resolver_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    class Deaf(SystemNetwork):
        async def resolve(self, host: str, port: int) -> list[str]:
            await asyncio.sleep(60)
            return [host, str(port)]

    monkeypatch.setattr(outgoing, "CONNECT_SECONDS", 0.1)
    assert await sender(Deaf()).post("https://slow.example/", {}, b"x") == "unresolved"


async def test_an_inside_name_is_answered_like_no_name() -> None:
    """Otherwise a host could ask which names there are in the server's own network."""

    class NoName(FakeNetwork):
        async def resolve(self, host: str, port: int) -> list[str]:
            raise socket.gaierror(socket.EAI_NONAME, f"no {host} at {port}")

    url = "https://printer.inside.example/"
    assert await sender(FakeNetwork(["10.0.0.9"])).post(url, {}, b"x") == "failed"
    assert await sender(NoName()).post(url, {}, b"x") == "failed"


# --- the resolver -----------------------------------------------------------------------------


async def test_names_that_hang_hold_a_few_threads_until_they_are_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answered, asked = threading.Event(), []

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        if host.startswith("slow"):
            answered.wait(20)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (PUBLIC, port))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(outgoing, "CONNECT_SECONDS", 0.2)
    system = SystemNetwork()
    one = sender(system)
    slow = [one.post(f"https://slow{n}.example/", {}, b"") for n in range(RESOLVERS + 5)]
    assert set(await asyncio.gather(*slow)) == {"unresolved"}
    assert len(asked) == RESOLVERS
    assert await one.post("https://good.example/", {}, b"") == "unresolved"
    answered.set()
    assert await asyncio.wait_for(system.resolve("good.example", 443), 10) == [PUBLIC]
    assert asked[-1] == "good.example"


def test_a_process_ends_while_a_name_hangs() -> None:
    script = """
import asyncio, socket, time
from hornsup.server.network import SystemNetwork
socket.getaddrinfo = lambda *_, **__: time.sleep(60)
async def main():
    try:
        await asyncio.wait_for(SystemNetwork().resolve("slow.example", 443), 0.1)
    except TimeoutError:
        print("given up")
asyncio.run(main())
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=40, check=True
    )
    assert done.stdout == "given up\n"


async def test_a_header_of_several_lines_is_not_sent(receiver: Receiver) -> None:
    one = sender(allow=receiver.host)
    assert await one.post(f"{receiver.base}/", {"Title": "a\r\nX: b"}, b"") == "failed"
    assert receiver.got == []


# --- TLS --------------------------------------------------------------------------------------


def _certificate(folder: Path, name: str) -> Path:
    """A file with a key and a certificate for a name, which signs itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / f"{name}.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + signed.public_bytes(Encoding.PEM))
    return file


async def test_the_certificate_must_be_the_names_at_the_pinned_address(tmp_path: Path) -> None:
    file = _certificate(tmp_path, "hook.example")
    server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_side.load_cert_chain(file)
    seen: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append((await reader.readuntil(b"\r\n\r\n")).decode())
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=server_side)
    port = server.sockets[0].getsockname()[1]
    trusting = ssl.create_default_context(cafile=str(file))

    class Pinned(SystemNetwork):
        async def resolve(self, host: str, port: int) -> list[str]:
            del host, port
            return [PUBLIC]

        async def connect(self, address: str, _port: int, name: str | None) -> Streams:
            assert address == PUBLIC
            return await super().connect("127.0.0.1", port, name)

    async with server:
        trusted, other = Pinned(trusting), Pinned(ssl.create_default_context())
        assert await sender(trusted).post("https://hook.example/a", {}, b"") == "sent"
        assert await sender(trusted).post("https://other.example/a", {}, b"") == "failed"
        assert await sender(other).post("https://hook.example/a", {}, b"") == "failed"
    assert len(seen) == 1
    assert "Host: hook.example\r\n" in seen[0]
