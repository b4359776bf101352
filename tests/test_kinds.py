"""What holds for every kind of puzzles, of whatever game: packs, proofs, making, commands."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.collection.folder import withdrawn_in
from generator.kind import ProvedKind
from generator.kinds import form_of_plan, kind_named
from generator.listed import Listed, game_of_kind, kinds_in_words, listed_kind, listed_kinds
from generator.pack import Packed, pack_text, sealed
from meepleproof.rendering.view import view_of
from tests.console_output import run_command
from tests.kinds import (
    KIND_OF,
    KINDS,
    PLANNED,
    PLANS,
    attempt,
    discrepancies,
    documents,
    path_of,
    proved_by,
    quickest,
    read,
    shipped,
    work_of,
)
from verifier.documents.validation import validate
from verifier.errors import Malformed
from verifier.games import GAMES

ONE_OF_EACH = {kind: min(name for name, of in KIND_OF.items() if of == kind) for kind in KINDS}
"""A pack of each kind, by the name of the kind."""
DEAR = {"retro", "proof-game", "help", "study", "farm-study", "study-of-four", "last-bag-tile"}
"""Kinds whose puzzles both keys prove in seconds and more."""
PACKS = list(ONE_OF_EACH.values())


def of_each(*slow: str) -> list[Any]:
    """Return a pack of each kind; those of these kinds are for the night."""
    return [
        pytest.param(name, marks=[pytest.mark.slow] if kind in slow else [], id=kind)
        for kind, name in ONE_OF_EACH.items()
    ]


# --- the list


@pytest.mark.parametrize("listed", listed_kinds(), ids=lambda one: one.name)
def test_what_is_listed_of_a_kind_is_what_it_says_of_itself(listed: Listed) -> None:
    kind = kind_named(listed.name)
    assert (listed.name, listed.title) == (kind.name, kind.title)
    assert listed.name in kinds_in_words(game_of_kind(listed.name))
    assert {"question", "svg", "answer"} <= set(dir(view_of(listed.name)))


def test_every_kind_has_a_name_of_its_own_and_a_pack_that_ships() -> None:
    assert len(KINDS) == len(set(KINDS))
    assert set(KINDS) == set(KIND_OF.values())
    assert set(GAMES) == {game_of_kind(kind) for kind in KINDS}


def test_a_kind_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(Malformed, match="there is no kind 'mine'; there are goal, find-the-error"):
        listed_kind("mine")


# --- what ships


@pytest.mark.parametrize("folder", PLANS, ids=lambda one: one.name)
def test_the_packs_that_ship_are_those_of_the_plan(folder: Path) -> None:
    plan = PLANS[folder]
    validate(form_of_plan(plan, "plan").plan, plan)
    beside = {path.name for path in folder.glob("*.json")} - {"plan.json", "retractions.json"}
    ends = ("", ".solutions")
    assert {f"{pack['id']}{end}.json" for pack in plan["packs"] for end in ends} == beside


@pytest.mark.one_build("packs as files")
@pytest.mark.parametrize("name", PLANNED)
def test_a_pack_is_written_as_the_commands_write_it(name: str) -> None:
    path = path_of(name)
    pack, solutions = documents(name)
    assert pack_text(pack) == path.read_text("utf-8")
    assert pack_text(solutions) == path.with_name(f"{name}.solutions.json").read_text("utf-8")
    assert name == pack["id"]
    assert not set(solutions["solutions"]) & set(withdrawn_in(path.parent).retracted)


@pytest.mark.one_build("packs as files")
@pytest.mark.parametrize("name", PLANNED)
def test_a_pack_is_what_was_planned(name: str) -> None:
    planned, (pack, solutions) = PLANNED[name], documents(name)
    stated = (pack["title"], pack["version"], pack["provenance"]["seed"])
    assert (planned["title"], planned["version"], planned["seed"]) == stated
    ids = [one["id"] for one in pack["puzzles"]]
    assert set(ids) == set(solutions["solutions"])
    assert len(ids) == len(set(ids)) == planned["count"] or "wishes" in planned
    assert {KIND_OF[name]} == {one.kind for one in shipped(name)}


def test_no_puzzle_is_in_two_packs() -> None:
    ids = [one.id for name in PLANNED for one in shipped(name)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", PACKS, ids=list(ONE_OF_EACH))
def test_no_two_puzzles_of_a_pack_are_alike(name: str) -> None:
    marks = [mark for one in shipped(name) for mark in kind_named(one.kind).marks(one)]
    assert len(marks) == len(set(marks))


@pytest.mark.parametrize("name", of_each("retro", "proof-game", "study-of-four"))
def test_one_of_each_kind_is_proved_again_whichever_version_proved_it(name: str) -> None:
    one = quickest(name)
    assert [] == discrepancies(replace(one, document=proved_by("0.1.0", one.document)))


# --- what is refused


@pytest.mark.one_build("packs as files")
@pytest.mark.parametrize("name", PACKS, ids=list(ONE_OF_EACH))
def test_a_pack_that_was_changed_is_refused(name: str) -> None:
    pack, solutions = documents(name)
    with pytest.raises(Malformed, match="changed after it was made"):
        read({**pack, "title": "Mine"}, solutions)
    with pytest.raises(Malformed, match="these are the solutions of"):
        read(sealed({**pack, "id": "mine"}), solutions)
    first = pack["puzzles"][0]
    twice = sealed({**pack, "puzzles": [first, {**first, "themes": ["another"]}]})
    with pytest.raises(Malformed, match="2 times"):
        read(twice, solutions)
    other = sealed({**pack, "puzzles": [{**first, "id": "000000000000"}]})
    with pytest.raises(Malformed, match="states the id '000000000000'"):
        read(other)


@pytest.mark.one_build("packs as files")
@pytest.mark.parametrize("name", PACKS, ids=list(ONE_OF_EACH))
def test_a_pack_of_a_newer_form_is_refused_with_the_forms_that_are_read(name: str) -> None:
    pack, _ = documents(name)
    newer = {**pack, "$schema": f"{pack['$schema'].rpartition(':')[0]}:99"}
    with pytest.raises(Malformed, match="a newer one may read it"):
        read(newer)


@pytest.mark.parametrize("name", ["find-the-error", "house-whose-farm", "neom-link"])
def test_a_key_that_is_left_out_is_found_out_whichever_version_it_was(name: str) -> None:
    one = quickest(name)
    document = proved_by("0.1.0", one.document)
    verdict = {**document["verdict"], "keys": document["verdict"]["keys"][:1]}
    forged = replace(one, document={**document, "verdict": verdict})
    assert any("its verdict" in wrong for wrong in discrepancies(forged))


@pytest.mark.parametrize("name", of_each(*DEAR, "last-turns", "goal"))
def test_a_forged_grade_is_found_out(name: str) -> None:
    one = quickest(name)
    forged = replace(one, document={**one.document, "themes": ["forged"]})
    assert any("its themes" in wrong for wrong in discrepancies(forged))


# --- making


@pytest.mark.parametrize("name", of_each(*DEAR, "part-turn", "double-turn", "purchase", "disaster"))
def test_a_candidate_is_the_same_whenever_it_is_made(name: str) -> None:
    kind, options = (
        KIND_OF[name],
        {"goal": "road.4.x.2", "tiles": 2} if KIND_OF[name] == "goal" else {},
    )
    first, again = (attempt(kind, 3, 1, **options) for _ in range(2))
    assert first == again


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=[] if kind in ("whose-farm", "link", "which-rule") else [pytest.mark.slow]
        )
        for name, kind in KIND_OF.items()
        if isinstance(kind_named(kind), ProvedKind)
    ],
)
def test_a_puzzle_that_ships_is_what_its_candidate_makes(name: str) -> None:
    stated = min(shipped(name), key=lambda one: (work_of(one), one.id))
    source = stated.document["source"]
    made = attempt(KIND_OF[name], source["seed"], source["candidate"])
    assert isinstance(made, Packed)
    assert stated.id == made.id
    assert stated.solution == made.solution
    keys = ("verdict", "difficulty", "themes", "source")
    before, now = (proved_by("any", one.document) for one in (stated, made))
    assert {key: before[key] for key in keys} == {key: now[key] for key in keys}


@pytest.mark.one_build("journals and workers, as test_runs")
@pytest.mark.parametrize("kind", ["find-the-error", "whose-farm", "link"])
def test_a_run_is_kept_and_resumed_by_several_workers(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("generate", "--kind", kind, "--count", "2", "--seed", "7")
    assert 0 == run_command(capsys, *asked, "-o", str(tmp_path / "one.json"))[0]
    run = ("--jobs", "2", "--run", str(tmp_path / "run"), "-o", str(tmp_path / "two.json"))
    assert 0 == run_command(capsys, *asked, *run)[0]
    resumed = ("generate", "--resume", str(tmp_path / "run"), "-o", str(tmp_path / "three.json"))
    code, _, err = run_command(capsys, *resumed)
    assert (0, True) == (code, "candidates were done before" in err)
    ends = ("", ".solutions")
    one, two, three = (
        [(tmp_path / f"{name}{end}.json").read_bytes() for end in ends]
        for name in ("one", "two", "three")
    )
    assert one == two == three


# --- commands


def some_of(name: str, path: Path, which: slice) -> tuple[str, list[str]]:
    """Write a pack of some of a pack's puzzles there; return its path and their ids."""
    pack, solutions = documents(name)
    chosen = pack["puzzles"][which]
    ids = [one["id"] for one in chosen]
    kept = {one: solutions["solutions"][one] for one in ids}
    some = sealed({**pack, "id": path.stem, "puzzles": chosen})
    beside = sealed({**solutions, "pack": path.stem, "solutions": kept})
    path.write_text(json.dumps(some), "utf-8")
    path.with_name(f"{path.stem}.solutions.json").write_text(json.dumps(beside), "utf-8")
    return str(path), ids


