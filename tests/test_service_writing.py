"""Work over HTTP: checking turns, jobs, and all kinds of malformed requests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from meepleproof.service.jobs.job import Unreachable
from meepleproof.service.jobs.store import Jobs
from meepleproof.service.play.solo.tables import solution_line
from meepleproof.service.settings import Limits
from meepleproof.service.shelf import Shelf
from meepleproof.service.tokens import Tokens
from tests.service_client import Client, Clients, clients, problem, two_packs
from verifier.carcassonne.solo.notation import turn_text
from verifier.documents import schemas, validation

POSITION = "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE..~u5.5.5"
PUZZLE = f"{POSITION}~g.road-10"
MISMATCHED = "s3.4~D0.0.0~E0.1.0~p1.2.3~h4.4.4~t1~nU..~g.road-10"
MANY = f"s3.4{''.join(f'~U0.{x}.0' for x in range(145))}~p1.2.3~h4.4.4~t1~nU..~g.road-10"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return two_packs(tmp_path_factory.mktemp("packs"))


@pytest.fixture
def make(shelf: Shelf, tmp_path: Path) -> Iterator[Clients]:
    with clients(shelf, tmp_path) as made:
        yield made


@pytest.fixture
def client(make: Clients) -> Client:
    return make()


def checked(client: Client, puzzle: str, turns: list[str]) -> Any:
    answer = client.post("/api/solutions/check", json={"puzzle": puzzle, "turns": turns})
    assert 200 == answer.status_code, answer.text
    validation.validate("attempt", answer.json())
    return answer.json()


def test_a_solution_solves_by_id_and_by_code(client: Client, shelf: Shelf) -> None:
    for one in shelf.puzzles[::5]:
        turns = [turn_text(turn) for turn in solution_line(one.packed)]
        for name in (one.id, one.puzzle.code):
            document = checked(client, name, turns)
            assert (one.id, True, len(turns)) == (
                document["puzzle"],
                document["solved"],
                document["reached"],
            )
        assert not checked(client, one.id, turns[:-1])["solved"]


def test_a_refused_turn_is_an_answer_with_its_rules(client: Client) -> None:
    code = "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU.V.~u0.0.1~g.road-5-3c"
    refusal = checked(client, code, ["U0.0.1.-"])["refusal"]
    assert (1, ["BASE-PLACE-3"]) == (refusal["turn"], refusal["rules"])


@pytest.mark.parametrize(
    ("body", "status", "kind", "pointer"),
    [
        ({"puzzle": "000000000000", "turns": []}, 404, "unknown", "/puzzle"),
        ({"puzzle": POSITION, "turns": []}, 422, "malformed", "/puzzle"),
        ({"puzzle": f"{POSITION}~g.road-99", "turns": []}, 422, "malformed", "/puzzle"),
        ({"puzzle": MISMATCHED, "turns": []}, 422, "illegal", "/puzzle"),
        ({"puzzle": PUZZLE.replace("h4", "h9"), "turns": []}, 422, "illegal", "/puzzle"),
        ({"puzzle": PUZZLE, "turns": ["E9.0.0.-"]}, 422, "malformed", "/turns/0"),
        ({"puzzle": PUZZLE, "turns": "E0.0.1.-"}, 422, "malformed", "/turns"),
        ({"puzzle": PUZZLE, "turns": ["E0.0.1.-"] * 73}, 422, "malformed", "/turns"),
        ({"puzzle": "../../etc/passwd", "turns": []}, 422, "malformed", "/puzzle"),
        ({"puzzle": 7, "turns": []}, 422, "malformed", "/puzzle"),
        ({"turns": []}, 422, "malformed", ""),
        ({"puzzle": PUZZLE}, 422, "malformed", ""),
        ({"puzzle": PUZZLE, "turns": [], "extra": 1}, 422, "malformed", ""),
        ([], 422, "malformed", ""),
        ({"puzzle": MANY, "turns": []}, 413, "too-large", "/puzzle"),
    ],
)  # fmt: skip
def test_what_cannot_be_checked_is_pointed_to(
    client: Client, body: Any, status: int, kind: str, pointer: str
) -> None:
    refusal = problem(client.post("/api/solutions/check", json=body), status, kind)
    assert pointer == refusal.get("where", "")
    assert [pointer] == [one["pointer"] for one in refusal["violations"]]


def test_all_faults_of_a_body_are_told_at_once(client: Client) -> None:
    body = {"goal": "road-5-3c", "tiles": 99, "count": 0, "seed": -1, "meeples": 9, "cout": 1}
    refusal = problem(client.post("/api/generations", json=body), 422, "malformed")
    pointers = ["", "/count", "/meeples", "/seed", "/tiles"]
    assert pointers == sorted(one["pointer"] for one in refusal["violations"])
    assert refusal["detail"].endswith("(the first of 5 faults)")
    (rule,) = [one["rule"] for one in refusal["violations"] if "rule" in one]
    assert "SOLO-OPTION-1" == rule
    body = {"puzzle": PUZZLE, "turns": ["x"] * 72}
    refusal = problem(client.post("/api/solutions/check", json=body), 422, "malformed")
    assert 20 == len(refusal["violations"])


# --- what is no document ----------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/solutions/check", "/api/verifications", "/api/generations"])
@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        (b"", 400, "not-json"),
        (b"{", 400, "not-json"),
        (b"\xff\xfe{}", 400, "not-json"),
        (b'{"a": 1.5}', 400, "not-json"),
        (b'{"a": NaN}', 400, "not-json"),
        (b'{"a": 1, "a": 2}', 400, "not-json"),
        (b'{"a": "\\ud800"}', 400, "not-json"),
        (b"9" * 5000, 400, "not-json"),
        (b"[" * 33, 413, "too-large"),
        (b'{"a":' * 50_000, 413, "too-large"),
        (b'"[' + b"[" * 1000 + b'"', 422, "malformed"),
        (b" " * (256 * 1024 + 1), 413, "too-large"),
        (b"null", 422, "malformed"),
        (b'"<script>alert(1)</script>"', 422, "malformed"),
    ],
)  # fmt: skip
def test_what_is_no_document_is_refused(
    client: Client, path: str, body: bytes, status: int, kind: str
) -> None:
    answer = client.post(path, content=body, headers={"Content-Type": "application/json"})
    problem(answer, status, kind)
    assert "nosniff" == answer.headers["x-content-type-options"]


@pytest.mark.parametrize(
    ("body", "status", "kind", "place"),
    [
        (b'{"goal":\n  x}', 400, "not-json", "line 2, column 3"),
        (b"\xff\xfe{}", 400, "not-json", "offset 0"),
        (b'{"a": 1.5}', 400, "not-json", "1.5"),
        (b"\n" + b"[" * 33, 413, "too-large", "line 2, column 33"),
    ],
)
def test_where_a_body_ends_to_be_json_is_said(
    client: Client, body: bytes, status: int, kind: str, place: str
) -> None:
    headers = {"Content-Type": "application/json"}
    refusal = problem(client.post("/api/generations", content=body, headers=headers), status, kind)
    assert place in refusal["detail"]
    assert "violations" not in refusal


def test_a_body_that_tells_no_length_is_read_no_further_than_the_limit(client: Client) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(10_000):
            yield b" " * 1000

    kind = {"Content-Type": "application/json"}
    problem(client.post("/api/verifications", content=endless(), headers=kind), 413, "too-large")


def test_a_body_that_does_not_come_is_not_waited_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stalled() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.sleep(60)

    monkeypatch.setattr("meepleproof.service.http.messages._SECONDS", 0)
    kind = {"Content-Type": "application/json"}
    problem(client.post("/api/verifications", content=stalled(), headers=kind), 408, "slow")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "x"])
def test_only_json_is_read_so_that_no_form_of_another_site_gets_through(
    client: Client, kind: str
) -> None:
    answer = client.post("/api/generations", content=b"{}", headers={"Content-Type": kind})
    problem(answer, 415, "media-type")


# --- jobs -------------------------------------------------------------------------------------


def job(answer: Any, status: int = 202) -> Any:
    assert status == answer.status_code, answer.text
    validation.validate("job", answer.json())
    return answer.json()


def test_the_same_request_is_the_same_job(client: Client) -> None:
    first = client.post("/api/generations", json={"goal": "road-5-3c", "tiles": 3})
    document = job(first)
    assert f"/api/jobs/{document['id']}" == first.headers["location"]
    assert "1" == first.headers["retry-after"]
    again = client.post("/api/generations", content=b'{"tiles":3 , "goal":"road-5-3c"}',
                        headers={"Content-Type": "application/json; charset=utf-8"})  # fmt: skip
    assert document == job(again)
    assert document == job(client.get(first.headers["location"]), 200)
    other = job(client.post("/api/generations", json={"goal": "road-5-3c", "tiles": 4}))
    assert other["id"] != document["id"]


def test_requests_at_once_are_one_job(client: Client) -> None:
    with ThreadPoolExecutor(8) as many:
        answers = many.map(
            lambda _: client.post("/api/verifications", json={"position": POSITION}), range(24)
        )
        ids = {job(answer)["id"] for answer in answers}
    assert 1 == len(ids)


def test_a_job_is_let_go_once(client: Client) -> None:
    place = client.post("/api/verifications", json={"position": POSITION}).headers["location"]
    assert "cancelled" == job(client.delete(place), 200)["state"]
    problem(client.delete(place), 404, "unknown")
    problem(client.get(place), 404, "unknown")


@pytest.mark.parametrize(
    "identity", ["x", "j1-", "j1-" + "0" * 64, "..%2f..", "%00", "' OR 1=1 --", "J1-" + "0" * 64]
)
def test_a_job_that_is_not_there_is_not_found(client: Client, identity: str) -> None:
    problem(client.get(f"/api/jobs/{identity}"), 404, "unknown")
    problem(client.delete(f"/api/jobs/{identity}"), 404, "unknown")


@pytest.mark.parametrize(
    ("path", "body", "where"),
    [
        ("generations", {}, ""),
        ("generations", {"goal": "road-99"}, "/goal"),
        ("generations", {"goal": "road-10", "tiles": 11}, "/tiles"),
        ("generations", {"goal": "road-10", "count": 10**9}, "/count"),
        ("generations", {"goal": "road-10", "seed": -1}, "/seed"),
        ("generations", {"goal": "road-10", "wish": 1}, ""),
        ("verifications", {}, ""),
        ("verifications", {"position": POSITION, "record": {}}, ""),
        ("verifications", {"position": POSITION, "claims": []}, "/claims"),
        ("verifications", {"scenario": {"id": "../x"}}, "/scenario"),
    ],
)
def test_what_nobody_can_work_on_is_refused_at_once(
    client: Client, path: str, body: Any, where: str
) -> None:
    refusal = problem(client.post(f"/api/{path}", json=body), 422, "malformed")
    assert refusal.get("where", "").startswith(where)
    assert refusal.get("where", "") == refusal["violations"][0]["pointer"]


ROAD = {"id": "road-5-3c", "kind": "road", "at_least": 9}
NO_RECORD = [{"claim": "record"}]
TWO_COLOURS = [
    {"claim": "every", "over": "ends", "scores": [1, 2], "meeples": [0, 0], "holds": True}
]
NO_WORD = [{"claim": "every", "holds": ["no"]}]


def scenario(**changed: Any) -> Any:
    return {"scenario": schemas.schema("scenario")["examples"][0] | changed}


@pytest.mark.parametrize(
    ("path", "body", "kind", "pointer", "rule"),
    [
        ("generations", {"goal": "monasteries-3", "by_order": True},
         "illegal", "/goal", "SOLO-GOAL-9"),
        ("generations", {"goal": ROAD}, "ambiguous", "/goal/id", "SOLO-GOAL-4"),
        ("generations", {"goal": ROAD | {"id": "x", "at_most": 3}}, "illegal", "/goal", ""),
        ("verifications", scenario(rules=["SOLO-NO-1"]), "malformed", "/scenario/rules/0", ""),
        ("verifications", scenario(position="hello"), "malformed", "/scenario/position", ""),
        ("verifications", scenario(position={"placements": 7}),
         "malformed", "/scenario/position", ""),
        ("verifications", scenario(claims=NO_RECORD), "malformed", "/scenario/claims/0", ""),
        ("verifications", scenario(claims=TWO_COLOURS), "illegal", "", "SOLO-SETUP-2"),
        ("verifications", {"position": POSITION, "claims": NO_WORD},
         "malformed", "/claims/0/holds/0", ""),
    ],
)  # fmt: skip
def test_what_cannot_be_formed_is_refused_at_once_and_makes_no_job(
    make: Clients, monkeypatch: pytest.MonkeyPatch, path: str, body: Any,
    kind: str, pointer: str, rule: str,
) -> None:  # fmt: skip
    def submit(*_: Any) -> Any:
        raise AssertionError("a job was made")

    monkeypatch.setattr(Jobs, "submit", submit)
    refusal = problem(make().post(f"/api/{path}", json=body), 422, kind)
    (violation,) = refusal["violations"]
    assert (pointer, rule) == (violation["pointer"], violation.get("rule", ""))
    assert pointer == refusal.get("where", "")


def test_what_takes_long_to_read_is_left_to_the_worker(client: Client) -> None:
    box = [[1, 999_999]] * 3
    claim = {"claim": "every", "scores": {"box": box}, "holds": True}
    job(client.post("/api/verifications", json={"position": POSITION, "claims": [claim]}))
    record = schemas.schema("verification-request")["examples"][1]["record"]
    long = record | {"turns": record["turns"] * 70}
    claims = [{"claim": "record", "breaks": "SOLO-NO-1"}]
    body = {"record": long, "claims": claims}
    problem(client.post("/api/verifications", json=body), 422, "malformed")
    job(client.post("/api/verifications", json=body | {"claims": claims * 99}))


def test_a_position_of_too_many_tiles_is_refused_wherever_it_is(client: Client) -> None:
    tiles = [{"tile": "D", "rotation": 0, "x": x, "y": 0} for x in range(145)]
    position = {
        "rules": {"colours": 3, "meeples": 4},
        "placements": tiles,
        "scores": [1, 2, 3],
        "supplies": [4, 4, 4],
        "to_move": 1,
        "piles": [{"known": "U"}],
    }
    for body, pointer in (
        ({"position": position}, "/position"),
        ({"record": {"start": position, "turns": []}}, "/record/start"),
        ({"position": "s3.4" + "~D0.0.0" * 145}, "/position"),
        (scenario(position={"x" * 5000: position}), "/scenario/position"),
    ):
        refusal = problem(client.post("/api/verifications", json=body), 413, "too-large")
        assert [pointer] == [one["pointer"] for one in refusal["violations"]]


def test_a_full_queue_is_told_and_what_waits_there_stays(shelf: Shelf, tmp_path: Path) -> None:
    limits = Limits(rate=0, queue_length=2)
    with clients(shelf, tmp_path, limits=limits) as make:
        client = make()
        places = [
            client.post("/api/generations", json={"goal": "road-10", "seed": seed}).headers[
                "location"
            ]
            for seed in (1, 2)
        ]
        answer = client.post("/api/generations", json={"goal": "road-10", "seed": 3})
        problem(answer, 503, "queue-full")
        assert int(answer.headers["retry-after"]) > 0
        job(client.post("/api/generations", json={"goal": "road-10", "seed": 2}))
        assert ["queued"] * 2 == [job(client.get(place), 200)["state"] for place in places]


def test_over_its_quota_an_owner_is_refused_and_the_others_are_served(
    shelf: Shelf, tmp_path: Path
) -> None:
    tokens = Tokens(tmp_path / "tokens.json")
    keys = [{"Authorization": f"Bearer {tokens.add(name)}"} for name in ("ann", "bob")]
    with clients(shelf, tmp_path, limits=Limits(rate=0, queue_length=4, quota=3)) as make:
        ann, bob = (make(headers=key) for key in keys)
        for seed in range(3):
            job(ann.post("/api/generations", json={"goal": "road-10", "seed": seed}))
        answer = ann.post("/api/generations", json={"goal": "road-10", "seed": 3})
        refusal = problem(answer, 429, "quota")
        assert "3 generations of yours are waiting" in refusal["detail"]
        assert "DELETE" in refusal["detail"]
        assert int(answer.headers["retry-after"]) > 0
        job(ann.post("/api/verifications", json={"position": POSITION}))
        for client in (bob, make()):
            job(client.post("/api/verifications", json={"position": POSITION}))
        job(bob.post("/api/generations", json={"goal": "road-10", "seed": 4}))
        problem(
            bob.post("/api/generations", json={"goal": "road-10", "seed": 5}), 503, "queue-full"
        )
        job(make().post("/api/generations", json={"goal": "road-10", "seed": 5}))


def test_a_file_of_jobs_that_was_deleted_is_a_problem(shelf: Shelf, tmp_path: Path) -> None:
    with clients(shelf, tmp_path, database=f"sqlite:///{tmp_path}/jobs.sqlite") as make:
        client = make()
        place = client.post("/api/generations", json={"goal": "road-10"}).headers["location"]
        (tmp_path / "jobs.sqlite").unlink()
        for answer in (
            client.post("/api/generations", json={"goal": "road-10", "seed": 2}),
            client.get(place),
            client.delete(place),
            client.get("/readyz"),
        ):
            refusal = problem(answer, 503, "not-ready")
        assert 200 == client.get("/api/packs").status_code
        assert refusal["detail"]


def test_a_store_that_is_gone_is_a_problem_and_reading_goes_on(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: Any) -> Any:
        raise Unreachable("no such server")

    for name in ("submit", "get", "cancel", "ping", "counts"):
        monkeypatch.setattr(Jobs, name, gone)
    refusal = problem(client.post("/api/generations", json={"goal": "road-10"}), 503, "not-ready")
    assert "no such server" not in str(refusal)
    problem(client.get(f"/api/jobs/j1-{'0' * 64}"), 503, "not-ready")
    problem(client.get("/readyz"), 503, "not-ready")
    assert "meepleproof_info" in client.get("/metrics").text
    assert 200 == client.get("/api/packs").status_code == client.get("/livez").status_code


def test_a_fault_is_one_answer_and_its_name_is_in_the_log(
    make: Clients, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("internal secret")

    monkeypatch.setattr("meepleproof.service.play.solo.plays.try_turns", broken)
    client = make()
    body = {"puzzle": PUZZLE, "turns": []}
    with caplog.at_level("ERROR"):
        answer = client.post("/api/solutions/check", json=body)
    refusal = problem(answer, 500, "fault")
    assert "secret" not in answer.text
    assert answer.headers["x-request-id"] in refusal["detail"]
    (record,) = [one for one in caplog.records if one.getMessage() == "fault"]
    assert answer.headers["x-request-id"] == record.facts["request"]  # type: ignore[attr-defined]  # given as extra
    assert json.dumps("internal secret")[1:-1] in (record.exc_text or str(record.exc_info))
