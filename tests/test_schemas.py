"""The schemas themselves: well formed, in step with the program, and true in their examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from generator.grade import Level, LevelForLength
from tests.naive_goals import reached
from tests.oracle import Oracle
from verifier.carcassonne.engine.solo import Engine, solve
from verifier.carcassonne.house.catalogue import CATALOGUE as HOUSE_CATALOGUE
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import goal_from_json, position_from_json, rules_from_json
from verifier.carcassonne.solo.goals import Goal, checklist, goal_kinds
from verifier.carcassonne.solo.letters import all_letters
from verifier.carcassonne.solo.notation import line_text, parse_line, turn_text
from verifier.carcassonne.solo.position import Pile, Position, setup
from verifier.carcassonne.solo.turn import FEATURES, NO_CLAIM, Outcome, Turn
from verifier.catalogue.catalogue import Catalogue
from verifier.documents import schemas, validation
from verifier.documents.canonical_json import digest
from verifier.documents.validators import validator
from verifier.errors import Malformed
from verifier.neom.catalogue import CATALOGUE as NEOM_CATALOGUE
from verifier.verdict import Answer

FILES = (
    "certificate",
    "goal",
    "journal",
    "pack",
    "plan",
    "position",
    "puzzle",
    "record",
    "retractions",
    "solutions",
    "tile-sheet",
)
RECORDS = (
    "record-attempt",
    "record-attempt-request",
    "record-pack",
    "record-plan",
    "record-puzzle",
    "record-solution",
    "record-solutions",
)
ANSWERS = ("best", "check", "compare", "explain", "reach", "smallest")
HOUSE = (
    "house-attempt",
    "house-attempt-request",
    "house-certificate",
    "house-certificate-check",
    "house-check",
    "house-reach",
    "house-final-scoring",
    "house-outcome",
    "house-pack",
    "house-plan",
    "house-position",
    "house-puzzle",
    "house-record",
    "house-scenario",
    "house-solution",
    "house-solutions",
    "house-verification-request",
)
NEOM = (
    "neom-attempt",
    "neom-attempt-request",
    "neom-catalogue",
    "neom-catalogue-check",
    "neom-catalogue-request",
    "neom-changes-request",
    "neom-check",
    "neom-compare",
    "neom-deal",
    "neom-log",
    "neom-next",
    "neom-odds",
    "neom-odds-table",
    "neom-pack",
    "neom-plan",
    "neom-play-request",
    "neom-puzzle",
    "neom-result",
    "neom-scenario",
    "neom-solution",
    "neom-solutions",
    "neom-state",
    "neom-table",
    "neom-table-request",
    "neom-verification-request",
)
SERVICE = (
    "attempt",
    "attempt-request",
    "daily",
    "generation",
    "generation-request",
    "job",
    "pack-list",
    "problem",
    "puzzle-list",
    "record-sheet",
    "result",
    "solution",
    "tokens",
    "table",
    "verification",
    "verification-request",
)
KINDS = (*FILES, *RECORDS, *ANSWERS, *HOUSE, *NEOM, *SERVICE)
DEFINITIONS = schemas.schema("common")["$defs"]
HOUSE_DEFINITIONS = schemas.schema("house-common")["$defs"]
NEOM_DEFINITIONS = schemas.schema("neom-common")["$defs"]
ALL_DEFINITIONS = DEFINITIONS | HOUSE_DEFINITIONS | NEOM_DEFINITIONS

Subschema = tuple[str, dict[str, Any]]


def subschemas(node: Any, pointer: str = "") -> Iterator[Subschema]:
    """Every object inside a schema, with its place; examples are data and left out."""
    if isinstance(node, dict):
        yield pointer, node
        for key, value in node.items():
            if key != "examples":
                yield from subschemas(value, f"{pointer}/{key}")
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from subschemas(value, f"{pointer}/{number}")


def places(holds: Callable[[dict[str, Any]], bool]) -> list[str]:
    return [
        f"{name}{pointer}"
        for name in schemas.names()
        for pointer, node in subschemas(dict(schemas.schema(name)))
        if holds(node)
    ]


def examples(name: str) -> Any:
    return schemas.schema(name)["examples"]


# --- form -------------------------------------------------------------------------------------


def test_the_contracts_are_there() -> None:
    assert set(KINDS) | {"common", "house-common", "neom-common"} <= set(schemas.names())


@pytest.mark.parametrize("name", schemas.names())
def test_a_schema_is_a_schema_of_2020_12_under_its_own_name(name: str) -> None:
    content = schemas.schema(name)
    Draft202012Validator.check_schema(content)
    assert content["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    form = 2 if name in ("house-certificate", "ledger", "pack", "puzzle", "solutions") else 1
    # A former form that is still read has its number in its name.
    own = name.replace("-1", ":1") if name == "ledger-1" else f"{name}:{form}"
    assert content["$id"] == f"urn:meepleproof:{own}"
    assert content["description"].endswith(".")


def test_objects_are_closed() -> None:
    # Without a type, as beside "if", properties only narrow an object that is closed elsewhere.
    open_ones = places(
        lambda node: (
            node.get("type") == "object"
            and "properties" in node
            and "additionalProperties" not in node
        )
    )
    assert open_ones == []


@pytest.mark.parametrize("name", [*KINDS, "common", "house-common", "neom-common"])
def test_what_a_message_must_explain_is_described(name: str) -> None:
    explained = {"pattern", "minimum", "maximum", "minItems", "maxItems"}
    nameless = [
        pointer
        for pointer, node in subschemas(dict(schemas.schema(name)))
        if isinstance(node.get("type"), str) and explained & set(node) and "description" not in node
    ]
    assert nameless == []


def test_there_are_no_fractions() -> None:
    assert places(lambda node: node.get("type") in ("number", "null")) == []


# --- in step with the program -------------------------------------------------------------------


def test_rule_ids_are_in_the_catalogue() -> None:
    named = {
        node["x-rule"]
        for name in schemas.names()
        for _, node in subschemas(dict(schemas.schema(name)))
        if isinstance(node.get("x-rule"), str)
    }
    assert named
    assert named <= {
        rule.id for game in (CATALOGUE, HOUSE_CATALOGUE, NEOM_CATALOGUE) for rule in game.rules
    }


@pytest.mark.parametrize(
    ("catalogue", "definition"),
    [
        (CATALOGUE, DEFINITIONS["switches"]),
        (HOUSE_CATALOGUE, HOUSE_DEFINITIONS["house_switches"]),
    ],
    ids=["solo", "house"],
)
def test_the_switches_are_those_of_the_register(
    catalogue: Catalogue, definition: dict[str, Any]
) -> None:
    stated = {key: node["enum"] for key, node in definition["properties"].items()}
    assert {switch.key: list(switch.values) for switch in catalogue.switches} == stated


def test_lists_of_names_are_the_program_s_own() -> None:
    own_goal = schemas.schema("goal")["$defs"]["own"]["properties"]
    verdict = schemas.schema("puzzle")["$defs"]["verdict"]["properties"]
    difficulty = schemas.schema("puzzle")["$defs"]["difficulty"]["properties"]
    assert list(checklist()) == DEFINITIONS["checklist_goal"]["enum"]
    assert list(FEATURES) == DEFINITIONS["feature"]["enum"]
    assert list(goal_kinds()) == own_goal["kind"]["enum"]
    assert list(get_args(LevelForLength)) == difficulty["level"]["enum"]
    wished = schemas.schema("generation-request")["properties"]
    assert list(get_args(Level)) == wished["level"]["enum"]
    assert list(get_args(LevelForLength)) == wished["level_for_length"]["enum"]
    assert list(get_args(Answer)) == verdict["answer"]["enum"] == DEFINITIONS["answer"]["enum"]


@pytest.mark.parametrize("letter", [chr(code) for code in range(0x20, 0x7F)])
def test_a_tile_letter_is_one_of_the_base_set(letter: str) -> None:
    assert (letter in all_letters()) == validator("tile").is_valid(letter)


@pytest.mark.parametrize("feature", FEATURES)
def test_every_feature_can_be_written_in_a_turn(feature: str) -> None:
    turn = Turn("base/D", 3, -9, 9999, NO_CLAIM, (feature, "M"))
    validation.validate("turn", turn_text(turn))
    validation.validate("line", line_text((turn, turn)))


BOUNDS: list[tuple[str, Callable[[int], Any], int, int]] = [
    ("colour", lambda number: number, 1, 4),
    ("count", lambda number: number, 0, 999_999),
    ("coordinate", lambda number: number, -9999, 9999),
    ("rotation", lambda number: number, 0, 3),
    ("scores", lambda number: [number] * 3, 0, 999_999),
    ("supplies", lambda number: [number] * 3, 0, 999_999),
    ("rules", lambda number: {"colours": number, "meeples": 4}, 3, 4),
    ("rules", lambda number: {"colours": 3, "meeples": number}, 3, 7),
    ("scores", lambda number: [1] * number, 1, 4),
]


@pytest.mark.parametrize(("name", "document", "least", "most"), BOUNDS)
def test_numbers_are_taken_up_to_their_bounds_and_no_further(
    name: str, document: Callable[[int], Any], least: int, most: int
) -> None:
    taken = [
        validator(name).is_valid(document(number)) for number in (least - 1, least, most, most + 1)
    ]
    assert [False, True, True, False] == taken


@pytest.mark.parametrize("text", ["1", "1.0", "1.0.0.0", "01.0.0", "1.0.-1", "v1.0.0", "1.0.0\n"])
def test_a_version_has_three_numbers(text: str) -> None:
    assert validator("version").is_valid("1.0.0")
    assert not validator("version").is_valid(text)


def test_parts_are_judged_as_strictly_as_documents_of_their_own() -> None:
    """A reference to a whole schema once led to the library's validator, which takes 1.0 as 1."""
    example = examples("puzzle")[0]
    position = example["position"]
    position = position | {"scores": [float(score) for score in position["scores"]]}
    assert not validator("position").is_valid(position)
    assert validator("puzzle").is_valid(example)
    assert not validator("puzzle").is_valid(example | {"position": position})


