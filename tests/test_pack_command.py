"""`meepleproof pack`: build, check, merge, export and retract, with packs as files."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from generator.collection.folder import withdrawn_in
from generator.pack import Title, Withdrawn, regraded, sealed
from generator.solo.pack import GOAL_PACKS, PackedPuzzle
from generator.workers import work_on
from meepleproof.cli.pack_files import solutions_path, write_pack
from tests import quick_candidates
from tests.console_output import run_command
from verifier import __version__
from verifier.documents.strict_json import Document
from verifier.errors import Malformed


def shelved(path: Path, made: list[PackedPuzzle], *, identity: str = "test") -> str:
    """Write a pack of these puzzles, and their solutions beside it."""
    title = Title(identity, "Test")
    pack, solutions = GOAL_PACKS.write(made, title, seed=7, parameters={}, options={})
    write_pack(str(path), pack, solutions, force=True)
    return str(path)


def cheap(number: int = 1) -> list[PackedPuzzle]:
    """Return shipped puzzles about roads with one solution, the soonest proved first."""
    made = {one.puzzle.goal.id: one for one in quick_candidates.shipped()}
    return [made[goal] for goal in ("road-10-3c", "road-5-3c", "road-10-2c")[:number]]


def plan(path: Path, **changes: Any) -> str:
    pack = {
        "id": "roads",
        "title": "Roads",
        "version": "1.0.0",
        "seed": 1,
        "wishes": [{"goal": "road-10", "tiles": 4}],
        "count": 3,
        "per_level": 0,
        "candidates": 20,
        **changes,
    }
    path.write_text(json.dumps({"$schema": "urn:meepleproof:plan:1", "packs": [pack]}))
    return str(path)


def build(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Build with candidates that take no time."""
    with patch(
        "meepleproof.cli.runs.work_on", partial(work_on, attempt=quick_candidates.quick_result)
    ):
        return run_command(capsys, "pack", "build", *words)


# Building


def test_a_plan_becomes_a_pack_with_solutions_beside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = build(capsys, plan(tmp_path / "plan.json"), "-o", str(tmp_path))
    assert (0, "") == (code, out)
    assert "roads: 3 puzzles chosen of 3" in err
    document = json.loads((tmp_path / "roads.json").read_text())
    solutions = json.loads((tmp_path / "roads.solutions.json").read_text())
    ids = [puzzle["id"] for puzzle in document["puzzles"]]
    assert sorted(ids) == sorted(solutions["solutions"])
    assert 3 == len(set(ids))
    assert "roads" == solutions["pack"]


def test_a_run_that_is_resumed_gives_the_same_bytes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, resumed = tmp_path / "whole", tmp_path / "resumed"
    for folder in (whole, resumed):
        folder.mkdir()
    words = (plan(tmp_path / "plan.json"), "--run", str(tmp_path / "runs"))
    assert 0 == build(capsys, *words, "-o", str(whole))[0]
    code, _, err = build(capsys, *words, "-o", str(resumed))
    assert 0 == code
    assert "candidates were done before, 3 puzzles made" in err
    for name in ("roads.json", "roads.solutions.json"):
        assert (whole / name).read_bytes() == (resumed / name).read_bytes()


def test_a_run_of_another_plan_is_not_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = ("--run", str(tmp_path / "runs"), "-o", str(tmp_path), "--force")
    assert 0 == build(capsys, plan(tmp_path / "plan.json"), *runs)[0]
    code, _, err = build(capsys, plan(tmp_path / "other.json", seed=2), *runs)
    assert 3 == code
    assert "the run was started for another plan, with seed 1 and not 2; use another" in err


OWN = {"id": "long-road", "kind": "road", "at_least": 12}


def test_a_wish_may_be_for_a_goal_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = ("--run", str(tmp_path / "runs"), "-o", str(tmp_path), "--force")
    two = {"id": "two", "kind": "two-goals", "parts": ["road-5-3c", OWN]}
    wishes = [{"goal": goal, "tiles": 4} for goal in (OWN, two, "two-goals.road-5-3c.city-16")]
    code, _, err = build(capsys, plan(tmp_path / "plan.json", wishes=wishes), *runs)
    assert 0 == code
    assert {"long-road", "two", "two-goals.road-5-3c.city-16"} <= {
        line.partition(":")[0] for line in err.splitlines()
    }
    wishes[0] = {"goal": OWN | {"at_least": 11}, "tiles": 4}
    code, _, err = build(capsys, plan(tmp_path / "plan.json", wishes=wishes), *runs)
    assert 3 == code
    assert "the run was started for another plan" in err


