"""Errors as answers of the HTTP API."""

from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec

from lido.errors import LidoError, NotKept, Refusal
from lido.server.logging import log_error, log_event
from lido.server.rooms.connection import outside, plain
from lido.server.transport.language import spoken
from lido.server.transport.schemas import Problem

Asked = Request[Any, Any, Any]

STATUS = {
    "service.nobody": 401,
    "service.signed-out": 401,
    "service.link": 403,
    "service.no-table": 404,
    "service.no-person": 404,
    "service.no-game": 404,
    "cup.none": 404,
    "service.no-puzzle": 404,
    "service.no-challenge": 404,
    "service.no-address": 404,
    "service.no-method": 405,
    "server.not-over": 409,
    "service.too-many": 429,
    "service.tables-each": 429,
    "service.given-each": 429,
    "service.challenge-tries": 429,
    "service.not-now": 503,
    "workers.closed": 503,
    "workers.lost": 503,
}
"""The HTTP status of each refusal that is not 400."""


WHY = {
    400: "The request cannot be read, or asks for something that is not possible.",
    401: "There is no valid cookie: ask for `/api/me` first. `service.signed-out`: this device was signed out.",
    403: "The request comes from another page, is not JSON, or has a link that is no longer valid.",
    404: "There is nothing with that id or at that address.",
    409: "The game is not over yet.",
    413: "The body is too long.",
    429: "Too many requests.",
    503: "The database cannot be read or written now.",
}
ALWAYS = (429, 503)
"""What every address may answer: the limits are for each visitor, and nothing works without the database."""
WRITES = (400, 403, 413)
"""What every address that takes a body may answer."""


def troubles(*statuses: int) -> dict[int, ResponseSpec]:
    """The errors that an address may answer, for OpenAPI."""
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=WHY[status])
        for status in sorted({*statuses, *ALWAYS})
    }


def refused(request: Asked, error: LidoError) -> Response[Problem]:
    """The answer to what is not allowed or not possible."""
    if isinstance(error, NotKept):
        log_error("a request could not be served", error, method=request.method)
    error = outside(error)
    problem = Problem(error.code, plain(error), error.said(spoken(request.headers.get("accept-language"))))
    return Response(problem, status_code=STATUS.get(error.code, 400))


def not_json(request: Asked, error: Exception) -> Response[Problem]:
    """The answer to a body that the library stumbles over: JSON that is too deep, or text that is not UTF-8."""
    log_event("a body could not be read", method=request.method, error=type(error).__name__)
    code = "service.too-deep" if isinstance(error, RecursionError) else "service.bad-text"
    return refused(request, Refusal(code))


def why(error: HTTPException) -> str:
    """What Litestar says of a body."""
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        return "; ".join(f"{each.get('key', '')} {each.get('message', '')}".strip() for each in extra)
    return str(error.detail)


def failed(request: Asked, error: Exception) -> Response[Problem]:
    """The answer to a request that met an error of ours."""
    log_error("request failed", error, method=request.method, path=request.scope["path"])
    refusal = Refusal("service.failed")
    return Response(
        Problem(refusal.code, {}, refusal.said(spoken(request.headers.get("accept-language")))), status_code=500
    )
