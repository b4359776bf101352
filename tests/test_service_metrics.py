"""The metrics, read by the library's own parser: the names and labels that dashboards know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families

from meepleproof.service.http.monitoring import RequestMetrics
from meepleproof.service.jobs.job import Unreachable
from meepleproof.service.jobs.store import Jobs
from meepleproof.service.shelf import Shelf
from tests.service_client import Clients, clients
from verifier import __version__

TYPES = {
    "meepleproof_info": "gauge",
    "meepleproof_selftest": "gauge",
    "meepleproof_standstills": "counter",
    "meepleproof_stopped": "counter",
    "meepleproof_requests_waiting": "gauge",
    "meepleproof_work_stands_still": "gauge",
    "meepleproof_jobs": "gauge",
    "meepleproof_http_requests": "counter",
    "meepleproof_http_request_seconds": "histogram",
}
LABELS = {
    "meepleproof_info": {"version"},
    "meepleproof_selftest": {"keys"},
    "meepleproof_standstills_total": set[str](),
    "meepleproof_stopped_total": {"reason"},
    "meepleproof_requests_waiting": set[str](),
    "meepleproof_work_stands_still": {"why"},
    "meepleproof_jobs": {"state"},
    "meepleproof_http_requests_total": {"method", "route", "status"},
    "meepleproof_http_request_seconds_bucket": {"route", "le"},
    "meepleproof_http_request_seconds_sum": {"route"},
    "meepleproof_http_request_seconds_count": {"route"},
}
"""The series there are, and the labels of each."""
BOUNDS = ["0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10", "+Inf"]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Clients]:
    with clients(Shelf([], {}), tmp_path) as made:
        yield made


def families(text: str) -> dict[str, Metric]:
    """Return the metrics of a text by their names, as a monitor reads it."""
    return {family.name: family for family in text_string_to_metric_families(text)}


def values(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in families(text).values()
        for sample in family.samples
    }


def test_a_monitor_reads_the_names_types_and_labels_it_knows(make: Clients) -> None:
    client = make()
    assert 200 == client.get("/api/packs").status_code
    answer = client.get("/metrics")
    assert "text/plain; version=0.0.4; charset=utf-8" == answer.headers["content-type"]
    read = families(answer.text)
    assert TYPES == {name: family.type for name, family in read.items()}
    assert all(family.documentation for family in read.values())
    samples = [sample for family in read.values() for sample in family.samples]
    assert LABELS.keys() == {sample.name for sample in samples}
    assert all(LABELS[sample.name] == sample.labels.keys() for sample in samples)


def test_the_numbers_are_those_of_the_service(make: Clients) -> None:
    client = make()
    assert [200, 200, 404, 405] == [
        client.get("/api/packs").status_code,
        client.get("/api/packs").status_code,
        client.get("/nothing").status_code,
        client.ask("BREW", "/livez").status_code,
    ]
    read = values(client.get("/metrics").text)

    def value(name: str, **labels: str) -> float | None:
        return read.get((name, frozenset(labels.items())))

    requests = "meepleproof_http_requests_total"
    assert 2 == value(requests, method="GET", route="/api/packs", status="200")
    assert 1 == value(requests, method="GET", route="none", status="404")
    assert 1 == value(requests, method="other", route="/livez", status="405")
    assert 2 == value("meepleproof_http_request_seconds_count", route="/api/packs")
    assert 1 == value("meepleproof_info", version=__version__)
    assert 0 == value("meepleproof_selftest", keys="both")  # no test was run
    assert 0 == value("meepleproof_standstills_total")
    states = ("queued", "running", "done", "failed", "cancelled")
    assert [0] * 5 == [value("meepleproof_jobs", state=state) for state in states]


def test_how_long_answers_took_is_counted_in_buckets() -> None:
    metrics = RequestMetrics()
    for microseconds in (4_999, 5_000, 5_001, 1_000_000, 11_000_000):
        metrics.count("GET", "/", 200, microseconds)
    registry = CollectorRegistry()
    registry.register(metrics)
    samples = families(generate_latest(registry).decode())[
        "meepleproof_http_request_seconds"
    ].samples
    buckets = {one.labels["le"]: one.value for one in samples if one.name.endswith("_bucket")}
    assert BOUNDS == list(buckets)
    assert [2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5] == list(buckets.values())
    rest = {one.name.rpartition("_")[2]: one.value for one in samples[len(BOUNDS) :]}
    assert {"count": 5, "sum": pytest.approx(12.015)} == rest


def test_the_numbers_of_jobs_are_missing_while_the_store_is(
    make: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: Any) -> Any:
        raise Unreachable("no such server")

    monkeypatch.setattr(Jobs, "counts", gone)
    read = families(make().get("/metrics").text)
    assert TYPES.keys() - {"meepleproof_jobs"} == read.keys()
