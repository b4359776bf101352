"""Answerers: what costs too much is stopped, others are answered, and nothing is left behind."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from meepleproof.service.answering.pool import Answerers
from meepleproof.service.answering.process import (
    Answered,
    AnswererDied,
    AnswererProcess,
    AnswererSettings,
    Asked,
)
from meepleproof.service.problems import Problem
from verifier.errors import Malformed

QUICK = AnswererSettings(seconds=0.5, memory=64 << 20)


def toy() -> AnswererProcess:
    return AnswererProcess(QUICK, "tests.toy_answerer")


@asynccontextmanager
async def pool(
    start: Callable[[], AnswererProcess] = toy, **given: Any
) -> AsyncIterator[Answerers]:
    settings = {"answer_seconds": QUICK.seconds, "spare_after": 0.0, **given}
    answerers = Answerers(start, **settings)
    try:
        await answerers.open(toy())
        yield answerers
    finally:
        answerers.close()


def run(test: Callable[[Answerers], Coroutine[Any, Any, None]], **given: Any) -> None:
    """Run a test with answerers; none of their processes is left afterwards."""

    async def with_pool() -> list[int]:
        async with pool(**given) as answerers:
            await test(answerers)
            return answerers.process_ids

    assert not any(map(runs, asyncio.run(with_pool())))


def runs(process_id: int) -> bool:
    return Path(f"/proc/{process_id}").exists()


def get(path: str, client: str = "a") -> tuple[str, Asked]:
    return client, Asked("GET", path)


async def until(holds: Callable[[], object]) -> None:
    while not holds():  # noqa: ASYNC110 - what happens in a process sets no event here
        await asyncio.sleep(0.01)


async def both_ready(answerers: Answerers) -> None:
    await until(lambda: len(answerers.idle) == 2)


async def refused(answerers: Answerers, path: str, client: str = "a") -> Problem:
    with pytest.raises(Problem) as caught:
        await answerers.answer(*get(path, client))
    assert caught.value.headers["Retry-After"]
    assert 503 == caught.value.status
    return caught.value


@pytest.mark.parametrize(("path", "reason"), [("/spin", "time"), ("/grow", "memory")])
def test_what_takes_too_much_is_stopped_and_what_it_took_is_free(path: str, reason: str) -> None:
    async def test(answerers: Answerers) -> None:
        pid = int((await answerers.answer(*get("/"))).body)
        problem = await refused(answerers, path)
        assert "stopped" == problem.kind
        assert reason in problem.detail
        assert not runs(pid)
        assert 1 == answerers.stopped[reason]
        assert pid != int((await answerers.answer(*get("/"))).body)

    run(test)


def test_others_are_answered_while_an_answer_runs_away() -> None:
    async def test(answerers: Answerers) -> None:
        await both_ready(answerers)
        away = asyncio.create_task(refused(answerers, "/sleep", "a"))
        await asyncio.sleep(0)
        others = [await answerers.answer(*get("/", "b")) for _ in range(20)]
        assert not away.done()
        assert {200} == {answer.status for answer in others}
        assert 1 == len({answer.body for answer in others})
        away.cancel()

    run(test)


def test_what_takes_too_long_is_stopped() -> None:
    async def test(answerers: Answerers) -> None:
        assert "stopped" == (await refused(answerers, "/sleep")).kind

    run(test, seconds=0.3)


def test_who_took_much_does_not_get_the_last_answerer() -> None:
    async def test(answerers: Answerers) -> None:
        await both_ready(answerers)
        for client in "ab":
            answerers.shares.add(client, 5.0)
        away = [asyncio.create_task(refused(answerers, "/sleep", client)) for client in "ab"]
        await asyncio.sleep(0)
        assert 200 == (await answerers.answer(*get("/", "c"))).status
        assert 1 == answerers.waiting  # the other of the two
        for request in away:
            request.cancel()

    run(test)


def test_who_took_less_processor_time_comes_first() -> None:
    async def test(answerers: Answerers) -> None:
        done: list[str] = []

        async def ask(client: str) -> None:
            await answerers.answer(*get("/", client))
            done.append(client)

        answerers.shares.add("b", 0.9)
        first = asyncio.create_task(answerers.answer(*get("/work", "x")))
        await asyncio.sleep(0)
        answerers.hold = 60.0  # nothing goes to the other answerer meanwhile
        others = [asyncio.create_task(ask(client)) for client in ("b", "a", "a", "c")]
        await asyncio.gather(first, *others)
        assert "b" == done[-1]
        assert {"a", "c"} == set(done[:2])

    run(test)


def test_a_client_with_too_many_waiting_requests_is_refused_and_no_other() -> None:
    async def test(answerers: Answerers) -> None:
        first = asyncio.create_task(answerers.answer(*get("/work")))
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(answerers.answer(*get("/"))) for _ in range(2)]
        await asyncio.sleep(0)
        assert "2 requests of yours are waiting" in (await refused(answerers, "/")).detail
        other = answerers.answer(*get("/", "b"))
        found: list[Answered] = await asyncio.gather(first, *waiting, other)
        assert [200] * 4 == [answer.status for answer in found]

    run(test, waiting=2)


def test_a_request_whose_process_is_killed_is_answered_by_another_at_once(tmp_path: Path) -> None:
    async def test(answerers: Answerers) -> None:
        await both_ready(answerers)
        for number in range(3):
            begun = tmp_path / str(number)
            asked = Asked("GET", "/first", f"file={begun}")
            work = asyncio.create_task(answerers.answer("a", asked))
            await until(begun.exists)
            before = set(answerers.process_ids)
            killed = int(begun.read_text())
            os.kill(killed, signal.SIGKILL)
            assert int((await work).body) in before - {killed}
            await both_ready(answerers)

    run(test)


def test_a_request_is_answered_though_all_processes_are_killed(tmp_path: Path) -> None:
    async def test(answerers: Answerers) -> None:
        await both_ready(answerers)
        begun = tmp_path / "begun"
        work = asyncio.create_task(answerers.answer("a", Asked("GET", "/first", f"file={begun}")))
        await until(begun.exists)
        working = int(begun.read_text())
        (other,) = set(answerers.process_ids) - {working}
        os.kill(other, signal.SIGKILL)
        await until(lambda: not answerers.idle)
        os.kill(working, signal.SIGKILL)
        assert 200 == (await work).status

    run(test)


def test_a_process_that_cannot_be_started_is_started_again() -> None:
    failures = [OSError(errno.EAGAIN, "no more processes"), OSError(errno.EMFILE, "no more files")]

    def start() -> AnswererProcess:
        if failures:
            raise failures.pop()
        return toy()

    async def test() -> None:
        async with pool(start, spare_after=60.0) as answerers:
            (first,) = answerers.process_ids
            os.kill(first, signal.SIGKILL)
            await until(lambda: answerers.process_ids != [first])
            assert 200 == (await answerers.answer(*get("/"))).status

    asyncio.run(test())
    assert [] == failures


def test_a_fault_of_the_service_itself_stops_the_request_and_nothing_else() -> None:
    async def test(answerers: Answerers) -> None:
        await both_ready(answerers)
        unheard_of: Any = {"no": object()}
        with pytest.raises(Problem) as caught:
            await answerers.answer("a", Asked("GET", "/", attached=unheard_of))
        assert "stopped" == caught.value.kind
        assert 200 == (await answerers.answer(*get("/"))).status

    run(test)


def test_who_took_much_while_modules_were_loaded_does_not_wait_for_a_spare() -> None:
    async def test(answerers: Answerers) -> None:
        answerers.shares.add("a", 1.5)
        assert 200 == (await answerers.answer(*get("/"))).status

    run(test, answer_seconds=3.0, spare_after=60.0, seconds=5.0)


def test_who_took_much_gets_the_last_answerer_when_it_is_long_enough_ago() -> None:
    async def test(answerers: Answerers) -> None:
        await both_ready(answerers)
        away = asyncio.create_task(answerers.answer(*get("/sleep", "b")))
        await asyncio.sleep(0)
        answerers.shares.add("a", 1.02)
        assert 200 == (await answerers.answer(*get("/", "a"))).status
        assert not away.done()
        away.cancel()

    run(test)


def test_a_process_that_has_ended_is_killed_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    process = toy()
    os.kill(process.process_id, signal.SIGKILL)
    while process.is_alive:
        pass
    killed: list[int] = []
    monkeypatch.setattr(os, "killpg", lambda group, _: killed.append(group))
    process.kill("died")  # its number may be that of a stranger by now
    assert [] == killed


def test_a_slow_start_is_no_standstill() -> None:
    async def test() -> None:
        answerers = Answerers(toy, standstill=0.2)
        await asyncio.sleep(0.3)
        try:
            await answerers.open(toy())
            work = asyncio.create_task(answerers.answer(*get("/work")))
            await asyncio.sleep(0)
            assert "" == answerers._found_trouble()
            await work
        finally:
            answerers.close()

    asyncio.run(test())


def test_a_process_that_is_killed_while_it_has_nothing_to_do_is_replaced() -> None:
    async def test(answerers: Answerers) -> None:
        await both_ready(answerers)
        before = set(answerers.process_ids)
        os.kill(max(before), signal.SIGKILL)
        await until(lambda: not before & {max(before)} & set(answerers.process_ids))
        await both_ready(answerers)
        assert 1 == answerers.stopped["died"]

    run(test)


def test_a_fault_is_answered_as_one_and_the_next_request_as_usual() -> None:
    async def test(answerers: Answerers) -> None:
        pid = (await answerers.answer(*get("/"))).body
        assert 500 == (await answerers.answer(*get("/fault"))).status
        printed = await answerers.answer(*get("/half"))
        assert (200, pid) == (printed.status, printed.body)

    run(test)


def test_a_standstill_is_seen_while_it_lasts(caplog: pytest.LogCaptureFixture) -> None:
    async def test(answerers: Answerers) -> None:
        await both_ready(answerers)
        for process_id in answerers.process_ids:
            os.kill(process_id, signal.SIGSTOP)
        waiting = asyncio.create_task(answerers.answer(*get("/")))
        await until(lambda: answerers.trouble)
        assert "no request was answered for" in answerers.trouble
        assert ["work stands still"] == [one.message for one in caplog.records]
        for process_id in answerers.process_ids:
            os.kill(process_id, signal.SIGCONT)
        assert 200 == (await waiting).status
        await until(lambda: not answerers.trouble)

    run(test, standstill=0.2)


def test_packs_that_cannot_be_read_are_said_before_anything_is_answered(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{", "utf-8")

    async def start(folder: Path) -> None:
        process = AnswererProcess(AnswererSettings(packs=(str(folder),)))
        try:
            await process.ready()
        finally:
            process.kill("died")

    with pytest.raises(Malformed, match="not JSON"):
        asyncio.run(start(tmp_path))
    with pytest.raises(FileNotFoundError):
        asyncio.run(start(tmp_path / "nowhere"))


def test_a_process_that_does_not_start_says_how_it_ended() -> None:
    async def start() -> None:
        process = AnswererProcess(QUICK, "tests.no_such_module")
        await process.ready()

    with pytest.raises(AnswererDied, match="exit code 1"):
        asyncio.run(start())