# --- examples -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
def test_examples_follow_their_schema(name: str) -> None:
    assert examples(name)
    for example in examples(name):
        validation.validate(name, example)


@pytest.mark.parametrize("name", ALL_DEFINITIONS)
def test_examples_of_definitions_follow_them(name: str) -> None:
    examples_of_it = ALL_DEFINITIONS[name]["examples"]
    assert examples_of_it
    for example in examples_of_it:
        validation.validate(name, example)


@pytest.fixture(params=examples("puzzle"), ids=lambda puzzle: str(puzzle["id"]))
def puzzle(request: pytest.FixtureRequest) -> Any:
    return request.param


def test_an_example_puzzle_is_unique(puzzle: Any) -> None:
    position, goal = position_from_json(puzzle["position"]), goal_from_json(puzzle["goal"])
    solutions = solve(position, goal, puzzle["tiles"])
    assert solutions.exhaustive
    assert (0,) * (puzzle["tiles"] - 1) + (1,) == solutions.by_length
    assert len(placements_by_oracle(position, goal, puzzle["tiles"])) == 1


def placements_by_oracle(position: Position, goal: Goal, turns: int) -> set[tuple[object, ...]]:
    """Solutions counted naively: earlier turns in full, of the last one only the placement."""
    found = set[tuple[object, ...]]()
    for outcome in Oracle().outcomes(position):
        turn = outcome.turn
        if turn is None:
            continue
        if reached(goal, outcome):
            found.add((turn.rotation, turn.cell))
        elif turns > 1:
            rest = placements_by_oracle(outcome.after, goal, turns - 1)
            found |= {(turn, *solution) for solution in rest}
    return found


