"""Measures what an answer to a part-turn of a study takes: ``python -m tests.house_reply_times``.

Every study that ships is played: all first part-turns, and after some of them all that both
players can play next. Times are processor time without HTTP; the first answer of each study also
reads its certificate.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from statistics import median
from time import process_time

from meepleproof.service.play.house.attempt import StudyPlay
from tests.kinds import shipped
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.certificates import Certificate
from verifier.documents.canonical_json import canonical_bytes

_EVERY, _SECONDS = 29, 23
"""Of the first part-turns, and of those after them, every so many are played on."""


def lines_of(certificate: Certificate) -> list[list[str]]:
    """Return lines of one and two part-turns from the beginning of a study."""
    engine, found = HouseEngine(), list[list[str]]()
    for number, first in enumerate(certificate.most.then):
        found.append([str(first)])
        outcome = engine.outcome(certificate.endgame.position, first)
        if number % _EVERY == 0 and outcome is not None:
            seconds = sorted(str(each.part_turn) for each in engine.outcomes(outcome.after))
            found += [[str(first), second] for second in seconds[::_SECONDS]]
    return found


def milliseconds(work: Callable[[], object]) -> float:
    """Return the processor time that a call takes."""
    begin = process_time()
    work()
    return 1000 * (process_time() - begin)


def main() -> None:
    """Print median and greatest time of each step."""
    times: dict[str, list[float]] = {"first answer": [], "certificate": [], "engine": []}
    writing = times.setdefault("written as JSON", [])
    for one in shipped("house-studies"):
        study = StudyPlay(one)
        times["first answer"].append(milliseconds(lambda: study.attempt([], helped=True)))  # noqa: B023 - called at once
        for line in lines_of(study.certificate):
            answer = dict[str, object]()
            taken = milliseconds(lambda: answer.update(study.attempt(line, helped=True)))  # noqa: B023 - as above
            by = "engine" if '"engine"' in json.dumps(answer["play"]) else "certificate"
            times[by].append(taken)
            writing.append(milliseconds(lambda: canonical_bytes(answer)))  # noqa: B023 - as above
    for name, found in times.items():
        print(f"{name:16} {len(found):6} times, median {median(found):6.2f} ms, "  # noqa: T201 - a script prints
              f"greatest {max(found):6.2f} ms")  # fmt: skip


if __name__ == "__main__":
    main()
