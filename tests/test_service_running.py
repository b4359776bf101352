"""The running service: a process of its own, used by clients, and stopped."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import time
import webbrowser
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from meepleproof.cli.commands.play import _is_served
from meepleproof.service.settings import Settings, state_folder
from tests.attack.processes import family
from tests.console_output import run_command
from tests.service_client import some_packs
from tests.service_process import Running, end, start, until
from verifier.carcassonne.solo.notation import parse_line, turn_text
from verifier.documents import schemas, validation
from verifier.errors import Malformed

ADVICE = "Behind a proxy, add --tokens-always and --trusted-proxy ADDRESS."
POSITION = "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE..~u5.5.5"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    found = start(tmp_path_factory.mktemp("service"), "--rate", "0", "--log")
    yield found
    assert 0 == end(found, signal.SIGINT)
    lines = found.log.read_text("utf-8").splitlines()
    assert "Ended." == lines[-1]
    assert ADVICE == lines[1]
    for line in lines[2:-1]:
        assert {"time", "level", "event"} <= json.loads(line).keys()
    errors = [line for line in lines if '"level": "error"' in line]
    assert not [line for line in errors if '"event": "standstill"' not in line]  # a busy machine


def ended(running: Running, place: str) -> Any:
    """Return the document of a job when it has ended."""
    while (job := running.get(place).json())["state"] in ("queued", "running"):
        time.sleep(0.1)
    validation.validate("job", job)
    return job


def test_it_gets_ready(running: Running) -> None:
    assert {"ready": True} == until(running, "/readyz", 200).json()
    text = running.get("/metrics").text
    assert 'meepleproof_selftest{keys="both"} 1.0' in text
    assert 'meepleproof_http_requests_total{method="GET",route="/readyz",status="200"}' in text


def test_both_keys_verify_and_a_repeat_costs_nothing(running: Running) -> None:
    claim = {"claim": "outcome", "turn": "E2.0.1.S", "is": {"supplies": [4, 4, 4]}}
    request = {"position": POSITION, "claims": [claim]}
    answer = running.post("/api/verifications", request)
    assert 202 == answer.status_code
    job = ended(running, answer.headers["location"])
    assert ("done", 1) == (job["state"], job["attempts"])
    validation.validate("verification", job["result"])
    assert ("holds", ["engine", "model"]) == (job["result"]["verdict"], job["result"]["keys"])
    again = running.post("/api/verifications", request)
    assert (200, job) == (again.status_code, again.json())


def test_a_job_that_is_done_is_let_go_as_it_ended(running: Running) -> None:
    request = {"position": POSITION, "claims": [{"claim": "position"}]}
    place = running.post("/api/verifications", request).headers["location"]
    job = ended(running, place)
    assert ("done", ["faults"]) == (job["state"], job["result"]["keys"])
    left = httpx.delete(running.address + place, timeout=30)
    assert (200, job) == (left.status_code, left.json())
    assert 404 == running.get(place).status_code
    again = running.post("/api/verifications", request)
    assert (200, job) == (again.status_code, again.json())
    assert job == running.get(place).json()


def test_what_only_the_work_finds_wrong_is_the_job_s_problem(running: Running) -> None:
    scenario = dict(schemas.schema("scenario")["examples"][0])
    scenario["position"] = scenario["position"].replace("h3", "h4")
    answer = running.post("/api/verifications", {"scenario": scenario})
    job = ended(running, answer.headers["location"])
    assert "failed" == job["state"]
    assert "urn:meepleproof:problem:illegal" == job["problem"]["type"]
    assert job["problem"]["where"].startswith("/scenario")


def test_a_puzzle_is_made_and_solved_by_its_solution(running: Running) -> None:
    request = {"goal": {"id": "road-of-3", "kind": "road", "at_least": 3}, "tiles": 2, "seed": 4}
    answer = running.post("/api/generations", request)
    job = ended(running, answer.headers["location"])
    assert "done" == job["state"], job
    validation.validate("generation", job["result"])
    (puzzle,) = job["result"]["puzzles"]
    line = job["result"]["solutions"][puzzle["id"]]["line"]
    turns = [turn_text(turn) for turn in parse_line(line)]
    checked = running.post("/api/solutions/check", {"puzzle": puzzle["code"], "turns": turns})
    assert (puzzle["id"], True) == (checked.json()["puzzle"], checked.json()["solved"])


def test_many_who_ask_at_once_get_the_same(running: Running) -> None:
    puzzle = running.get("/api/puzzles?limit=1").json()["puzzles"][0]["id"]
    paths = [f"/api/puzzles/{puzzle}{end}" for end in (".png", ".svg", "", "/solution")] * 6
    with ThreadPoolExecutor(len(paths)) as many:
        answers = list(many.map(running.get, paths))
    assert {200} == {answer.status_code for answer in answers}
    assert 4 == len({answer.headers["etag"] for answer in answers})


def malformed() -> Iterator[bytes]:
    """Yield a thousand malformed requests, always the same ones."""
    chance = random.Random(6)
    host = b"Host: localhost\r\n"
    post = b"POST /api/verifications HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\n"
    known = [
        b"",
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n" + host + b"\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + host + host + b"\r\n",
        b"GET /../../etc/passwd HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /static/../routes.py HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /static/%2e%2e/routes.py HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /api/puzzles/%ff%00%c3 HTTP/1.1\r\n" + host + b"\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + host + b"\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"".join(b"X%d: 1\r\n" % n for n in range(5000)) + b"\r\n",
        b"BREW /api/packs HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /api/packs HTTP/1.1\r\n" + host + b"Authorization: Bearer \xff\r\n\r\n",
        b"GET /play HTTP/1.1\r\n" + host + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        post + b"Content-Length: 99999999999999999999\r\n\r\n",
        post + b"Content-Length: -1\r\n\r\n",
        post + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        post + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        post + b"Content-Length: 9\r\n\r\n{}",  # and goes away
        post + b"Content-Length: 2\r\n\r\n[]GET /livez HTTP/1.1\r\n\r\n",
        post + b"Content-Length: 8\r\n\r\n\xff\xff\xff\xff\xff\xff\xff\xff",
    ]
    yield from known
    for _ in range(1000 - len(known)):
        request = bytearray(chance.choice(known)[:2000] or b"?")
        for _ in range(chance.randrange(1, 8)):
            request[chance.randrange(len(request))] = chance.randrange(256)
        yield bytes(request[: chance.randrange(1, len(request) + 1)])


def test_a_thousand_malformed_requests_leave_it_healthy(running: Running) -> None:
    until(running, "/readyz", 200)
    statuses = set()
    requests = list(malformed())
    for request in requests:
        answer = b""
        with (
            suppress(OSError),  # it closes while we are still sending
            socket.create_connection(("127.0.0.1", running.port), timeout=30) as connection,
        ):
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            answer = connection.recv(4096)
        statuses.add(answer[9:12])
    assert 1000 == len(requests)
    assert not {status for status in statuses if status.startswith(b"5")}
    assert {b"400", b"404", b"405"} <= statuses
    assert {"ready": True} == running.get("/readyz").json()
    turns = {"puzzle": f"{POSITION}~g.city-16", "turns": ["E2.0.1.S"]}
    assert 200 == running.post("/api/solutions/check", turns).status_code


def test_play_opens_the_page_that_is_served_already(
    running: Running, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr("meepleproof.cli.commands.play._SECONDS", 30)
    code, _, told = run_command(capsys, "play", "--port", str(running.port))
    assert (0, [f"{running.address}/"]) == (code, opened)
    assert f"Play at {running.address}/ (it is served already)\n" == told


def test_play_does_not_take_another_program_for_ours() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:

        def speak() -> None:
            with other.accept()[0] as client:
                client.recv(4096)
                client.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")

        with ThreadPoolExecutor(1) as speaking:
            speaking.submit(speak)
            assert not _is_served(f"http://127.0.0.1:{other.getsockname()[1]}/")


def test_without_a_home_the_state_folder_has_to_be_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(Malformed, match="XDG_STATE_HOME"):
        state_folder({})


# --- how it begins and ends ---------------------------------------------------------------------


def test_jobs_outlive_the_service_that_took_them(tmp_path: Path) -> None:
    first = start(tmp_path)
    place = first.post("/api/verifications", {"position": POSITION}).headers["location"]
    assert -signal.SIGKILL == end(first, signal.SIGKILL)
    second = start(tmp_path)
    try:
        assert "done" == ended(second, place)["state"]
    finally:
        assert 0 == end(second, signal.SIGTERM)
    lines = [f"Play at {second.address}/ (Ctrl-C ends it)", ADVICE, "Ended.", ""]
    assert lines == second.log.read_text("utf-8").split("\n")


def test_it_ends_though_an_answer_is_in_work(tmp_path: Path) -> None:
    running = start(tmp_path)
    until(running, "/readyz", 200)
    for process in family(running.process.pid)[1:]:  # none of them answers or works any more
        os.kill(process, signal.SIGSTOP)
    with ThreadPoolExecutor(3) as asking:
        asked = [asking.submit(running.get, "/rules") for _ in range(3)]  # one waits at least
        while "\nmeepleproof_requests_waiting 0.0" in running.get("/metrics").text:
            time.sleep(0.01)
        assert 0 == end(running, signal.SIGTERM)
        assert not wait(asked, 30).not_done
    assert "Ended." == running.log.read_text("utf-8").splitlines()[-1]


def test_beyond_loopback_it_does_not_listen_before_there_is_a_token(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "tokens.json")
    code, out, err = run_command(capsys, "serve", "--host", "0.0.0.0", "--tokens", file)
    assert (2, "") == (code, out)
    assert "meepleproof serve token add NAME" in err


def test_tokens_are_made_listed_and_taken_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    serve = ("serve", "--tokens", str(tmp_path / "tokens.json"), "token")
    code, token, err = run_command(capsys, *serve, "add", "club")
    assert (0, 1) == (code, len(token.splitlines()))
    assert token.startswith("meepleproof-")
    assert "cannot be shown again" in err
    assert (0, "club\n", "") == run_command(capsys, *serve, "list")
    assert (0, "", "") == run_command(capsys, *serve, "remove", "club")
    assert (0, "", "") == run_command(capsys, *serve, "list")
    code, out, err = run_command(capsys, *serve, "remove", "club")
    assert (3, "") == (code, out)
    assert "'club' has no token" in err


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--packs", "/nowhere"), 3, "'/nowhere': No such file or directory"),
        (("--database", "mysql://x"), 2, "give sqlite:///FILE for a file in this folder"),
        (("--port", "65536"), 2, "65536"),
        (("--workers", "0"), 2, "workers"),
    ],
)
def test_what_it_cannot_be_run_with_is_said(
    words: tuple[str, ...],
    code: int,
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    some_packs(tmp_path, "stay")
    usual = ("--database", "sqlite://", "--packs", str(tmp_path))
    found, out, err = run_command(capsys, "serve", *usual, *words)
    assert (code, "") == (found, out)
    assert message in err
    assert "Traceback" not in err


def test_a_port_that_is_taken_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    some_packs(tmp_path, "stay")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = ("serve", "--port", port, "--database", "sqlite://", "--packs", str(tmp_path))
        code, _, err = run_command(capsys, *words)
    assert 3 == code
    assert f"127.0.0.1:{port}" in err
    assert "--port 0 takes a free one" in err


def test_without_the_extra_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meepleproof.cli.serving.find_spec", lambda _: None)
    code, out, err = run_command(capsys, "serve", "--database", "sqlite://")
    assert (2, "") == (code, out)
    assert "pip install 'meepleproof[serve]'" in err


def test_settings_have_their_defaults_on_loopback() -> None:
    usual = Settings("sqlite://", Path("tokens.json"))
    assert ("127.0.0.1", 8128, ()) == (usual.host, usual.port, usual.packs)
