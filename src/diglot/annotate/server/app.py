"""The application: routes, guards, refusals and the built page put together."""

import hashlib
import mimetypes
from functools import cache
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI, HTTPException, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse, Response

from diglot._version import __version__
from diglot.annotate.review.jobs import Workspace
from diglot.annotate.review.live import Follower
from diglot.annotate.server.guard import Guard, Hosts
from diglot.annotate.server.identity import Entrance, entrance_of, store_of
from diglot.annotate.server.refusals import add_refusals, describe_refusals
from diglot.annotate.server.routes import annotations, layers, people, reports
from diglot.annotate.server.routes import files as files_routes
from diglot.annotate.server.routes import workspace as workspace_routes
from diglot.annotate.store import Store

NOT_BUILT = b"""<!doctype html>
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
def page_files() -> dict[str, bytes]:
    """The files of the page by their addresses: nothing else on the disk can be asked for.

    They stay as they were when the server began: an update of diglot replaces them one by one.
    """
    root = Path(str(files("diglot.annotate"))) / "static"
    paths = [path for path in root.rglob("*") if path.is_file()]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


def add_page(app: "FastAPI") -> None:
    """Serve the page on every path that is left."""
    app.add_api_route("/{path:path}", _page, methods=["GET", "HEAD"], include_in_schema=False)


async def _page(request: Request, path: str) -> Response:
    if path == "api" or path.startswith("api/"):
        raise HTTPException(404, "the API has no such address")
    token = request.query_params.get("token")
    if token is not None and entrance_of(request).mode == "local":
        return await _admitted(request, token)
    pages = page_files()
    if path in pages and path != "index.html":
        kind = TYPES.get(Path(path).suffix) or mimetypes.guess_type(path)[0]
        headers = FOREVER if path.startswith("assets/") else ALWAYS_ASK
        return Response(pages[path], media_type=kind, headers=headers)
    if path.startswith("assets/"):
        raise HTTPException(404, "the page has no such file; load it again")
    start = pages.get("index.html", NOT_BUILT)
    return Response(start, media_type="text/html", headers=ALWAYS_ASK)


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


# The application: routes, guards, refusals and the page put together.


ROUTERS = (
    people.session_router,
    people.people_router,
    people.remarks_router,
    layers.layers_router,
    layers.items_router,
    annotations.router,
    reports.router,
    files_routes.files_router,
    files_routes.releases_router,
    workspace_routes.router,
)


def make_app(
    store: Store,
    *,
    entrance: Entrance,
    hosts: Hosts | None = None,
    follower: Follower | None = None,
    workspace: Workspace | None = None,
) -> FastAPI:
    """The server of a project, to be run by any ASGI server.

    Args:
        store: the project.
        entrance: how people come in.
        hosts: by which names the server may be called; None for this machine's loopback.
        follower: writes the files that are under review.
        workspace: does jobs for the person who opened it; None for a project alone.
    """
    app = FastAPI(
        title="diglot annotate",
        version=__version__,
        description="Judgements of a project: gold data and corrections.",
        openapi_url="/api/openapi.json",
        # Their pages load code from other hosts.
        docs_url=None,
        redoc_url=None,
    )
    app.state.store = store
    app.state.entrance = entrance
    app.state.follower = follower
    app.state.workspace = workspace
    for router in ROUTERS:
        app.include_router(router, prefix="/api", responses=describe_refusals(400, 401, 403, 404))
    add_page(app)
    add_refusals(app)
    page = hashlib.sha256(page_files().get("index.html", NOT_BUILT)).hexdigest()[:16]
    app.add_middleware(Guard, hosts=hosts or Hosts(), page=page)
    return app
