"""Metrics of the requests, for Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from threading import Lock

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

__all__ = ["RequestMetrics"]

_BOUNDS = ("0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10")
_LIMITS = tuple(map(float, _BOUNDS))
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RequestMetrics(Collector):
    """Counts of requests by method, route and status, and of how long they took by route.

    The library's own counters would write the bucket ``le="1"`` as ``le="1.0"`` and add a
    ``_created`` series for each of these, which only a switch for the whole process turns off.

    >>> from prometheus_client import CollectorRegistry, generate_latest
    >>> metrics = RequestMetrics()
    >>> metrics.count("GET", "/livez", 200, microseconds=1500)
    >>> registry = CollectorRegistry()
    >>> registry.register(metrics)
    >>> registry.get_sample_value("meepleproof_http_request_seconds_sum", {"route": "/livez"})
    0.0015
    """

    def __init__(self) -> None:
        # Requests are counted by the event loop, and collected by another thread.
        self._lock = Lock()
        self._requests = Counter[tuple[str, str, int]]()
        self._durations = dict[str, list[int]]()
        self._microseconds = Counter[str]()

    def count(self, method: str, route: str, status: int, microseconds: int) -> None:
        """Count one request that was answered."""
        with self._lock:
            self._requests[method if method in _METHODS else "other", route, status] += 1
            durations = self._durations.setdefault(route, [0] * (len(_LIMITS) + 1))
            durations[bisect_left(_LIMITS, microseconds / 1e6)] += 1
            self._microseconds[route] += microseconds

    def collect(self) -> Iterator[Metric]:
        """Yield the counts so far."""
        requests = CounterMetricFamily(
            "meepleproof_http_requests", "Requests answered.", labels=("method", "route", "status")
        )
        seconds = HistogramMetricFamily(
            "meepleproof_http_request_seconds", "How long answers took.", labels=("route",)
        )
        with self._lock:
            for (method, route, status), number in sorted(self._requests.items()):
                requests.add_metric((method, route, str(status)), number)
            for route, durations in sorted(self._durations.items()):
                buckets = list(zip((*_BOUNDS, "+Inf"), accumulate(durations), strict=True))
                seconds.add_metric((route,), buckets, self._microseconds[route] / 1e6)
        yield requests
        yield seconds
