"""What the service bears while it makes puzzles: requests of all kinds, and attacks."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from tests.attack.processes import own_seconds, those_of
from tests.attacks import PLACE, attacks
from tests.bench.page import _table

RATES = (100, 200, 300, 400, 500)
"""Requests a second, one after another, to find where the service cannot follow any more."""
RATE = 300
"""That of which it is said how long answers may take."""
SECONDS, QUICK = 15, 1
CONNECTIONS = 32
IN_TURN = 20
"""Requests of one round: 9 puzzles read, 9 solutions checked, a list and the page of a puzzle."""
ASKED_AFTER = 0.01
"""Seconds between two questions whether the service lives, while it is attacked."""
JOB = {"goal": "city-8-10-3c", "tiles": 4, "count": 20, "seed": 3}
"""What the service works on meanwhile."""

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Load:
    """How long the answers took, in milliseconds from when they were due; how many failed.

    ``cpu`` is the processor time of a request, in milliseconds; ``working`` says that the job went
    on to the end.
    """

    rate: int
    requests: int
    failed: int
    median: float
    p99: float
    most: float
    cpu: float
    working: bool


@dataclass(frozen=True, slots=True)
class Attacked:
    """How long /livez took at most while bodies of that kind were read, in milliseconds."""

    name: str
    asked: int
    most: float


@dataclass(frozen=True, slots=True)
class Borne:
    """All that was measured of the service."""

    loads: list[Load]
    attacked: list[Attacked]


def borne(quick: bool, tell: Tell) -> Borne:
    """Start a service with a database of its own, let it make puzzles, and ask it things."""
    with _service() as (address, process):
        tell("the service under attack")
        bodies = list(attacks().items())[: QUICK if quick else None]
        attacked = [_attacked(address, name, body) for name, body in bodies]
        rates = (RATE,) if quick else RATES
        loads = list[Load]()
        for rate in rates:
            tell(f"the service under load: {rate} requests a second")
            loads.append(_loaded(address, process.pid, rate, QUICK if quick else SECONDS))
        return Borne(loads, attacked)


@contextmanager
def _service() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Start the service with a database of its own, and end it afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        command = [sys.executable, "-m", "meepleproof", "serve", "--port", "0", "--rate", "0"]
        env = {**os.environ, "XDG_STATE_HOME": folder}
        with log.open("wb") as file:
            process = subprocess.Popen(command, stderr=file, env=env)
        try:
            address = _address(process, log)
            while not _is_ready(address):
                sleep(0.05)
            yield address, process
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    while "Play at " not in (text := log.read_text("utf-8")):
        if process.poll() is not None:
            raise RuntimeError(text)
        sleep(0.05)
    return text.split("Play at ")[1].split("/ ")[0]


def _attacked(address: str, name: str, body: bytes) -> Attacked:
    """Send the body, and ask meanwhile again and again whether the service lives."""
    headers = {"Content-Type": "application/json"}
    sent = Request(address + PLACE, data=body, headers=headers)  # noqa: S310 - our own address
    took = list[float]()
    with ThreadPoolExecutor(1) as beside:
        answer = beside.submit(_status, sent)
        while not (took and answer.done()):
            began = perf_counter()
            _read(f"{address}/livez")
            took.append(1000 * (perf_counter() - began))
            sleep(ASKED_AFTER)
    return Attacked(name, len(took), max(took))


def _status(request: Request) -> int:
    try:
        with urlopen(request) as answer:  # noqa: S310 - our own address
            return int(answer.status)
    except HTTPError as error:
        return error.code


def _loaded(address: str, process: int, rate: int, seconds: int) -> Load:
    requests = _requests(address)
    job = _working(address, rate)
    before = _processor_time(process)
    took = asyncio.run(_ask(address, requests, rate, seconds))
    cpu = _processor_time(process) - before
    times = sorted(took)
    failed = times.count(float("inf"))
    working = _read(job)["state"] == "running"
    _read(Request(job, method="DELETE"))  # noqa: S310 - our own address
    return Load(
        rate=rate,
        requests=len(times),
        failed=failed,
        median=times[len(times) // 2],
        p99=times[len(times) * 99 // 100],
        most=times[-1],
        cpu=1000 * cpu / len(times),
        working=working,
    )


def _requests(address: str) -> list[bytes]:
    """Return requests of all kinds as they come in turn."""
    puzzles = [one["id"] for one in _read(f"{address}/api/puzzles?kind=goal&limit=100")["puzzles"]]
    found = list[bytes]()
    for number, puzzle in enumerate(puzzles):
        line = _read(f"{address}/api/puzzles/{puzzle}/solution")["line"]
        found += [_reading(f"/api/puzzles/{puzzle}"), _checking(puzzle, line)]
        if len(found) % IN_TURN == IN_TURN - 2:
            found += [_reading("/api/puzzles"), _reading(f"/puzzle/{puzzles[-number]}")]
    return found


def _working(address: str, seed: int) -> str:
    """Have the service make puzzles, and return the address of that job when it has begun."""
    request = Request(  # noqa: S310 - our own address
        f"{address}/api/generations",
        data=json.dumps({**JOB, "seed": seed}).encode(),
        headers={"Content-Type": "application/json"},
    )
    job = f"{address}/api/jobs/{_read(request)['id']}"
    while _read(job)["state"] == "queued":
        sleep(0.05)
    return job


def _processor_time(process: int) -> float:
    """Return the seconds of processor time that the service and its answerers took."""
    return sum(
        map(own_seconds, (process, *those_of(process, "meepleproof.service.answering.answerer")))
    )


def _read(request: str | Request) -> Any:
    with urlopen(request) as answer:  # noqa: S310 - our own address
        return json.load(answer)


def _is_ready(address: str) -> bool:
    try:
        return bool(_read(f"{address}/readyz")["ready"])
    except HTTPError:
        return False


def _reading(path: str) -> bytes:
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n"
    return head.encode()


def _checking(puzzle: str, line: str) -> bytes:
    body = json.dumps({"puzzle": puzzle, "turns": line.split("~")})
    head = "POST /api/solutions/check HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    form = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return (head + form + body).encode()


async def _ask(address: str, requests: Sequence[bytes], rate: int, seconds: int) -> list[float]:
    """Send so many requests when they are due, and return how late each answer came."""
    port = urlsplit(address).port
    began = perf_counter() + 0.1
    left = iter(range(rate * seconds))
    took: list[float] = []

    async def connection() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for number in left:
            due = began + number / rate
            await asyncio.sleep(max(0.0, due - perf_counter()))
            writer.write(requests[number % len(requests)])
            good = await _answer(reader)
            took.append(1000 * (perf_counter() - due) if good else float("inf"))
        writer.close()
        await writer.wait_closed()

    await asyncio.gather(*(connection() for _ in range(CONNECTIONS)))
    return took


async def _answer(reader: asyncio.StreamReader) -> bool:
    """Read an answer and tell whether it is a good one."""
    status = await reader.readline()
    length = 0
    while (line := await reader.readline()) != b"\r\n":
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    await reader.readexactly(length)
    return b" 200 " in status


_LOADS = """
## The service

