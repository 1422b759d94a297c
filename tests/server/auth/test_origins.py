"""Pages of others get no socket, change nothing and are sent no cookie."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.server.faults import DICE
from tests.server.harness import Local, local_server
from tests.server.players import Player, people_at_table, table_id
from tests.server.raw import Raw

FOREIGN = [
    "https://evil.example",
    "null",
    "http://127.0.0.1",
    "http://{host}.evil.example",
    "http://evil.example/{host}",
    "http://{host}@evil.example",
    "",
    "http://[",
]


async def test_case_24_pages_of_others_get_no_socket(tmp_path: Path) -> None:
    async with local_server(tmp_path, origins="https://friend.example/, https://b.example") as it:
        host = it.base.removeprefix("http://")
        async with people_at_table(it.base) as lines:
            token = lines[0].guest.token
            for origin in FOREIGN:
                raw = await shake(it, lines, token, origin.format(host=host))
                assert raw.status == 403, origin
            for origin in (it.base, "https://friend.example", "https://b.example"):
                raw = await shake(it, lines, token, origin)
                assert raw.status == 101, origin


async def shake(server: Local, lines: list[Player], token: str, origin: str) -> Raw:
    """With the cookie, as a browser would send it whatever page asks."""
    cookie = f"hornsup={token}"
    raw = await Raw.shake(server.base, table_id(lines[0]), origin=origin, cookie=cookie)
    raw.end()
    return raw


def answered(base: str, method: str, path: str, body: bytes, headers: dict[str, str]) -> int:
    sent = {"content-type": "application/json", **headers}
    try:
        asked = Request(base + path, body, sent, method=method)
        with urlopen(asked, timeout=10) as response:
            return int(response.status)
    except HTTPError as error:
        with error:
            return error.code


STATELESS = ("/api/verify", "/api/replay", "/api/lessons/{name}")


async def test_case_24_pages_of_others_change_nothing_over_http(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        guest = await server.guest()
        opened = await guest.open_table(DICE, seats=["me"])
        (device,) = [each["id"] for each in await guest.call("GET", "/api/me/devices")]
        api = await guest.call("GET", "/api/openapi.json")
        tried = 0
        for path, methods in api["paths"].items():
            for method in methods.keys() & {"post", "delete", "put", "patch"}:
                if path in STATELESS:
                    continue  # it answers about what it is given and knows no guest
                where = path.replace("{table_id}", opened["id"]).replace("{device_id}", device)
                body = EXAMPLES[path]
                headers = {"cookie": f"hornsup={guest.token}", "origin": "https://evil.example"}
                ask = (server.base, method.upper(), where, body)
                assert await asyncio.to_thread(answered, *ask, headers) == 403
                tried += 1
        assert tried >= 9
        table = await guest.call("GET", f"/api/tables/{opened['id']}")
        assert sum(1 for seat in table["seats"] if seat.get("person")) == 1
        assert (await guest.call("GET", "/api/me"))["name"] == "Ann"


EXAMPLES = {
    "/api/session": b'{"name":"Mallory"}',
    "/api/me": b"",
    "/api/me/devices/{device_id}": b"",
    "/api/me/links": b'{"kind":"recovery"}',
    "/api/me/links/recovery": b"",
    "/api/links/look": b'{"secret":"' + b"A" * 43 + b'"}',
    "/api/links/use": b'{"secret":"' + b"A" * 43 + b'"}',
    "/api/tables": b'{"settings":{"game":"raise-your-horns"}}',
    "/api/tables/{table_id}/seats": b'{"contribution":""}',
    "/api/tables/{table_id}/webhook": b'{"kind":"json","url":"https://evil.example/"}',
    "/api/tables/{table_id}/webhook/test": b"",
    "/api/tables/{table_id}/practice": b'{"move":1,"seat":0}',
    "/api/push": b'{"endpoint":"https://evil.example/","keys":{"p256dh":"","auth":""}}',
}


async def test_case_24_the_cookie_stays_with_our_own_pages(tmp_path: Path) -> None:
    def cookie_of(base: str) -> str:
        asked = Request(
            f"{base}/api/session", b'{"name":"Ann"}', {"content-type": "application/json"}
        )
        with urlopen(asked, timeout=10) as response:
            return str(response.headers["set-cookie"]).lower()

    async with local_server(tmp_path, secure=True) as server:
        cookie = await asyncio.to_thread(cookie_of, server.base)
    assert "samesite=lax" in cookie
    assert "httponly" in cookie
    assert "secure" in cookie
