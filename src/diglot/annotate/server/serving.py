"""Starting the server: who may reach it, under which names, and with which secrets."""

from __future__ import annotations

import ipaddress
import os
import secrets
import socket
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import quote
from zlib import crc32

from diglot.annotate.options import ServeOptions
from diglot.errors import ConfigError, InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from uvicorn import Config

    from diglot.annotate.review.jobs import Workspace
    from diglot.annotate.review.live import Follower
    from diglot.annotate.server.guard import Hosts
    from diglot.annotate.store import Store

_EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared with, not listened on
_BACKLOG = 256
_PORTS = range(20_000, 32_768)
"""Above what services use, below what systems give to connections."""


def serve(
    store: Store,
    options: ServeOptions | None = None,
    *,
    announce: Callable[[str], None] | None = None,
    place: str = "/",
    follower: Follower | None = None,
    workspace: Workspace | None = None,
) -> None:
    """Serve a project until interrupted.

    Args:
        store: the project.
        options: where, and to whom.
        announce: is given a line with the address once the server answers.
        place: address of the page to begin with, without the host.
        follower: writes the files that are under review, and says how far they are.
        workspace: does jobs, and ends the server when the page asks for it.

    Raises:
        ConfigError: it would be reachable unprotected, or it cannot listen there.
        InputError: the certificate cannot be used.
    """
    options = options or ServeOptions()
    host, team, certificate = options.host, options.team, options.certificate
    check_exposure(host, team=team, tls=certificate is not None, insecure=options.insecure)
    _check_proxies(options.proxies)
    store.sessions.idle = timedelta(hours=options.idle) if team else None
    listening = _listen_anew(host, options.port, store.folder)
    with listening:
        from diglot.annotate.server.app import make_app
        from diglot.annotate.server.identity import Entrance

        actual = listening.getsockname()[1]
        token = "" if team else secrets.token_urlsafe(32)
        entrance = Entrance("team" if team else "local", token, actual)
        app = make_app(
            store,
            entrance=entrance,
            hosts=known_hosts(host, options.hosts, team=team),
            follower=follower,
            workspace=workspace,
        )
        scheme = "https" if certificate else "http"
        site = f"{scheme}://{_shown(host, options.hosts)}:{actual}"
        address = f"{site}{place}"
        if token:
            address += f"{'&' if '?' in place else '?'}token={quote(token)}"

        def ready() -> None:
            if announce:
                announce(f"open {address} (Ctrl-C ends it)")
                if team and not store.people.owner_signs_in():
                    _, invitation = store.people.invite("owner")
                    announce(f"become the owner at {site}/join/{invitation} (works once)")
            if options.browser:
                import webbrowser

                webbrowser.open(address)

        settings = _configured(app, certificate, options.key, options.proxies)
        _run(settings, listening, ready, workspace)


def check_exposure(host: str, *, team: bool, tls: bool, insecure: bool) -> None:
    """Refuse to be reachable by others without login, or without encryption.

    Raises:
        ConfigError: it would be.
    """
    if is_loopback(host):
        return
    if not team:
        raise ConfigError(
            f"{host} can be reached by other machines, and everyone there would be the owner; "
            "add --team, or listen on 127.0.0.1"
        )
    if not tls and not insecure:
        raise ConfigError(
            f"passwords would travel to {host} unencrypted; give --certificate and --key, "
            "or --insecure if a proxy encrypts"
        )


def _check_proxies(proxies: Sequence[str]) -> None:
    for each in proxies:
        try:
            ipaddress.ip_network(each)
        except ValueError as error:
            raise ConfigError(
                f"--proxy {each} is neither an address nor a network, such as 10.0.0.0/8"
            ) from error


def is_loopback(host: str) -> bool:
    """Whether an address is reached from this machine only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def known_hosts(host: str, names: Sequence[str], *, team: bool) -> Hosts:
    """By which names a server that listens on an address may be called."""
    from diglot.annotate.server.guard import LOOPBACK_NAMES, Hosts

    known = {*LOOPBACK_NAMES, *(name.lower() for name in names)}
    beyond = team and not is_loopback(host)
    if beyond:
        known |= {host.lower(), socket.gethostname().lower(), socket.getfqdn().lower()}
    return Hosts(frozenset(known - {""}), addresses=beyond)


def _listen_anew(host: str, port: int, folder: Path | None) -> socket.socket:
    """Listen where the page of a folder was before, unless a port is named or that one is taken.

    A browser keeps what it could not send by address and port: a tab that was left open goes on,
    and what waits in it arrives.
    """
    if port or folder is None:
        return _listen(host, port)
    usual = _PORTS[crc32(os.fsencode(folder.resolve())) % len(_PORTS)]
    try:
        return _listen(host, usual)
    except ConfigError:
        return _listen(host, 0)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named, since asyncio sends small answers at once (TCP_NODELAY) only where it reads "TCP":
    # otherwise the body of an answer waits 40 ms for the client to acknowledge its head.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise ConfigError(
            f"cannot listen on {host}:{port} ({error}); name another --port or --host"
        ) from error
    # Whoever connects from now on waits until the application is there.
    listening.listen(_BACKLOG)
    return listening


def _configured(
    app: object, certificate: Path | None, key: Path | None, proxies: Sequence[str]
) -> Config:
    from uvicorn import Config

    from diglot.annotate.server.connections import Limits

    for path in (certificate, key):
        if path is not None and not path.is_file():
            raise InputError("no such file", path=path, cure="give a PEM file")
    config = Config(
        app,  # type: ignore[arg-type]
        log_level="warning",
        access_log=False,
        lifespan="off",
        server_header=False,
        # Only a proxy that is named may say how it was called, and by whom.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        http=Limits(proxies).protocol(),
        ws="none",
        timeout_graceful_shutdown=5,
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )
    try:
        config.load()
    except OSError as error:
        # Of ssl.SSLError, too: a key that does not belong to the certificate.
        raise InputError(
            f"cannot be used for TLS ({error})", path=certificate, cure="give a PEM pair"
        ) from error
    return config


def _run(
    config: Config,
    listening: socket.socket,
    ready: Callable[[], None],
    workspace: Workspace | None,
) -> None:
    from uvicorn import Server

    class Announcing(Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            if self.started:
                ready()

    server = Announcing(config)
    if workspace is not None:
        workspace.end = lambda: setattr(server, "should_exit", True)
    # uvicorn has ended in order by then, and says only how it was asked to.
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def _shown(host: str, names: Sequence[str]) -> str:
    """What stands in the address that people open."""
    if names:
        return names[0]
    if host in _EVERYWHERE:
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host
