"""What a worker process does: one job after another, read and answered line by line as JSON.

It says when it is ready. Each line on standard input is a job, with the journal of what was done of
it before; the lines on standard output are its progress, entries for the journal and, at last, its
result or its problem. When the input ends, so does the process, whatever
it is at. An argument, if there is one, is the most memory the process, and each that it starts, may
take, in bytes.
"""

from __future__ import annotations

import json
import os
import queue
import resource
import sys
import threading
import traceback
from collections.abc import Callable
from functools import partial
from typing import IO

from service.jobs import problems
from service.jobs.job import Document
from verifier.errors import MeepleproofError

_NICENESS = 10
"""Whoever waits for a page goes first."""


def main() -> None:
    """Work until the input ends."""
    os.nice(_NICENESS)
    if len(sys.argv) > 1:
        memory = int(sys.argv[1])
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    # Whatever anybody prints must not look like an answer.
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    # Read at once, and by a thread of its own: that is how the end of the service is noticed.
    jobs: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin, jobs), daemon=True).start()
    from service.jobs import work  # noqa: PLC0415 - takes its time, and somebody is to read

    def answer(document: Document) -> None:
        answers.write(json.dumps(document, separators=(",", ":")) + "\n")
        answers.flush()

    answer({"ready": True})
    while True:
        job = json.loads(jobs.get())
        done = job.get("journal", ())
        _do(partial(work.run, job["kind"], job["request"], answer, done), answer)


def _do(work: Callable[[], Document], answer: Callable[[Document], None]) -> None:
    answered: Document
    try:
        answered = {"result": work()}
    except MeepleproofError as error:
        answered = {"problem": problems.of_request(error)}
    except MemoryError:
        answer({"problem": problems.OUT_OF_MEMORY, "again": True})
        os._exit(1)  # what is left of the memory is nothing to begin with
    except Exception:  # noqa: BLE001 - a fault of ours costs this job only, and is told
        answered = {"problem": problems.FAULT, "again": True, "fault": traceback.format_exc()}
    answer(answered)


def _read(given: IO[str], jobs: queue.SimpleQueue[str]) -> None:
    for line in given:
        jobs.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
