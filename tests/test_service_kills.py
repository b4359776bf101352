"""Thirty kills, of answerers, workers and the whole service: nothing accepted is lost."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.attack.processes import those_of
from tests.service_process import Running, end, start, until

pytestmark = pytest.mark.slow

GOAL = {"id": "road-of-3", "kind": "road", "at_least": 3}


def killed(running: Running, module: str) -> int:
    """Kill a process that runs a module, when there is one."""
    while not (found := those_of(running.process.pid, module)):
        time.sleep(0.01)
    with suppress(ProcessLookupError):
        os.kill(found[0], signal.SIGKILL)
    return found[0]


def test_of_killed_answerers_no_request_is_lost(tmp_path: Path) -> None:
    running = start(tmp_path, "--rate", "0")
    until(running, "/readyz", 200)
    identity = running.get("/api/puzzles?limit=1").json()["puzzles"][0]["id"]
    statuses, over = Counter[int](), threading.Event()
    answerer = "meepleproof.service.answering.answerer"

    def read() -> None:
        with httpx.Client(base_url=running.address, timeout=60) as client:
            while not over.is_set():
                statuses[client.get(f"/puzzle/{identity}").status_code] += 1

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for _ in range(10):
        killed(running, answerer)
        before = statuses.total()
        # A request is asked once more, not twice: the next kill waits until that one is answered.
        while len(those_of(running.process.pid, answerer)) < 2 or statuses.total() < before + 8:
            time.sleep(0.05)
    over.set()
    for reader in readers:
        reader.join()
    assert 0 == end(running, signal.SIGTERM)
    assert {200} == statuses.keys()


def test_of_killed_workers_and_services_no_job_is_lost(tmp_path: Path) -> None:
    places = list[str]()
    running = start(tmp_path, "--rate", "0", "--quota", "1000", "--queue", "1000")
    for number in range(20):
        request = {"goal": GOAL, "tiles": 2, "seed": number + 1}
        places.append(running.post("/api/generations", request).headers["location"])
        if number % 2:
            killed(running, "meepleproof.service.jobs.worker")
        else:
            assert -signal.SIGKILL == end(running, signal.SIGKILL)
            running = start(tmp_path, "--rate", "0", "--quota", "1000", "--queue", "1000")
    ended = list[str]()
    for place in places:
        while (job := running.get(place).json())["state"] in ("queued", "running"):
            time.sleep(0.1)
        ended.append(job["state"])
    assert 0 == end(running, signal.SIGTERM)
    assert ["done"] * 20 == ended