@pytest.mark.one_build("packs as files")
@pytest.mark.parametrize("name", PACKS, ids=list(ONE_OF_EACH))
def test_every_kind_is_shown(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    packed = shipped(name)[1]
    code, out, _ = run_command(capsys, "show", str(path_of(name)), "--puzzle", "2")
    question = view_of(packed.kind).question(packed)
    assert (0, f"Puzzle {packed.id}\n{question[:40]}") == (code, out[: 20 + 40])
    code, out, _ = run_command(capsys, "show", packed.id, "--svg")
    assert (0, "<svg ") == (code, out[:5])
    shown = json.loads(run_command(capsys, "show", packed.id, "--json")[1])
    assert (game_of_kind(packed.kind), packed.kind, packed.id) == tuple(
        shown[key] for key in ("game", "kind", "id")
    )


@pytest.mark.parametrize("name", of_each(*DEAR, "last-turns"))
def test_every_kind_is_solved_in_one_shape(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    packed = quickest(name)
    code, out, _ = run_command(capsys, "solve", packed.id, "--json")
    (solved,) = documents_of(out)
    assert (0, packed.kind, packed.id) == (code, solved["kind"], solved["id"])
    stated = packed.solution or {}
    found = {key: value for key, value in solved["solution"].items() if key in stated}
    assert found == {key: stated[key] for key in found}
    assert found
    code, out, _ = run_command(capsys, "solve", packed.id)
    assert (0, f"Puzzle {packed.id}. ") == (code, out[:21])


def documents_of(out: str) -> list[dict[str, Any]]:
    solved: list[dict[str, Any]] = json.loads(out)
    for one in solved:
        validate("solved", one)
    return solved


@pytest.mark.one_build("packs as files")
@pytest.mark.parametrize("name", PACKS, ids=list(ONE_OF_EACH))
def test_every_kind_is_exported(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, ids = some_of(name, tmp_path / "some.json", slice(2))
    code, out, _ = run_command(capsys, "pack", "export", path, "--format", "csv")
    assert (0, sorted(ids)) == (code, sorted(line[:12] for line in out.splitlines()[1:]))
    code, out, _ = run_command(capsys, "pack", "export", path, "--format", "ndjson")
    assert (0, ids) == (code, [json.loads(line)["id"] for line in out.splitlines()])
    booklet = tmp_path / "booklet.pdf"
    made = run_command(capsys, "pack", "export", path, "--format", "pdf", "-o", str(booklet))
    assert (0, b"%PDF") == (made[0], booklet.read_bytes()[:4])
    code, out, err = run_command(capsys, "pack", "export", path, "--format", "codes")
    assert (0, len(ids)) == (code, len(out.splitlines())) or "have no codes" in err


@pytest.mark.one_build("packs as files")
@pytest.mark.parametrize("name", PACKS, ids=list(ONE_OF_EACH))
def test_packs_of_every_kind_are_found_indexed_and_merged(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, first = some_of(name, tmp_path / "a.json", slice(2))
    other, second = some_of(name, tmp_path / "b.json", slice(1, 3))
    ids, parts = {*first, *second}, (one, other)
    (tmp_path / "all").mkdir()
    whole = str(tmp_path / "all" / "all.json")
    merged = ("pack", "merge", *parts, "--id", "all", "--title", "All", "-o", whole)
    code, _, err = run_command(capsys, *merged)
    assert (0, "") == (code, err if code else "")
    for _ in range(2):
        code, out, _ = run_command(capsys, "find", "--packs", str(tmp_path / "all"), "--json")
        assert (0, ids) == (code, {one["id"] for one in json.loads(out)["puzzles"]})
        assert 0 == run_command(capsys, "pack", "index", str(tmp_path / "all"), "--force")[0]
    kind = ("find", "--packs", str(tmp_path / "all"), "--kind", KIND_OF[name], "--json")
    assert len(ids) == json.loads(run_command(capsys, *kind)[1])["total"]


@pytest.mark.parametrize("name", of_each(*DEAR, "last-turns"))
def test_packs_of_every_kind_are_graded_anew(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = shipped(name).index(quickest(name))
    path, _ = some_of(name, tmp_path / "some.json", slice(first, first + 1))
    right = json.loads(Path(path).read_text("utf-8"))
    (puzzle,) = right["puzzles"]
    wrong = {**puzzle, "difficulty": {**puzzle["difficulty"], "rating": 1}, "themes": []}
    Path(path).write_text(json.dumps(sealed({**right, "puzzles": [wrong]})), "utf-8")
    version = right["version"]
    for sentence in ("1 of 1 puzzles graded otherwise", "every grade is as stated"):
        code, _, err = run_command(capsys, "pack", "grade", path, "--force")
        assert (0, True) == (code, sentence in err)
    graded = json.loads(Path(path).read_text("utf-8"))
    assert version != graded["version"]
    assert right == sealed({**graded, "version": version})


@pytest.mark.one_build("packs as files")
@pytest.mark.parametrize("name", PACKS, ids=list(ONE_OF_EACH))
def test_options_of_another_kind_are_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    kind = KIND_OF[name]
    own = {option.name for option in listed_kind(kind).options}
    every = {option.name: option for each in listed_kinds() for option in each.options}
    for name_of, option in every.items():
        if name_of not in own:
            value = [] if option.type == "yes" else [option.choices[0] if option.choices else "1"]
            code, _, err = run_command(capsys, "generate", "--kind", kind, option.word, *value)
            assert (2, True) == (
                code,
                f"{option.word} is not for puzzles of the kind {kind}" in err,
            )


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_asked_of_another_game_is_refused(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in set(GAMES) - {game_of_kind(kind)}:
        code, _, err = run_command(capsys, "generate", "--game", game, "--kind", kind)
        assert (2, True) == (code, f"the kind {kind} are of" in err)
