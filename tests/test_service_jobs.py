"""The store of jobs: the same tests on every kind of database."""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest

from meepleproof.service.jobs.database import migrations, open_database
from meepleproof.service.jobs.job import (
    STATES,
    Job,
    JournalEntry,
    Kind,
    OverQuota,
    QueueFull,
    Unreachable,
    job_id,
)
from meepleproof.service.jobs.store import JobQueue, Jobs, Lease, open_jobs, open_queue
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

if TYPE_CHECKING:
    from tests.postgres import Server  # loaded as a plugin, by the next line

pytest_plugins = "tests.postgres"

REQUEST: Document = {"position": "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u24.24.23"}
OTHER: Document = {"position": "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u24.24.22"}
PROBLEM: Document = {"type": "urn:meepleproof:problem:test", "title": "A test", "detail": "no more"}
LONG = 60.0
KINDS: tuple[Kind, ...] = ("verification", "generation")


class Clock:
    """A clock that shows what it is set to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def jobs(url: str) -> Iterator[Jobs]:
    with closing(open_jobs(url, queue_length=3)) as opened:
        yield opened


@pytest.fixture
def queue(url: str) -> Iterator[JobQueue]:
    with closing(open_queue(url, seconds=LONG)) as opened:
        yield opened


def submitted(jobs: Jobs, request: Document = REQUEST, owner: str = "ann") -> Job:
    return jobs.submit("verification", request, owner)[0]


def taken(queue: JobQueue, *kinds: Kind) -> Lease:
    lease = queue.take(kinds or KINDS, given_up=PROBLEM)
    assert lease is not None
    return lease


def nothing_to_take(queue: JobQueue, *kinds: Kind) -> bool:
    return queue.take(kinds or KINDS, given_up=PROBLEM) is None


def seen(jobs: Jobs, job: Job, owner: str = "ann") -> Job:
    found = jobs.get(job.id, owner)
    assert found is not None
    return found


# Those who ask


def test_a_job_is_known_by_what_is_asked(jobs: Jobs) -> None:
    job, is_new = jobs.submit("verification", REQUEST, "ann")
    assert is_new
    assert ("queued", 0, {}) == (job.state, job.attempts, job.progress)
    assert (None, None, None) == (job.result, job.problem, job.ended)
    assert job_id("verification", REQUEST) == job.id
    assert (job, False) == jobs.submit("verification", dict(reversed(REQUEST.items())), "ann")
    assert job.id != submitted(jobs, OTHER).id
    assert job.id != job_id("generation", REQUEST)
    assert time.time() - job.created < LONG


def test_other_peoples_jobs_do_not_exist(jobs: Jobs) -> None:
    job = submitted(jobs)
    assert jobs.get(job.id, "bob") is None
    assert jobs.cancel(job.id, "bob") is None
    assert job == seen(jobs, job)
    assert (job, False) == jobs.submit("verification", REQUEST, "bob")
    assert job == seen(jobs, job, "bob")


def test_what_is_no_id_is_no_job(jobs: Jobs) -> None:
    job = submitted(jobs)
    for name in ("", "%", "j1-", job.id.upper(), job.id + "\0", f" {job.id}", "j1-" + "é" * 64):
        assert jobs.get(name, "ann") is None
        assert jobs.cancel(name, "ann") is None


def test_texts_of_all_kinds_come_back(jobs: Jobs, queue: JobQueue) -> None:
    text = "'; DROP TABLE jobs; -- \0\n\u2028 é 🂡 {now} :id %s"
    job = submitted(jobs, {"text": text, text: [text]}, owner=text.replace("\0", ""))
    queue.finish(taken(queue), {"told": text}, {text: 1})
    found = jobs.get(job.id, text.replace("\0", ""))
    assert found is not None
    assert ({"text": text, text: [text]}, {"told": text}, {text: 1}) == (
        found.request,
        found.result,
        found.progress,
    )


def test_half_a_character_is_refused(jobs: Jobs) -> None:
    with pytest.raises(Malformed, match="surrogate"):
        submitted(jobs, {"position": "\ud800"})
    assert not any(jobs.counts().values())


def test_a_full_queue_takes_no_more_but_what_is_in_it(jobs: Jobs, queue: JobQueue) -> None:
    for number in range(3):
        submitted(jobs, {"number": number})
    with pytest.raises(QueueFull) as full:
        submitted(jobs, {"number": 3})
    assert 3 == full.value.waiting
    submitted(jobs, {"number": 2}, "bob")
    taken(queue)  # who is worked for does not wait any more
    submitted(jobs, {"number": 3})
    assert {"queued": 3, "running": 1} == +Counter(jobs.counts())


def test_many_who_ask_at_once_are_one_job_and_no_queue_runs_over(jobs: Jobs, url: str) -> None:
    with closing(open_jobs(url, queue_length=3)) as elsewhere, ThreadPoolExecutor(8) as threads:

        def ask(number: int) -> tuple[str, bool]:
            front = (jobs, elsewhere)[number % 2]
            try:
                job, is_new = front.submit("generation", {"number": number // 8}, "ann")
            except QueueFull:
                return "full", False
            return job.id, is_new

        answers = list(threads.map(ask, range(48)))
    new = [job for job, is_new in answers if is_new]
    assert 3 == len(set(new)) == len(new)
    assert {*new, "full"} == {job for job, _ in answers}
    assert 3 == jobs.counts()["queued"]


def test_who_cancels_is_taken_off_and_the_last_one_ends_it(jobs: Jobs, queue: JobQueue) -> None:
    job = submitted(jobs)
    submitted(jobs, owner="bob")
    lease = taken(queue)
    left = jobs.cancel(job.id, "ann")
    assert left is not None
    assert "cancelled" == left.state  # for her
    assert jobs.get(job.id, "ann") is None
    assert "running" == seen(jobs, job, "bob").state
    assert queue.renew(lease, {})
    left = jobs.cancel(job.id, "bob")
    assert left is not None
    assert "cancelled" == left.state
    assert left.ended is not None
    assert not queue.renew(lease, {})
    assert not queue.finish(lease, {}, {})
    assert {"cancelled": 1} == +Counter(jobs.counts())
    assert nothing_to_take(queue)


def test_a_cancelled_job_is_begun_anew(jobs: Jobs, queue: JobQueue) -> None:
    job = submitted(jobs)
    queue.renew(taken(queue), {"candidates": 1})
    jobs.cancel(job.id, "ann")
    again, is_new = jobs.submit("verification", REQUEST, "bob")
    assert is_new
    assert (job.id, "queued", 0, {}, None) == (
        again.id,
        again.state,
        again.attempts,
        again.progress,
        again.ended,
    )
    assert jobs.get(job.id, "ann") is None
    assert queue.finish(taken(queue), {"verdict": "holds"}, {})


def test_what_is_done_stays_done_for_the_others(jobs: Jobs, queue: JobQueue) -> None:
    job = submitted(jobs)
    queue.finish(taken(queue), {"verdict": "holds"}, {})
    done = seen(jobs, job)
    assert ("done", {"verdict": "holds"}, 1) == (done.state, done.result, done.attempts)
    assert (done, False) == jobs.submit("verification", REQUEST, "bob")
    assert done == jobs.cancel(job.id, "ann")
    assert jobs.get(job.id, "ann") is None
    assert done == seen(jobs, job, "bob")
    assert nothing_to_take(queue)


def test_only_what_another_try_may_mend_is_tried_again(jobs: Jobs, queue: JobQueue) -> None:
    job = submitted(jobs)
    queue.fail(taken(queue), PROBLEM, {}, again=True)
    assert ("failed", PROBLEM) == (seen(jobs, job).state, seen(jobs, job).problem)
    again, is_new = jobs.submit("verification", REQUEST, "ann")
    assert (True, "queued", None) == (is_new, again.state, again.problem)
    queue.fail(taken(queue), PROBLEM, {}, again=False)
    again, is_new = jobs.submit("verification", REQUEST, "ann")
    assert (False, "failed") == (is_new, again.state)


def test_jobs_are_counted_by_state(jobs: Jobs, queue: JobQueue) -> None:
    assert dict.fromkeys(STATES, 0) == jobs.counts()
    for number in range(3):
        submitted(jobs, {"number": number})
    queue.finish(taken(queue), {}, {})
    queue.fail(taken(queue), PROBLEM, {}, again=False)
    taken(queue)
    jobs.cancel(submitted(jobs, {"number": 3}).id, "ann")
    submitted(jobs, {"number": 4})
    assert dict.fromkeys(STATES, 1) == jobs.counts()


# Those who work


def test_jobs_are_taken_in_their_turn_and_each_once(jobs: Jobs, queue: JobQueue, url: str) -> None:
    waiting = [submitted(jobs, {"number": number}).id for number in range(3)]
    with closing(open_queue(url, seconds=LONG)) as others:
        assert waiting == [taken(who).job.id for who in (queue, others, queue)]
        assert nothing_to_take(queue)
        assert nothing_to_take(others)


def test_many_who_take_at_once_take_each_job_once(url: str) -> None:
    with (
        closing(open_jobs(url, queue_length=40, quota=40)) as jobs,
        closing(open_queue(url, seconds=LONG)) as one,
        closing(open_queue(url, seconds=LONG)) as other,
        ThreadPoolExecutor(8) as threads,
    ):
        waiting = {submitted(jobs, {"number": number}).id for number in range(40)}

        def work(number: int) -> list[str]:
            ended = []
            while lease := (one, other)[number % 2].take(KINDS, given_up=PROBLEM):
                assert (one, other)[number % 2].finish(lease, {}, {})
                ended.append(lease.job.id)
            return ended

        ended = Counter(job for share in threads.map(work, range(8)) for job in share)
    assert Counter(waiting) == ended


def test_a_lease_that_ran_out_is_lost_when_somebody_else_takes_the_job(
    jobs: Jobs, queue: JobQueue, url: str
) -> None:
    job, clock = submitted(jobs), Clock()
    late = taken(queue)
    with closing(open_queue(url, seconds=8.0, clock=clock)) as others:
        for _ in range(9):
            assert nothing_to_take(others)
            clock.now += 2.0
            assert queue.renew(late, {"candidates": 1})
        for _ in range(5):
            assert nothing_to_take(others)
            clock.now += 2.0
        lease = taken(others)
        assert (job.id, 2, {"candidates": 1}) == (
            lease.job.id,
            lease.job.attempts,
            lease.job.progress,
        )
        for change in (
            queue.renew(late, {}),
            queue.finish(late, {"by": "late"}, {}),
            queue.fail(late, PROBLEM, {}, again=True),
            queue.retry(late),
            queue.give_back(late),
        ):
            assert not change
        assert others.finish(lease, {"by": "the other"}, {})
        assert not others.finish(lease, {"by": "him again"}, {})
    assert {"by": "the other"} == seen(jobs, job).result


@pytest.mark.parametrize("hours", [1, -1])
def test_no_jump_of_the_time_of_day_takes_a_job_away_or_leaves_it_stuck(
    jobs: Jobs, url: str, hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    submitted(jobs)
    clock = Clock()
    with (
        closing(open_queue(url, seconds=8.0)) as queue,
        closing(open_queue(url, seconds=8.0, clock=clock)) as others,
    ):
        lease = taken(queue)
        assert nothing_to_take(others)
        for database in ("database", "postgresql"):
            name = f"meepleproof.service.jobs.{database}._NOW"
            usual: str = import_module(f"meepleproof.service.jobs.{database}")._NOW
            monkeypatch.setattr(name, f"({usual} + {hours * 3_600_000})")
        for _ in range(9):  # it is healthy
            assert nothing_to_take(others)
            assert queue.renew(lease, {})
            clock.now += 2.0
        for _ in range(5):  # it has died
            assert nothing_to_take(others)
            clock.now += 2.0
        assert 2 == taken(others).job.attempts


@pytest.mark.parametrize("gap", [3600.0, 1e9])
def test_a_suspended_watch_does_not_take_others_for_dead(
    jobs: Jobs, queue: JobQueue, url: str, gap: float
) -> None:
    submitted(jobs)
    clock = Clock()
    with closing(open_queue(url, seconds=8.0, clock=clock)) as others:
        lease = taken(queue)
        assert nothing_to_take(others)
        clock.now += gap  # the machine slept, and both awake
        assert nothing_to_take(others)
        assert queue.renew(lease, {})
        clock.now += gap
        assert nothing_to_take(others)


# Fairness


def test_owners_take_turns(queue: JobQueue, url: str) -> None:
    def next_ones(count: int) -> list[int]:
        found = []
        for _ in range(count):
            lease = taken(queue)
            found.append(lease.job.request["number"])
            queue.finish(lease, {}, {})
        return found

    with closing(open_jobs(url)) as jobs:
        for owner, numbers in (("ann", range(4)), ("bob", range(4, 6)), ("eve", range(6, 7))):
            for number in numbers:
                jobs_of_many(jobs, number, owner)
        assert [0, 4, 6, 1, 5] == next_ones(5)
        jobs_of_many(jobs, 7, "zoe")  # who was never served is next
        assert [7, 2, 3] == next_ones(3)


def jobs_of_many(jobs: Jobs, number: int, owner: str) -> Job:
    return jobs.submit("generation", {"number": number}, owner)[0]


def test_a_job_of_several_owners_is_everybodys_turn(jobs: Jobs, queue: JobQueue) -> None:
    jobs_of_many(jobs, 0, "ann")
    jobs_of_many(jobs, 1, "bob")
    jobs_of_many(jobs, 0, "bob")
    jobs_of_many(jobs, 2, "eve")
    assert [0, 2, 1] == [taken(queue).job.request["number"] for _ in range(3)]


def test_verifications_pass_generations(jobs: Jobs, queue: JobQueue) -> None:
    generations = [jobs_of_many(jobs, number, "ann").id for number in range(2)]
    checks = [submitted(jobs, {"number": number}, "ann").id for number in range(3)]
    assert checks[0] == taken(queue).job.id
    assert checks[1] == taken(queue, "verification").job.id
    assert generations[0] == taken(queue, "generation", "verification").job.id
    assert checks[2] == taken(queue, "verification").job.id
    assert nothing_to_take(queue, "verification")
    assert generations[1] == taken(queue, "generation", "verification").job.id


def test_an_owner_has_a_quota_and_shuts_nobody_out(url: str) -> None:
    with closing(open_jobs(url, queue_length=4, quota=3)) as jobs:
        for number in range(3):
            jobs_of_many(jobs, number, "ann")
        with pytest.raises(OverQuota) as over:
            jobs_of_many(jobs, 3, "ann")
        assert 3 == over.value.waiting
        assert "queued" == submitted(jobs, owner="ann").state  # of the other kind
        assert "queued" == jobs_of_many(jobs, 4, "bob").state
        with pytest.raises(QueueFull) as full:
            jobs_of_many(jobs, 5, "bob")
        assert 4 == full.value.waiting
        assert "queued" == jobs_of_many(jobs, 6, "eve").state  # who has none waiting
        assert "queued" == jobs_of_many(jobs, 0, "bob").state  # which waits already
        jobs.cancel(job_id("generation", {"number": 1}), "ann")
        with pytest.raises(QueueFull):
            jobs_of_many(jobs, 3, "ann")
        jobs.cancel(job_id("generation", {"number": 6}), "eve")
        assert "queued" == jobs_of_many(jobs, 3, "ann").state


# The journal of a generation


def test_a_journal_is_kept_until_the_job_ends(jobs: Jobs, queue: JobQueue, url: str) -> None:
    notes = tuple(
        JournalEntry("1.0", {"wish": 0, "candidate": number, "rejected": "no"})
        for number in range(12)
    )
    job = submitted(jobs)
    lease = taken(queue)
    assert () == lease.journal
    assert queue.renew(lease, {}, notes[2:])
    assert queue.renew(lease, {}, notes[:3])
    assert queue.retry(lease)
    assert not queue.renew(lease, {}, notes)
    lease = taken(queue)
    assert notes == lease.journal
    assert queue.give_back(lease)
    lease = taken(queue)
    assert notes == lease.journal
    ends: tuple[Callable[[Lease], object], ...] = (
        lambda lease: queue.fail(lease, PROBLEM, {}, again=True),
        lambda _: jobs.cancel(job.id, "ann"),
        lambda lease: queue.finish(lease, {}, {}),
    )
    assert queue.give_back(lease)
    for end in ends:
        submitted(jobs)
        lease = taken(queue)
        assert queue.renew(lease, {}, notes)
        end(lease)
        assert [] == journals(url)


def journals(url: str) -> list[object]:
    with closing(open_database(url)) as database, database.reading() as transaction:
        return list(transaction.run("SELECT * FROM job_journals"))


def test_a_job_over_which_three_workers_died_is_given_up(jobs: Jobs, queue: JobQueue) -> None:
    job = submitted(jobs)
    assert queue.retry(taken(queue))
    assert queue.retry(taken(queue))
    lease = taken(queue)
    assert not queue.retry(lease)
    assert queue.fail(lease, PROBLEM, {}, again=True)
    assert ("failed", 3) == (seen(jobs, job).state, seen(jobs, job).attempts)
    submitted(jobs)
    assert queue.retry(taken(queue))  # deaths of an earlier time do not count


def test_a_job_given_back_counts_as_not_begun(jobs: Jobs, queue: JobQueue) -> None:
    job = submitted(jobs)
    for _ in range(30):
        assert queue.give_back(taken(queue))
    assert ("queued", 0) == (seen(jobs, job).state, seen(jobs, job).attempts)


def test_a_job_that_takes_whole_services_down_is_given_up(jobs: Jobs, url: str) -> None:
    job = submitted(jobs)
    with closing(open_queue(url, seconds=-1)) as doomed:
        begun = 0
        while doomed.take(KINDS, given_up=PROBLEM):
            begun += 1
    assert 20 == begun == seen(jobs, job).attempts
    assert ("failed", PROBLEM) == (seen(jobs, job).state, seen(jobs, job).problem)


def test_what_ended_long_ago_is_forgotten(jobs: Jobs, queue: JobQueue) -> None:
    job = submitted(jobs)
    queue.finish(taken(queue), {}, {})
    waiting = submitted(jobs, OTHER)
    queue.forget(10)
    assert "done" == seen(jobs, job).state
    queue.forget(-10)
    assert jobs.get(job.id, "ann") is None
    assert waiting == seen(jobs, waiting)
    assert (True, "queued") == (
        (new := jobs.submit("verification", REQUEST, "ann"))[1],
        new[0].state,
    )


# The databases


def test_jobs_outlive_whoever_opened_the_store(url: str) -> None:
    with closing(open_jobs(url)) as jobs:
        job = submitted(jobs)
        assert url == jobs.url
    with closing(open_jobs(url)) as jobs:
        jobs.ping()
        assert job == seen(jobs, job)


def test_a_store_of_a_newer_version_is_left_alone(url: str, jobs: Jobs) -> None:
    job = submitted(jobs)
    with closing(open_database(url)) as database, database.writing() as transaction:
        transaction.run("UPDATE jobs_version SET version = 99")
    with pytest.raises(Unreachable, match="newer version"):
        open_jobs(url)
    assert job == seen(jobs, job)


def test_a_transaction_that_breaks_off_changes_nothing(url: str, jobs: Jobs) -> None:
    job = submitted(jobs)

    def change(statement: str) -> None:
        with database.writing() as transaction:
            transaction.run("DELETE FROM job_owners")
            transaction.run(statement)

    with closing(open_database(url)) as database:
        with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError)):
            change("UPDATE jobs SET state = 'done'")  # and no result
        with pytest.raises((Unreachable, psycopg.ProgrammingError)):
            change("no statement at all")
    assert job == seen(jobs, job)


def test_a_temporary_store_is_removed() -> None:
    with closing(open_jobs("sqlite://")) as jobs:
        file = Path(jobs.url.removeprefix("sqlite:///"))
        assert file.is_file()
        with closing(open_jobs(jobs.url)) as again:
            assert submitted(jobs) == submitted(again)
    assert not file.parent.exists()


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    for url in (
        "",
        "jobs.sqlite",
        "sqlite:jobs",
        "sqlite://jobs",
        "sqlite:///",
        "sqlite:////",
        "sqlite:///:memory:",
        "mysql://here/jobs",
    ):
        with pytest.raises(Malformed, match="give sqlite:///"):
            open_jobs(url)
    (tmp_path / "text").write_text("no database, but of some length " * 99)
    for url in (
        f"sqlite:///{tmp_path}/text",
        f"sqlite:///{tmp_path}",
        f"sqlite:///{tmp_path}/no/jobs",
    ):
        with pytest.raises(Unreachable):
            open_jobs(url)


def test_three_slashes_are_a_path_from_this_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    for url, file in (("sqlite:///rel.sqlite", "rel.sqlite"), ("sqlite:///sub/it", "sub/it")):
        with closing(open_jobs(url)) as jobs:
            assert (tmp_path / file).is_file()
            assert f"sqlite:///{tmp_path}/{file}" == jobs.url  # four slashes
            job = submitted(jobs)
            monkeypatch.chdir("/")  # the same file, wherever one is
            with closing(open_jobs(jobs.url)) as again:
                assert job == seen(again, job)
            monkeypatch.chdir(tmp_path)
    with pytest.raises(
        Unreachable,
        match=f"{tmp_path}/no/jobs' is in a folder that does not exist;.* one from the root",
    ):
        open_jobs("sqlite:///no/jobs")


@pytest.mark.parametrize("other", [None, b"", "another store"])
def test_a_deleted_file_is_noticed(tmp_path: Path, other: bytes | str | None) -> None:
    url = f"sqlite:///{tmp_path}/jobs.sqlite"
    with closing(open_jobs(url)) as jobs, closing(open_queue(url, seconds=LONG)) as queue:
        job = submitted(jobs)
        for file in tmp_path.iterdir():
            file.unlink()
        if other == "another store":
            open_jobs(url).close()
        elif isinstance(other, bytes):
            (tmp_path / "jobs.sqlite").write_bytes(other)
        for ask in (
            lambda: submitted(jobs, OTHER),
            lambda: jobs.get(job.id, "ann"),
            lambda: jobs.cancel(job.id, "ann"),
            jobs.ping,
            jobs.counts,
            lambda: taken(queue),
        ):
            with pytest.raises(Unreachable, match=r"jobs.sqlite' was deleted or replaced"):
                ask()
    with closing(open_jobs(url)) as jobs:  # as when the service is started anew
        assert submitted(jobs) == seen(jobs, job)


def test_jobs_of_the_version_before_are_kept(tmp_path: Path) -> None:
    """A store as 0.2.0 left it: its first migration only, a job that runs and two that wait."""
    file = tmp_path / "jobs.sqlite"
    first = migrations()[0]
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in (
            "CREATE TABLE jobs_version (version INTEGER NOT NULL)",
            "INSERT INTO jobs_version VALUES (1)",
            *first,
        ):
            connection.execute(statement)
        for number, lease in enumerate((None, "someone", None)):
            name = job_id("generation", {"number": number})
            connection.execute(
                "INSERT INTO jobs (id, kind, request, state, lease, until, created, queued) "
                "VALUES (?, 'generation', ?, ?, ?, ?, 1763800000000, ?)",
                (
                    name,
                    f'{{"number":{number}}}',
                    "running" if lease else "queued",
                    lease,
                    1763800015000 if lease else None,
                    1763800000000 - number,
                ),
            )
            connection.execute("INSERT INTO job_owners VALUES (?, 'ann')", (name,))
    url = f"sqlite:///{file}"
    clock = Clock()
    with (
        closing(open_jobs(url)) as jobs,
        closing(open_queue(url, seconds=8.0, clock=clock)) as queue,
    ):
        jobs_of_many(jobs, 3, "ann")
        for _ in range(3):
            clock.now += 2.0
        for number in (2, 0, 3):
            next_one = taken(queue)
            assert number == next_one.job.request["number"]
            queue.finish(next_one, {}, {})
        lost = 0
        while nothing_to_take(queue):
            clock.now += 2.0
            lost += 1
        assert 3 <= lost <= 5
        assert ("running", 1) == (
            (job := jobs_of_many(jobs, 1, "ann")).state,
            job.attempts,
        )


def test_a_password_is_not_shown(tmp_path: Path) -> None:
    with pytest.raises(Unreachable) as caught:
        open_jobs(f"postgresql://ann:secret@/jobs?host={tmp_path}")
    assert "secret" not in str(caught.value)


def test_a_server_that_went_away_is_missed_and_found_again(postgres: Server) -> None:
    with closing(open_jobs(postgres.empty())) as jobs:
        job = submitted(jobs)
        postgres.stop()
        try:
            with pytest.raises(Unreachable):
                jobs.ping()
            with pytest.raises(Unreachable):
                submitted(jobs)
        finally:
            postgres.start()
        assert job == seen(jobs, job)
        postgres.stop()
        postgres.start()
        assert job == seen(jobs, job)


def submit_for_ever(jobs: Jobs) -> None:
    while True:
        submitted(jobs, {"number": 1})


def test_a_server_that_only_reads_is_unreachable_until_it_writes_again(postgres: Server) -> None:
    with closing(open_jobs(postgres.empty())) as jobs:
        setting = "default_transaction_read_only"
        with psycopg.connect(postgres.url, autocommit=True) as connection:
            connection.execute(f"ALTER SYSTEM SET {setting} = on".encode())
            try:
                connection.execute("SELECT pg_reload_conf()")
                with pytest.raises(Unreachable, match="read-only"):
                    submit_for_ever(jobs)  # at last the connection of the store is told, too
            finally:
                connection.execute(f"SET {setting} = off".encode())
                connection.execute(f"ALTER SYSTEM RESET {setting}".encode())
                connection.execute("SELECT pg_reload_conf()")
