"""A stranger who wants to keep the service from others: each attack, and /livez meanwhile.

Nothing here measures time. An attack that works keeps /livez from an answer for so long that the
client gives up, or makes the watchdog of the service count a standstill.
"""

from __future__ import annotations

import logging
import math
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from meepleproof.service.http.access import Connections
from tests.attacks import PLACE, attacks
from tests.service_client import clients, listening, two_packs
from tests.service_process import Running, end, start, until

JSON = {"Content-Type": "application/json"}
REFUSED = {202, 400, 413, 422}
HOST = b"Host: localhost\r\n"
POST = b"POST " + PLACE.encode() + b" HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    found = start(tmp_path_factory.mktemp("service"), "--rate", "0")
    until(found, "/readyz", 200)
    yield found
    try:
        assert "\nmeepleproof_standstills_total 0.0\n" in found.get("/metrics").text
    finally:
        assert 0 == end(found, signal.SIGINT)
    assert '"level": "error"' not in found.log.read_text("utf-8")


def alive_until(running: Running, answers: list[Future[httpx.Response]]) -> list[int]:
    """Ask /livez until all answers are there, and return their statuses."""
    requests = 0
    with httpx.Client(base_url=running.address, timeout=30) as client:
        while requests == 0 or not all(answer.done() for answer in answers):
            assert 200 == client.get("/livez").status_code
            requests += 1
    return [answer.result().status_code for answer in answers]


def test_it_lives_whatever_bodies_one_client_sends(running: Running) -> None:
    def send(body: bytes) -> httpx.Response:
        return httpx.post(running.address + PLACE, content=body, headers=JSON, timeout=30)

    with ThreadPoolExecutor(8) as many:
        bodies = attacks().values()
        statuses = alive_until(running, [many.submit(send, body) for body in bodies])
    assert len(bodies) == len(statuses)
    assert set(statuses) <= REFUSED


def test_it_lives_while_many_read_pages(running: Running) -> None:
    puzzle = running.get("/api/puzzles?limit=1").json()["puzzles"][0]["id"]
    with ThreadPoolExecutor(16) as many:
        answers = [many.submit(running.get, f"/puzzle/{puzzle}") for _ in range(24)]
        assert {200} == set(alive_until(running, answers))


def test_idle_connections_shut_nobody_out(running: Running) -> None:
    with ExitStack() as stack:
        idle = [
            stack.enter_context(socket.create_connection(("127.0.0.1", running.port), timeout=30))
            for _ in range(400)
        ]
        assert 200 == running.get("/livez").status_code
        assert b"" == received(idle[0])  # who was waited for longest made room


def test_bodies_that_do_not_come_shut_nobody_out(running: Running) -> None:
    with ExitStack() as stack:
        for _ in range(400):
            one = socket.create_connection(("127.0.0.1", running.port), timeout=30)
            stack.enter_context(one).sendall(POST + b"Content-Length: 9\r\n\r\n{")
        assert 200 == running.get("/livez").status_code


# --- a client for whom the service waits --------------------------------------------------------


@pytest.fixture
def swept_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meepleproof.service.http.access._SWEEP", 0.01)


FOREVER = dict.fromkeys(("request", "body", "answer"), math.inf)
SIZE = 64 << 20
"""More bytes than any system buffers for a client that reads nothing."""


async def great(request: Request) -> Response:
    with suppress(ClientDisconnect):
        await request.body()
    return PlainTextResponse(b"x" * SIZE)


async def parts(_request: Request) -> Response:
    return StreamingResponse(b"x" * (SIZE >> 6) for _ in range(1 << 6))


GREAT = Starlette(routes=[Route(PLACE, great, methods=["GET", "POST"]), Route("/parts", parts)])
GET = b"GET " + PLACE.encode() + b" HTTP/1.1\r\n" + HOST


def connected(address: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", httpx.URL(address).port or 0), timeout=30)


def received(connection: socket.socket) -> bytes:
    """Return all bytes until the other end closes."""
    parts = list[bytes]()
    with suppress(ConnectionResetError):
        while part := connection.recv(1 << 20):
            parts.append(part)
    return b"".join(parts)


@pytest.mark.usefixtures("swept_often")
@pytest.mark.parametrize(
    ("part", "sent"),
    [
        ("request", b""),
        ("request", GET[:-5]),
        ("body", POST + b"Content-Length: 9\r\n\r\n{"),
        ("body", POST + b"Transfer-Encoding: chunked\r\n\r\n"),
    ],
)
def test_who_sends_nothing_more_is_not_waited_for(part: str, sent: bytes) -> None:
    with (
        listening(GREAT, Connections(seconds={**FOREVER, part: 0.0})) as address,
        connected(address) as connection,
    ):
        connection.sendall(sent)
        assert b"" == received(connection)


@pytest.mark.usefixtures("swept_often")
@pytest.mark.parametrize("body", [b"\r\n", b"Content-Length: 9\r\n\r\n{"])
def test_who_is_answered_and_sends_nothing_more_is_not_waited_for(body: bytes) -> None:
    """Even if the answer could be given before the whole body has arrived."""
    seconds = dict(FOREVER)
    with (
        listening(GREAT, Connections(seconds=seconds)) as address,
        connected(address) as connection,
    ):
        connection.sendall(b"POST /none HTTP/1.1\r\n" + HOST + body)
        assert b"HTTP/1.1 404" == connection.recv(12)
        seconds["request"] = 0.0
        assert received(connection).endswith(b"Not Found")


@pytest.mark.usefixtures("swept_often")
def test_who_takes_no_answer_is_not_waited_for() -> None:
    connections = Connections(seconds={**FOREVER, "answer": 0.0})
    with listening(GREAT, connections) as address, connected(address) as connection:
        connection.sendall(GET + b"\r\n")
        assert b"HTTP/1.1 200" == connection.recv(12)
        while connections._open:  # nothing is read meanwhile
            time.sleep(0.01)
        assert len(received(connection)) < SIZE


def test_who_takes_an_answer_slowly_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(100))
    monkeypatch.setattr("meepleproof.service.http.access.time.monotonic", lambda: next(seconds))
    connections = Connections(seconds={**FOREVER, "answer": 2.0})
    one = Mock(cycle=object(), waiting_for="answer", client=None)
    assert connections.opened(one, "192.0.2.1")
    for not_taken in (9, 9, 9, 8, 8, 8, 0):
        assert one in connections._open
        one.not_taken = not_taken
        connections._sweep(one.loop)
    for _ in range(3):
        assert one in connections._open
        connections._sweep(one.loop)
    assert {} == connections._open


