"""What the service bears: puzzles read and solutions checked while it makes puzzles."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from tests.bench.page import _table

A_SECOND = 200
"""Requests a second: as many checks as reads."""
SECONDS, QUICK = 20, 1
CONNECTIONS = 16
JOB = {"goal": "city-8-10-3c", "tiles": 4, "count": 20, "seed": 3}
"""What the service works on meanwhile."""

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Load:
    """How long the answers took, in milliseconds from when they were due; how many failed.

    ``working`` says that the job went on to the end.
    """

    requests: int
    failed: int
    median: float
    p99: float
    most: float
    working: bool


def borne(quick: bool, tell: Tell) -> Load:
    """Start a service with a database of its own, let it make puzzles, and ask it things."""
    tell("the service under load")
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        command = [sys.executable, "-m", "meepleproof", "serve", "--port", "0", "--rate", "0"]
        env = {**os.environ, "XDG_STATE_HOME": folder}
        with log.open("wb") as file:
            process = subprocess.Popen(command, stderr=file, env=env)
        try:
            return _asked(_address(process, log), QUICK if quick else SECONDS)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    while "Play at " not in (text := log.read_text("utf-8")):
        if process.poll() is not None:
            raise RuntimeError(text)
        sleep(0.05)
    return text.split("Play at ")[1].split("/ ")[0]


def _asked(address: str, seconds: int) -> Load:
    while not _is_ready(address):
        sleep(0.05)
    puzzles = [one["id"] for one in _read(f"{address}/api/puzzles?limit=100")["puzzles"]]
    lines = [_read(f"{address}/api/puzzles/{one}/solution")["line"] for one in puzzles]
    requests = [
        asked
        for puzzle, line in zip(puzzles, lines, strict=True)
        for asked in (_reading(puzzle), _checking(puzzle, line))
    ]
    job = Request(  # noqa: S310 - our own address
        f"{address}/api/generations",
        data=json.dumps(JOB).encode(),
        headers={"Content-Type": "application/json"},
    )
    job_address = f"{address}/api/jobs/{_read(job)['id']}"
    while _read(job_address)["state"] == "queued":
        sleep(0.05)
    took = asyncio.run(_ask(address, requests, seconds * A_SECOND))
    working = _read(job_address)["state"] == "running"
    times = sorted(took)
    answered = [time for time in times if time < float("inf")]
    return Load(
        requests=len(times),
        failed=len(times) - len(answered),
        median=times[len(times) // 2],
        p99=times[len(times) * 99 // 100],
        most=times[-1],
        working=working,
    )


def _read(asked: str | Request) -> Any:
    with urlopen(asked) as answer:  # noqa: S310 - our own address
        return json.load(answer)


def _is_ready(address: str) -> bool:
    try:
        return bool(_read(f"{address}/readyz")["ready"])
    except HTTPError:
        return False


def _reading(puzzle: str) -> bytes:
    return f"GET /api/puzzles/{puzzle} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


def _checking(puzzle: str, line: str) -> bytes:
    body = json.dumps({"puzzle": puzzle, "turns": line.split("~")})
    head = "POST /api/solutions/check HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    form = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return (head + form + body).encode()


async def _ask(address: str, requests: Sequence[bytes], count: int) -> list[float]:
    """Send so many requests when they are due, and return how late each answer came."""
    port = urlsplit(address).port
    began = perf_counter() + 0.1
    left = iter(range(count))
    took: list[float] = []

    async def connection() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for number in left:
            due = began + number / A_SECOND
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


_ABOUT = """
## The service

{a_second} requests a second for {seconds} seconds over {connections} connections, puzzles read and
solutions checked in turn, while a job makes puzzles; whoever asks and all that answers share this
machine. Milliseconds by the clock, from when a request was due.

"""


def service_part(load: Load) -> str:
    """Return what the page says of the service."""
    table = _table(
        ("requests", "failed", "median", "99 %", "to reach", "most", "a job went on"),
        [
            (
                str(load.requests),
                str(load.failed),
                f"{load.median:.1f}",
                f"{load.p99:.1f}",
                "99 % under 50",
                f"{load.most:.1f}",
                "yes" if load.working else "no",
            )
        ],
    )
    about = _ABOUT.format(a_second=A_SECOND, seconds=SECONDS, connections=CONNECTIONS)
    return about + table
