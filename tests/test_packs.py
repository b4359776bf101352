"""Packs as documents: read as they were written, refused when they are not what they say."""

from __future__ import annotations

import contextlib
import copy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.pack import Title, sealed, source_of
from generator.solo.pack import (
    GOAL_PACKS,
    PackedPuzzle,
    packed_of,
    puzzle_document,
    read_pack,
    read_puzzle,
)
from generator.solo.pipeline import Difficulty, ProvedPuzzle
from generator.solo.proving import Proof, Report
from tests.test_bad_input import anything, spots
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import line_text, parse_line
from verifier.carcassonne.solo.position import setup, with_row
from verifier.carcassonne.solo.puzzle import Puzzle, parse_goal
from verifier.documents.schemas import schema
from verifier.documents.validation import validate
from verifier.errors import Illegal, Malformed, MeepleproofError

PACK: dict[str, Any] = schema("pack")["examples"][0]
SOLUTIONS: dict[str, Any] = schema("solutions")["examples"][0]
(PUZZLE,) = PACK["puzzles"]
TITLE = Title("test", "Test", "1.2.0")

(UNIQUE,) = read_pack(PACK, "the example", SOLUTIONS)
MADE = ProvedPuzzle(
    puzzle=Puzzle(parse_goal("total.4.x.0"), with_row(setup(), tiles_of("E"))),
    line=parse_line("E0.0.-1.N"),
    game=(),
    proof=Proof(
        parse_line("E0.0.-1.N"),
        tuple(
            Report(name, "1.0", (("seed", 1),), (("outcomes", 8),)) for name in ("engine", "model")
        ),
        best=5,
    ),
    difficulty=Difficulty("hard", 9, 1400, ("joining", "detour")),
    needs=("supply",),
    decoys=3,
    seed=7,
    candidate=3,
)


ENDING = packed_of(MADE)


def written(*made: PackedPuzzle, title: Title = TITLE) -> tuple[dict[str, Any], dict[str, Any]]:
    return GOAL_PACKS.write(made, title, seed=7, parameters={"tiles": 4}, options={})


def packed(*made: PackedPuzzle, title: Title = TITLE) -> dict[str, Any]:
    return written(*made, title=title)[0]


# What is told


def test_a_pack_is_read_as_it_was_written() -> None:
    pack, solutions = written(UNIQUE, ENDING)
    validate("pack", pack)
    validate("solutions", solutions)
    assert (UNIQUE, ENDING) == read_pack(pack, "pack", solutions)


def test_without_the_solutions_nothing_of_them_is_read() -> None:
    (one,) = read_pack(packed(UNIQUE), "pack")
    assert (None, None) == (one.line, one.game)
    assert UNIQUE.puzzle == one.puzzle
    found = str(packed(UNIQUE))
    assert line_text(UNIQUE.line or ()) not in found
    assert line_text(UNIQUE.game or ()) not in found


def test_a_verdict_claims_no_more_than_was_proved() -> None:
    unique, ending = (one.document["verdict"] for one in (UNIQUE, ENDING))
    assert {"claim": "unique", "answer": "holds", "solutions": 1, "shorter": 0} == {
        key: value for key, value in unique.items() if key != "keys"
    }
    assert {"claim": "reachable", "answer": "holds", "best": 5} == {
        key: value for key, value in ending.items() if key != "keys"
    }


def test_a_puzzle_tells_how_hard_it_is() -> None:
    document = puzzle_document(MADE)
    assert {"level": "hard", "technique": 9, "rating": 1400} == document["difficulty"]
    assert ["joining", "detour"] == document["themes"]


@pytest.mark.parametrize(
    "change",
    [
        {"claim": "reachable"},
        {"best": 5},
        {"claim": "reachable", "best": 5},
        {"solutions": None},
        {"claim": "smallest"},
    ],
)
def test_a_verdict_is_of_one_claim(change: dict[str, Any]) -> None:
    verdict = {**PUZZLE["verdict"], **change}
    kept = {key: value for key, value in verdict.items() if value is not None}
    with pytest.raises(Malformed, match="verdict"):
        validate("puzzle", {**PUZZLE, "verdict": kept})


# What is refused


@pytest.mark.parametrize("name", ["pack", "solutions"])
def test_what_was_changed_by_a_byte_is_refused(name: str) -> None:
    pack, solutions = copy.deepcopy(PACK), copy.deepcopy(SOLUTIONS)
    if name == "pack":
        pack["title"] = pack["title"].replace("P", "p", 1)
    else:
        solution = solutions["solutions"][PUZZLE["id"]]
        solution["line"] = solution["line"].replace("W2", "W1", 1)
    assert (pack, solutions) != (PACK, SOLUTIONS)
    with pytest.raises(Malformed, match="was changed after it was made"):
        read_pack(pack, "pack", solutions)


