"""Requests made up by chance: the dearest ones known, with something in them changed.

    python -m tests.fuzz --requests 100000 --seed 1

sends so many to a running service and prints what came back. Exit code 1: an answer was a fault
(5xx other than 503 with Retry-After, or 501), there was none, or the memory of the service grew.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import httpx

from meepleproof.service.shelf import open_shelf
from tests.attack.processes import Watched
from tests.dear_requests import Dear, dear_requests
from tests.service_process import end, start, until

_WORDS = (
    "", "-1", "0", "7", "9" * 40, "1e9", "true", "null", "\u0661", "é" * 300, "\0", "\u202e", "{}",
    "~" * 3000, "../../etc/passwd", "<script>alert(1)</script>", "%00", "s3.4~D0.0.0", "h2.3",
)  # fmt: skip
_VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 10**30, "", "x" * 3000, [], {}, [[]], [None] * 50, {"a": {"b": []}},
)  # fmt: skip
_METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS")
_HEADERS = (
    ("Accept", "text/html"),
    ("Accept-Encoding", "gzip;q=0, *"),
    ("If-None-Match", '"x", *'),
    ("Content-Encoding", "gzip"),
    ("Content-Type", "text/plain"),
    ("Authorization", "Bearer x"),
    ("Sec-Fetch-Site", "cross-site"),
    ("Range", "bytes=0-9"),
)
_ALLOWED = frozenset({501, 503})
_UNANSWERED = 0  # a status for no answer at all
_MOST_GROWN = 1.25
"""Memory at the end, compared with that after a tenth of the requests."""


@dataclass(frozen=True, slots=True)
class Made:
    """A request that was made up."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes | None


def made_up(dear: Sequence[Dear], chance: random.Random) -> Iterator[Made]:
    """Yield requests without end."""
    while True:
        yield _changed(chance.choice(dear), chance)


def _changed(dear: Dear, chance: random.Random) -> Made:
    method, headers, body = dear.method, dict[str, str](), dear.body
    path, _, query = dear.path.partition("?")
    if body is not None:
        headers["Content-Type"] = "application/json"
    for _ in range(chance.randrange(1, 4)):
        what = chance.choice(["query", "path", "body", "body", "method", "header"])
        if what == "query":
            query = _changed_query(query, chance)
        elif what == "path":
            path = _changed_path(path, chance)
        elif what == "body" and body is not None:
            body = _changed_body(body, chance)
        elif what == "method" and chance.random() < 0.3:
            method = chance.choice(_METHODS)
        elif what == "header":
            headers |= [chance.choice(_HEADERS)]
    return Made(method, f"{path}?{query}" if query else path, headers, body)


def _changed_query(query: str, chance: random.Random) -> str:
    pairs = parse_qsl(query, keep_blank_values=True) or [("x", "")]
    place = chance.randrange(len(pairs))
    name, value = pairs[place]
    word = chance.choice(_WORDS)
    pairs[place] = chance.choice(
        [(name, word), (word, value), (name, f"{value}{word}"), (name, value[: len(value) // 2])]
    )
    if chance.random() < 0.2:
        pairs.append(chance.choice(pairs))
    return urlencode(pairs)[:20_000]


def _changed_path(path: str, chance: random.Random) -> str:
    parts = path.split("/")
    place = chance.randrange(1, len(parts))
    parts[place] = urlencode({"x": chance.choice(_WORDS)[:200]})[2:] or "x"
    return "/".join(parts)


def _changed_body(body: bytes, chance: random.Random) -> bytes:
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict | list) or chance.random() < 0.2:
        torn = bytearray(body[:30_000])
        for _ in range(chance.randrange(1, 6)):
            torn[chance.randrange(len(torn))] = chance.randrange(256)
        return bytes(torn)
    _change_part(document, chance)
    return json.dumps(document, separators=(",", ":")).encode()


def _change_part(document: Any, chance: random.Random) -> None:
    """Walk into a document by chance, and change what is found there."""
    node = document
    while True:
        keys: list[Any] = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return
        key = chance.choice(keys)
        below = node[key]
        if isinstance(below, dict | list) and below and chance.random() < 0.8:
            node = below
            continue
        if chance.random() < 0.3 and isinstance(node, dict):
            del node[key]
        else:
            node[key] = chance.choice(_VALUES)
        return


def is_fault(answer: httpx.Response) -> bool:
    """Return whether an answer may not be: a fault, or a refusal that does not say when to ask."""
    status = answer.status_code
    if status < 500:
        return False
    return status not in _ALLOWED or (status == 503 and "retry-after" not in answer.headers)


def main() -> int:
    parser = argparse.ArgumentParser(description="Send a service requests made up by chance.")
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    statuses, faults = Counter[int](), list[str]()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as ending:
        running = start(
            Path(folder), "--rate", "0", "--queue", "10000", "--quota", "10000", all_packs=True
        )
        ending.callback(running.process.kill)  # where something is raised; else it ends below
        until(running, "/readyz", 200)
        watched = Watched(running.process.pid)

        def send(made: Made) -> tuple[int, str]:
            client = clients[hash(made.path) % len(clients)]
            for _ in range(2):  # a connection that was idle may be closed as it is used again
                try:
                    answer = client.request(
                        made.method, made.path, headers=made.headers, content=made.body
                    )
                except (httpx.NetworkError, httpx.RemoteProtocolError):
                    continue
                return answer.status_code, f"{made}"[:2000] if is_fault(answer) else ""
            return _UNANSWERED, f"{made}"[:2000]

        clients = [httpx.Client(base_url=running.address, timeout=60) for _ in range(4)]
        requests = made_up(dear_requests(open_shelf()), random.Random(given.seed))
        grown = list[float]()
        tenth = max(1, given.requests // 10)
        with ThreadPoolExecutor(4) as pool:
            for _ in range(10):
                for status, fault in pool.map(send, islice(requests, tenth)):
                    statuses[status] += 1
                    faults += [fault] if fault else []
                watched.begin()
                grown.append(watched.taken.megabytes)
                sent = f"{sum(statuses.values()):,} requests, {len(faults)} faults"
                sys.stderr.write(f"{sent}, {grown[-1]:.0f} MB\n")
        watched.stop()
        stopped = running.get("/metrics").text
        code = end(running, signal.SIGINT)
    for status, number in sorted(statuses.items()):
        sys.stdout.write(f"{status}: {number:,}\n")
    for line in stopped.splitlines():
        if line.startswith("meepleproof_stopped_total"):
            sys.stdout.write(f"{line}\n")
    sys.stdout.write(f"memory after each tenth, MB: {[round(one) for one in grown]}\n")
    for fault in faults[:20]:
        sys.stdout.write(f"fault: {fault}\n")
    is_flat = grown[-1] <= _MOST_GROWN * grown[0]
    return int(bool(faults) or not is_flat or code != 0)


if __name__ == "__main__":
    sys.exit(main())
