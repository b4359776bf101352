"""Whatever is done to jobs, in whatever order: the store and a naive one in memory agree."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meepleproof.service.jobs.database import open_database
from meepleproof.service.jobs.job import OverQuota, QueueFull, job_id
from meepleproof.service.jobs.store import Lease, open_jobs, open_queue
from verifier.documents.strict_json import Document

pytest_plugins = "tests.postgres"

ROOM = QUOTA = 2
PROBLEM: Document = {"type": "urn:meepleproof:problem:test", "title": "A test", "detail": "no more"}

ACTS = ["submit"] * 4 + ["take"] * 3
ACTS += ["cancel", "look", "keep", "finish", "fail", "fail for good", "die", "give back"]
COURSES = st.lists(
    st.tuples(st.sampled_from(ACTS), st.integers(0, 2), st.integers(0, 1)), min_size=10, max_size=60
)
"""What is done, with which request or lease, and by whom."""


@dataclass
class Entry:
    """A job as the naive store has it."""

    state: str = "queued"
    owners: set[int] = field(default_factory=set)
    turn: int = 0
    again: bool = False
    attempts: int = 0
    crashes: int = 0
    lease: str = ""


class Naive:
    """Jobs in memory, for one thread."""

    def __init__(self) -> None:
        self.jobs: dict[int, Entry] = {}
        self.turn = 0
        self.served: list[set[int]] = []

    def submit(self, number: int, owner: int) -> str:
        entry = self.jobs.get(number)
        if entry is None or entry.again:
            waiting = [one for one in self.jobs.values() if one.state == "queued"]
            own = sum(owner in one.owners for one in waiting)
            if own >= QUOTA:
                return "over quota"
            if own and len(waiting) >= ROOM:
                return "full"
            self.turn += 1
            owners = entry.owners if entry is not None else set()
            entry = self.jobs[number] = Entry(owners=owners, turn=self.turn)
        entry.owners.add(owner)
        return entry.state

    def cancel(self, number: int, owner: int) -> str:
        entry = self.jobs.get(number)
        if entry is None or owner not in entry.owners:
            return "none"
        entry.owners.remove(owner)
        if entry.state in {"queued", "running"}:
            if not entry.owners:
                entry.state, entry.again, entry.lease = "cancelled", True, ""
            return "cancelled"
        return entry.state

    def look(self, number: int, owner: int) -> str:
        entry = self.jobs.get(number)
        if entry is None or owner not in entry.owners:
            return "none"
        return f"{entry.state} {entry.attempts}"

    def next(self) -> int | None:
        waiting = [
            (self._last_served(owner), one.turn, number)
            for number, one in self.jobs.items()
            if one.state == "queued"
            for owner in one.owners
        ]
        return min(waiting)[2] if waiting else None

    def _last_served(self, owner: int) -> int:
        """Return how many times anybody was served until this one was served last."""
        return max((time for time, ones in enumerate(self.served, 1) if owner in ones), default=0)

    def take(self, number: int, lease: str) -> None:
        entry = self.jobs[number]
        entry.state, entry.lease = "running", lease
        entry.attempts += 1
        self.served.append(set(entry.owners))

    def change(self, what: str, number: int, lease: str) -> bool:
        entry = self.jobs[number]
        if entry.lease != lease:
            return False
        if what == "die":
            if entry.crashes == 2:
                return False
            entry.crashes += 1
            entry.state = "queued"
        if what == "give back":
            entry.attempts -= 1
            entry.state = "queued"
        if what == "finish":
            entry.state = "done"
        if what.startswith("fail"):
            entry.state, entry.again = "failed", what == "fail"
        if what != "keep":
            entry.lease = ""
        return True


class Both:
    """The store and the naive one, given the same commands."""

    def __init__(self, url: str) -> None:
        self.naive = Naive()
        self.jobs = open_jobs(url, queue_length=ROOM, quota=QUOTA)
        self.queue = open_queue(url, seconds=60.0)
        self.taken: list[tuple[int, Lease]] = []
        with closing(open_database(url)) as database, database.writing() as transaction:
            transaction.run("DELETE FROM jobs")
            transaction.run("DELETE FROM owner_turns")

    def close(self) -> None:
        self.jobs.close()
        self.queue.close()

    def do(self, what: str, which: int, who: int) -> None:
        if what in {"submit", "cancel", "look"}:
            expected = getattr(self.naive, what)(which, who)
            assert expected == getattr(self, f"_{what}")(which, str(who))
        elif what == "take":
            self._take()
        elif self.taken:
            number, lease = self.taken[which % len(self.taken)]
            expected = self.naive.change(what, number, lease.name)
            assert expected == self._change(what, lease)

    def _submit(self, which: int, who: str) -> str:
        try:
            return self.jobs.submit("generation", {"seed": which}, who)[0].state
        except OverQuota:
            return "over quota"
        except QueueFull:
            return "full"

    def _cancel(self, which: int, who: str) -> str:
        found = self.jobs.cancel(job_id("generation", {"seed": which}), who)
        return "none" if found is None else found.state

    def _look(self, which: int, who: str) -> str:
        found = self.jobs.get(job_id("generation", {"seed": which}), who)
        return "none" if found is None else f"{found.state} {found.attempts}"

    def _take(self) -> None:
        lease = self.queue.take(("generation",), given_up=PROBLEM)
        expected = self.naive.next()
        if lease is None or expected is None:
            assert lease is None
            assert expected is None
            return
        number: int = lease.job.request["seed"]
        assert expected == number
        self.naive.take(number, lease.name)
        self.taken.append((number, lease))

    def _change(self, what: str, lease: Lease) -> bool:
        ways: dict[str, Any] = {
            "keep": lambda: self.queue.renew(lease, {}),
            "finish": lambda: self.queue.finish(lease, {}, {}),
            "fail": lambda: self.queue.fail(lease, PROBLEM, {}, again=True),
            "fail for good": lambda: self.queue.fail(lease, PROBLEM, {}, again=False),
            "die": lambda: self.queue.retry(lease),
            "give back": lambda: self.queue.give_back(lease),
        }
        done: bool = ways[what]()
        return done


# The database is the same for all examples, and emptied for each.
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(COURSES)
def test_the_store_does_what_a_naive_one_does(url: str, course: list[tuple[str, int, int]]) -> None:
    with closing(Both(url)) as both:
        for what, which, who in course:
            both.do(what, which, who)
        states = Counter(one.state for one in both.naive.jobs.values())
        assert states == +Counter(dict(both.jobs.counts()))
