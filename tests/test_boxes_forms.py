"""Rule sets, positions and turns of the Solo Variant with other boxes, and how they are written."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from verifier.carcassonne.solo.codec import (
    position_from_json,
    position_to_json,
    record_from_json,
    record_to_json,
    rules_from_json,
    rules_to_json,
)
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.letters import letter_of, tile_of
from verifier.carcassonne.solo.notation import parse_position, parse_turn, position_text, turn_text
from verifier.carcassonne.solo.position import Meeple, Pile, Placement, Position, setup
from verifier.carcassonne.solo.puzzle import canonical_text, mirrored
from verifier.carcassonne.solo.rule_set import BOXES, SOLO, RuleSet
from verifier.carcassonne.solo.turn import Record, as_recorded
from verifier.documents.validators import validator
from verifier.errors import Malformed

MIXTURES = [some for size in range(5) for some in combinations(BOXES, size)]
ALL = RuleSet(boxes=BOXES, large=True)


def named(position: Position) -> list[tuple[str, str, str]]:
    """Return the names, rules and places of a position's faults."""
    return [(fault.name, fault.rule, fault.where) for fault in faults(position)]


# --- rule sets


@pytest.mark.parametrize("boxes", MIXTURES)
@pytest.mark.parametrize("large", [False, True])
def test_every_mixture_survives_code_and_document_and_its_setup_is_valid(
    boxes: tuple[str, ...], large: bool
) -> None:
    for colours in (3, 4):
        rules = RuleSet(colours, boxes=boxes[::-1], large=large)
        assert rules == rules_from_json(rules_to_json(rules))
        start = setup(rules)
        assert start == parse_position(position_text(start))
        assert start == position_from_json(position_to_json(start))
        assert () == faults(start)


def test_a_code_names_the_boxes_by_their_letters_in_one_order() -> None:
    words = {
        "s3.4": RuleSet(),
        "s3.4.it": RuleSet(boxes=("tb", "ic")),
        "s3.4.L": RuleSet(large=True),
        "s4.5.ritkL": RuleSet(4, 5, BOXES, large=True),
    }
    assert list(words) == [position_text(setup(rules)).split("~")[0] for rules in words.values()]


def test_without_boxes_codes_and_documents_are_what_they_were() -> None:
    """SOLO-BOX-12."""
    assert position_text(setup()) == "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u24.24.23"
    assert {"colours": 3, "meeples": 4} == rules_to_json(SOLO)
    assert [*position_to_json(setup())] == [
        *("rules", "placements", "scores", "supplies", "to_move", "piles")
    ]


@pytest.mark.parametrize(
    ("rules", "sizes"),
    [
        (RuleSet(), (24, 24, 23)),
        (RuleSet(4), (18, 18, 18, 17)),
        (RuleSet(boxes=("ic",)), (30, 30, 29)),
        (RuleSet(boxes=("ic", "tb", "ks")), (40, 39, 39)),
        (RuleSet(boxes=("river",)), (24, 23, 24)),  # the lake falls to colour 2, piles to colour 3
        (RuleSet(4, boxes=("river",)), (18, 18, 17, 18)),  # to colour 3, then to colour 4
        (RuleSet(boxes=("river",)).with_switches({"box.pileOrder": "seat"}), (24, 24, 23)),
        (RuleSet(boxes=("river",)).with_switches({"box.riverStart": "pile"}), (24, 24, 24)),
    ],
)
def test_land_tiles_are_parted_evenly_and_who_draws_first_has_more(
    rules: RuleSet, sizes: tuple[int, ...]
) -> None:
    """SOLO-BOX-2."""
    assert sizes == rules.pile_sizes


def test_the_large_meeple_is_added_or_taken_instead_of_one() -> None:
    """SOLO-BOX-5."""
    instead = RuleSet(large=True).with_switches({"box.large": "instead"})
    assert ((4, 4, 4), (1, 1, 1)) == (setup(RuleSet(large=True)).supplies, setup(ALL).large)
    assert ((3, 3, 3), (1, 1, 1)) == (setup(instead).supplies, setup(instead).large)
    assert () == setup().large


