"""The browser client's files: one shell for all pages, modules, styles, pictures.

Everything is answered with `no-cache` and an ETag: the browser asks again and gets 304 while
nothing has changed. Modules import each other by plain names, so an address with a version inside
would be wrong for all but the first of them; asking again is always right.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import cache
from html import escape
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import segno
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter

import hornsup.web
from hornsup import i18n
from hornsup.art import backdrop, icon, palette, rule_pictures
from hornsup.art.sprite import sprite
from hornsup.play.codes import read_code
from hornsup.server.config import Config
from hornsup.server.http import catalogue
from hornsup.server.http.assets import Asset, pack, reply
from hornsup.server.http.errors import AnyRequest, http_problem
from hornsup.web.packing import without_comments

FOLDER: Final = Path(hornsup.web.__file__).parent
TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
OWN_PATHS: Final = re.compile(r"/(?:(?:t|tv|replay)/[0-9a-f]{32})?(?:\?[a-z0-9=&]{1,60})?")
_HOST: Final = re.compile(
    r"[A-Za-z0-9.\-]{1,253}(?::[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](?::[0-9]{1,5})?"
)


# --- files ------------------------------------------------------------------------------------

_files: dict[str, tuple[int, Asset]] = {}
_TEXT: Final = re.compile(r'(<\w+ lang="(\w\w)">)\{\{([\w.-]+)\}\}')


def with_texts(source: str) -> str:
    """A page with the texts that stand in it in all languages: `<p lang="en">{{page.offline}}`."""
    return _TEXT.sub(lambda found: found[1] + escape(i18n.text(found[2], found[3])), source)


def _content(path: Path) -> bytes:
    change = {".js": without_comments, ".html": with_texts}.get(path.suffix)
    body = path.read_bytes()
    return change(body.decode()).encode() if change else body


def file_asset(name: str) -> Asset | None:
    """A file of the client; one that has changed on disk is read again."""
    path = FOLDER / name
    kind = TYPES.get(path.suffix)
    if kind is None or ".." in name or "\0" in name:
        return None
    try:
        changed = path.stat().st_mtime_ns
        known = _files.get(name)
        if known is None or known[0] != changed:
            known = _files[name] = (changed, pack(_content(path), kind))
    except (OSError, ValueError):
        return None
    return known[1]


def _file(request: AnyRequest, name: str) -> Response[bytes]:
    asset = file_asset(name)
    if asset is None:
        raise NotFoundException("there is no such file")
    return reply(request, asset)


@get(
    ["/", "/learn", "/replay", "/rules", "/continue"],
    include_in_schema=False,
    sync_to_thread=False,
    packed=True,
)
def shell(request: AnyRequest) -> Response[bytes]:
    return _file(request, "index.html")


@get(
    ["/t/{rest:str}", "/tv/{rest:str}", "/evening/{rest:str}", "/rules/{rest:str}"],
    include_in_schema=False,
    sync_to_thread=False,
    packed=True,
)
def shell_of(request: AnyRequest, rest: FromPath[str]) -> Response[bytes]:
    del rest  # the client reads it from its own address
    return _file(request, "index.html")


@get("/{code:str}", include_in_schema=False, sync_to_thread=False, packed=True)
def shell_of_code(request: AnyRequest, code: FromPath[str]) -> Response[bytes]:
    """The address that people type: the client asks for the table behind the code."""
    if read_code(code) is None:
        raise NotFoundException("there is no such page")
    return _file(request, "index.html")


def missing_page(request: AnyRequest, error: NotFoundException) -> Response[Any]:
    """A person is shown the client's own page about it; programs are answered in JSON."""
    wants_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    asset = file_asset("index.html")
    if asset is None or not wants_page or request.url.path.startswith("/api/"):
        return http_problem(request, error)
    return reply(request, asset, status=404)


