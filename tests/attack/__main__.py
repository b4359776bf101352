"""Send a service the dearest requests known and all attacks, and write what they took.

    python -m tests.attack                # writes docs/development/attacks.md
    python -m tests.attack --only neom    # prints the rows whose names have the word
    python -m tests.attack --ledgers      # writes the part about imported ledgers alone

Every request goes to a service of its own on this machine. Each row has its status, its bytes, the
processor seconds and the memory that all processes of the service took for it, and how long
``/livez`` took meanwhile. Exit code 1: a row is above its limit.
"""

from __future__ import annotations

import argparse
import math
import signal
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from meepleproof.service.shelf import Shelf, open_shelf
from tests.attack.ledgers import HEAD, ledger_section
from tests.attack.processes import Taken, Watched
from tests.bench.machine import machine
from tests.dear_requests import Dear, dear_requests
from tests.service_process import Running, end, start, until

DOCS = Path(__file__).parents[2] / "docs" / "development" / "attacks.md"
JSON = {"Content-Type": "application/json"}
MOST_SECONDS, MOST_MEGABYTES, MOST_LIVEZ = 2.0, 200.0, 0.1
"""Limits: processor seconds and memory of a request, and seconds of 99 of 100 /livez."""


@dataclass(frozen=True, slots=True)
class Row:
    """What an attack took: ``number`` requests of so many bytes each."""

    what: str
    number: int
    size: int
    statuses: Counter[int]
    taken: Taken
    livez: list[float]

    @property
    def seconds_each(self) -> float:
        return self.taken.seconds / self.number

    @property
    def is_within(self) -> bool:
        """Whether the row keeps the limits."""
        each = self.seconds_each <= MOST_SECONDS and self.taken.megabytes <= MOST_MEGABYTES
        faults = any(status >= 500 and status not in (501, 503) for status in self.statuses)
        return each and not faults

    def cells(self) -> list[str]:
        answers = ", ".join(
            f"{status}" if times == 1 else f"{status} x {times}"
            for status, times in sorted(self.statuses.items())
        )
        slow = max(self.livez, default=math.nan)
        return [
            self.what,
            f"{self.number:,}",
            f"{self.size:,}",
            answers,
            f"{self.seconds_each:.3f}",
            f"{self.taken.megabytes:.0f}",
            f"{1000 * slow:.0f}",
        ]