@pytest.mark.parametrize("name", ["pack", "solutions"])
def test_examples_are_sealed(name: str) -> None:
    for example in examples(name):
        unsealed = {key: value for key, value in example.items() if key != "integrity"}
        assert digest(unsealed) == example["integrity"]


def test_the_example_pack_is_solved_by_the_example_solutions() -> None:
    (pack,), (beside,) = examples("pack"), examples("solutions")
    assert (pack["id"], pack["version"]) == (beside["pack"], beside["version"])
    for puzzle in pack["puzzles"]:
        solution = beside["solutions"][puzzle["id"]]
        position = position_from_json(puzzle["position"])
        last = play(position, solution["line"])[-1]
        assert reached(goal_from_json(puzzle["goal"]), last)
        start = before(position, solution["game"], rules_from_json(pack["rules"]).pile_sizes)
        assert position == play(start, solution["game"])[-1].after


def play(position: Position, line: str) -> list[Outcome]:
    """Play the turns of a line with the engine."""
    outcomes = []
    for turn in parse_line(line):
        outcome = next(o for o in Engine().outcomes(position) if o.turn == turn)
        outcomes.append(outcome)
        position = outcome.after
    return outcomes


def before(position: Position, game: str, sizes: tuple[int, ...]) -> Position:
    """Return the set-up whose piles begin with the tiles that the game's turns draw."""
    turns, colours = parse_line(game), position.rules.colours
    piles = []
    for colour, (pile, size) in enumerate(zip(position.piles, sizes, strict=True)):
        known = tuple(turn.tile for turn in turns[colour::colours]) + pile.known
        piles.append(Pile(known, size - len(known)))
    return setup(position.rules, tuple(piles))


