"""Results that players choose to send: kept without names, and ratings that fit them."""

from __future__ import annotations

import errno
import json
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import duckdb
import pytest
from click.testing import CliRunner

from generator.grade import rank_correlation
from generator.results import Rating, Result, fitted, read_results, updated
from meepleproof.cli.commands.dataset import command
from meepleproof.service.http.writing import ResultsLog
from meepleproof.service.shelf import Shelf, open_shelf
from tests.service_client import STILL, Client, clients, problem
from verifier.documents.validation import validate
from verifier.errors import Malformed

ROAD, PLAYER = "4sx7ch90kg1j", "5f1d20c9b7e43a86"
SENT: dict[str, Any] = {
    "puzzle": ROAD,
    "player": PLAYER,
    "failed": 1,
    "hints": False,
    "revealed": False,
}
DAY = date(2026, 11, 23)


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf([STILL])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "results.ndjson"


@pytest.fixture
def client(shelf: Shelf, file: Path, tmp_path: Path) -> Iterator[Client]:
    with clients(shelf, tmp_path, results=file, hosts=("games.example",), host="0.0.0.0") as make:
        yield make("203.0.113.7", "games.example")


# What is kept


def test_a_result_is_kept_with_its_day_and_nothing_of_who_sent_it(
    client: Client, file: Path
) -> None:
    answer = client.post("/api/results", json=SENT)
    assert (204, b"") == (answer.status_code, answer.content)
    (line,) = file.read_text("utf-8").splitlines()
    document = json.loads(line)
    validate("result", document)
    day = datetime.now(UTC).date()
    assert date.fromisoformat(document.pop("day")) in (day, day - timedelta(1))
    assert SENT == document
    assert 0o600 == file.stat().st_mode & 0o777
    assert [Result(day, PLAYER, ROAD, 1, False, False)] == [
        replace(one, day=day) for one in read_results(file)[0]
    ]


@pytest.mark.parametrize(
    ("changed", "status", "kind"),
    [
        ({"puzzle": "0000000000zz"}, 404, "unknown"),
        ({"day": "2026-11-23"}, 422, "malformed"),
        ({"player": "somebody"}, 422, "malformed"),
        ({"failed": -1}, 422, "malformed"),
        ({"name": "Ada"}, 422, "malformed"),
    ],
)
def test_other_results_are_refused(
    client: Client, file: Path, changed: dict[str, Any], status: int, kind: str
) -> None:
    problem(client.post("/api/results", json={**SENT, **changed}), status, kind)
    assert "" == file.read_text("utf-8")


def test_none_are_kept_if_the_service_is_not_told_where(shelf: Shelf, tmp_path: Path) -> None:
    with clients(shelf, tmp_path) as make:
        detail = problem(make().post("/api/results", json=SENT), 404, "unknown")["detail"]
        assert "no results are kept here" in detail
        assert "data-send" not in make().get("/statistics").text


def test_players_are_asked_where_results_are_kept(client: Client) -> None:
    assert "data-send" in client.get("/statistics").text


def test_a_full_file_is_put_aside_and_the_oldest_is_dropped(file: Path) -> None:
    log = ResultsLog(file, most=250)
    for failed in range(6):
        log.keep({**SENT, "failed": failed})
    assert [2, 3, 4, 5] == [one.failed for one in read_results(file)[0]]
    names = sorted(path.name for path in file.parent.iterdir())
    assert [file.name, *(f"{file.name}.{age}" for age in (1, 2, 3))] == names