def test_who_says_that_it_sends_nothing_more_gets_the_whole_answer() -> None:
    connections = Connections()
    with listening(GREAT, connections) as address, connected(address) as connection:
        connection.sendall(b"GET /parts HTTP/1.1\r\n" + HOST + b"\r\n")
        assert b"HTTP/1.1 200" == connection.recv(12)
        while not all(one.not_taken for one in connections._open):
            time.sleep(0.01)
        connection.shutdown(socket.SHUT_WR)
        assert received(connection).endswith(b"x\r\n0\r\n\r\n")


def test_sweeps_are_planned_once_however_many_connections_come_and_go() -> None:
    connections, loop = Connections(), Mock()
    for _ in range(9):
        one = Mock(loop=loop)
        assert connections.opened(one, "192.0.2.1")
        connections.closed(one)
    loop.call_later.assert_called_once()
    connections._sweep(loop)
    loop.call_later.assert_called_once()
    assert connections.opened(Mock(loop=loop), "192.0.2.1")
    assert 2 == loop.call_later.call_count


CHUNKED = b"POST /none HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"


def test_many_tiny_chunks_are_parsed_a_few_at_once_and_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual, sizes = H11Protocol.data_received, list[int]()

    def data_received(self: H11Protocol, data: bytes) -> None:
        sizes.append(len(data))
        usual(self, data)

    monkeypatch.setattr(H11Protocol, "data_received", data_received)
    connections = Connections(seconds=FOREVER)
    with listening(GREAT, connections) as address, connected(address) as connection:
        with suppress(ConnectionResetError, BrokenPipeError):
            connection.sendall(CHUNKED + b"1\r\nx\r\n" * (SIZE >> 5))
        received(connection)
        assert not connections._open
    assert sum(sizes) <= (1 << 20) + max(sizes)  # the first piece has the head
    assert max(sizes) <= 16 << 10


def test_a_request_that_goes_wrong_after_its_answer_is_closed_without_a_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with listening(GREAT) as address, connected(address) as connection:
        connection.sendall(CHUNKED + b"1\r\nx\r\n")
        assert b"HTTP/1.1 404" == connection.recv(12)
        connection.sendall(b"zz\r\n")
        assert received(connection).endswith(b"Not Found")
    assert [] == [one for one in caplog.records if one.levelno >= logging.ERROR]


def test_an_upgrade_is_answered_as_a_request_and_leaves_nothing_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with listening(GREAT) as address, connected(address) as connection:
        upgrade = b"Connection: upgrade\r\nUpgrade: websocket\r\n\r\n"
        connection.sendall(b"GET /none HTTP/1.1\r\n" + HOST + upgrade)
        assert b"HTTP/1.1 404" == connection.recv(12)
    assert [] == caplog.records


def test_a_client_by_ipv4_is_the_same_where_ipv6_is_listened_to() -> None:
    connections = Connections(proxies=["127.0.0.1"])
    with listening(GREAT, connections) as address, connected(address):
        while not connections._open:
            time.sleep(0.01)
        (one,) = connections._open
        socket_ = Mock(**{"getpeername.return_value": ("::ffff:127.0.0.1", 5000, 0, 0)})
        transport = Mock(**{"get_extra_info.side_effect": {"socket": socket_}.get})
        one.connection_made(transport)
        assert ("127.0.0.1", 5000) == one.client


def test_a_slow_body_is_answered_and_its_connection_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meepleproof.service.http.messages._SECONDS", 0.01)
    with (
        clients(two_packs(tmp_path), tmp_path) as make,
        listening(make.app, Connections()) as address,
        connected(address) as connection,
    ):
        connection.sendall(POST + b"Content-Length: 9\r\n\r\n{")
        head, _, body = received(connection).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    assert b"connection: close" in head.lower().split(b"\r\n")
    assert b"urn:meepleproof:problem:slow" in body


def test_a_connection_that_is_worked_for_makes_no_room_for_another() -> None:
    begun, let_go = threading.Event(), threading.Event()

    def hold(_request: Request) -> Response:
        begun.set()
        let_go.wait()
        return PlainTextResponse("done")

    app = Starlette(routes=[Route("/", hold)])
    with (
        listening(app, Connections(most_of_client=1)) as address,
        connected(address) as first,
    ):
        first.sendall(b"GET / HTTP/1.1\r\nConnection: close\r\n" + HOST + b"\r\n")
        begun.wait()
        with connected(address) as second:
            assert received(second).startswith(b"HTTP/1.1 503 ")
        let_go.set()
        assert received(first).endswith(b"done")
