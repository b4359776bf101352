"""Answerers: what costs too much is stopped, others are answered, and nothing is left behind."""

from __future__ import annotations

import asyncio
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
async def pool(**given: Any) -> AsyncIterator[Answerers]:
    answerers = Answerers(toy, answer_seconds=QUICK.seconds, spare_after=0.0, **given)
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
        assert "stopped" == (await away).kind

    run(test, seconds=0.8)


def test_who_took_much_does_not_get_the_last_answerer() -> None:
    async def test(answerers: Answerers) -> None:
        await both_ready(answerers)
        for client in "ab":
            answerers.shares.add(client, 5.0)
        away = [asyncio.create_task(refused(answerers, "/sleep", client)) for client in "ab"]
        await asyncio.sleep(0.3)
        assert 1 == answerers.waiting  # the other of the two
        assert 200 == (await answerers.answer(*get("/", "c"))).status
        assert {"busy", "stopped"} == {problem.kind for problem in await asyncio.gather(*away)}

    run(test, seconds=0.8)


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


def test_a_request_whose_process_is_killed_is_answered_by_another() -> None:
    async def test(answerers: Answerers) -> None:
        await both_ready(answerers)
        for _ in range(3):
            work = asyncio.create_task(answerers.answer(*get("/work")))
            await asyncio.sleep(0.05)
            for process_id in answerers.process_ids:
                os.kill(process_id, signal.SIGKILL)
            assert 200 == (await work).status
            await both_ready(answerers)

    run(test)


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
