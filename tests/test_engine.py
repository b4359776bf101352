"""The engine of a site: it answers as the service does, in Python that has nothing else."""

from __future__ import annotations

import asyncio
import io
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

import pytest
import typing_extensions

from generator.collection.index import PuzzleFilter
from meepleproof.service.answering.answerer import answered
from meepleproof.service.answering.app import answering_app
from meepleproof.service.answering.process import AnswererSettings, Asked
from meepleproof.service.built_engine import RUNTIME, read_engine
from meepleproof.service.play.asked import Answer, puzzle_entry
from meepleproof.service.play.asked import Asked as Engine
from meepleproof.service.play.neom.table import log_in_link
from meepleproof.service.shelf import Shelf, ShelvedPuzzle, open_shelf, shipped_packs
from tests.test_play import solving_line
from tests.test_scripts import SERVED
from verifier.carcassonne.house.codec import position_to_json
from verifier.carcassonne.house.notation import parse_position
from verifier.documents.canonical_json import canonical_bytes

CODE = "h3~b0.0.D0U0lE1~t2~nEVW~u20"
DOCUMENT = json.dumps(position_to_json(parse_position(CODE)))
UNFIT = json.dumps({**json.loads(DOCUMENT), "to_move": 9})
GAME = {
    "game": "house",
    "players": "2",
    "sets": "base",
    "minutes": "3",
    "seed": "7",
    "seats": "person.greedy",
}
NEOM = {
    "begun by a seed": '{"seed":23}',
    "begun at a table": '{"log":{"game":"neom","board":"harbour","events":[]}}',
    "an event too early": '{"log":{"game":"neom","board":"harbour","events":[{"end":{}}]}}',
    "no such form": '{"log":{"game":"neom","events":3},"sede":1}',
    "no JSON": '{"log":',
    "a catalogue that is none": '{"catalogue":{}}',
}
REFUSED = {
    "a game of too many": f"/api/table?{urlencode({**GAME, 'players': '12'})}",
    "a board that is none": "/house/score/told?board=nonsense",
    "no record": f"/house/game/record.json?{urlencode({**GAME, 'line': 'x'})}",
}


@cache
def shelf() -> Shelf:
    return open_shelf([shipped_packs() / "house"])


@cache
def service() -> Callable[..., Answer]:
    app = answering_app(shelf(), AnswererSettings())

    def asked(address: str, body: str = "") -> Answer:
        path, _, query = address.partition("?")
        method, headers = ("POST", JSON) if body else ("GET", ())
        sent = Asked(method, path, query, headers=headers, body=body.encode())
        found = asyncio.run(answered(app, sent))
        return Answer(found.status, found.body.decode())

    return asked


JSON = (("content-type", "application/json"),)


def first(kind: str) -> ShelvedPuzzle:
    return next(iter(shelf().matching(PuzzleFilter(kind=kind))))


def entry(one: ShelvedPuzzle) -> str:
    pack = shelf().pack(one.pack)
    assert pack is not None
    return canonical_bytes(puzzle_entry(pack.head, one.packed)).decode()


def table(puzzle: str, line: str, **more: str) -> str:
    return f"/api/table?{urlencode({'puzzle': puzzle, 'line': line, **more})}"


@pytest.mark.parametrize("kind", SERVED)
def test_a_puzzle_is_answered_as_the_service_does(kind: str) -> None:
    one, engine = first(kind), Engine()
    engine.take(entry(one))
    right = solving_line(one).split("~")
    lines = ["~".join(right[:number]) for number in range(len(right) + 1)]
    asked = [table(one.id, line) for line in (*lines, "nonsense", f"{right[0]}~{right[0]}")]
    asked.append(table(one.id, right[0], exactly="1"))
    assert [service()(each) for each in asked] == [engine.answer(each) for each in asked]
    assert "Solved!" in engine.answer(table(one.id, "~".join(right))).text