def plan_of_a_set(path: Path) -> str:
    packs = [
        json.loads(Path(plan(path, id=name)).read_text())["packs"][0] for name in ("one", "two")
    ]
    document = {"$schema": "urn:meepleproof:plan:1", "most_of_skeleton": 4, "packs": packs}
    path.write_text(json.dumps(document))
    return str(path)


def test_a_pack_of_a_set_has_nothing_like_the_packs_before_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = build(capsys, plan_of_a_set(tmp_path / "plan.json"), "-o", str(tmp_path))
    assert 0 == code
    assert "one: 3 puzzles chosen of 3" in err
    assert "two: left out 3: another puzzle begins, goes or ends the same way" in err
    assert [] == json.loads((tmp_path / "two.json").read_text())["puzzles"]


def test_a_pack_of_a_set_is_not_chosen_before_its_turn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (plan_of_a_set(tmp_path / "plan.json"), "--only", "two", "-o", str(tmp_path))
    code, _, err = build(capsys, *words)
    assert 2 == code
    assert "'two' is chosen after 'one', which is not in" in err
    assert "make that one first, or all" in err


def test_levels_that_are_missing_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    request = plan(tmp_path / "plan.json", per_level=4)
    code, _, err = build(capsys, request, "-o", str(tmp_path))
    assert 4 == code
    assert "are missing; ask for more, or other tiles" in err
    assert (tmp_path / "roads.json").exists()


def test_a_pack_without_puzzles_is_not_pinned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = plan_of_a_set(tmp_path / "plan.json")
    assert 0 == build(capsys, path, "--pin", "-o", str(tmp_path))[0]
    pinned = [len(one.get("pinned", ())) for one in json.loads(Path(path).read_text())["packs"]]
    assert [3, 0] == pinned
    assert 0 == build(capsys, path, "-o", str(tmp_path), "--only", "two", "--force")[0]


def test_no_retracted_puzzle_is_built_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = quick_candidates.shipped()[0].puzzle.id
    words = ("--reason", "a test", "--date", "2026-11-21", "--in", str(tmp_path))
    assert 0 == run_command(capsys, "pack", "retract", first, *words)[0]
    code, _, err = build(capsys, plan(tmp_path / "plan.json"), "-o", str(tmp_path))
    assert 0 == code
    assert "rejected 1: it was retracted" in err
    assert first not in (tmp_path / "roads.json").read_text()


@pytest.mark.parametrize(
    ("changes", "words", "message"),
    [
        ({"count": 0}, (), "count"),
        ({"licence": "MIT"}, (), "licence"),
        ({"wishes": [{"goal": "road-11", "tiles": 4}]}, (), "there is no goal 'road-11'"),
        (
            {"wishes": [{"goal": OWN | {"id": "road-10"}, "tiles": 4}]},
            (),
            "another goal 'road-10'; choose another id (at roads/wishes/0/goal/id; SOLO-GOAL-1)",
        ),
        ({"wishes": [{"goal": OWN | {"colours": 5}, "tiles": 4}]}, (), "colours"),
        ({"wishes": [{"goal": "total-40", "tiles": 4, "by_order": True}]}, (), "scoring order"),
        ({}, ("--only", "cities"), "the plan has no pack 'cities'; it has roads"),
    ],
)
def test_plans_that_cannot_be(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    changes: Document,
    words: tuple[str, ...],
    message: str,
) -> None:
    request = plan(tmp_path / "plan.json", **changes)
    code, _, err = build(capsys, request, "-o", str(tmp_path), *words)
    assert (2 if words else 3) == code
    assert message in err
    assert not (tmp_path / "roads.json").exists()


def test_no_pack_is_overwritten_unasked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "roads.solutions.json").write_text("mine")
    code, _, err = build(capsys, plan(tmp_path / "plan.json"), "-o", str(tmp_path))
    assert 3 == code
    assert "give --force to overwrite it" in err
    assert "mine" == (tmp_path / "roads.solutions.json").read_text()


