"""Compressed answers, what monitors see, and what counts as one client."""

from __future__ import annotations

import gzip
import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from meepleproof.service.http.messages import refuse
from meepleproof.service.http.monitoring import RequestMetrics, SelfTest, Watchdog, health_routes
from meepleproof.service.jobs.job import Unreachable
from meepleproof.service.jobs.store import open_jobs
from meepleproof.service.problems import Problem
from meepleproof.service.shelf import Shelf
from tests.service_client import (
    Client,
    Clients,
    InThisProcess,
    clients,
    problem,
    two_packs,
)

HERE = ("127.0.0.1", "localhost")


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return two_packs(tmp_path_factory.mktemp("packs"))


@pytest.fixture
def make(shelf: Shelf, tmp_path: Path) -> Iterator[Clients]:
    with clients(shelf, tmp_path) as made:
        yield made


# --- the watchdog -------------------------------------------------------------------------------


def test_a_standstill_is_logged_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    watchdog = Watchdog()
    with caplog.at_level(logging.ERROR):
        watchdog.record_delay(1.0)
        assert (0, []) == (watchdog.standstills, caplog.records)
        watchdog.record_delay(2.5)
    assert (1, ["standstill"]) == (watchdog.standstills, [one.message for one in caplog.records])
    assert {"milliseconds": 2500} == vars(caplog.records[0])["facts"]


def test_the_numbers_have_the_standstills(make: Clients) -> None:
    assert "\nmeepleproof_standstills_total 0.0\n" in make().get("/metrics").text


def test_the_store_is_not_asked_each_time_whether_it_is_there(monkeypatch: Any) -> None:
    jobs, now, calls = open_jobs("sqlite://"), 0.0, 0
    monkeypatch.setattr("meepleproof.service.http.monitoring.time.monotonic", lambda: now)

    def ping() -> None:
        nonlocal calls
        calls += 1
        if now > 1:
            raise Unreachable("gone")

    monkeypatch.setattr(jobs, "ping", ping)
    test = SelfTest()
    test.trouble = ""
    app = Starlette(
        routes=health_routes(jobs, test, RequestMetrics(), Watchdog(), InThisProcess(Starlette())),
        exception_handlers={Problem: refuse},
    )
    client = Client(app, "127.0.0.1", "localhost", {})
    with closing(jobs):
        assert [200] * 5 == [client.get("/readyz").status_code for _ in range(5)]
        assert 1 == calls
        now = 1.5
        assert [503] * 5 == [client.get("/readyz").status_code for _ in range(5)]
        assert 2 == calls


def test_a_monitor_is_told_when_work_stands_still(shelf: Shelf, tmp_path: Path) -> None:
    with clients(shelf, tmp_path) as made:
        client, answers = made(), made.app.state.answers
        answers.trouble = "no request was answered for 7 seconds"
        text = client.get("/metrics").text
    assert f'meepleproof_work_stands_still{{why="{answers.trouble}"}} 1.0' in text
    jobs, test = open_jobs("sqlite://"), SelfTest()
    test.trouble = ""
    app = Starlette(
        routes=health_routes(jobs, test, RequestMetrics(), Watchdog(), answers),
        exception_handlers={Problem: refuse},
    )
    with closing(jobs):
        refusal = problem(Client(app, *HERE, {}).get("/readyz"), 503, "not-ready")
    assert answers.trouble == refusal["detail"]


# --- kept ---------------------------------------------------------------------------------------


def test_what_anyone_may_have_is_asked_for_once(shelf: Shelf, tmp_path: Path) -> None:
    with clients(shelf, tmp_path) as made:
        client, answers = made(), made.app.state.answers
        kept = ("/api/packs", f"/api/puzzles/{shelf.puzzles[0].id}.svg", "/api/puzzles.ndjson")
        for path in kept:
            first = client.get(path)
            again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
            assert (200, 304, b"") == (first.status_code, again.status_code, again.content)
            assert first.content == client.get(path).content
            assert 200 == client.ask("HEAD", path).status_code
        assert list(kept) == answers.asked
        for _ in range(2):
            client.get("/")
        assert [*kept, "/", "/"] == answers.asked


# --- packed -------------------------------------------------------------------------------------


def test_texts_are_compressed_for_clients_that_accept_it(make: Clients, shelf: Shelf) -> None:
    client, identity = make(), shelf.puzzles[0].id
    for path in ("/", f"/puzzle/{identity}", "/api/puzzles.ndjson", "/static/pages.css"):
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
        packed = client.get(path, headers={"Accept-Encoding": "br, gzip"})
        assert (None, "gzip") == (
            plain.headers.get("content-encoding"),
            packed.headers.get("content-encoding"),
        )
        assert "Accept-Encoding" == plain.headers["vary"] == packed.headers["vary"]
        assert plain.content == packed.content  # httpx unpacks it
        assert 2 * int(packed.headers["content-length"]) < len(plain.content)


def test_what_is_small_or_a_picture_of_points_is_not_packed(make: Clients, shelf: Shelf) -> None:
    client = make()
    for path in ("/livez", "/version", f"/api/puzzles/{shelf.puzzles[0].id}.png"):
        answer = client.get(path)
        assert (200, None) == (answer.status_code, answer.headers.get("content-encoding"))


def test_a_packed_body_is_not_read_as_a_plain_one(make: Clients) -> None:
    for coding, body in (("gzip", gzip.compress(b"{}")), ("br", b"{}"), ("gzip, br", b"{}")):
        headers = {"Content-Type": "application/json", "Content-Encoding": coding}
        answer = make().post("/api/solutions/check", content=body, headers=headers)
        refusal = problem(answer, 415, "media-type")
        assert coding in refusal["detail"]
        assert "identity" == answer.headers["accept-encoding"]
    headers["Content-Encoding"] = "identity"
    answer = make().post("/api/solutions/check", content=b"{}", headers=headers)
    problem(answer, 422, "malformed")


# --- who asks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/static/icon.svg", "/static/drawing.css"])
def test_any_tag_is_one(make: Clients, path: str) -> None:
    assert 304 == make().get(path, headers={"If-None-Match": "*"}).status_code
