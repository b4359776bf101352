"""Behind a proxy: the documented nginx configuration with the real nginx, and silent proxies."""

from __future__ import annotations

import json
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from meepleproof.service.http.access import PROXY_HEADERS
from meepleproof.service.tokens import Tokens
from tests.service_client import Clients, clients, problem, two_packs
from tests.service_process import Running, end, start

DOCS = Path(__file__).parents[1] / "docs" / "service-running.md"
NAME = "puzzles.example.org"
TURNS = {"puzzle": "x", "turns": []}
SILENT = "location / { proxy_pass http://127.0.0.1:8128; proxy_http_version 1.1; }"
BARE = "location / { proxy_pass http://127.0.0.1:8128; }"

needs_nginx = pytest.mark.skipif(
    shutil.which("nginx") is None, reason="nginx is not installed (apt-get install nginx-light)"
)


def documented() -> str:
    """Return the server block of the docs."""
    found = re.search(r"```nginx\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        port: int = one.getsockname()[1]
        return port


@contextmanager
def nginx(folder: Path, running: Running, server: str) -> Iterator[str]:
    """Run nginx with a server block, on a port of this machine and without TLS."""
    port = free_port()
    server = re.sub(r"listen (80|443 ssl);", f"listen 127.0.0.1:{port};", server)
    server = re.sub(r"ssl_certificate\w* \S+;", "", server)
    server = server.replace("http://127.0.0.1:8128", running.address)
    paths = "".join(
        f"{kind}_temp_path {folder / kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"pid {folder / 'pid'}; error_log {folder / 'errors'}; daemon off; events {{}}\n"
        f"http {{ access_log off; {paths} {server} }}\n",
        "utf-8",
    )
    program = shutil.which("nginx") or "nginx"
    process = subprocess.Popen([program, "-e", folder / "errors", "-c", configuration])
    try:
        while True:
            assert process.poll() is None
            try:
                socket.create_connection(("127.0.0.1", port), timeout=5).close()
                break
            except ConnectionRefusedError:
                time.sleep(0.02)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait()


def wrapped(location: str) -> str:
    return f"server {{ listen 80; server_name {NAME}; {location} }}"


def asked(address: str, path: str, **headers: str) -> httpx.Response:
    return httpx.get(f"{address}{path}", headers={"Host": NAME, **headers}, timeout=30)


def share(address: str, clients: str) -> list[int]:
    """Return the statuses of a client's requests up to one that is refused, of 60 at most."""
    statuses = list[int]()
    while 429 not in statuses and len(statuses) < 60:  # a busy machine asks slowly
        asking = asked(address, "/api/packs", **{"X-Forwarded-For": clients})
        statuses.append(asking.status_code)
    return statuses


@needs_nginx
def test_the_documented_nginx_names_its_clients_and_makes_none_local(tmp_path: Path) -> None:
    token = Tokens(tmp_path / "meepleproof" / "tokens.json").add("ada")
    words = ("--tokens-always", "--trusted-proxy", "127.0.0.1", "--allow-host", NAME)
    running = start(tmp_path, *words, "--rate", "1", "--log")
    try:
        with nginx(tmp_path, running, documented()) as address:
            for client in ("198.51.100.7", "203.0.113.1"):  # of each its own share
                statuses = share(address, f"192.0.2.66, {client}")
                assert ([200, 200], 429) == (statuses[:2], statuses[-1])
            ada = {"X-Forwarded-For": "198.51.100.9"}
            assert 401 == asked(address, "/metrics", **ada).status_code
            allowed = {**ada, "Authorization": f"Bearer {token}"}
            assert 200 == asked(address, "/metrics", **allowed).status_code
            code = asked(address, "/qr.svg?path=/", **{"X-Forwarded-For": "198.51.100.10"})
            assert 200 == code.status_code
    finally:
        assert 0 == end(running, signal.SIGTERM)
    events = [json.loads(line) for line in running.log.read_text("utf-8").splitlines()[1:-1]]
    seen = {event["client"] for event in events if event["event"] == "request"}
    assert {"198.51.100.7", "203.0.113.1", "198.51.100.9", "198.51.100.10"} == seen


@needs_nginx
@pytest.mark.slow
def test_of_a_silent_proxy_only_tokens_keep_strangers_away(tmp_path: Path) -> None:
    """With HTTP/1.1 and a rewritten Host its clients look like programs of this machine."""
    local = ("--allow-host", NAME)
    for words, location, status in (
        (local, BARE, 401),
        (local, SILENT, 200),
        ((*local, "--tokens-always"), SILENT, 401),
    ):
        running = start(tmp_path, *words)
        try:
            with nginx(tmp_path, running, wrapped(location)) as address:
                assert status == asked(address, "/metrics").status_code
        finally:
            assert 0 == end(running, signal.SIGTERM)


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clients]:
    folder = tmp_path_factory.mktemp("packs")
    with clients(two_packs(folder), folder) as made:
        yield made


@pytest.mark.parametrize("header", PROXY_HEADERS)
def test_who_asks_for_someone_else_is_not_local(make: Clients, header: str) -> None:
    answer = make().post("/api/solutions/check", json=TURNS, headers={header: "192.0.2.1"})
    problem(answer, 401, "token")


def test_the_docs_list_the_headers_of_proxies() -> None:
    text = DOCS.read_text("utf-8")
    listed = text.split("which proxies add:")[1].split("A proxy on this machine")[0]
    assert list(PROXY_HEADERS) == [name.lower() for name in re.findall("`([^`]+)`", listed)]


def test_a_header_of_nobody_trusted_names_no_client(tmp_path: Path) -> None:
    with clients(two_packs(tmp_path), tmp_path, trusted_proxies=("192.0.2.0/24",)) as made:
        headers = {"X-Forwarded-For": "127.0.0.1"}
        for peer in ("192.0.2.1", "198.51.100.1", "127.0.0.1"):
            answer = made(peer).post("/api/solutions/check", json=TURNS, headers=headers)
            problem(answer, 401, "token")


def test_with_tokens_always_even_this_machine_needs_one(tmp_path: Path) -> None:
    with clients(two_packs(tmp_path), tmp_path, tokens_always=True) as made:
        problem(made().post("/api/solutions/check", json=TURNS), 401, "token")
        token = Tokens(tmp_path / "tokens.json").add("ada")
        answer = made().get("/metrics", headers={"Authorization": f"Bearer {token}"})
        assert 200 == answer.status_code