@get("/web/{name:path}", include_in_schema=False, sync_to_thread=False, packed=True)
def static_file(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    return _file(request, str(name).lstrip("/"))


@get("/sw.js", include_in_schema=False, sync_to_thread=False, packed=True)
def service_worker(request: AnyRequest) -> Response[bytes]:
    """At the root, so that it may look after every page."""
    return _file(request, "js/sw.js")


# --- pictures ---------------------------------------------------------------------------------


@cache
def _drawn(name: str) -> Asset | None:
    makers: dict[str, Callable[[], str]] = {
        "sprite.svg": sprite,
        "icon.svg": icon.icon_svg,
        "maskable.svg": lambda: icon.icon_svg(maskable=True),
    }
    if name in makers:
        return pack(makers[name]().encode(), TYPES[".svg"])
    if (drawn := backdrop.hall_svg(name)) is not None:
        return pack(drawn.encode(), TYPES[".svg"])
    if name in rule_pictures.picture_files():
        drawn = rule_pictures.picture_svg(*rule_pictures.picture_files()[name])
        return pack(drawn.encode(), TYPES[".svg"])
    if name in icon.PNG_FILES:
        return pack(icon.icon_png(name), "image/png")
    return None


@get("/art/{name:str}", include_in_schema=False, sync_to_thread=False, packed=True)
def art(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    icons = ("sprite.svg", "icon.svg", "maskable.svg", *icon.PNG_FILES)
    known = (*icons, *rule_pictures.picture_files())
    asset = _drawn(name) if name in known or backdrop.FILE.fullmatch(name) else None
    if asset is None:
        raise NotFoundException("there is no such picture")
    return reply(request, asset)


@get("/favicon.ico", include_in_schema=False, sync_to_thread=False, packed=True)
def favicon(request: AnyRequest) -> Response[bytes]:
    asset = _drawn("favicon-32.png")
    assert asset is not None
    return reply(request, asset)


@cache
def _manifest() -> Asset:
    icons = [
        {
            "src": f"/art/{name}",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "maskable" if maskable else "any",
        }
        for name, (size, maskable) in icon.PNG_FILES.items()
        if size >= 192
    ]
    data = {
        "name": "Horns Up",
        "short_name": "Horns Up",
        "id": "/",
        "start_url": "/",
        "display": "standalone",
        "background_color": palette.NIGHT,
        "theme_color": palette.NIGHT,
        "icons": icons,
    }
    return pack(msgspec.json.encode(data), "application/manifest+json")


@get("/manifest.webmanifest", include_in_schema=False, sync_to_thread=False, packed=True)
def manifest(request: AnyRequest) -> Response[bytes]:
    return reply(request, _manifest())


# --- the code to scan -------------------------------------------------------------------------


def base_address(request: AnyRequest, config: Config) -> str:
    """The address that people type, without a slash at the end."""
    if config.public_url:
        return config.public_url.rstrip("/")
    host = request.headers.get("host", "")
    if not _HOST.fullmatch(host):
        host = f"{config.host}:{config.port}"
    return f"{request.scope['scheme']}://{host}"


def qr_svg(text: str) -> bytes:
    """A QR code as SVG, dark on white whatever the theme, since phones read it best so."""
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(
        out, kind="svg", border=3, dark="#120B18", light="#FFFFFF", xmldecl=False, omitsize=True
    )
    return out.getvalue()


@get(
    "/api/qr.svg",
    tags=["pages"],
    summary="A page of ours as a QR code",
    media_type="image/svg+xml",
    sync_to_thread=False,
    packed=True,
)
def qr(
    request: AnyRequest,
    path: Annotated[str, QueryParameter(max_length=200, description="/t/…, /tv/… or /replay/…")],
) -> Response[bytes]:
    if not OWN_PATHS.fullmatch(path):
        raise NotFoundException("only pages of this server have a code here")
    address = base_address(request, request.app.state.services.config) + path
    return reply(request, pack(qr_svg(address), TYPES[".svg"]))


HANDLERS: list[Any] = [
    shell,
    shell_of,
    shell_of_code,
    static_file,
    service_worker,
    art,
    favicon,
    manifest,
    qr,
    *catalogue.HANDLERS,
]