class Service:
    """A running service that is attacked."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.watched = Watched(running.process.pid)

    @contextmanager
    def livez(self) -> Iterator[list[float]]:
        """Ask /livez all the time, and collect how long it took."""
        found: list[float] = []
        over = threading.Event()

        def ask() -> None:
            with httpx.Client(base_url=self.running.address, timeout=60) as client:
                while not over.is_set():
                    begun = time.perf_counter()
                    assert 200 == client.get("/livez").status_code
                    found.append(time.perf_counter() - begun)
                    time.sleep(0.005)

        thread = threading.Thread(target=ask)
        thread.start()
        try:
            yield found
        finally:
            over.set()
            thread.join()

    def rest(self) -> None:
        """Wait until the service has nothing to do."""
        quiet = 0
        while quiet < 3:
            self.watched.begin()
            time.sleep(0.1)
            quiet = quiet + 1 if self.watched.end().seconds < 0.02 else 0

    def attacked(
        self, what: str, number: int, size: int, attack: Callable[[], Counter[int]]
    ) -> Row:
        self.rest()
        with self.livez() as livez:
            self.watched.begin()
            statuses = attack()
            self.rest_of_work()
            taken = self.watched.end()
        return Row(what, number, size, statuses, taken, livez)

    def rest_of_work(self) -> None:
        """Give work that went on after its answer the time to be seen."""
        time.sleep(0.05)

    def ask(self, dear: Dear, **headers: str) -> int:
        with httpx.Client(base_url=self.running.address, timeout=60) as client:
            if dear.body is None:
                return client.get(dear.path, headers=headers).status_code
            sent = {**JSON, **headers}
            return client.post(dear.path, content=dear.body, headers=sent).status_code


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", metavar="WORD", default="", help="only rows with the word")
    parser.add_argument("--ledgers", action="store_true", help="only the ledgers that are imported")
    asked = parser.parse_args()
    if asked.ledgers:
        requests = DOCS.read_text("utf-8").partition(f"\n{HEAD}")[0]
        DOCS.write_text(requests + ledger_section(), "utf-8")
        return 0
    only: str = asked.only
    shelf = open_shelf()
    with tempfile.TemporaryDirectory() as folder:
        running = start(Path(folder), "--rate", "0", "--trusted-proxy", "127.0.0.1", all_packs=True)
        until(running, "/readyz", 200)
        service = Service(running)
        rows = list(_rows(service, shelf, only))
        service.watched.stop()
        exit_code = end(running, signal.SIGINT)
    every = sorted(second for row in rows for second in row.livez)
    text = _table(rows, every)
    if only:
        sys.stdout.write(text)
    else:
        DOCS.write_text(text + ledger_section(), "utf-8")
    beyond = [row.what for row in rows if not row.is_within]
    slow = _share(every, 0.99) > MOST_LIVEZ
    for what in [*beyond, *(["/livez"] if slow else [])]:
        sys.stderr.write(f"above its limit: {what}\n")
    return int(bool(beyond) or slow or exit_code != 0)


def _rows(service: Service, shelf: Shelf, only: str) -> Iterator[Row]:
    every = dear_requests(shelf)
    for one in every:
        name = f"{one.method} {one.route}: {one.what}"
        if only in name:
            size = len(one.path) + len(one.body or b"")

            def once(dear: Dear = one) -> Counter[int]:
                return Counter([service.ask(dear)])

            yield _told(service.attacked(name, 1, size, once))
    for what, number, size, attack in _floods(service, shelf, every):
        if only in what:
            yield _told(service.attacked(what, number, size, attack))


def _told(row: Row) -> Row:
    sys.stderr.write("  ".join(row.cells()) + "\n")
    return row


def _floods(
    service: Service, shelf: Shelf, every: list[Dear]
) -> Iterator[tuple[str, int, int, Callable[[], Counter[int]]]]:
    """Yield attacks of many requests: name, number, bytes of each, and what sends them."""

    def by_many(dears: list[Dear], threads: int) -> Callable[[], Counter[int]]:
        def send() -> Counter[int]:
            with ThreadPoolExecutor(threads) as pool:
                return Counter(pool.map(service.ask, dears))

        return send

    bulk = next(one for one in every if one.route == "/api/puzzles.ndjson")
    late = next(one for one in every if one.what == "six computers, late")
    link = next(one for one in every if "6 tiles that fit" in one.what)
    pictures = [
        Dear("a picture", "/api/puzzles/{id}.png", f"/api/puzzles/{one.id}.png")
        for one in shelf.puzzles[:120]
    ]
    yield "240 times all puzzles at once", 240, len(bulk.path), by_many([bulk] * 240, 64)
    yield "120 different pictures", 120, 29, by_many(pictures, 8)
    yield "40 games of six computers", 40, len(late.path), by_many([late] * 40, 8)
    yield "40 links that fit nowhere", 40, len(link.body or b""), by_many([link] * 40, 8)
    yield "200 slow readers of all puzzles, 4 each", 800, len(bulk.path), _slow_readers(service)
    yield "600 half heads", 600, 30, _half_heads(service)


def _slow_readers(service: Service) -> Callable[[], Counter[int]]:
    def read() -> Counter[int]:
        request = b"GET /api/puzzles.ndjson HTTP/1.1\r\nHost: localhost\r\n\r\n" * 4
        with ExitStack() as stack:
            for _ in range(200):
                place = ("127.0.0.1", service.running.port)
                one = stack.enter_context(socket.create_connection(place, timeout=30))
                one.sendall(request)
            time.sleep(3)  # nothing is read
        return Counter()

    return read


def _half_heads(service: Service) -> Callable[[], Counter[int]]:
    def send() -> Counter[int]:
        with ExitStack() as stack:
            for _ in range(600):
                place = ("127.0.0.1", service.running.port)
                one = stack.enter_context(socket.create_connection(place, timeout=30))
                one.sendall(b"GET / HTTP/1.1\r\nHost: local")
            time.sleep(1)
        return Counter()

    return send


def _share(seconds: list[float], share: float) -> float:
    return seconds[min(len(seconds) - 1, int(share * len(seconds)))] if seconds else math.nan


_HEAD = """\
# Attacks on the service

Written by `make attack`: the dearest request known for each route, and floods. *CPU s* are the
processor seconds of all processes of the service, for each request; *MB* is by how much they grew;
*/livez ms* is the slowest answer of `/livez` meanwhile.

Machine: {machine}.

No row may be above {seconds:.0f} processor seconds for a request, or {megabytes:.0f} MB. Of
{asked:,} requests for `/livez` 99 of 100 took {usual:.1f} ms at most (aim {aim:.0f}), the slowest
{slowest:.0f}.

| attack | requests | bytes | answers | CPU s | MB | /livez ms |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
"""


def _table(rows: list[Row], livez: list[float]) -> str:
    head = _HEAD.format(
        machine=", ".join(f"{name} {value}" for name, value in machine().items()),
        seconds=MOST_SECONDS,
        megabytes=MOST_MEGABYTES,
        asked=len(livez),
        usual=1000 * _share(livez, 0.99),
        aim=1000 * MOST_LIVEZ,
        slowest=1000 * livez[-1],
    )
    dearest = sorted(rows, key=lambda row: -row.seconds_each)
    return head + "".join(f"| {' | '.join(row.cells())} |\n" for row in dearest)


if __name__ == "__main__":
    sys.exit(main())
