"""The page: files built from ``web/``, the same page for every address that is none of the API."""

import mimetypes
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import HTTPException, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse, RedirectResponse, Response

from diglot.annotate.server.identity import entrance_of, store_of

if TYPE_CHECKING:
    from fastapi import FastAPI

NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>diglot annotate</title>
<p>The page is not built yet: run <code>make annotate</code> in the checkout (it needs npm), then \
start the server again.
</html>
"""
# Names under assets/ carry a hash of what they hold.
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
ALWAYS_ASK = {"cache-control": "no-cache"}
# Windows takes types from its registry, where scripts may be plain text.
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@cache
def built() -> dict[str, Path]:
    """The files of the page by their addresses: nothing else on the disk can be asked for."""
    root = Path(str(files("diglot.annotate"))) / "static"
    return {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file()}


def add_page(app: "FastAPI") -> None:
    """Serve the page on every path that is left."""
    app.add_api_route("/{path:path}", _page, methods=["GET", "HEAD"], include_in_schema=False)


async def _page(request: Request, path: str) -> Response:
    if path == "api" or path.startswith("api/"):
        raise HTTPException(404, "the API has no such address")
    token = request.query_params.get("token")
    if token is not None and entrance_of(request).mode == "local":
        return await _admitted(request, token)
    pages = built()
    if path in pages and path != "index.html":
        kind = TYPES.get(pages[path].suffix) or mimetypes.guess_type(path)[0]
        headers = FOREVER if path.startswith("assets/") else ALWAYS_ASK
        return FileResponse(pages[path], media_type=kind, headers=headers)
    if path.startswith("assets/"):
        raise HTTPException(404, "the page has no such file; load it again")
    if "index.html" not in pages:
        return Response(NOT_BUILT, media_type="text/html", headers=ALWAYS_ASK)
    return FileResponse(pages["index.html"], media_type="text/html", headers=ALWAYS_ASK)


async def _admitted(request: Request, token: str) -> Response:
    """Exchange the token of the address for a cookie, and take it out of the address."""
    entrance = entrance_of(request)
    rest = request.url.remove_query_params("token")
    # Only the path: a redirect never leaves this server, whatever the path looks like.
    place = "/" + rest.path.lstrip("/\\")
    response = RedirectResponse(f"{place}?{rest.query}" if rest.query else place, 303)
    if entrance.admits(token):
        store = store_of(request)
        owner = await run_in_threadpool(store.people.local_owner)
        entrance.remember(
            request, response, await run_in_threadpool(store.sessions.start, owner.id)
        )
    return response
