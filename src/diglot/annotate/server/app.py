"""The application: routes, guards, refusals and the page put together."""

from fastapi import FastAPI

import diglot
from diglot.annotate.server.guard import Guard, Hosts
from diglot.annotate.server.identity import Entrance
from diglot.annotate.server.page import add_page
from diglot.annotate.server.refusals import add_refusals, described
from diglot.annotate.server.routes import (
    annotations,
    reports,
    routes_files,
    routes_items,
    routes_layers,
    routes_people,
    routes_releases,
    routes_session,
)
from diglot.annotate.store import Store

ROUTERS = (
    routes_session.router,
    routes_people.router,
    routes_layers.router,
    routes_items.router,
    annotations.router,
    reports.router,
    routes_files.router,
    routes_releases.router,
)


def make_app(store: Store, *, entrance: Entrance, hosts: Hosts | None = None) -> FastAPI:
    """The server of a project, to be run by any ASGI server.

    Args:
        store: the project.
        entrance: how people come in.
        hosts: by which names the server may be called; None for this machine's loopback.
    """
    app = FastAPI(
        title="diglot annotate",
        version=diglot.__version__,
        description="Judgements of a project: gold data and corrections.",
        openapi_url="/api/openapi.json",
        # Their pages load code from other hosts.
        docs_url=None,
        redoc_url=None,
    )
    app.state.store = store
    app.state.entrance = entrance
    for router in ROUTERS:
        app.include_router(router, prefix="/api", responses=described(400, 401, 403, 404))
    add_page(app)
    add_refusals(app)
    app.add_middleware(Guard, hosts=hosts or Hosts())
    return app
