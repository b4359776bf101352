"""Puzzles of every kind are played in one way: found by id, on one page, solved by a solution."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from starlette.applications import Starlette

from generator.collection.index import PuzzleFilter
from generator.kinds import kind_named
from generator.listed import listed_kinds
from generator.solo.records.kind import RecordKind
from meepleproof.service.pages.routes import page_routes
from meepleproof.service.pages.solo.drawings import solo_pieces
from meepleproof.service.play.play import play_of, played_game
from meepleproof.service.shelf import Shelf, ShelvedPuzzle, open_shelf
from tests.service_client import Client, clients
from verifier.carcassonne.solo.notation import parse_line
from verifier.documents import validation
from verifier.documents.strict_json import Document
from verifier.games import GAMES

KINDS = [one.name for one in listed_kinds()]
TODAY = date(2026, 11, 26)
OF_EACH = 3
"""So many puzzles of each kind are asked for over HTTP, spread over its ratings."""


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf()


@pytest.fixture(scope="module")
def client(shelf: Shelf) -> Client:
    routes = page_routes(shelf, today=lambda: TODAY)
    return Client(Starlette(routes=routes), "127.0.0.1", "127.0.0.1:8128", {})


def some(shelf: Shelf, kind: str) -> list[ShelvedPuzzle]:
    found = shelf.matching(PuzzleFilter(kind=kind))
    return list(found[:: max(1, len(found) // OF_EACH)])[:OF_EACH]


def solving_line(one: ShelvedPuzzle) -> str:
    """Return the line by which a page solves a puzzle, from the solution of its pack."""
    told = _LINES.get(one.kind)
    if told is not None:
        return told(one)
    line = one.solution["line"]
    return line if isinstance(line, str) else "~".join(line)


def _retro_line(one: ShelvedPuzzle) -> str:
    last = parse_line(one.solution["line"])[-1]
    return f"{last.x}.{last.y}*{last.claim}"


def _purchase_line(one: ShelvedPuzzle) -> str:
    if "amount" in play_of(one.kind).table(one.packed, ""):
        return str(one.solution["money"])
    return "*" + "*".join(one.solution["helpers"])


def _told_line(one: ShelvedPuzzle) -> str:
    return str(play_of(one.kind).table(one.packed, "")["help"]["solution"]["line"])


_LINES: dict[str, Callable[[ShelvedPuzzle], str]] = {
    "find-the-error": lambda one: f"{one.solution['turn']}*{one.solution['rule']}",
    "which-rule": lambda one: "*".join(one.solution["verdicts"]),
    "retro": _retro_line,
    "whose-farm": lambda one: ".".join(map(str, one.solution["points"])),
    "purchase": _purchase_line,
    "disaster": lambda one: str(one.solution["answer"]),
    "link": _told_line,
    "last-turns": _told_line,
}


def answer_of(one: ShelvedPuzzle) -> Document:
    """Return what a request states that solves a puzzle."""
    solution: Document = one.solution
    kind = kind_named(one.kind)
    if isinstance(kind, RecordKind):
        return {name: solution[name] for name in kind.answered_by}
    if one.game == "neom":
        names = ("first", "answer", "placed", "helpers", "money")
        return {name: solution[name] for name in names if name in solution}
    if one.kind == "whose-farm":
        return {"points": solution["points"]}
    line = solution["line"]
    return {"turns": line.split("~") if isinstance(line, str) else line}


@pytest.mark.parametrize("kind", KINDS)
def test_every_puzzle_is_solved_by_its_solution(shelf: Shelf, kind: str) -> None:
    play = play_of(kind)
    for one in shelf.matching(PuzzleFilter(kind=kind)):
        assert play.attempt(one.packed, answer_of(one))["solved"], one.id


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_of_a_puzzle_is_found_by_its_id_alone(
    client: Client, shelf: Shelf, kind: str
) -> None:
    for one in some(shelf, kind):
        page = client.get(f"/puzzle/{one.id}")
        assert 200 == page.status_code
        about = json.loads(_embedded(page.text, "about"))
        assert (one.id, one.game) == (about["puzzle"], about["sort"]["game"])
        first = client.get("/api/table", params={"puzzle": one.id}).json()
        validation.validate("table", first)
        assert first == json.loads(_embedded(page.text, "table"))
        assert first["help"]["solution"]["moves"]
        assert "end" not in first
        line = solving_line(one)
        table = client.get("/api/table", params={"puzzle": one.id, "line": line}).json()
        validation.validate("table", table)
        assert "solved" == table["end"]["kind"]
        assert client.get(f"/puzzle/{one.id}/board.svg").text.startswith("<svg")


def _embedded(page: str, name: str) -> str:
    return page.partition(f'id="{name}">')[2].partition("</script>")[0]


@pytest.mark.parametrize("kind", KINDS)
def test_listed_answers_are_those_of_tables(client: Client, shelf: Shelf, kind: str) -> None:
    play = play_of(kind)
    for one in some(shelf, kind)[:1]:
        answer = client.get(f"/puzzle/{one.id}/answers")
        assert play.has_answers(one.packed) == (200 == answer.status_code)
        listed = answer.json().get("answers", {})
        shared = answer.json().get("shared")
        for line in [*listed][:: max(1, len(listed) // 12)]:
            told = shared[listed[line]] if shared else listed[line]
            table = play.table(one.packed, line)
            assert told["end"] == table["end"]


@pytest.mark.parametrize("game", list(GAMES))
def test_lists_and_days_have_the_puzzles_of_their_game(
    client: Client, shelf: Shelf, game: str
) -> None:
    played = played_game(game)
    page, listed = client.get(played.home).text, client.get(f"/list/{game}.json").json()
    every = shelf.matching(PuzzleFilter(game=game))
    assert {one.id for one in every} == {one["id"] for one in listed["puzzles"]}
    assert {name: [text, [*kinds]] for name, text, kinds in played.kinds} == listed["kinds"]
    for one in listed["puzzles"][::20]:
        shelved = shelf.known(one["id"])
        assert play_of(shelved.kind).task(shelved.packed) == listed["titles"][one["title"]]
        assert (shelved.kind, shelved.level) == (one["kind"], one["level"])
    assert all(text in page for _, text, _ in played.kinds)
    days = client.get(f"/days/{TODAY.year}.json").json()[game]
    assert 365 == len(days)
    day = client.get(f"{played.below}/daily/{TODAY.isoformat()}")
    about = json.loads(_embedded(day.text, "about"))
    assert shelf.known(about["puzzle"]).game == game
    assert about["day"] == TODAY.isoformat()
    assert about["puzzle"] == days[TODAY.timetuple().tm_yday - 1]
    assert f'"game":"{game}"' in client.get(f"{played.below}/calendar").text


def test_an_attempt_in_the_form_of_another_kind_is_one_sentence(
    shelf: Shelf, tmp_path: Any
) -> None:
    with clients(shelf, tmp_path) as make:
        client = make()
        for kind in KINDS:
            (one, *_) = some(shelf, kind)
            answer = client.post("/api/solutions/check", json={"puzzle": one.id, "no": "answer"})
            assert answer.status_code in (404, 422)
            assert answer.json()["detail"].count(". ") == 0
            line = client.get("/api/table", params={"puzzle": one.id, "line": "nonsense"})
            assert 422 == line.status_code
            assert line.json()["detail"]
        missing = client.post("/api/solutions/check", json={"puzzle": "0" * 12, "turns": []})
        assert "there is no puzzle '000000000000'" in missing.json()["detail"]


def test_the_card_of_a_puzzle_takes_its_drawings_from_the_sheet_of_the_list(shelf: Shelf) -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', solo_pieces()))
    goals = [one for one in shelf.puzzles if one.kind == "goal"]
    boxed = [one for one in goals if "boxes" in one.document["position"]["rules"]]
    assert boxed
    for one in [*boxed, *some(shelf, "goal")]:
        card = play_of(one.kind).card(one.packed)
        tiles = len(one.document["position"]["placements"])
        assert set(re.findall('href="#([^"]+)"', card)) <= drawn
        assert tiles == len(re.findall(r'href="#[A-Z]\.|<g transform', card))