def test_a_game_with_a_player_of_the_computer_is_answered_as_the_service_does() -> None:
    engine, line = Engine(), ""
    for _ in range(3):
        asked = f"/api/table?{urlencode({**GAME, 'line': line})}"
        answer = engine.answer(asked)
        assert service()(asked) == answer
        told = json.loads(answer.text)
        line = told["line"]
        if not told.get("goes_on"):
            plays = (
                (*claim["plays"][0][:1], way)
                for card in told["hand"]
                for square in card["squares"]
                for way in square["ways"]
                for claim in told["claims"][way["claims"]]
                if "plays" in claim
            )
            rest, way = next(plays)
            line = "~".join(filter(None, (line, f"{way['begins']}{rest}")))
    record = f"/house/game/record.json?{urlencode({**GAME, 'line': line})}"
    assert 200 == engine.answer(record).status
    assert service()(record) == engine.answer(record)


def test_a_table_is_scored_as_the_service_does() -> None:
    engine = Engine()
    for given in ({"board": "h2"}, {"paste": CODE, "tile": "base/E"}, {"paste": DOCUMENT}):
        asked = f"/house/score/told?{urlencode(given)}"
        assert service()(asked) == engine.answer(asked)
        assert 200 == engine.answer(asked).status


@pytest.mark.parametrize("body", NEOM.values(), ids=NEOM)
def test_a_game_of_neom_is_followed_as_the_service_does(body: str) -> None:
    path = "/api/neom/catalogue" if '"catalogue"' in body else "/api/neom/table"
    assert service()(path, body) == Engine().answer(path, body)


def test_a_link_of_neom_is_read_as_its_page_reads_it() -> None:
    log = {"game": "neom", "board": "harbour", "events": [{"end": {}}]}
    query = urlencode({"seed": "23", "log": log_in_link(log)})
    for kind, found in (("demo", {"log": log, "seed": 23}), ("table", {"log": log})):
        answer = Engine().answer(f"/neom/{kind}/linked?{query}")
        assert (200, found) == (answer.status, json.loads(answer.text))
    assert 422 == Engine().answer("/neom/demo/linked?seed=x").status


@pytest.mark.parametrize("asked", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_is_refused_as_the_service_does(asked: str) -> None:
    assert service()(asked) == Engine().answer(asked)
    assert 422 == Engine().answer(asked).status


@pytest.mark.parametrize("path", ["/api/table?seed=1", "/solo/none", "/house/none", "/api/jobs/1"])
def test_what_the_engine_does_not_answer_is_refused(path: str) -> None:
    assert 404 == Engine().answer(path).status


# --- the files


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    """Return a folder with files of the names that the runtime has."""
    folder = tmp_path / "runtime"
    folder.mkdir()
    for name in RUNTIME:
        (folder / name).write_text(name)
    return folder


_ALONE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from meepleproof.service.play.asked import Asked
engine = Asked()
for address, text, body in json.load(sys.stdin):
    if text:
        engine.take(text)
    answer = engine.answer(address, body)
    print(json.dumps([answer.status, answer.text]))
"""


def test_the_archive_has_all_that_answering_needs(runtime: Path, tmp_path: Path) -> None:
    engine = read_engine(runtime)
    with zipfile.ZipFile(io.BytesIO(engine.files[engine.modules])) as archive:
        archive.extractall(tmp_path / "unpacked")
    puzzles = [first(kind) for kind in SERVED]
    asked = [(table(one.id, solving_line(one)), entry(one), "") for one in puzzles]
    pasted = [f"/house/score/told?{urlencode({'paste': text})}" for text in (DOCUMENT, UNFIT)]
    asked += [(each, "", "") for each in (f"/api/table?{urlencode(GAME)}", *pasted)]
    asked += [("/api/neom/table", "", body) for body in NEOM.values()]
    # The runtime's own Python has what jsonschema else takes from this module.
    shutil.copy(typing_extensions.__file__, tmp_path / "unpacked")
    # Isolated, and without the packages that are installed: nothing but Python and the archive.
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", _ALONE, str(tmp_path / "unpacked")],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert 0 == ran.returncode, ran.stderr
    expected = [service()(address, body) for address, _, body in asked]
    assert expected == [Answer(*json.loads(line)) for line in ran.stdout.splitlines()]


def test_the_same_runtime_makes_the_same_bytes(runtime: Path) -> None:
    assert read_engine(runtime) == read_engine(runtime)


def test_addresses_change_with_what_is_there(runtime: Path) -> None:
    before = read_engine(runtime)
    (runtime / "pyodide.mjs").write_text("another version")
    after = read_engine(runtime)
    assert before.modules == after.modules
    assert before.runtime != after.runtime
