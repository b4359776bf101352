"""`meepleproof dataset`: the table that DuckDB reads back says what the packs say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest
from click.testing import CliRunner

from generator.dataset import COLUMNS
from generator.levels import level_of
from generator.pack import solutions_path
from generator.solo.quality import decoys
from meepleproof.cli.commands.dataset import command
from meepleproof.service.shelf import shipped_packs
from verifier.carcassonne.solo.puzzle import parse_code
from verifier.errors import Malformed

PACK = shipped_packs() / "stay.json"


def run(*arguments: str) -> Any:
    return CliRunner().invoke(command, arguments, catch_exceptions=False)


def packed(path: Path) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """Return the puzzles of a pack, each with its solution, by their ids."""
    document = json.loads(path.read_text("utf-8"))
    solutions = json.loads(Path(solutions_path(str(path))).read_text("utf-8"))["solutions"]
    return {one["id"]: (one, solutions[one["id"]]) for one in document["puzzles"]}


@pytest.fixture(scope="module")
def parquet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "stay.parquet"
    result = run("stay", str(PACK), "-o", str(path))
    assert (0, f"Wrote 8 puzzles to {path}\n") == (result.exit_code, result.stderr)
    return path


def test_a_table_read_back_says_what_the_pack_says(parquet: Path) -> None:
    table = duckdb.read_parquet(str(parquet))
    assert [*COLUMNS] == table.columns
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.fetchall()]
    expected = packed(PACK)
    assert set(expected) == {row["id"] for row in rows}
    for row in rows:
        puzzle, solution = expected[row["id"]]
        graded = puzzle["difficulty"]
        stated = (level_of("goal", graded["rating"]), graded["technique"], graded["rating"])
        assert stated == (row["level"], row["technique"], row["rating"])
        assert (puzzle["code"], puzzle["tiles"], "stay") == (row["code"], row["tiles"], row["pack"])
        assert (solution["line"], solution["game"]) == (row["line"], row["proof_game"])
        assert ("solo", "goal") == (row["game"], row["kind"])
        assert puzzle["themes"] == row["themes"].split()
        assert puzzle["needs"] == row["needs"].split()
        assert puzzle["position"]["scores"] == [int(score) for score in row["scores"].split()]
        assert puzzle["source"] == {name: row[name] for name in ("seed", "candidate")}
        assert ("unique", None) == (row["claim"], row["best"])
        assert len(puzzle["position"]["placements"]) == row["on_table"]
        assert row["deviation"] > 0
        assert decoys(parse_code(puzzle["code"])) == row["decoys"]


@pytest.mark.parametrize("ending", [".csv", ".csv.zst"])
def test_csv_has_the_same_rows(parquet: Path, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"stay{ending}"
    assert 0 == run("stay", "-o", str(path)).exit_code
    names = ("id", "code", "rating", "deviation", "skeleton", "outcomes", "candidate")
    read = [
        sorted(one.project(*names).fetchall())
        for one in (duckdb.read_parquet(str(parquet)), duckdb.read_csv(str(path)))
    ]
    assert read[0] == read[1]


def test_what_a_run_has_made_so_far_is_a_source(tmp_path: Path) -> None:
    expected = packed(PACK)
    head = {"journal": 3, "versions": "another", "parameters": {}}
    entries = [
        {
            "wish": 0,
            "candidate": puzzle["source"]["candidate"],
            "made": {"kind": "goal", "puzzle": puzzle, "solution": solution},
        }
        for puzzle, solution in list(expected.values())[:2]
    ]
    rejected = {"wish": 0, "candidate": 9999, "rejected": "dull"}
    lines = [json.dumps(one) for one in (head, *entries, rejected)]
    (tmp_path / "journal.ndjson").write_text("\n".join([*lines, '{"wish": 0, "cand']), "utf-8")
    table = tmp_path / "made.parquet"
    assert 0 == run(str(tmp_path), "-o", str(table)).exit_code
    found = duckdb.read_parquet(str(table)).project("id", "pack").fetchall()
    assert [(one["made"]["puzzle"]["id"], "") for one in entries] == found


def test_other_forms_and_existing_files_are_refused(parquet: Path) -> None:
    with pytest.raises(Malformed, match=r"give a name that ends with .csv, .csv.zst, .parquet"):
        run("stay", "-o", "stay.xlsx")
    with pytest.raises(FileExistsError):
        run("stay", "-o", str(parquet))