def test_pinned_puzzles_are_made_again_whatever_would_be_chosen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    for folder in (first, again):
        folder.mkdir()
    path = Path(
        plan(tmp_path / "plan.json", seed=3, wishes=[{"goal": "road.4.x.2", "tiles": 2}], count=1)
    )
    words = ("pack", "build", str(path))
    assert 0 == run_command(capsys, *words, "--pin", "-o", str(first))[0]
    document = json.loads(path.read_text())
    (pin,) = document["packs"][0]["pinned"]
    assert {"wish": 0, "candidate": pin["candidate"], "id": pin["id"]} == pin
    document["packs"][0]["per_level"] = 4  # none has to be of a level, or chosen
    path.write_text(json.dumps(document))
    assert 0 == run_command(capsys, *words, "-o", str(again))[0]
    old, new = (json.loads((folder / "roads.json").read_text()) for folder in (first, again))
    assert old["puzzles"] == new["puzzles"]
    solutions = [(folder / "roads.solutions.json").read_bytes() for folder in (first, again)]
    assert solutions[0] == solutions[1]
    # Of a pack with another seed the pin has to name its own.
    document["packs"][0] |= {"seed": 4, "pinned": [pin | {"seed": 3}]}
    path.write_text(json.dumps(document))
    assert 0 == run_command(capsys, *words, "-o", str(again), "--force")[0]
    assert old["puzzles"] == json.loads((again / "roads.json").read_text())["puzzles"]
    document["packs"][0]["seed"] = 3
    for change, message in (
        ({"id": "0" * 12}, "is not among those of the candidate any more (at roads/pinned/0)"),
        ({"wish": 1}, "there is no wish 1; they are numbered 0 to 0 (at roads/pinned/0/wish)"),
    ):
        document["packs"][0]["pinned"] = [pin | change]
        path.write_text(json.dumps(document))
        code, _, err = run_command(capsys, *words, "-o", str(again), "--force")
        assert 3 == code
        assert message in " ".join(err.split())


# Checking


def test_a_pack_is_proved_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = shelved(tmp_path / "pack.json", cheap())
    code, out, _ = run_command(capsys, "pack", "check", path)
    assert (0, "test 1.0.0: 1 of 1 puzzles proved again by both keys.\n") == (code, out)
    code, out, _ = run_command(capsys, "pack", "check", path, "--json")
    (document,) = json.loads(out)
    assert (0, "holds", 1, []) == (code, document["answer"], document["proved"], document["wrong"])


def engine_of(pack: Document) -> Document:
    """Return what the first puzzle of a pack says about the engine's part in its proof."""
    engine: Document = pack["puzzles"][0]["verdict"]["keys"][0]
    return engine


def changed(path: str, change: Any) -> None:
    """Change a document and seal it again, as in a deliberate forgery."""
    document = json.loads(Path(path).read_text())
    change(document)
    Path(path).write_text(json.dumps(sealed(document)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda it: it["puzzles"][0]["difficulty"].update(rating=1), "its difficulty is"),
        (lambda it: it["puzzles"][0].update(themes=["detour"]), "its themes are"),
        (
            lambda it: engine_of(it).update(version=__version__, work={"outcomes": 1}),
            "the pack states 1 outcomes",
        ),
        (
            lambda it: it["puzzles"][0].update(
                verdict={
                    **{k: it["puzzles"][0]["verdict"][k] for k in ("answer", "keys")},
                    "claim": "reachable",
                    "best": 9,
                }
            ),
            "unique holds, the pack states: reachable holds",
        ),
    ],
    ids=["rating", "themes", "work", "claim"],
)
def test_what_does_not_hold_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Any, message: str
) -> None:
    path = shelved(tmp_path / "pack.json", cheap())
    changed(path, change)
    code, out, _ = run_command(capsys, "pack", "check", path)
    assert 1 == code
    assert message in out


def test_another_version_may_have_examined_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shelved(tmp_path / "pack.json", cheap())
    changed(path, lambda it: engine_of(it).update(version="0.1.0", work={"outcomes": 10**6}))
    code, out, _ = run_command(capsys, "pack", "check", path)
    assert 0 == code, out


def test_a_wrong_solution_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = shelved(tmp_path / "pack.json", made := cheap())
    turns = made[0].line or ()
    other = next(iter(solved["line"] for solved in _solutions(path)))
    assert other
    changed(
        solutions_path(path),
        lambda it: it["solutions"][made[0].puzzle.id].update(
            line="~".join(other.split("~")[: len(turns) - 1])
        ),
    )
    code, out, err = run_command(capsys, "pack", "check", path)
    assert 1 == code, err
    assert "the solution is" in out


def _solutions(path: str) -> list[Document]:
    return list(json.loads(Path(solutions_path(path)).read_text())["solutions"].values())


