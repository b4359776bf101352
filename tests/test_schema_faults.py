"""All faults of a document at once: each with its place, in a sentence that helps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from verifier.documents import schemas, validation
from verifier.documents.validation import form_faults
from verifier.documents.validators import validator
from verifier.errors import Malformed

SCENARIO = schemas.schema("scenario")["examples"][0]
PUZZLE = schemas.schema("puzzle")["examples"][0]


@pytest.mark.parametrize(
    ("name", "document", "expected"),
    [
        (
            "generation-request",
            {"goal": "road-5-3c", "tiles": 99, "count": 0, "seed": -1},
            [
                ("/tiles", '"tiles" is 99, but 10 is the most (how many tiles a puzzle has'),
                ("/count", '"count" is 0, but 1 is the least (how many puzzles'),
                ("/seed", '"seed" is -1, but 0 is the least ('),
            ],
        ),
        (
            "attempt-request",
            {"puzzel": "8tth85rx0c9x", "x": 1},
            [
                ("", 'the document lacks "puzzle" (the puzzle by its id or its code)'),
                ("", 'the document lacks "turns" (the turns so far)'),
                ("", 'the document has an unknown key "puzzel"; did you mean "puzzle"?'),
                ("", 'the document has an unknown key "x"; there are "puzzle", "turns"'),
            ],
        ),
        (
            "attempt-request",
            {"puzzle": 7, "turns": ["E9.0.0.-", 7]},
            [
                ("/puzzle", '"puzzle" is 7, not the puzzle by its id or its code'),
                ("/turns/0", 'entry 1 of "turns" is "E9.0.0.-", not a turn like'),
                ("/turns/1", 'entry 2 of "turns" is 7, not a text (a turn like'),
            ],
        ),
        (
            "generation-request",
            {"goal": {"id": "X y", "kind": "road", "at_least": -1}},
            [
                ("/goal/id", '"id" is "X y", not a name of small letters'),
                ("/goal/at_least", '"at_least" is -1, but 0 is the least (a count, 0 or more)'),
            ],
        ),
        (
            "goal",
            "road-11",
            [("", 'not a goal of the checklist by its id; did you mean "road-10"?')],
        ),
        ("switches", {"city.two": "3"}, [("/city.two", 'is "3", not "4", "2"')]),
        ("rules", {"colours": 3, "meeples": 8}, [("/meeples", '"meeples" is 8, but 7 is')]),
        ("attempt-request", [], [("", "the document is [], not an object (a player's turns")]),
        ("verification-request", [], [("", "the document is [], not an object (what both keys")]),
        (
            "verification-request",
            {},
            [("", 'exactly one of the keys "scenario", "record", "position"')],
        ),
        (
            "verification-request",
            {"position": "s3.4~D0.0.0", "claims": []},
            [("/claims", '"claims" has too few entries: 0, but 1 is the least')],
        ),
        (
            "verification-request",
            {"scenario": SCENARIO, "claims": [{"claim": "position"}]},
            [("/claims", '"claims" cannot be given beside "scenario"')],
        ),
        (
            "scenario",
            SCENARIO | {"rules": ["A-1", "A-1"], "claims": [{"claim": "every", "of": []}]},
            [
                ("/claims/0", 'entry 1 of "claims" lacks "holds"'),
                ("/claims/0", 'entry 1 of "claims" cannot have the key "of" together'),
                ("/rules", '"rules" is ["A-1", "A-1"], which has an entry twice'),
            ],
        ),
        (
            "scenario",
            SCENARIO
            | {
                "claims": [
                    {"claim": "record", "turn": 7},
                    {"claim": "outcome", "is": {"meeples": {"x": "E1"}}},
                ]
            },
            [
                ("/claims/0", 'has "turn" but lacks "breaks"'),
                ("/claims/1/is/meeples", 'cannot have the key "x", as its keys have another form'),
            ],
        ),
        (
            "puzzle",
            PUZZLE | {"verdict": PUZZLE["verdict"] | {"keys": PUZZLE["verdict"]["keys"][:1] * 2}},
            [("/verdict/keys", '"keys" has no entry in which "name" is "model"')],
        ),
    ],
)
def test_all_faults_are_told_each_with_its_place(
    name: str, document: Any, expected: list[tuple[str, str]]
) -> None:
    found = form_faults(name, document)
    assert sorted(place for place, _ in expected) == sorted(fault.where for fault in found)
    for place, sentence in expected:
        assert any(sentence in fault.message and place == fault.where for fault in found), (
            f"{sentence!r} is none of {found}"
        )
    assert all(len(fault.message) < 600 and "\n" not in fault.message for fault in found)


def test_validate_raises_the_first_fault_in_the_same_words() -> None:
    document = {"goal": "road-5-3c", "count": 0, "meeples": 9}
    with pytest.raises(Malformed) as caught:
        validation.validate("generation-request", document)
    first = form_faults("generation-request", document)[0]
    assert (first.message, first.where, first.rule) == (
        caught.value.message,
        caught.value.where,
        caught.value.rule,
    )
    assert ["SOLO-OPTION-1"] == [
        fault.rule for fault in form_faults("generation-request", document) if fault.rule
    ]


def test_a_fault_in_a_part_is_told_with_the_name_of_the_part() -> None:
    with pytest.raises(Malformed) as caught:
        validation.validate("turn", 7, "/turns/2")
    assert str(caught.value).startswith('entry 3 of "turns" is 7, not a text (')
    assert "/turns/2" == caught.value.where


def test_another_kind_of_document_is_told_as_such() -> None:
    with pytest.raises(Malformed) as caught:
        validation.validate("certificate", {"$schema": "urn:meepleproof:pack:1", "id": "x"})
    message = '"$schema" is "urn:meepleproof:pack:1", not "urn:meepleproof:certificate:1"'
    assert (message, "/$schema") == (caught.value.message, caught.value.where)


def test_faults_are_so_many_at_most_and_none_where_nothing_is_wrong() -> None:
    many = {"puzzle": "8tth85rx0c9x", "turns": ["x"] * 72}
    assert 20 == len(form_faults("attempt-request", many))
    assert 3 == len(form_faults("attempt-request", many, 3))
    assert 20 == len(form_faults("attempt-request", {f"x{number}": 1 for number in range(1000)}))
    assert () == form_faults("attempt-request", many | {"turns": []})


@pytest.mark.parametrize("key", ["x" * 5000, "a\nb", "\0"])
def test_a_pointer_ends_before_a_key_that_cannot_be_told(key: str) -> None:
    claim = {"claim": "outcome", "is": {"meeples": {key: 7}}}
    found = form_faults("scenario", SCENARIO | {"claims": [claim]})
    assert {"/claims/0/is/meeples"} == {fault.where for fault in found}
    assert all(len(fault.message) < 300 for fault in found)


def test_every_schema_tells_of_what_is_no_document_of_it() -> None:
    for name in schemas.names():
        if name not in ("common", "house-common", "neom-common"):
            (fault, *_) = form_faults(name, 1.5)
            assert ("", True) == (fault.where, "1.5" in fault.message)


SOME = ("puzzle", "attempt-request", "generation-request", "verification-request", "scenario")
NEOM = ("neom-catalogue", "neom-log", "neom-state")


@pytest.mark.parametrize("name", [*SOME, *NEOM])
def test_there_are_faults_exactly_where_a_document_is_invalid(name: str) -> None:
    """With each part of the examples left out, and with another value in its place."""
    wrong = 0
    for example in schemas.schema(name)["examples"]:
        for document in changed(example):
            valid = validator(name).is_valid(document)
            assert valid == (not form_faults(name, document, 1)), document
            wrong += not valid
    assert wrong > 0


def changed(document: Any) -> Iterator[Any]:
    """Yield the document with one part left out, or with a number or a text in its place."""
    if isinstance(document, dict):
        for key, part in document.items():
            rest = {name: other for name, other in document.items() if name != key}
            yield rest
            yield from ({**document, key: other} for other in (7, "x", *changed(part)))
    elif isinstance(document, list) and document:
        yield document[1:]
        yield from ([part, *document[1:]] for part in (7, "x", *changed(document[0])))
