"""What a worker process does: one job after another, read and answered line by line as JSON.

Its first line on standard output says that it is ready. Each line on standard input is a job, with
the journal of earlier work on it; the lines on standard output are its progress, journal entries
and, last, its result or its problem. When the input ends, the process ends at once. An argument, if
given, limits the memory of the process, and of each that it starts, in bytes.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable
from functools import partial
from typing import IO

from meepleproof.service.jobs import problems
from verifier.documents.strict_json import Document
from verifier.errors import MeepleproofError
from verifier.processes import limit_memory

_NICENESS = 10
"""Answering requests goes first."""


def main() -> None:
    """Work until the input ends."""
    os.nice(_NICENESS)
    if len(sys.argv) > 1:
        limit_memory(int(sys.argv[1]))
    # What a library prints must not look like an answer.
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    # Read by a thread of its own, to notice the end of the service at once.
    jobs: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin, jobs), daemon=True).start()
    from meepleproof.service.jobs import work  # noqa: PLC0415 - slow, and the thread reads already

    def answer(document: Document) -> None:
        answers.write(json.dumps(document, separators=(",", ":")) + "\n")
        answers.flush()

    answer({"ready": True})
    while True:
        job = json.loads(jobs.get())
        journal = job.get("journal", ())
        _do(partial(work.run, job["kind"], job["request"], answer, journal), answer)


def _do(work: Callable[[], Document], answer: Callable[[Document], None]) -> None:
    outcome: Document
    try:
        outcome = {"result": work()}
    except MeepleproofError as error:
        outcome = {"problem": problems.of_request(error)}
    except MemoryError:
        answer({"problem": problems.OUT_OF_MEMORY, "again": True})
        os._exit(1)  # too little memory is left to go on
    except Exception:  # noqa: BLE001 - our fault costs this job only, and is reported
        outcome = {
            "problem": problems.FAULT,
            "again": True,
            "fault": traceback.format_exc(),
        }
    answer(outcome)


def _read(lines: IO[str], jobs: queue.SimpleQueue[str]) -> None:
    for line in lines:
        jobs.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
