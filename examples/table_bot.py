"""A bot on the bare wire, in Python: `python examples/table_bot.py http://host:8000/t/TABLE`.

It needs the package `websockets` and nothing of hornsup, and plays any legal move. Everything that
a client in any language has to do is here: come in, sit down, say hello, answer with one of the
legal moves under the version they came with, connect again when the connection breaks.
"""

import asyncio
import json
import secrets
import sys
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake


def post(url, body, token=""):
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    with urlopen(Request(url, json.dumps(body).encode(), headers), timeout=15) as response:
        return json.load(response)


async def play(socket):
    """Play over one connection; True when the game is over."""
    await socket.send(json.dumps({"type": "hello", "wire": 1}))
    async for text in socket:
        message = json.loads(text)
        if message["type"] == "bye":
            raise SystemExit(message["message"])
        if message["type"] not in ("welcome", "update"):
            continue
        if message.get("table", {}).get("phase") == "over":
            return True
        if message.get("legal"):  # only ever sent to the seat that must decide
            version = message["version"]
            move = {"type": "move", "id": secrets.token_hex(8), "version": version}
            await socket.send(json.dumps({**move, "move": secrets.choice(message["legal"])}))
    return False


async def main(link):
    base, table = link.rsplit("/t/", 1)
    token = post(f"{base}/api/session", {"name": "Any", "token": True})["token"]
    post(f"{base}/api/tables/{table}/seats", {"contribution": secrets.token_hex(16)}, token)
    address = f"{base.replace('http', 'ws', 1)}/ws/{table}"
    while True:
        try:
            headers = {"authorization": f"Bearer {token}"}
            async with connect(address, additional_headers=headers, compression=None) as socket:
                if await play(socket):
                    break
        except (OSError, ConnectionClosed, InvalidHandshake):
            await asyncio.sleep(0.5)
    sys.stdout.write("the game is over\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