# --- strictness and messages --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "document", "message"),
    [
        (
            "tile",
            "D\n",
            'the document is "D\\n", not the letter of a tile of the base game, A to X',
        ),
        (
            "colour",
            1.0,
            "the document is 1.0, not a whole number (a colour by its place in turn order, 1 to 4)",
        ),
        ("colour", True, "the document is true, not a whole number (a colour by its"),
        ("colour", None, "the document is null, not a whole number (a colour by its"),
        ("rules", [], "the document is [], not an object (the rules played"),
        ("rules", {"colours": 3}, 'the document lacks "meeples" (the number of meeples per colour'),
        ("goal", "road-11", 'by its id; did you mean "road-10"? (at the top level)'),
        ("goal", {"id": "x", "kind": "farm"}, '"kind" is "farm", not a kind of goal'),
        (
            "switches",
            {"city.tow": "2"},
            'the document has an unknown key "city.tow"; did you mean "city.two"?',
        ),
        ("switches", {"city.two": "3"}, '"city.two" is "3", not "4", "2" (at /city.two)'),
        ("count", 10**9, "the document is 1000000000, but 999999 is the most (a count, 0 or more)"),
        ("tiles", "Z" * 999, f'the document is "{"Z" * 79}..., not letters of tiles'),
        ("version", "1.0", 'the document is "1.0", not a version number like 1.0.0'),
        ("puzzle_id", "0d3kq7m2x9vo", "not the 12 characters that name a puzzle"),
        ("line", "D0.0.0.-~", 'the document is "D0.0.0.-~", not '),
        ("parameters", {"x": 0.5}, '"x" is 0.5, not a whole number, or a text, or true or false'),
    ],
)
def test_what_is_wrong_is_told_in_one_paragraph(name: str, document: Any, message: str) -> None:
    with pytest.raises(Malformed) as caught:
        validation.validate(name, document)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("where", "place"),
    [
        ("", "/meeples"),
        ("/start/rules", "/start/rules/meeples"),
        ("'my.json'", "'my.json' /meeples"),
    ],
)
def test_the_place_is_a_pointer_after_what_the_caller_knows(where: str, place: str) -> None:
    with pytest.raises(Malformed) as caught:
        validation.validate("rules", {"colours": 3, "meeples": 8}, where)
    assert (place, "SOLO-OPTION-1") == (caught.value.where, caught.value.rule)


def test_a_key_with_a_slash_is_escaped_in_a_pointer() -> None:
    with pytest.raises(Malformed) as caught:
        validation.validate("parameters", {"a/b~c": None})
    assert caught.value.where == "/a~1b~0c"
