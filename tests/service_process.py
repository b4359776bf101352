"""The service in the tests as a process of its own, as a person starts it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.service_client import some_packs


@dataclass
class Running:
    """A running service: its process, its address, and the file of its log."""

    process: subprocess.Popen[bytes]
    address: str
    log: Path

    @property
    def port(self) -> int:
        return httpx.URL(self.address).port or 0

    def get(self, path: str) -> httpx.Response:
        return httpx.get(self.address + path, timeout=30)

    def post(self, path: str, body: Any) -> httpx.Response:
        return httpx.post(self.address + path, json=body, timeout=30)


def start(folder: Path, *words: str, all_packs: bool = False) -> Running:
    """Start the service as a user does, and wait until it prints its address."""
    log = folder / "log"
    command = [sys.executable, "-m", "meepleproof", "serve", "--port", "0"]
    if not all_packs:
        packs = folder / "packs"
        packs.mkdir(exist_ok=True)
        some_packs(packs, "stay")
        command += ["--packs", str(packs)]
    with log.open("wb") as file:
        process = subprocess.Popen(
            [*command, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=file,
            env={**os.environ, "XDG_STATE_HOME": str(folder)},
        )
    while "Play at " not in (text := log.read_text("utf-8")):
        assert process.poll() is None, text
        time.sleep(0.05)
    return Running(process, text.split("Play at ")[1].split("/ ")[0], log)


def end(running: Running, by: signal.Signals) -> int:
    """Stop the service and return its exit code; it printed nothing to stdout."""
    running.process.send_signal(by)
    out, _ = running.process.communicate(timeout=60)
    assert b"" == out
    return running.process.returncode


def until(running: Running, path: str, status: int) -> httpx.Response:
    while (answer := running.get(path)).status_code != status:
        assert running.process.poll() is None
        time.sleep(0.1)
    return answer
