"""The shared core: tiles, notation, faults and goals."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given

import verifier.carcassonne.solo.faults
import verifier.carcassonne.table.faults
from tests import naive, strategies
from tests.oracle import ORACLE
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.faults import faults, require_valid
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.letters import tile_of, tiles_of
from verifier.carcassonne.solo.notation import (
    line_text,
    parse_line,
    parse_position,
    parse_turn,
    position_text,
    turn_text,
)
from verifier.carcassonne.solo.position import Meeple, Pile, Placement, Position, row, setup
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.turn import Outcome, Scoring, Turn
from verifier.carcassonne.tiles import EDGES
from verifier.errors import Illegal, Malformed

# Tiles

# Edges N E S W; cities and roads by their edges, * for a coat of arms; m monastery; the number;
# and how many (cell, rotation) pairs are legal beside a lone D, all four rotations counted.
TILE_TABLE = """
A ffrf S m 2 5
B ffff m 4 4
C cccc NESW* 1 4
D crfr N EW 4 6
E cfff N 5 4
F fcfc EW* 2 4
G fcfc EW 1 4
H cfcf N S 3 4
I cffc N W 2 4
J crrf N ES 3 6
K cfrr N SW 3 6
L crrr N E S W 3 7
M cffc NW* 2 4
N cffc NW 3 4
O crrc NW* ES 2 6
P crrc NW ES 3 6
Q ccfc NEW* 1 4
R ccfc NEW 3 4
S ccrc NEW* S 2 5
T ccrc NEW S 1 5
U frfr EW 8 6
V ffrr SW 9 6
W frrr E S W 4 7
X rrrr N E S W 1 8
"""
TABLE = {line[0]: line.split()[1:] for line in TILE_TABLE.split("\n") if line}
KINDS = {"c": "city", "r": "road", "f": "field"}


def tile_count(letter: str) -> int:
    return int(TABLE[letter][-2])


def segments(letter: str) -> list[str]:
    return TABLE[letter][1:-2]


def segment_kind(letter: str, segment: str) -> str:
    return "m" if segment == "m" else TABLE[letter][0][EDGES.index(segment[0])]


def tiles_with(kind: str) -> int:
    return sum(
        tile_count(letter)
        for letter in TABLE
        if kind in [segment_kind(letter, segment) for segment in segments(letter)]
    )


@pytest.mark.parametrize("letter", sorted(TABLE))
def test_a_tile_is_as_the_table_says(letter: str) -> None:
    drawing, edges = SOLO.sheet.orientation(tile_of(letter), 0), TABLE[letter][0]
    assert tile_count(letter) == SOLO.sheet.counts()[tile_of(letter)]
    assert tuple(KINDS[edge] for edge in edges) == drawing.terrain
    expected = {
        (
            {**KINDS, "m": "monastery"}[segment_kind(letter, segment)],
            tuple(sorted(EDGES.index(edge) for edge in segment if edge in EDGES)),
            segment.count("*"),
        )
        for segment in segments(letter)
    }
    assert expected == {(s.kind, s.edges, s.shields) for s in drawing.segments}


@pytest.mark.parametrize("letter", sorted(TABLE))
def test_a_rotation_turns_every_edge_clockwise(letter: str) -> None:
    drawings = SOLO.sheet.kind(tile_of(letter)).orientations
    for before, after in pairwise((*drawings, drawings[0])):
        for edge in range(4):
            following = (edge + 1) % 4
            assert before.terrain[edge] == after.terrain[following]
            one, other = before.segment_at(edge), after.segment_at(following)
            expected = one and (one.kind, {(each + 1) % 4 for each in one.edges}, one.shields)
            assert expected == (other and (other.kind, {*other.edges}, other.shields))


@pytest.mark.parametrize("letter", sorted(TABLE))
def test_the_rotations_listed_are_the_first_of_each_drawing(letter: str) -> None:
    kind = SOLO.sheet.kind(tile_of(letter))
    looks = [(drawing.terrain, drawing.segments) for drawing in kind.orientations]
    assert [r for r in range(4) if looks.index(looks[r]) == r] == list(kind.rotations)


@pytest.mark.parametrize("letter", sorted(TABLE))
def test_legal_placements_beside_a_lone_start_tile(letter: str) -> None:
    kind = SOLO.sheet.kind(tile_of(letter))
    # Each drawing is legal in as many rotations as look like it.
    distinct = len(naive.legal_placements(naive.board_of(setup()), kind.id))
    assert int(TABLE[letter][-1]) == distinct * 4 // len(kind.rotations)


def test_fact_13_totals() -> None:
    caps = [
        letter
        for letter in TABLE
        if any(segment_kind(letter, s) == "c" and len(s.rstrip("*")) == 1 for s in segments(letter))
    ]
    coats = sum(tile_count(letter) * "".join(TABLE[letter]).count("*") for letter in TABLE)
    counts = SOLO.sheet.counts()
    assert (24, 72) == (len(counts), sum(counts.values()))
    assert (6, 2) == (tiles_with("m"), tile_count("A"))
    assert 23 == sum(map(tile_count, caps))
    assert 10 == coats
    assert (45, 44) == (tiles_with("r"), tiles_with("c"))


def test_fact_8_no_one_edge_city_has_a_coat_of_arms() -> None:
    drawings = [kind.orientations[0] for kind in SOLO.sheet.kinds]
    cities = [s for drawing in drawings for s in drawing.segments if s.kind == "city"]
    assert {0} == {city.shields for city in cities if len(city.edges) == 1}


def test_fact_14_every_tile_has_something_to_claim() -> None:
    assert all(kind.orientations[0].segments for kind in SOLO.sheet.kinds)


def test_an_unknown_tile_is_named() -> None:
    with pytest.raises(Malformed, match="no tile 'base/Z'"):
        SOLO.sheet.kind("base/Z")


# Notation


@given(strategies.any_positions())
def test_a_position_survives_its_text(position: Position) -> None:
    text = position_text(position)
    assert re.fullmatch(r"[A-Za-z0-9._~-]+", text)
    assert position == parse_position(text)


@given(strategies.positions(most_turns=12))
def test_a_played_position_survives_its_text_and_is_valid(position: Position) -> None:
    assert position == parse_position(position_text(position))
    assert () == faults(position)


@given(strategies.turns(), strategies.turns())
def test_turns_survive_their_text(one: Turn, other: Turn) -> None:
    assert one == parse_turn(turn_text(one))
    assert (one, other) == parse_line(line_text((one, other)))
    assert (one == other) == (turn_text(one) == turn_text(other))


def test_equal_positions_have_one_text() -> None:
    lying = (Placement("base/D", 0, 0, 0), Placement("base/U", 2, 1, 0, Meeple("W", 0)))
    one = replace(setup(), placements=lying, discards=tiles_of("XC"))
    other = replace(
        setup(),
        placements=(Placement("base/U", 0, 1, 0, Meeple("E", 0)), lying[0]),
        discards=tiles_of("CX"),
    )
    assert one == other
    assert position_text(one) == position_text(other)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "~",
        "s3.4",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~n..",
        "s3.4~D4.0.0~p1.2.3~h4.4.4~t1~n..",
        "s3.4~Z0.0.0~p1.2.3~h4.4.4~t1~n..",
        "s3.4~D0.0~p1.2.3~h4.4.4~t1~n..",
        "s3.4~D0.0.0~p1.2.x~h4.4.4~t1~n..",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1.2~n..",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nZ..",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u1.2",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u-1.2.3",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~xz",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~q",
        "s34~D0.0.0~p1.2.3~h4.4.4~t1~n..",
        "s3.4~o.no.such.switch~D0.0.0~p1.2.3~h4.4.4~t1~n..",
        "s3.4~o.pile.empty.never~D0.0.0~p1.2.3~h4.4.4~t1~n..",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~over~over",
        "s3.4~o.city.two.2~o.city.two.4~D0.0.0~p1.2.3~h4.4.4~t1~n..",
        "s3.4~D0.0.0~p\u0661.2.3~h4.4.4~t1~n..",
        "s3.4~D0.\u0660.0~p1.2.3~h4.4.4~t1~n..",
    ],
)
def test_an_unreadable_position_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        parse_position(text)


def test_negative_numbers_of_unknown_tiles_are_told_as_such() -> None:
    with pytest.raises(Malformed, match="fewer than no tiles"):
        parse_position("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u-1.2.3")


@pytest.mark.parametrize(
    "text",
    ["", "L", "L0.0.0", "L0.0.0.Q", "L0.0.0.S.Q", "L0.0.0.S.", "Z0.0.0.S", "L7.0.0.S", "l0.0.0.S"],
)
def test_an_unreadable_turn_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        parse_turn(text)


# Faults: the name, a position that has it, the same position mended

RING = "E0.-1.1~E0.0.1~E0.1.1~B0.-1.0~B0.1.0~E2.-1.-1~E2.0.-1~B0.1.-1"
"""Eight tiles around the origin, with fields between them."""

FAULTS = [
    (
        "large_meeple_not_in_play",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~l1.1.1~t1~n..",
        "s3.4.L~D0.0.0~p1.2.3~h4.4.4~l1.1.1~t1~n..",
    ),
    (
        "number_of_large_meeples",
        "s3.4.L~D0.0.0~p1.2.3~h4.4.4~l1.0.1~t1~n..",
        "s3.4.L~D0.0.0~p1.2.3~h4.4.4~l1.1.1~t1~n..",
    ),
    (
        "river_not_in_play",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~v2",
        "s3.4.r~rA0.0.0~p1.2.3~h4.4.4~t1~n..~v2",
    ),
    (
        "lake_not_last",
        "s3.4.r~rA0.0.0~p1.2.3~h4.4.4~t1~n..~rLB",
        "s3.4.r~rA0.0.0~p1.2.3~h4.4.4~t1~n..~rBL",
    ),
    (
        "tile_in_wrong_stack",
        "s3.4.r~rA0.0.0~p1.2.3~h4.4.4~t1~nrB..",
        "s3.4.r~rA0.0.0~p1.2.3~h4.4.4~t1~nE..~rBL",
    ),
    ("number_of_colours", "s3.4~D0.0.0~p1.2~h4.4.4~t1~n..", "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n.."),
    ("number_of_colours", "s3.4~D0.0.0~p1.2.3~h4.4~t1~n..", "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n.."),
    ("number_of_piles", "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n.", "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n"),
    ("colour_to_move", "s3.4~D0.0.0~p1.2.3~h4.4.4~t4~n..", "s4.4~D0.0.0~p1.2.3.4~h4.4.4.4~t4~n"),
    ("colour_to_move", "s3.4~D0.0.0~p1.2.3~h4.4.4~t0~n..", "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n.."),
    (
        "colour_of_meeple",
        "s3.4~D0.0.0~U0.1.0.E4~p1.2.3~h4.4.4~t1~n..",
        "s4.4~D0.0.0~U0.1.0.E4~p1.2.3.4~h4.4.4.3~t1~n...",
    ),
    (
        "cell_out_of_reach",
        "s3.4~D0.1000.0~p1.2.3~h4.4.4~t1~n..",
        "s3.4~D0.999.-999~p1.2.3~h4.4.4~t1~n..",
    ),
    ("no_tiles", "s3.4~p1.2.3~h4.4.4~t1~n..", "s3.4~B0.3.4~p1.2.3~h4.4.4~t1~n.."),
    (
        "cell_used_twice",
        "s3.4~D0.0.0~U0.0.0~p1.2.3~h4.4.4~t1~n..",
        "s3.4~D0.0.0~U0.1.0~p1.2.3~h4.4.4~t1~n..",
    ),
    (
        "edges_mismatch",
        "s3.4~D0.0.0~U1.1.0~p1.2.3~h4.4.4~t1~n..",
        "s3.4~D0.0.0~U0.1.0~p1.2.3~h4.4.4~t1~n..",
    ),
    (
        "edges_mismatch",
        "s3.4~D0.0.0~U0.0.1~p1.2.3~h4.4.4~t1~n..",
        "s3.4~D0.0.0~E2.0.1~p1.2.3~h4.4.4~t1~n..",
    ),
    (
        "table_in_pieces",
        "s3.4~D0.0.0~U0.1.1~p1.2.3~h4.4.4~t1~n..",
        "s3.4~D0.0.0~E2.0.1~B0.1.1~p1.2.3~h4.4.4~t1~n..",
    ),
    (
        "too_many_tiles",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nX.X.",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nX..",
    ),
    (
        "too_many_tiles",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nC..~xC",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nX..~xC",
    ),
    (
        "too_many_tiles",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u24.24.24",
        "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u24.24.23",
    ),
    (
        "number_of_meeples",
        "s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h4.4.4~t1~n..",
        "s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t1~n..",
    ),
    (
        "number_of_meeples",
        "s3.4~D0.0.0~p1.2.3~h4.3.4~t1~n..",
        "s3.3~D0.0.0~p1.2.3~h3.3.3~t1~n..",
    ),
    (
        "score_out_of_range",
        "s3.4~D0.0.0~p1.1.3~h4.4.4~t1~n..",
        "s3.4~o.start.spaces.0-1-2~D0.0.0~p1.1.3~h4.4.4~t1~n..",
    ),
    (
        "score_out_of_range",
        "s3.4~D0.0.0~p1.2.10000~h4.4.4~t1~n..",
        "s3.4~D0.0.0~p1.2.9999~h4.4.4~t1~n..",
    ),
    (
        "no_such_segment",
        "s3.4~D0.0.0.S1~p1.2.3~h3.4.4~t1~n..",
        "s3.4~D0.0.0.W1~p1.2.3~h3.4.4~t1~n..",
    ),
    (
        "no_such_segment",
        "s3.4~D0.0.0.M1~p1.2.3~h3.4.4~t1~n..",
        "s3.4~B0.0.0.M1~p1.2.3~h3.4.4~t1~n..",
    ),
    (
        "meeple_on_complete_feature",
        "s3.4~D0.0.0.N1~E2.0.1~p1.2.3~h3.4.4~t1~n..",
        "s3.4~D0.0.0.E1~E2.0.1~p1.2.3~h3.4.4~t1~n..",
    ),
    (
        "adjacent_meeples",
        "s3.4~D0.0.0.E1~U0.1.0.W2~p1.2.3~h3.3.4~t1~n..",
        "s3.4~D0.0.0.E1~U0.1.0~U0.2.0.W2~p1.2.3~h3.3.4~t1~n..",
    ),
    (
        "number_of_monasteries",
        "s3.4~B0.0.0~p1.2.3~h4.4.4~t1~n..~m1",
        "s3.4~B0.0.0~p1.2.3~h4.4.4~t1~n..",
    ),
    (
        "meeple_on_complete_feature",
        f"s3.4~B0.0.0.M1~{RING}~p1.2.3~h3.4.4~t1~n..~m1",
        f"s3.4~B0.0.0~{RING}~p1.2.3~h4.4.4~t1~n..~m1",
    ),
    (
        "number_of_monasteries",
        f"s3.4~B0.0.0~{RING}~p1.2.3~h4.4.4~t1~n..~m2",
        f"s3.4~B0.0.0~{RING}~p1.2.3~h4.4.4~t1~n..",
    ),
]


@pytest.mark.parametrize(("name", "faulty", "mended"), FAULTS)
def test_a_fault_is_named_and_its_mending_has_none(name: str, faulty: str, mended: str) -> None:
    assert {name} == {fault.name for fault in faults(parse_position(faulty))}
    assert () == faults(parse_position(mended))


def test_a_pile_has_no_fewer_than_no_tiles() -> None:
    position = replace(setup(), piles=(Pile((), -1), Pile(), Pile()))
    assert ["pile_size"] == [fault.name for fault in faults(position)]


def test_an_unknown_tile_in_a_pile_is_a_fault() -> None:
    assert ["unknown_tile"] == [fault.name for fault in faults(row(setup(), ("Z",)))]


def test_every_fault_has_a_case() -> None:
    modules = (verifier.carcassonne.solo.faults, verifier.carcassonne.table.faults)
    sources = [Path(str(module.__file__)).read_text("utf-8") for module in modules]
    names = set(re.findall(r'Fault\("(\w+)"', "".join(sources)))
    assert names == {name for name, _, _ in FAULTS} | {"pile_size", "unknown_tile"}


def test_require_valid_names_the_first_fault_and_counts_the_others() -> None:
    require_valid(setup())
    position = parse_position("s3.4~D0.0.0~p0.2.3~h4.4.3~t1~n..")
    with pytest.raises(Illegal, match=r"number_of_meeples: .* \(1 more fault\)") as raised:
        require_valid(position)
    assert "SOLO-SETUP-3" == raised.value.rule


# Goals: what was scored, and which goals of the checklist that meets, reading by reading


def scoring(what: str, present: str, majority: str, colours: str) -> Scoring:
    """Return a scoring of what is named like ``road 10``, by colours R G Y B."""
    kind, value = what.split()
    names = {"road": "E", "city": "N", "monastery": "M"}
    who = [tuple("RGYB".index(c) for c in letters) for letters in (present, majority, colours)]
    assert kind in names
    return Scoring(names[kind], kind, int(value), *who)  # type: ignore[arg-type]  # words of the table


def outcome(rules: RuleSet, *scorings: Scoring, after: Position | None = None) -> Outcome:
    table = replace(setup(rules), rules=rules) if after is None else after
    return Outcome(0, (), Turn("base/U", 0, 1, 0), scorings, table, None, None)


def met(result: Outcome) -> set[str]:
    """Return the goals that the outcome meets, by both keys and the oracle alike."""
    found = [
        {name for name, goal in checklist().items() if key.reached(goal, result)}
        for key in (ORACLE, Engine(), MODEL)
    ]
    assert [found[0]] * 3 == found
    return found[0]


MODEL = Model()  # its solver starts with the first question that needs it, and none here does
ROADS = {"road-10", "road-10-2c", "road-10-3c"}
CITIES = {"city-16", "city-16-2c", "city-16-3c"}
READ = {
    "sum": {"goal.worth": "sum_over_colours"},
    "completed": {"goal.scored": "completed_suffices"},
    "majority": {"goal.colours": "majority"},
    "present": {"goal.colours": "present"},
    "exactly": {"goal.count": "exactly"},
}

SCORINGS: list[tuple[str, str, set[str]]] = [
    # what; present, majority, scoring colours; reading, if not the default; goals met
    ("road 10 R R R", "", {"road-10"}),
    ("road 9 R R R", "", set()),
    ("road 10 R R -", "", set()),
    ("road 10 R R -", "completed", {"road-10"}),
    ("road 12 RG RG RG", "", {"road-10", "road-10-2c"}),
    ("road 10 RGY RGY RGY", "", ROADS),
    ("road 10 RGY RGY RGY", "exactly", {"road-10", "road-10-3c"}),
    ("road 10 RG R R", "", {"road-10"}),
    ("road 10 RG R R", "majority", {"road-10"}),
    ("road 10 RG R R", "present", {"road-10", "road-10-2c"}),
    ("road 10 RG RG -", "majority", set()),
    ("road 5 RGY RGY RGY", "", {"road-5-3c"}),
    ("road 5 RGY RGY RGY", "sum", ROADS),
    ("road 5 RG RG RG", "", set()),
    ("road 5 RG RG RG", "sum", {"road-10", "road-10-2c"}),
    ("road 6 RGY RGY RGY", "", set()),
    ("road 4 RGY RGY RGY", "", set()),
    ("road 16 R R R", "", {"road-10"}),
    ("city 16 R R R", "", {"city-16"}),
    ("city 14 R R R", "", set()),
    ("city 16 RG RG RG", "", {"city-16", "city-16-2c"}),
    ("city 18 RGY RGY RGY", "", CITIES),
    ("city 18 RGY RGY RGY", "exactly", {"city-16", "city-16-3c"}),
    ("city 16 RGY RG RG", "present", CITIES),
    ("city 16 RGYB RGY -", "completed", {"city-16"}),
    ("city 16 RGYB RGY -", "", set()),
    ("city 12 RGY RGY RGY", "", set()),
    ("city 8 RGY RGY RGY", "", {"city-8-10-3c"}),
    ("city 10 RGY RGY RGY", "", {"city-8-10-3c"}),
    ("city 10 RG RG RG", "", set()),
    ("city 6 RGY RGY RGY", "", set()),
    ("city 8 RG RG RG", "", set()),
    ("city 8 RG RG RG", "sum", {"city-16", "city-16-2c"}),
    ("city 10 R R R", "", set()),
    ("city 10 RGYB RGYB RGYB", "", {"city-8-10-3c"}),
    ("city 10 RGYB RGYB RGYB", "exactly", set()),
    ("monastery 9 R R R", "", set()),
]


@pytest.mark.parametrize(("text", "reading", "goals"), SCORINGS)
def test_a_scoring_meets_these_goals(text: str, reading: str, goals: set[str]) -> None:
    kind, value, *who = text.split()
    present, majority, colours = (letters.strip("-") for letters in who)
    rules = RuleSet(4 if "B" in present else 3).with_switches(READ.get(reading, {}))
    assert goals == met(outcome(rules, scoring(f"{kind} {value}", present, majority, colours)))


def test_one_turn_may_meet_goals_with_different_features() -> None:
    road, city = scoring("road 10", "R", "R", "R"), scoring("city 16", "G", "G", "G")
    assert {"road-10", "city-16"} == met(outcome(SOLO, road, city))
    assert set() == met(outcome(SOLO))


@pytest.mark.parametrize(
    ("monasteries", "goals"),
    [(2, set()), (3, {"monasteries-3"}), (4, {"monasteries-3", "monasteries-4"})],
)
def test_monasteries_are_counted_over_the_game(monasteries: int, goals: set[str]) -> None:
    after = replace(setup(), monasteries=monasteries)
    third = scoring("monastery 9", "R", "R", "R")
    assert goals == met(outcome(SOLO, third, after=after))
    # A turn that scores none is not the one that meets the goal.
    assert set() == met(outcome(SOLO, scoring("road 3", "R", "R", "R"), after=after))


def ended(
    scores: tuple[int, ...], *, piles: str = "", discards: str = "", **switches: str
) -> Outcome:
    rules = SOLO.with_switches({key.replace("_", "."): value for key, value in switches.items()})
    table = replace(
        row(setup(rules), tiles_of(piles)), scores=scores, discards=tiles_of(discards), over=True
    )
    return Outcome(
        0, (), None, (), table, scores, ORACLE.final_scoring(rules)(scores, (0, 0, 0))[1]
    )


TOTALS = {"total-40", "total-50", "total-60"}


@pytest.mark.parametrize(
    ("scores", "goals"),
    [
        ((39, 50, 60), set()),
        ((40, 40, 44), {"total-40"}),
        ((41, 44, 50), {"total-40"}),
        ((49, 80, 80), {"total-40"}),
        ((50, 50, 50), {"total-40", "total-50"}),
        ((59, 60, 60), {"total-40", "total-50"}),
        ((60, 61, 62), TOTALS),
        ((20, 20, 20), set()),
    ],
)
def test_totals_are_those_of_the_lowest_colour(scores: tuple[int, ...], goals: set[str]) -> None:
    assert goals == met(ended(scores, piles="U"))


def test_totals_in_the_other_readings() -> None:
    assert TOTALS == met(ended((20, 20, 20), piles="U", goal_total="sum"))
    assert {"total-40"} == met(ended((13, 13, 14), piles="U", goal_total="sum"))
    own = {"result_offset": "subtract_own_start"}
    for key in (ORACLE, Engine(), MODEL):
        ending = key.final_scoring(ended((41, 44, 50), **own).after.rules)
        assert ((41, 44, 50), 40) == ending((41, 44, 50), (0, 0, 0))
    assert {"total-40"} == met(ended((41, 44, 50), piles="U", **own))
    assert set() == met(ended((40, 44, 50), piles="U", **own))
    assert {"total-40"} == met(ended((41, 42, 43), piles="U", **own))


def test_totals_wait_for_the_end() -> None:
    going_on = replace(setup(), scores=(60, 60, 60))
    assert set() == met(outcome(SOLO, after=going_on))


def test_all_tiles_are_used_when_all_piles_are_empty_at_the_end() -> None:
    low = (1, 2, 3)
    assert {"all-tiles"} == met(ended(low))
    assert set() == met(ended(low, piles="U"))
    assert {"all-tiles"} == met(ended(low, discards="C"))
    assert set() == met(ended(low, discards="C", goal_allTiles="all_placed"))
    assert {"all-tiles"} == met(ended(low, goal_allTiles="all_placed"))


def test_the_checklist_has_its_14_goals_under_their_rules() -> None:
    assert [f"SOLO-GOAL-{n}" for n in range(1, 15)] == [g.rule for g in checklist().values()]


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"kind": "field"}, Malformed),
        ({"kind": "road", "at_least": 5, "at_most": 4}, Illegal),
        ({"kind": "road", "at_least": -1}, Illegal),
        ({"kind": "total", "colours": 2}, Illegal),
    ],
)
def test_a_goal_that_contradicts_itself_is_refused(
    fields: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        Goal("own", **fields)  # type: ignore[arg-type]  # what is wrong on purpose
