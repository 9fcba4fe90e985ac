"""Who can reach a server that is started, and that it starts and ends."""

from __future__ import annotations

import socket
import ssl
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bench.annotate.people import start_server, stop_server
from diglot.annotate.options import ServeOptions
from diglot.annotate.records import LoginError
from diglot.annotate.server.app import make_app
from diglot.annotate.server.identity import Entrance
from diglot.annotate.server.serving import (
    _configured,
    _listen,
    _listen_anew,
    check_exposure,
    is_loopback,
    known_hosts,
    serve,
)
from diglot.annotate.store import Store
from diglot.errors import ConfigError, InputError
from tests.annotate.server.conftest import TestClient

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def store(pairs: Path) -> Iterator[Store]:
    found = Store.open(pairs)
    yield found
    found.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "127.3.2.1", "::1", "localhost"])
def test_this_machine_alone_is_always_allowed(host: str) -> None:
    assert is_loopback(host)
    check_exposure(host, team=False, tls=False, insecure=False)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "gold.example", ""])
def test_a_project_without_login_never_leaves_the_machine(host: str) -> None:
    for tls in (False, True):
        with pytest.raises(ConfigError, match="--team"):
            check_exposure(host, team=False, tls=tls, insecure=True)


def test_a_team_leaves_the_machine_encrypted_or_on_purpose() -> None:
    with pytest.raises(ConfigError, match="--certificate"):
        check_exposure("0.0.0.0", team=True, tls=False, insecure=False)
    check_exposure("0.0.0.0", team=True, tls=True, insecure=False)
    check_exposure("0.0.0.0", team=True, tls=False, insecure=True)


def test_serving_refuses_before_it_listens(store: Store) -> None:
    with pytest.raises(ConfigError, match="owner"):
        serve(store, ServeOptions(host="0.0.0.0"))


def test_names_are_known_as_given() -> None:
    hosts = known_hosts("0.0.0.0", ["Gold.Example"], team=True)
    assert hosts.allow("gold.example")
    assert hosts.allow(socket.gethostname())
    assert hosts.allow("10.1.2.3")
    assert not hosts.allow("evil.example")


def test_a_local_server_is_known_on_loopback_only() -> None:
    hosts = known_hosts("127.0.0.1", [], team=False)
    assert not hosts.allow(f"{socket.gethostname()}.example")
    assert not hosts.allow("10.1.2.3")


def test_a_port_that_is_taken_is_said(store: Store) -> None:
    taken = socket.create_server(("127.0.0.1", 0))
    with taken, pytest.raises(ConfigError, match="--port"):
        serve(store, ServeOptions(port=taken.getsockname()[1]))


def test_a_folder_keeps_its_port_while_that_is_free(tmp_path: Path) -> None:
    def port(listening: socket.socket) -> int:
        return int(listening.getsockname()[1])

    with _listen_anew("127.0.0.1", 0, tmp_path) as first:
        usual = port(first)
        with _listen_anew("127.0.0.1", 0, tmp_path) as beside:
            assert port(beside) != usual
    with _listen_anew("127.0.0.1", 0, tmp_path) as again:
        assert port(again) == usual


def test_answers_are_sent_at_once() -> None:
    with _listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP


@pytest.mark.parametrize("port", [70_000, -1])
def test_a_port_that_is_none_is_said(store: Store, port: int) -> None:
    with pytest.raises(ConfigError, match="--port"):
        serve(store, ServeOptions(port=port))


def test_a_certificate_that_is_missing_is_named(store: Store, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.pem"):
        serve(store, ServeOptions(team=True, certificate=tmp_path / "gone.pem"))


def test_a_certificate_that_is_none_is_named(store: Store, tmp_path: Path) -> None:
    (tmp_path / "bad.pem").write_text("no certificate")
    with pytest.raises(InputError, match="TLS"):
        serve(store, ServeOptions(team=True, certificate=tmp_path / "bad.pem"))


@pytest.mark.slow
def test_a_server_starts_answers_and_ends(pairs: Path) -> None:
    process, port = start_server(pairs, 0)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/session") as answer:
        assert answer.status == 200
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers
    stop_server(process)
    assert process.returncode == 0


@pytest.mark.slow
def test_tls_is_spoken(pairs: Path, tmp_path: Path) -> None:
    certificate = tmp_path / "both.pem"
    made = subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
            *("-keyout", str(tmp_path / "key.pem"), "-out", str(certificate)),
        ],
        capture_output=True,
        check=False,
    )
    if made.returncode:
        pytest.skip("openssl makes no certificate here")
    code = (
        "import sys; from pathlib import Path; from diglot.annotate.server import serve;"
        "from diglot.annotate.options import ServeOptions;"
        "from diglot.annotate.store import Store;"
        "how = ServeOptions(team=True, browser=False, certificate=Path(sys.argv[2]),"
        "key=Path(sys.argv[3]));"
        "serve(Store.open(Path(sys.argv[1])), how, announce=lambda line: print(line, flush=True))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(pairs), str(certificate), str(tmp_path / "key.pem")],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    address = f"https://localhost:{line.split('127.0.0.1:')[1].split('/')[0]}/api/session"
    context = ssl.create_default_context(cafile=str(certificate))
    with urllib.request.urlopen(address, context=context) as answer:
        assert answer.status == 200
    stop_server(process)


@pytest.mark.parametrize("proxies", [(), ("10.0.0.0/8",), ("127.0.0.1",)])
def test_an_address_is_believed_of_a_named_proxy_only(
    store: Store, proxies: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    config = _configured(make_app(store, entrance=Entrance("team")), None, None, proxies)
    seen = []
    monkeypatch.setattr(
        store.sessions,
        "login",
        lambda name, password, address, **_: seen.append(address) or raised(),
    )
    page = TestClient(
        config.loaded_app,
        client=("127.0.0.1", 9),
        base_url="http://localhost",
        headers={"Origin": "http://localhost", "X-Diglot": "1", "X-Forwarded-For": "6.6.6.6"},
    )
    page.post("/api/login", json={"name": "x", "password": "x"})
    assert seen == ["6.6.6.6" if proxies == ("127.0.0.1",) else "127.0.0.1"]


def raised() -> None:
    raise LoginError("no")


def test_a_proxy_is_an_address(store: Store) -> None:
    with pytest.raises(ConfigError, match="--proxy"):
        serve(store, ServeOptions(proxies=("nginx",)))
