"""What every request passes before any route, and what every answer carries.

Its host, its origin and its size are looked at.

Reference: OWASP Cross-Site Request Forgery Prevention Cheat Sheet, "Custom Request Headers" and
"Verifying Origin With Standard Headers".
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from fastapi import HTTPException

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
ASGIApp: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_SECONDS = 30.0
SLOWEST = 10_000
"""A body has this time, and one more second for so many bytes that have come."""

UPLOAD_LIMIT = 50_000_000
BODY_LIMIT = 10_000_000
UPLOADS = ("/api/imports", "/api/previews")
JOBS = "/api/jobs/"
"""Where whole files arrive; every other body is a judgement or a form."""

logger = logging.getLogger("diglot.annotate")

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK_NAMES = frozenset({"localhost"})

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
# Under TLS a browser does not come back without it.
ENCRYPTED = {"strict-transport-security": "max-age=31536000"}
# Answers of the API are one person's own: no proxy and no later user of a browser sees them.
PRIVATE = {"cache-control": "no-store"}


@dataclass(frozen=True, slots=True)
class Hosts:
    """By which names this server may be called.

    A name that an attacker points at this machine arrives in ``Host`` (DNS rebinding), so names are
    listed. An address cannot be pointed elsewhere: beyond loopback any address will do.

    Attributes:
        names: in small letters, without ports.
        addresses: whether addresses beyond loopback are accepted, too.
    """

    names: frozenset[str] = LOOPBACK_NAMES
    addresses: bool = False

    def allow(self, host: str) -> bool:
        """Whether a ``Host`` header names this server."""
        name = _hostname(f"//{host}")
        if name is None:
            return False
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return name in self.names
        return self.addresses or address.is_loopback


class Guard:
    """Refuses requests that no page of this server can have sent, and marks every answer.

    Args:
        app: what is guarded.
        hosts: by which names the server may be called.
        page: digest of its page, by which one that was left open sees that diglot was updated.
    """

    def __init__(self, app: ASGIApp, *, hosts: Hosts, page: str = "") -> None:
        self.app = app
        self.hosts = hosts
        self.private = PRIVATE | {"x-diglot-page": page}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request; other kinds of connection are not served."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        api = scope["path"] == "/api" or scope["path"].startswith("/api/")
        marks = HEADERS | (self.private if api else {})
        if scope["scheme"] == "https":
            marks |= ENCRYPTED

        started = False

        async def marked(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                given = {name for name, _ in message["headers"]}
                extra = [
                    (k.encode(), v.encode()) for k, v in marks.items() if k.encode() not in given
                ]
                message = {**message, "headers": [*message["headers"], *extra]}
            await send(message)

        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(marked, *refusal)
            return
        try:
            await self.app(scope, _bounded(receive, limit_of(scope["path"])), marked)
        except Exception:
            logger.exception("%s %s failed", scope["method"], scope["path"])
            if started:
                raise
            await _refuse(marked, 500, "the server failed; see its log")

    def _refusal(self, scope: Scope, headers: Mapping[bytes, str]) -> tuple[int, str] | None:
        host = headers.get(b"host", "")
        if not self.hosts.allow(host):
            return (
                400,
                "this server has another name; start it with --allow-host to add this one",
            )
        if scope["method"] in SAFE:
            return None
        if headers.get(b"x-diglot") != "1":
            return 403, "requests that change something need the header X-Diglot: 1"
        if not _same_origin(headers.get(b"origin", ""), host):
            return 403, "requests that change something must come from a page of this server"
        limit = limit_of(scope["path"])
        length = headers.get(b"content-length", "0")
        if not length.isascii() or not length.isdigit() or len(length) > 18:
            return 400, "the header Content-Length is not a number"
        if int(length) > limit:
            return 413, too_large(limit)
        return None


def limit_of(path: str) -> int:
    """How many bytes a body sent to a path may have."""
    whole = path in UPLOADS or (path.startswith(JOBS) and path.endswith("/files"))
    return UPLOAD_LIMIT if whole else BODY_LIMIT


def too_large(limit: int) -> str:
    """What is said of a body above the limit."""
    return f"at most {limit // 1_000_000} MB can be sent at once"


def _bounded(receive: Receive, limit: int) -> Receive:
    """Counts what arrives: a body sent in pieces does not say its length beforehand.

    A body has some seconds, and longer the more of it has come: who sends a byte now and then is
    not waited for.
    """
    size = 0
    begun = time.monotonic()
    complete = False

    async def counted() -> Message:
        nonlocal size, complete
        if complete:  # what comes now is the end of the connection, whenever that is
            return await receive()
        left = begun + BODY_SECONDS + size / SLOWEST - time.monotonic()
        try:
            async with asyncio.timeout(max(left, 0)):
                message = await receive()
        except TimeoutError:
            raise HTTPException(
                408, "the request came too slowly; send it again", {"connection": "close"}
            ) from None
        size += len(message.get("body", b""))
        complete = not message.get("more_body", False)
        if size > limit:
            raise HTTPException(413, too_large(limit))
        return message

    return counted


def _hostname(url: str) -> str | None:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    if parts.username is not None or parts.path or parts.query or parts.fragment:
        return None
    return parts.hostname


def _same_origin(origin: str, host: str) -> bool:
    scheme, _, place = origin.partition("://")
    if scheme not in ("http", "https") or _hostname(f"//{place}") is None:
        return False
    usual = ":80" if scheme == "http" else ":443"
    return place.lower().removesuffix(usual) == host.lower().removesuffix(usual)


async def _refuse(send: Send, status: int, error: str) -> None:
    body = json.dumps({"error": error}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if status == 413:
        # What is still on its way is not read, so the connection cannot be used again.
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