def test_a_game_that_leads_elsewhere_is_a_disagreement(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shelved(tmp_path / "pack.json", made := cheap(2))
    games = [solution["game"] for solution in _solutions(path)]
    changed(
        solutions_path(path),
        lambda it: it["solutions"][made[0].puzzle.id].update(game=games[1]),
    )
    code, out, _ = run_command(capsys, "pack", "check", path)
    assert 5 == code
    assert "does not lead to the position" in out


def test_a_retracted_puzzle_fails_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shelved(tmp_path / "pack.json", made := cheap())
    words = ("--reason", "too dull", "--date", "2026-11-21", "--in", str(tmp_path))
    assert 0 == run_command(capsys, "pack", "retract", made[0].puzzle.id, *words)[0]
    code, out, _ = run_command(capsys, "pack", "check", path)
    assert 1 == code
    assert f"the puzzle {made[0].puzzle.id} is retracted: too dull" in out


def _newer(document: Document) -> None:
    document["$schema"] = "urn:meepleproof:pack:3"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_newer, "urn:meepleproof:pack:3; this version reads urn:meepleproof:pack:1 and "),
        (lambda it: it.pop("licence"), "licence"),
        (lambda it: it["puzzles"].append({**it["puzzles"][0], "source": None}), "source"),
        (
            lambda it: it["puzzles"].append(
                {**it["puzzles"][0], "source": {"seed": 1, "candidate": 0}}
            ),
            "2 times",
        ),
        (lambda it: it.update(version="2.0.0"), "these are the solutions of test 1.0.0"),
    ],
    ids=["newer", "no licence", "bad source", "twice", "other version"],
)
def test_packs_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Any, message: str
) -> None:
    path = shelved(tmp_path / "pack.json", cheap())
    changed(path, change)
    code, _, err = run_command(capsys, "pack", "check", path)
    assert 3 == code
    assert message in err


def test_a_pack_without_solutions_cannot_be_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shelved(tmp_path / "pack.json", cheap())
    Path(solutions_path(path)).unlink()
    code, _, err = run_command(capsys, "pack", "check", path)
    assert 3 == code
    assert "its solutions are missing" in err


def test_a_changed_byte_is_seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = shelved(tmp_path / "pack.json", cheap())
    text = Path(path).read_text()
    Path(path).write_text(text.replace('"title": "Test"', '"title": "Tess"'))
    code, _, err = run_command(capsys, "pack", "check", path)
    assert 3 == code
    assert "changed after it was made" in err


# Grading


def test_a_pack_is_graded_anew_and_nothing_else_is_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (right,) = cheap()
    changes = {"difficulty": {"level": "hard", "technique": 0, "rating": 1}, "themes": []}
    wrong = replace(right, document={**right.document, **changes})
    path, planned = shelved(tmp_path / "roads.json", [wrong], identity="roads"), tmp_path / "p.json"
    before = {name: read_file(name) for name in (path, solutions_path(path))}
    words = ("pack", "grade", path, "--plan", plan(planned))
    code, _, err = run_command(capsys, *words)
    assert 3 == code
    assert "exists; give --force to overwrite it" in err
    assert before == {name: read_file(name) for name in before}
    code, _, err = run_command(capsys, *words, "--force")
    assert (0, "roads 1.0.1: 1 of 1 puzzles graded otherwise\n") == (code, err)
    pack, solutions = read_file(path), read_file(solutions_path(path))
    (puzzle,), (old,) = pack["puzzles"], before[path]["puzzles"]
    assert right.document == puzzle
    assert old == {**puzzle, "difficulty": old["difficulty"], "themes": old["themes"]}
    assert "1.0.1" == solutions["version"] == read_file(str(planned))["packs"][0]["version"]
    again = {"puzzles": before[path]["puzzles"], "version": "1.0.0"}
    assert before[path] == sealed({**pack, **again})
    assert before[solutions_path(path)] == sealed({**solutions, "version": "1.0.0"})
    code, _, err = run_command(capsys, "pack", "grade", path, "--force")
    assert (0, "roads 1.0.1: every grade is as stated\n") == (code, err)
    assert pack == read_file(path)


def test_a_grade_stands_where_a_build_puts_it() -> None:
    puzzle = {"id": "a", "difficulty": {"rating": 1}, "source": {"seed": 1}, "ideas": 2}
    pack = {"version": "1.0.0", "puzzles": [puzzle]}
    grade = {"difficulty": {"rating": 2}, "needs": [], "decoys": 3}
    (graded,) = regraded(pack, {"version": "1.0.0"}, [grade]).pack["puzzles"]
    assert ["id", "difficulty", "needs", "decoys", "source", "ideas"] == [*graded]


def read_file(path: str) -> Document:
    document: Document = json.loads(Path(path).read_text(encoding="utf-8"))
    return document


# Merging, exporting, retracting