So many requests a second for {seconds} seconds over {connections} connections: in each {in_turn}
there are a list, the page of a puzzle, and as many puzzles read as solutions checked; answers come
packed. Meanwhile a job makes puzzles; whoever asks and all that answers share this machine.
Milliseconds by the clock, from when a request was due; of the processor those of the service
and its answerers, without its worker.

"""
_ATTACKS = """
How long `/livez` took while one client sent a body of {bytes} bytes that is slow to read, in
milliseconds by the clock. 100 is the aim.

"""


def service_part(borne: Borne) -> str:
    """Return what the page says of the service."""
    loads = _table(
        (
            "a second",
            "requests",
            "failed",
            "median",
            "99 %",
            "to reach",
            "most",
            "processor",
            "job",
        ),
        [
            (
                str(load.rate),
                str(load.requests),
                str(load.failed),
                f"{load.median:.1f}",
                f"{load.p99:.1f}",
                "99 % under 50" if load.rate <= RATE else "",
                f"{load.most:.1f}",
                f"{load.cpu:.2f}",
                "went on" if load.working else "ended",
            )
            for load in borne.loads
        ],
    )
    attacked = _table(
        ("a body of", "asked", "most"),
        [(one.name, str(one.asked), f"{one.most:.0f}") for one in borne.attacked],
    )
    about = _LOADS.format(seconds=SECONDS, connections=CONNECTIONS, in_turn=IN_TURN)
    return about + loads + _ATTACKS.format(bytes=len(attacks()["blanks"])) + attacked