def test_a_write_that_fails_leaves_the_file_as_it_was(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = ResultsLog(file)
    log.keep(SENT)
    before, write = file.read_bytes(), os.write

    def full(descriptor: int, data: bytes) -> int:
        if len(data) > 90:  # some room is left on the disk
            return write(descriptor, data[:40])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("meepleproof.service.http.writing.os.write", full)
        with pytest.raises(OSError, match="No space"):
            log.keep(SENT)
    assert before == file.read_bytes()
    log.keep(SENT)
    assert (2, 0) == (len(read_results(file)[0]), read_results(file)[1])


def test_a_result_after_half_a_line_begins_a_new_one(file: Path) -> None:
    log = ResultsLog(file)
    log.keep(SENT)
    with file.open("ab") as torn:
        torn.write(b'{"day": "2026-11')
    log.keep(SENT)
    results, torn_lines = read_results(file)
    assert (2, 1) == (len(results), torn_lines)


def test_a_file_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        ResultsLog(tmp_path / "nowhere" / "results")


def test_half_a_line_is_left_out_and_counted_and_any_other_fault_told(file: Path) -> None:
    whole = json.dumps({**SENT, "day": "2026-11-23"})
    file.write_text(f"{whole}\n{whole[:40]}", "utf-8")
    results, torn = read_results(file)
    assert ([DAY], 1) == ([one.day for one in results], torn)
    for wrong in (json.dumps(SENT), whole.replace("11-23", "11-31")):
        file.write_text(f"{whole}\n{wrong}\n", "utf-8")
        with pytest.raises(Malformed) as refused:
            read_results(file)
        assert refused.value.where.startswith(f"{file}, line 2")


# Ratings that fit


def simulated(seed: int) -> tuple[list[Result], dict[str, int]]:
    """Return results of 80 players at 24 puzzles, and the true ratings of the puzzles."""
    rng = random.Random(seed)
    true = {f"{place:012}": round(rng.gauss(900, 250)) for place in range(24)}
    results = list[Result]()
    for number in range(80):
        strength = rng.gauss(850, 200)
        for day, puzzle in enumerate(rng.sample(sorted(true), 16)):
            chance = 1 / (1 + 10 ** ((true[puzzle] - strength) / 400))
            failed = next(tries for tries in range(99) if rng.random() < chance or tries == 20)
            results.append(
                Result(DAY + timedelta(day), f"{number:016x}", puzzle, failed, False, False)
            )
    return results, true


@pytest.mark.parametrize("seed", [1, 2])
def test_ratings_fitted_to_players_put_puzzles_in_their_order(seed: int) -> None:
    results, true = simulated(seed)
    same = dict.fromkeys(true, 900)  # the packs know nothing
    found = fitted(results, same)
    fit = [round(found.puzzles[one].rating) for one in true]
    assert rank_correlation(fit, list(true.values())) > 0.9
    assert all(found.puzzles[one].deviation < 200 for one in true)
    assert 80 * 16 == sum(found.plays.values())


def test_a_second_result_of_a_player_and_unknown_puzzles_do_not_count() -> None:
    first = Result(DAY, PLAYER, ROAD, 0, hints=False, revealed=False)
    later = replace(first, day=DAY + timedelta(1), revealed=True)
    unknown = replace(first, puzzle="0000000000zz")
    alone = fitted([first], {ROAD: 900})
    assert alone == fitted([later, unknown, first], {ROAD: 900})
    assert alone.puzzles[ROAD].rating < 900
    assert alone.players[PLAYER].rating > 800


def test_points_gained_and_lost_are_those_of_one_game() -> None:
    result = Result(DAY, PLAYER, ROAD, 0, hints=True, revealed=False)
    found = fitted([result], {ROAD: 1000})
    player, puzzle = Rating(800, 250), Rating(1000, 200)
    assert updated(player, [(puzzle, 0.5)]) == found.players[PLAYER]
    assert updated(puzzle, [(player, 0.5)]) == found.puzzles[ROAD]


def test_days_without_a_result_make_a_rating_less_sure() -> None:
    puzzles = {f"{place:012}": 800 for place in range(12)}
    first, *others = [
        Result(DAY, PLAYER, one, 0, hints=True, revealed=False) for one in sorted(puzzles)
    ]
    sure = fitted([first, *others], puzzles).players[PLAYER].deviation
    after = [sure]
    for days in (0, 10, 40, 400, 4000):
        last = replace(first, day=DAY + timedelta(days))
        found = fitted([last, *others], puzzles).players[PLAYER].deviation
        after.append(found)
    assert after[0] == after[1] < after[2] < after[3] < after[4] == after[5]
    # However long: as after one result of a player of whom nothing is known.
    assert after[5] == pytest.approx(fitted([first], puzzles).players[PLAYER].deviation, abs=1)


def test_a_table_has_what_players_made_of_puzzles(file: Path, tmp_path: Path) -> None:
    path = STILL / "scoring-order.json"
    ids = [one["id"] for one in json.loads(path.read_text("utf-8"))["puzzles"]]
    file.write_text(json.dumps({**SENT, "puzzle": ids[0], "day": "2026-11-23"}) + "\n", "utf-8")
    table = tmp_path / "played.parquet"
    arguments = [str(path), "--results", str(file), "-o", str(table)]
    assert 0 == CliRunner().invoke(command, arguments, catch_exceptions=False).exit_code
    names = ("id", "plays", "played_rating", "rating", "played_deviation")
    rows = duckdb.read_parquet(str(table)).project(*names).fetchall()
    assert set(ids) == {row[0] for row in rows}
    for identity, plays, played, rating, deviation in rows:
        if identity == ids[0]:
            assert (1, True) == (plays, abs(played - rating) < 100)
            assert 100 < deviation < 200
        else:
            assert (0, None, None) == (plays, played, deviation)