def test_packs_are_merged_each_puzzle_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = shelved(tmp_path / "one.json", cheap(2), identity="one")
    two = shelved(tmp_path / "two.json", cheap(3)[1:], identity="two")
    both = str(tmp_path / "both.json")
    words = ("--id", "both", "--title", "Both", "-o", both)
    assert 0 == run_command(capsys, "pack", "merge", one, two, *words)[0]
    document = json.loads(Path(both).read_text())
    assert [made.puzzle.id for made in cheap(3)] == [puzzle["id"] for puzzle in document["puzzles"]]
    assert 3 == len(_solutions(both))
    assert "one-1.0.0 two-1.0.0" == document["provenance"]["parameters"]["merged"]
    changed(two, lambda it: it["puzzles"][0]["difficulty"].update(rating=1))
    code, _, err = run_command(capsys, "pack", "merge", one, two, *words, "--force")
    assert 3 == code
    assert "is different in another pack" in err


def test_a_pack_as_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, made = shelved(tmp_path / "pack.json", cheap(2)), cheap(2)
    table = list(
        csv.DictReader(
            io.StringIO(run_command(capsys, "pack", "export", path, "--format", "csv")[1])
        )
    )
    assert [one.puzzle.id for one in made] == [row["id"] for row in table]
    lines = run_command(capsys, "pack", "export", path, "--format", "ndjson")[1].splitlines()
    document = json.loads(Path(path).read_text())
    assert document["puzzles"] == [json.loads(line) for line in lines]
    codes = run_command(capsys, "pack", "export", path, "--format", "codes")[1].split()
    assert [one.puzzle.code for one in made] == codes


def test_a_pack_as_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, folder = shelved(tmp_path / "pack.json", made := cheap()), tmp_path / "pictures"
    words = ("pack", "export", path, "-o", str(folder), "--solutions", "--format")
    assert 0 == run_command(capsys, *words, "svg")[0]
    assert 0 == run_command(capsys, *words, "png")[0]
    name = made[0].puzzle.id
    names = {f"{name}{part}.{form}" for part in ("", "-solution") for form in ("svg", "png")}
    assert names == {picture.name for picture in folder.iterdir()}
    assert 3 == run_command(capsys, *words, "svg")[0]  # they are there already
    assert 2 == run_command(capsys, "pack", "export", path, "--format", "pdf")[0]


def test_a_booklet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, booklet = shelved(tmp_path / "pack.json", cheap()), tmp_path / "booklet.pdf"
    assert (
        0 == run_command(capsys, "pack", "export", path, "--format", "pdf", "-o", str(booklet))[0]
    )
    assert booklet.read_bytes().startswith(b"%PDF-")


def test_what_is_set_aside_stays_in_its_pack_and_can_be_retracted_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shelved(tmp_path / "pack.json", cheap())
    identity = json.loads((tmp_path / "pack.json").read_text("utf-8"))["puzzles"][0]["id"]
    retract = ("pack", "retract", identity, "--reason", "dull", "--date", "2026-11-27")
    within = ("--in", str(tmp_path))
    assert 0 == run_command(capsys, *retract, "--set-aside", *within)[0]
    assert Withdrawn({}, {identity: "dull"}) == withdrawn_in(tmp_path)
    code, _, err = run_command(capsys, *retract, "--set-aside", *within)
    assert 3 == code
    assert "is set aside already" in err
    assert 0 == run_command(capsys, "pack", "check", path)[0]
    assert 1 == run_command(capsys, "find", "--packs", str(tmp_path))[0]
    assert 0 == run_command(capsys, *retract, *within)[0]
    assert Withdrawn({identity: "dull"}) == withdrawn_in(tmp_path)
    assert 1 == run_command(capsys, "pack", "check", path)[0]


def test_retractions_are_kept_and_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--reason", "wrong", "--date", "2026-11-21", "--in", str(tmp_path))
    retract = ("pack", "retract", "kra34z1c09w0", *words)
    assert 0 == run_command(capsys, *retract, "--replacement", "0d3kq7m2x9vb")[0]
    assert {"kra34z1c09w0": "wrong"} == withdrawn_in(tmp_path).retracted
    code, _, err = run_command(capsys, *retract)
    assert 3 == code
    assert "is retracted already" in err
    assert 3 == run_command(capsys, "pack", "retract", "nonsense", *words)[0]
    assert (
        2
        == run_command(
            capsys,
            "pack",
            "retract",
            "0d3kq7m2x9vb",
            "--reason",
            "x",
            "--date",
            "today",
            "--in",
            str(tmp_path),
        )[0]
    )
    path = tmp_path / "retractions.json"
    document = json.loads(path.read_text())
    document["retractions"] += [{**document["retractions"][0], "reason": "again"}]
    path.write_text(json.dumps(document))
    with pytest.raises(Malformed, match="named twice"):
        withdrawn_in(tmp_path)
