"""No parameter and no switch overrules a graded rule: each has a row that says so, by both keys.

A rule is graded if a source has it. A parameter speaks where the sources are silent, or states the
number that its own rule has; what other graded rules say holds by each of its readings, with
another number, and while it is unknown. So of each switch of the other two games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import pytest

from tests.graded_rules import HOUSE, NEOM, SOLO, Row
from tests.neom_agreement import keys_compared
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.house import claims as house_library
from verifier.carcassonne.house import claims as house_reading
from verifier.carcassonne.house import keyring as house_keyring
from verifier.carcassonne.house.catalogue import CATALOGUE as HOUSE_RULES
from verifier.carcassonne.model.house.key import HouseModel
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo import claims as solo_library
from verifier.carcassonne.solo import claims as solo_reading
from verifier.carcassonne.solo import keyring as solo_keyring
from verifier.carcassonne.solo.catalogue import CATALOGUE as SOLO_RULES
from verifier.catalogue.catalogue import Catalogue
from verifier.documents.schemas import schema
from verifier.documents.strict_json import Document
from verifier.neom.catalogue import CATALOGUE as NEOM_RULES
from verifier.neom.claims import Keyring, scenario_from_json
from verifier.neom.compare import rule_of
from verifier.neom.parameters import Target
from verifier.neom.parameters_document import (
    parameters_from_json,
    parameters_to_json,
    set_parameter,
)
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_document import demo_catalogue

# --- NEOM


@pytest.fixture(scope="module")
def neom() -> Keyring:
    return Keyring(keys_compared())


@pytest.mark.parametrize(
    ("row", "value"),
    [
        pytest.param(row, value, id=f"{number} {row.leaf} {value}")
        for number, row in enumerate(NEOM)
        for value in row.values
    ],
)
def test_a_parameter_leaves_graded_rules_alone(row: Row, value: object, neom: Keyring) -> None:
    catalogue = demo_with({**row.given, row.leaf: value})
    scenario = scenario_from_json(row.scenario())
    (claim,) = scenario.claims
    content = replace(claim.content, catalogue=catalogue)  # type: ignore[arg-type]  # no odds here
    verdict = neom.check(replace(scenario, claims=(replace(claim, content=content),)))
    assert [("holds", "")] == [(each.verdict.answer, each.verdict.why) for each in verdict.claims]


def demo_with(changes: dict[str, Any]) -> TileCatalogue:
    """Return the demo with other parameters, be they such as the check of catalogues refuses."""
    document = parameters_to_json(demo_catalogue().parameters)
    for path, value in changes.items():
        set_parameter(document, path, value, "")
    return replace(demo_catalogue(), parameters=parameters_from_json(document))


def leaves(value: Any) -> Iterator[str]:
    """Yield the path of every parameter."""
    for field in fields(value):
        inner = getattr(value, field.name)
        if is_dataclass(inner) and not isinstance(inner, Target):
            yield from (f"{field.name}.{path}" for path in leaves(inner))
        if not is_dataclass(inner) or field.name in ("source", "lose"):
            yield field.name


def test_every_parameter_has_a_row() -> None:
    assert sorted(leaves(demo_catalogue().parameters)) == sorted({row.leaf for row in NEOM})


def test_every_row_names_graded_rules_and_not_the_gap_of_its_parameter() -> None:
    graded = {rule.id for rule in NEOM_RULES.rules if rule.grade != "U"}
    for row in NEOM:
        assert set(row.rules) <= graded, row
        assert len({str(value) for value in row.values}) == len(row.values) > 1, row


@pytest.mark.parametrize("leaf", sorted({row.leaf for row in NEOM}))
def test_every_reading_a_second_number_and_null_are_tried(leaf: str) -> None:
    tried = [value for row in NEOM if row.leaf == leaf for value in row.values]
    form = form_of(leaf)
    types = form.get("type", ())
    types = {types} if isinstance(types, str) else set(types)
    wanted: list[object] = [each for each in form.get("enum", ()) if each is not None]
    if "boolean" in types:
        wanted += [False] if form.get("not") == {"const": True} else [False, True]
    if "null" in types or None in form.get("enum", ()):
        wanted.append(None)
    assert [] == [each for each in wanted if (type(each), each) not in typed(tried)]
    stated = [each for each in tried if each is not None and not isinstance(each, bool)]
    if types & {"integer", "array"}:
        assert len(stated) > 1
    assert rule_of(leaf) or leaf.endswith("lose")


def typed(values: list[Any]) -> list[tuple[type, Any]]:
    """Return values with their types, as 0 is not False."""
    return [(type(each), each) for each in values]


def form_of(leaf: str) -> dict[str, Any]:
    """Return the part of the schema that says what a parameter may be."""
    definitions = schema("neom-catalogue")["$defs"]
    form: dict[str, Any] = definitions["params"]
    for part in leaf.split("."):
        form = form["properties"][part]
        while str(form.get("$ref", "")).startswith("#/$defs/"):
            form = definitions[form["$ref"].removeprefix("#/$defs/")]
    return form


# --- the other two games


@dataclass(frozen=True)
class Game:
    """A game of which switches choose readings: its rules, its scenarios, how one is judged."""

    rules: Catalogue
    rows: Mapping[str, tuple[str, ...]]
    documents: Mapping[str, Document]
    answer: Callable[[Document, Model], str]


def solo_answer(document: Document, model: Model) -> str:
    return (
        solo_keyring.Keyring((Engine(), model))
        .check(solo_reading.scenario_from_json(document))
        .answer
    )


def house_answer(document: Document, _: Model) -> str:
    scenario = house_reading.scenario_from_json(document)
    return house_keyring.Keyring((HouseEngine(), HouseModel())).check(scenario).answer


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    model = Model()
    yield model
    model.close()


def by_id(documents: Mapping[str, Document]) -> dict[str, Document]:
    return {document["id"]: document for document in documents.values()}


GAMES = {
    "solo": Game(SOLO_RULES, SOLO, by_id(solo_library.documents()), solo_answer),
    "house": Game(HOUSE_RULES, HOUSE, by_id(house_library.documents()), house_answer),
}
ROWS = [
    (game, switch, name)
    for game, each in GAMES.items()
    for switch, names in each.rows.items()
    for name in names
]


@pytest.mark.parametrize(("game", "switch", "name"), ROWS)
def test_a_switch_leaves_graded_rules_alone(
    game: str, switch: str, name: str, model: Model
) -> None:
    given = GAMES[game]
    document = given.documents[name]
    graded = {rule for rule in document["rules"] if given.rules.rule(rule).status in PRINTED}
    assert graded, document["rules"]
    # A record has rules of its own, and a claim with another reading is about that.
    claims = [
        each
        for each in document["claims"]
        if each["claim"] != "record" and switch not in each.get("with", {})
    ]
    assert claims
    for value in given.rules.switch(switch).values:
        chosen = [{**each, "with": {**each.get("with", {}), switch: value}} for each in claims]
        assert "holds" == given.answer({**document, "claims": chosen}, model), value


PRINTED = {"text", "base"}
"""The statuses of rules that a printed text has, of this game or of the one it is built on."""


@pytest.mark.parametrize("game", GAMES)
def test_every_switch_has_a_row(game: str) -> None:
    given = GAMES[game]
    # Questions about other boxes rest on rules of ours alone, none of which is graded.
    keys = [each.key for each in given.rules.switches if not each.key.startswith("box.")]
    assert keys == list(given.rows)