@pytest.mark.parametrize(
    ("boxes", "why"),
    [
        (("abbey",), "there is no box 'abbey'; there are river, ic, tb, ks"),
        (("base", "ic"), "the base game is always in play; 'boxes' names only what lies beside"),
        (("ic", "ic"), "box ic is named twice"),
    ],
)
def test_boxes_that_there_are_not_are_refused(boxes: tuple[str, ...], why: str) -> None:
    with pytest.raises(Malformed, match=rf"{why}.*\(at boxes; SOLO-BOX-1\)"):
        RuleSet(boxes=boxes)
    with pytest.raises(Malformed, match="/boxes"):
        rules_from_json({"colours": 3, "meeples": 4, "boxes": list(boxes)})


@pytest.mark.parametrize("word", ["s3.4.", "s3.4.x", "s3.4.Li", "s3.4.b", "s3.4.LL"])
def test_a_code_with_other_boxes_is_refused_with_what_is_expected(word: str) -> None:
    with pytest.raises(Malformed, match=r"expected colours and meeples like 's3\.4', then boxes"):
        parse_position(f"{word}~D0.0.0~p1.2.3~h4.4.4~t1~n..~u9.9.9")


def test_large_says_yes_or_no() -> None:
    with pytest.raises(Malformed, match=r"not 1 \(at large; SOLO-BOX-5\)"):
        RuleSet(large=1)  # type: ignore[arg-type]


# --- tiles, turns and what lies on the table


def test_every_tile_of_every_box_has_a_letter_and_the_schema_knows_it() -> None:
    tiles = ALL.tile_counts()
    letters = [letter_of(tile) for tile in tiles]
    assert len(tiles) == len(set(letters)) == 80
    assert list(tiles) == [tile_of(letter) for letter in letters]
    assert all(validator("tile").is_valid(letter) for letter in letters)
    for wrong in ("iR", "kF", "rF", "rJ", "tY", "bA", "ik", "r"):
        assert not validator("tile").is_valid(wrong)
        with pytest.raises(Malformed, match="there is no tile"):
            tile_of(wrong)


@pytest.mark.parametrize("text", ["iK0.1.0.LS.S-W", "rG3.0.-1.-", "kC1.0.0.N"])
def test_a_turn_of_another_box_survives_and_the_schema_knows_it(text: str) -> None:
    turn = parse_turn(text)
    assert text == turn_text(turn)
    assert validator("turn").is_valid(text)
    assert [turn.large] == [each.piece == "large" for each in as_recorded(turn, 0).meeples] or (
        turn.claim == "-"
    )


def test_nothing_is_claimed_with_a_large_meeple_in_vain() -> None:
    with pytest.raises(Malformed, match="is not a turn"):
        parse_turn("iK0.1.0.L-")
    assert not validator("turn").is_valid("iK0.1.0.L-")


def test_a_position_with_everything_in_it_survives() -> None:
    code = (
        "s3.4.ritkL~rA0.0.0~rI0.1.0.LN1~p1.2.3~h4.4.4~l0.1.1~t2~nkCiK.tA.~u38.38.39~rBC~v8~m0"
    ).removesuffix("~m0")
    position = parse_position(code)
    assert Placement("river/I", 0, 1, 0, Meeple("N", 0, large=True)) in position.placements
    assert Pile(("river/B", "river/C"), 8) == position.river
    assert code == position_text(position)
    assert position == position_from_json(position_to_json(position))
    assert () == faults(position)


def test_a_hidden_river_tile_that_is_alone_is_the_lake() -> None:
    assert Pile(("river/L",)) == replace(setup(ALL), river=Pile((), 1)).river
    assert Pile(("river/B", "river/L")) == replace(setup(ALL), river=Pile(("river/B",), 1)).river


def test_a_record_keeps_the_river_it_began_with() -> None:
    known = Pile(("river/B",), 10)
    record = Record(setup(ALL, river=known), ())
    document = record_to_json(record)
    assert ({"known": "rB", "hidden": 10}, record) == (
        document["river"],
        record_from_json(document),
    )
    assert "river" not in record_to_json(Record(setup(ALL), ()))