@pytest.mark.parametrize(
    ("title", "message"),
    [
        (Title("other", "Test", "1.2.0"), "the solutions of other 1.2.0, the pack is test 1.2.0"),
        (Title("test", "Test", "1.1.9"), "the solutions of test 1.1.9, the pack is test 1.2.0"),
    ],
)
def test_the_solutions_of_another_pack_are_refused(title: Title, message: str) -> None:
    with pytest.raises(Malformed, match=message):
        read_pack(packed(UNIQUE), "pack", written(UNIQUE, title=title)[1])


@pytest.mark.parametrize("name", ["pack", "solutions"])
def test_what_a_newer_program_wrote_is_refused_as_that(name: str) -> None:
    documents = {"pack": PACK, "solutions": SOLUTIONS}
    newer = sealed({**documents[name], "$schema": f"urn:meepleproof:{name}:3", "more": 1})
    documents[name] = newer
    with pytest.raises(Malformed) as caught:
        read_pack(documents["pack"], "here", documents["solutions"])
    assert (
        f"it has the form urn:meepleproof:{name}:3; this version reads urn:meepleproof:{name}:1 "
        f"and urn:meepleproof:{name}:2, a newer one may read it"
    ) in str(caught.value)
    assert caught.value.where.endswith("/$schema")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("$schema", "urn:other"),
        ("$schema", 1),
        ("licence", None),
        ("puzzles", {}),
        ("version", "1"),
    ],
)
def test_what_is_no_pack_is_refused(key: str, value: object) -> None:
    document = {name: each for name, each in {**PACK, key: value}.items() if each is not None}
    with pytest.raises(Malformed, match=key.replace("$", r"\$")):
        read_pack(sealed(document), "pack")


def test_a_puzzle_twice_is_refused() -> None:
    """Also one that has another candidate's number, and so another text."""
    with pytest.raises(Malformed, match="has an entry twice"):
        read_pack(packed(UNIQUE, UNIQUE), "pack")
    again = replace(UNIQUE, document={**PUZZLE, "source": source_of(9, 9)})
    message = f"the pack 'test' has the puzzle {UNIQUE.puzzle.id} 2 times"
    with pytest.raises(Malformed, match=message):
        read_pack(packed(UNIQUE, ENDING, again), "pack")


@pytest.mark.parametrize(
    ("key", "other"), [("id", "0" * 12), ("code", "s3.4~g.road-10"), ("tiles", 3)]
)
def test_a_puzzle_that_contradicts_itself_is_refused(key: str, other: object) -> None:
    with pytest.raises(Malformed, match=repr(other)):
        read_puzzle({**PUZZLE, key: other}, "puzzle")


def test_a_faulty_position_in_a_resealed_pack_is_refused() -> None:
    position = {**PUZZLE["position"], "supplies": [4, 4, 4]}
    forged = sealed({**PACK, "puzzles": [{**PUZZLE, "position": position}]})
    with pytest.raises(Illegal, match="number_of_meeples"):
        read_pack(forged, "pack")


@pytest.mark.parametrize("line", ["A3.-5.-1", "?"])
def test_a_line_that_cannot_be_read_is_refused(line: str) -> None:
    solution = {**SOLUTIONS["solutions"][PUZZLE["id"]], "line": line}
    forged = sealed({**SOLUTIONS, "solutions": {PUZZLE["id"]: solution}})
    with pytest.raises(Malformed, match="line"):
        read_pack(PACK, "pack", forged)


@settings(max_examples=150)
@given(st.data())
def test_packs_with_anything_in_one_place_are_read_or_refused(data: st.DataObject) -> None:
    """Whoever changes a pack can seal it again."""
    documents = {"pack": copy.deepcopy(PACK), "solutions": copy.deepcopy(SOLUTIONS)}
    name = data.draw(st.sampled_from(sorted(documents)))
    holder, step = data.draw(st.sampled_from(spots(documents[name])))
    holder[step] = data.draw(anything)
    documents[name] = sealed(documents[name])
    # Anything but the program's own kind of error fails the test.
    with contextlib.suppress(MeepleproofError):
        read_pack(documents["pack"], "pack", documents["solutions"])


# Retractions


@pytest.mark.parametrize(
    "change",
    [
        {"id": "short"},
        {"date": "2026-13-01"},
        {"date": "21.11.2026"},
        {"reason": ""},
        {"reason": None},
        {"replacement": "none"},
        {"by": "me"},
    ],
)
def test_a_retraction_says_what_when_and_why(change: dict[str, Any]) -> None:
    document = copy.deepcopy(schema("retractions")["examples"][0])
    validate("retractions", document)
    entry = {**document["retractions"][0], **change}
    document["retractions"] = [{key: each for key, each in entry.items() if each is not None}]
    with pytest.raises(Malformed, match=next(iter(change))):
        validate("retractions", document)
