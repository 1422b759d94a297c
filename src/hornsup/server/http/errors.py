"""Errors over HTTP: always JSON with a code and a sentence that says what to do."""

from __future__ import annotations

from typing import Any

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from msgspec import Struct

from hornsup import i18n
from hornsup.errors import HornsUpError
from hornsup.play.live.ports import StorageError
from hornsup.play.refused import Refused
from hornsup.server.auth.bans import Banned, sentence
from hornsup.server.auth.limits import TooMany

logger = structlog.get_logger("http")
AnyRequest = Request[Any, Any, Any]


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why a request was not carried out."""

    code: str
    message: str
    rule: str | None = None


def language_of(request: AnyRequest) -> str:
    """The language that a request asks for, by its header."""
    return i18n.pick_language(request.headers.get("accept-language", "en").split(",")[0])


def _refused(request: AnyRequest, error: Refused) -> Response[Problem]:
    if error.code == "storage":
        return _unavailable(request)
    text = error.text(language_of(request))
    return Response(Problem(error.code, text, error.rule), status_code=409)


def _storage(request: AnyRequest, error: StorageError) -> Response[Problem]:
    logger.warning("storage", path=request.url.path, error=str(error))
    return _unavailable(request)


def _unavailable(request: AnyRequest) -> Response[Problem]:
    text = i18n.text(language_of(request), "table.refused.storage")
    return Response(Problem("storage", text), status_code=503, headers={"retry-after": "2"})


def _bad_input(_request: AnyRequest, error: HornsUpError) -> Response[Problem]:
    return Response(Problem("bad-input", str(error)), status_code=400)


def http_problem(_request: AnyRequest, error: HTTPException) -> Response[Problem]:
    detail = str(error.detail)
    if isinstance(error, ValidationException) and error.extra:
        detail = f"{detail}: {error.extra}"
    code = {404: "not-found", 401: "no-session", 403: "forbidden", 429: "slow-down"}
    return Response(
        Problem(code.get(error.status_code, "bad-request"), detail),
        status_code=error.status_code,
        headers=error.headers or {},
    )


def _too_many(request: AnyRequest, error: TooMany) -> Response[Problem]:
    text = i18n.text(language_of(request), f"page.limits.{error.name}")
    return Response(Problem("slow-down", text), status_code=429)


def _banned(request: AnyRequest, _error: Banned) -> Response[Problem]:
    return Response(Problem("banned", sentence(language_of(request))), status_code=403)


def _bug(request: AnyRequest, error: Exception) -> Response[Problem]:
    logger.exception("request failed", path=request.url.path, exc_info=error)
    return Response(Problem("bug", i18n.text(language_of(request), "page.broken")), status_code=500)


HANDLERS: Any = {
    Refused: _refused,
    StorageError: _storage,
    HornsUpError: _bad_input,
    TooMany: _too_many,
    Banned: _banned,
    HTTPException: http_problem,
    Exception: _bug,
}