def test_a_position_is_mirrored_only_where_all_tiles_have_mirror_images() -> None:
    """Tiles that are unknown would not be the same; the base set is its own mirror image."""
    for rules in (RuleSet(), RuleSet(boxes=("ic",))):
        position = replace(setup(rules), placements=(Placement("base/J", 0, 0, 0),))
        same = canonical_text(position) == canonical_text(
            replace(position, placements=(Placement("base/K", 0, 0, 0),))
        )
        assert same == (mirrored_alike(rules))


def mirrored_alike(rules: RuleSet) -> bool:
    """Return whether each tile of the rules has a mirror image, and as many copies of it."""
    counts = rules.sheet.counts()
    try:
        images = [
            (mirrored(replace(setup(rules), discards=(tile,))).discards[0], number)
            for tile, number in counts.items()
        ]
    except LookupError:
        return False
    return all(counts[image] == number for image, number in images)


# --- faults


def test_a_tile_of_a_box_that_is_not_in_play_is_a_fault() -> None:
    position = replace(setup(), piles=(Pile(("ic/K",)),))
    assert [("unknown_tile", "SOLO-BOX-1", "tile iK")] == named(position)
    assert "tile iK is of the box ic, but base is played" == faults(position)[0].why


def test_the_start_tile_is_out_with_the_river() -> None:
    """SOLO-BOX-7, by box.riverStart."""
    rules = RuleSet(boxes=("river",))
    position = replace(setup(rules), piles=(Pile(("base/D",) * 4),))
    assert [("too_many_tiles", "BASE-TILE-1", "tile D")] == named(position)
    in_piles = rules.with_switches({"box.riverStart": "pile"})
    assert [] == named(replace(position, rules=in_piles))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"large": (2, 1, 1)}, ("number_of_large_meeples", "SOLO-BOX-5", "/large/0")),
        ({"large": (1, 0, 1)}, ("number_of_large_meeples", "SOLO-BOX-5", "/large/1")),
        ({"large": (1, 1)}, ("number_of_colours", "SOLO-BOX-5", "/large")),
        ({"large": ()}, ("number_of_colours", "SOLO-BOX-5", "/large")),
        ({"rules": RuleSet(boxes=BOXES)}, ("large_meeple_not_in_play", "SOLO-BOX-5", "/large")),
        ({"river": Pile(("base/E",), 10)}, ("tile_in_wrong_stack", "SOLO-BOX-7", "/river")),
        ({"river": Pile(("river/L",), 10)}, ("lake_not_last", "SOLO-BOX-7", "/river")),
        ({"river": Pile(("river/B",))}, ("lake_not_last", "SOLO-BOX-7", "/river")),
        ({"river": Pile((), -1)}, ("pile_size", "SOLO-BOX-7", "/river")),
        ({"piles": (Pile(("river/B",)),)}, ("tile_in_wrong_stack", "SOLO-BOX-2", "/piles/0")),
    ],
)
def test_what_is_wrong_with_large_meeples_and_the_river_is_named(
    change: dict[str, object], fault: tuple[str, str, str]
) -> None:
    assert [fault] == named(replace(setup(ALL), **change))  # type: ignore[arg-type]


def test_two_large_meeples_of_a_colour_are_a_fault() -> None:
    position = replace(
        setup(ALL),
        placements=(
            Placement("base/D", 0, 0, 0, Meeple("N", 0, large=True)),
            Placement("base/U", 0, 1, 0, Meeple("E", 0, large=True)),
        ),
        large=(0, 1, 1),
    )
    assert ("number_of_large_meeples", "SOLO-BOX-5", "/large/0") in named(position)


def test_a_large_meeple_where_none_are_in_play_is_a_fault() -> None:
    lying = (Placement("base/D", 0, 0, 0, Meeple("N", 0, large=True)),)
    position = replace(setup(), placements=lying)
    assert [("large_meeple_not_in_play", "SOLO-BOX-5", "tile D on cell (0,0)")] == named(position)


def test_a_river_where_none_is_in_play_is_a_fault() -> None:
    position = replace(setup(), river=Pile((), 11))
    assert ("river_not_in_play", "SOLO-BOX-7", "/river") in named(position)
