"""Every failure as one line with its status; what went wrong inside stays in the log."""

import logging
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse

from diglot.annotate.records import (
    FaultError,
    ForbiddenError,
    InvitationError,
    LoginError,
    NotFoundError,
    StateError,
    ThrottledError,
)
from diglot.annotate.server.wire import Error, Refusal
from diglot.errors import DiglotError, EncodingError, RunError
from diglot.options import drop_options

STATUSES: dict[type[DiglotError], int] = {
    NotFoundError: 404,
    ForbiddenError: 403,
    StateError: 409,
    InvitationError: 400,
    LoginError: 401,
    ThrottledError: 429,
    FaultError: 422,
    # A person chooses how it reads, and it is sent again.
    EncodingError: 415,
    # The database does not answer; what was sent can be sent again.
    RunError: 503,
}
_BAD_REQUEST = 400
_LONGEST = 300
# Bodies that cannot be read, addresses and methods that are not there: by another exception.
_OF_THE_FRAMEWORK = (400, 404, 405, 408, 413)

logger = logging.getLogger("diglot.annotate")


def describe_refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route, for its description."""
    models = {422: Refusal}
    return {status: {"model": models.get(status, Error)} for status in statuses}


def add_refusals(app: "FastAPI") -> None:
    """Answer every failure that is not a bug; those are the guard's."""
    app.add_exception_handler(DiglotError, _diglot)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    for status in _OF_THE_FRAMEWORK:
        app.add_exception_handler(status, _http)


def one_line(text: str) -> str:
    """A message fit for one line of the page."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def _answer(status: int, text: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": one_line(text)}, status, headers)


def refusal_of(error: Exception) -> tuple[int, dict[str, Any]]:
    """Status and body that tell of an error."""
    status = next(
        (STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES), _BAD_REQUEST
    )
    message = one_line(drop_options(str(error)))
    if isinstance(error, RunError):
        logger.warning("%s", message)
    if isinstance(error, FaultError):
        return status, Refusal.make(error=message, problems=error.problems).model_dump()
    return status, {"error": message}


def _diglot(_: Request, error: Exception) -> JSONResponse:
    status, body = refusal_of(error)
    wait = {"retry-after": str(error.retry_after)} if isinstance(error, ThrottledError) else None
    return JSONResponse(body, status, wait)


def _malformed(_: Request, error: Exception) -> JSONResponse:
    first = error.errors()[0] if isinstance(error, RequestValidationError) else {}
    place = ".".join(str(part) for part in first.get("loc", ()) if part != "body")
    text = str(first.get("msg", "the request is malformed")).removeprefix("Value error, ")
    return _answer(_BAD_REQUEST, f"{place}: {text}" if place else text)


def _http(_: Request, error: Exception) -> JSONResponse:
    status, detail = getattr(error, "status_code", 500), getattr(error, "detail", "")
    return _answer(status, str(detail), getattr(error, "headers", None))
