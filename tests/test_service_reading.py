"""Reading the shelf over HTTP: packs, puzzles, lists, pictures, solutions, the puzzle of a day."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from generator.grade import LEVELS
from generator.levels import level_of
from generator.listed import listed_kinds
from generator.solo.pack import read_pack
from meepleproof.service.daily import Days
from meepleproof.service.http.reading import today
from meepleproof.service.play.solo.tables import solution_line
from meepleproof.service.shelf import Shelf, open_shelf
from tests.service_client import Client, clients, problem, some_packs, two_packs
from verifier.carcassonne.solo.notation import line_text
from verifier.documents import validation
from verifier.documents.canonical_json import canonical_bytes


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return two_packs(tmp_path_factory.mktemp("packs"))


@pytest.fixture(scope="module")
def client(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with clients(shelf, tmp_path_factory.mktemp("state")) as make:
        yield make()


def followed(client: Client, path: str, schema: str) -> Any:
    answer = client.get(path)
    assert (200, "application/json") == (answer.status_code, answer.headers["content-type"])
    assert canonical_bytes(answer.json()) + b"\n" == answer.content
    validation.validate(schema, answer.json())
    return answer.json()


def test_packs_are_listed_and_read_as_they_were_published(client: Client, shelf: Shelf) -> None:
    packs = followed(client, "/api/packs", "pack-list")["packs"]
    expected = [(pack.id, shelf.size(pack.id)) for pack in shelf.packs]
    assert expected == [(pack["id"], pack["puzzles"]) for pack in packs]
    assert 14 == len(read_pack(followed(client, "/api/packs/checklist", "pack"), "answer"))
    problem(client.get("/api/packs/road-10"), 404, "unknown")


def test_the_limits_of_levels_are_told_by_kind(client: Client) -> None:
    answer = client.get("/api/levels")
    assert {kind.name: list(kind.limits) for kind in listed_kinds()} == answer.json()


def test_a_puzzle_is_read_without_its_solution_which_is_asked_for_by_name(
    client: Client, shelf: Shelf
) -> None:
    one = shelf.puzzles[0]
    document = followed(client, f"/api/puzzles/{one.id}", "puzzle")
    assert one.document == document
    solution = followed(client, f"/api/puzzles/{one.id}/solution", "solution")
    assert line_text(solution_line(one.packed)) == solution["line"]
    whole = client.get("/api/puzzles.ndjson").text + client.get("/api/puzzles?limit=100").text
    for other in shelf.puzzles:
        assert line_text(solution_line(other.packed)) not in whole


def test_pages_together_are_the_list(client: Client, shelf: Shelf) -> None:
    path, found, totals = "/api/puzzles?limit=5&rating_from=300", [], set()
    while path:
        answer = client.get(path)
        validation.validate("puzzle-list", answer.json())
        found += [puzzle["id"] for puzzle in answer.json()["puzzles"]]
        totals.add(answer.json()["total"])
        after = answer.json().get("next")
        assert (after is None) == ("next" not in answer.links)
        path = answer.links["next"]["url"] if after else ""
        assert after is None or after in path
    expected = [one.id for one in shelf.puzzles if (one.rating or 0) >= 300]
    assert (expected, {len(expected)}) == (found, totals)


@pytest.mark.parametrize(
    "query",
    [
        "level=expert",
        "goal=road-10",
        "theme=joining",
        "pack=stay",
        "rating_from=700&rating_to=900",
        "decoys=5",
    ],
)
def test_lists_and_bulk_are_narrowed_alike(client: Client, shelf: Shelf, query: str) -> None:
    listed = followed(client, f"/api/puzzles?limit=100&{query}", "puzzle-list")["puzzles"]
    bulk = client.get(f"/api/puzzles.ndjson?{query}")
    assert "application/x-ndjson" == bulk.headers["content-type"]
    assert listed == [json.loads(line) for line in bulk.text.splitlines()]
    assert 0 < len(listed) < len(shelf.puzzles)


@pytest.mark.parametrize("level", LEVELS)
def test_a_filter_by_level_goes_by_the_rating(client: Client, shelf: Shelf, level: str) -> None:
    listed = followed(client, f"/api/puzzles?limit=100&level={level}", "puzzle-list")["puzzles"]
    expected = [one.id for one in shelf.puzzles if level_of("goal", one.rating or 0) == level]
    assert expected == [one["id"] for one in listed]


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("levl=easy", "levl"),
        ("level=", "level"),
        ("level=easy&level=hard", "level"),
        ("level=wicked", "level"),
        ("goal=", "goal"),
        ("goal=nope", "goal"),
        ("goal=../../etc", "goal"),
        ("goal=road.9.4.0", "goal"),
        ("goal=" + "a" * 5000, "goal"),
        ("theme=zzz", "theme"),
        ("theme=Joining", "theme"),
        ("pack=road-10", "pack"),
        ("rating_from=1500&rating_to=1000", "rating_to"),
        ("rating_from=-1", "rating_from"),
        ("decoys=100", "decoys"),
        ("rating_to=1e3", "rating_to"),
        ("rating_to=٣", "rating_to"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=99999999999999999999999", "limit"),
        ("cursor=", "cursor"),
        ("cursor=%00", "cursor"),
        ("cursor=é", "cursor"),
        ("cursor=MjYy", "cursor"),
        ("cursor=MjYyLmdwdzNzdDQ5NXRncw==", "cursor"),
    ],
)
def test_a_query_that_cannot_be_read_is_refused(client: Client, query: str, parameter: str) -> None:
    answer = client.get(f"/api/puzzles?{query}")
    refusal = problem(answer, 400, "parameter")
    assert len(answer.content) < 2500
    assert [parameter] == [one["parameter"] for one in refusal["violations"]]


@pytest.mark.parametrize(
    ("query", "there"),
    [
        ("level=wicked", "easy, medium, hard, expert"),
        ("goal=nope", "road-10 road-10-2c "),
        ("goal=nope", "'city.8.x.2'"),
        ("theme=zzz", "joining, third-colour, "),
        ("pack=zzz", "checklist, stay"),
        ("rating_from=1500&rating_to=1000", "rating_from 1500"),
    ],
)
def test_who_asks_for_what_cannot_be_is_told_what_there_is(
    client: Client, query: str, there: str
) -> None:
    for path in ("/api/puzzles", "/api/puzzles.ndjson"):
        assert there in problem(client.get(f"{path}?{query}"), 400, "parameter")["detail"]


@pytest.mark.parametrize(
    "query",
    [
        "goal=city.8.x.2",
        "goal=total-60&level=easy",
        "rating_from=0&rating_to=0",
        "theme=blocking",
        "goal=stay.40.x.0",
    ],
)
def test_what_can_be_and_is_not_here_is_an_empty_page(client: Client, query: str) -> None:
    document = followed(client, f"/api/puzzles?{query}", "puzzle-list")
    assert {"total": 0, "puzzles": []} == document
    assert "" == client.get(f"/api/puzzles.ndjson?{query}").text


def test_who_has_it_already_gets_nothing_again(client: Client, shelf: Shelf) -> None:
    identity = shelf.puzzles[0].id
    for path in (
        "/version",
        "/api/packs",
        "/api/packs/stay",
        "/api/puzzles?level=easy",
        "/api/puzzles.ndjson",
        f"/api/puzzles/{identity}",
        f"/api/puzzles/{identity}/solution",
        f"/api/puzzles/{identity}.svg",
        "/api/daily/2026-11-21",
        "/api/openapi.json",
        "/api/schemas/puzzle",
    ):
        first = client.get(path)
        tag = first.headers["etag"]
        bare = tag.removeprefix("W/")
        for stated in (bare, f"W/{bare}", f'"other", {tag}', "*"):
            again = client.get(path, headers={"If-None-Match": stated})
            assert (304, b"", tag) == (again.status_code, again.content, again.headers["etag"])
        other = client.get(path, headers={"If-None-Match": '"other"'})
        assert (200, first.content, tag) == (
            other.status_code,
            other.content,
            other.headers["etag"],
        )
        head = client.ask("HEAD", path)
        assert (200, tag) == (head.status_code, head.headers["etag"])


def test_pictures_can_do_nothing(client: Client, shelf: Shelf) -> None:
    identity = shelf.puzzles[0].id
    svg = client.get(f"/api/puzzles/{identity}.svg")
    assert "image/svg+xml" == svg.headers["content-type"].partition(";")[0]
    assert svg.text.startswith("<svg")
    png = client.get(f"/api/puzzles/{identity}.png")
    assert "image/png" == png.headers["content-type"]
    assert png.content.startswith(b"\x89PNG\r\n")
    for picture in (svg, png):
        assert "default-src 'none'" in picture.headers["content-security-policy"]
    problem(client.get("/api/puzzles/000000000000.svg"), 404, "unknown")
    problem(client.get("/api/puzzles/000000000000.png"), 404, "unknown")


def test_without_the_extra_a_png_is_what_this_installation_cannot_do(
    client: Client, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meepleproof.rendering.exports.printing.find_spec", lambda _: None)
    answer = client.get(f"/api/puzzles/{shelf.puzzles[-1].id}.png")
    assert "pip install 'meepleproof[print]'" in problem(answer, 501, "not-installed")["detail"]


def test_every_day_has_its_puzzle(client: Client, shelf: Shelf) -> None:
    day = followed(client, "/api/daily/2026-11-21", "daily")
    chosen = Days(shelf).puzzle("solo", date(2026, 11, 21))
    assert chosen is not None
    assert {"date": "2026-11-21", "puzzle": chosen.document} == day
    before = today()
    answered = followed(client, "/api/daily", "daily")["date"]
    assert before <= answered <= today()
    for nonsense in ("2026-02-30", "20261121", "2026-11-21T00:00", "٢٠٢٦-11-21", "today"):
        problem(client.get(f"/api/daily/{nonsense}"), 400, "parameter")


def test_a_withdrawn_puzzle_is_gone_and_the_reason_told(tmp_path: Any) -> None:
    some_packs(tmp_path, "stay")
    gone = json.loads((tmp_path / "stay.json").read_text("utf-8"))["puzzles"][0]["id"]
    entry = {"id": gone, "date": "2026-11-21", "reason": "<b>too easy</b>"}
    text = json.dumps({"$schema": "urn:meepleproof:retractions:1", "retractions": [entry]})
    (tmp_path / "retractions.json").write_text(text, "utf-8")
    with clients(open_shelf([tmp_path]), tmp_path) as make:
        client = make()
        for path in ("", "/solution", ".svg"):
            refusal = problem(client.get(f"/api/puzzles/{gone}{path}"), 410, "withdrawn")
            assert "<b>too easy</b>" in refusal["detail"]
        (pack,) = followed(client, "/api/packs", "pack-list")["packs"]
        assert [gone] == pack["withdrawn"]
        assert pack["puzzles"] == client.get("/api/puzzles").json()["total"] > 0
        followed(client, "/api/packs/stay", "pack")  # sealed as it was published


@pytest.mark.parametrize(
    "path",
    [
        "/api/puzzles/..%2f..%2fetc%2fpasswd",
        "/api/packs/%2e%2e",
        "/api/schemas/..%2f..%2fpyproject",
        "/api/schemas/puzzle.schema.json",
        "/api/puzzles/%00",
        "/api/puzzles/<script>alert(1)</script>",
        "/api/puzzles/" + "a" * 5000,
        "/api",
        "/api/",
        "/api/puzzles/",
        "/static/../routes.py",
        "/static/%2e%2e/routes.py",
        "/puzzle/%2e%2e%2f%2e%2e",
    ],
)
def test_tricks_with_paths_lead_nowhere(client: Client, path: str) -> None:
    answer = client.get(path)
    assert 404 == answer.status_code
    assert "<script" not in answer.text or answer.headers["content-type"].endswith("json")
    assert len(answer.content) < 4000


def test_a_person_at_a_wrong_address_gets_a_page(client: Client) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    answer = client.get("/nothing<b>", headers=browser)
    assert (404, "text/html") == (answer.status_code, answer.headers["content-type"][:9])
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert 'href="/"' in answer.text
    assert "<b>" not in answer.text
    problem(client.get("/api/nothing", headers=browser), 404, "unknown")


def test_what_cannot_be_done_at_a_path_is_said(client: Client) -> None:
    answer = client.ask("PUT", "/api/packs", json={})
    problem(answer, 405, "method")
    assert {"GET", "HEAD"} == set(answer.headers["allow"].split(", "))
    answer = client.ask("PATCH", "/api/jobs/x", json={})
    problem(answer, 405, "method")
    assert {"GET", "HEAD", "DELETE"} == set(answer.headers["allow"].split(", "))
