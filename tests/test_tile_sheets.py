"""The tile sheets: what holds for every tile, and that each thing that is wrong is noticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.carcassonne.engine.tables import tables_in_play
from verifier.carcassonne.solo.letters import letter_of, tiles_of
from verifier.carcassonne.solo.position import setup
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.tiles import (
    EDGES,
    SETS,
    Tile,
    is_of_river,
    playing_sheet,
    tile_kind,
    tile_sheet,
    tiles_in_play,
)
from verifier.carcassonne.tiles.reader import (
    read_sheet,
    require_sound,
    set_faults,
    sheet_document,
    sheet_faults,
    tile_faults,
)
from verifier.carcassonne.tiles.tile import (
    HALF_EDGES,
    derived_fields,
    facing,
    mirrored,
    same_kind,
    shape,
    turned,
)
from verifier.documents import validation
from verifier.errors import Malformed

GOLDEN = Path(__file__).parent / "golden" / "base-sheet.txt"
TILES = [tile for name in SETS for tile in tile_sheet(name).tiles]
LYING = [tile.turned(turns) for tile in TILES for turns in range(4)]
Entry = dict[str, Any]
Change = Callable[[Entry], object]


def by_id(tile_id: str) -> Tile:
    return tile_sheet(tile_id.partition("/")[0]).tile(tile_id)


# --- what holds for all -------------------------------------------------------------------------


@pytest.mark.parametrize("name", SETS)
def test_a_sheet_follows_its_schema(name: str) -> None:
    validation.validate("tile-sheet", sheet_document(name))


@pytest.mark.parametrize(
    ("name", "tiles", "kinds"),
    [("base", 72, 24), ("river", 12, 10), ("ic", 18, 17), ("tb", 24, 24), ("ks", 5, 5)],
)
def test_a_box_holds_so_many_tiles(name: str, tiles: int, kinds: int) -> None:
    counts = {tile.id: tile.count for tile in tile_sheet(name).tiles}
    assert (tiles, kinds) == (sum(counts.values()), len(counts))


def test_all_sheets_hold_together() -> None:
    assert [] == list(set_faults(tile_sheet(name) for name in SETS))
    assert len(TILES) == len({tile.id for tile in TILES})


def test_four_quarter_turns_change_nothing() -> None:
    for tile in TILES:
        assert tile == tile.turned(1).turned(1).turned(2) == tile.turned(4)
        assert tile == tile.mirrored().mirrored()


def test_as_many_rotations_look_different_as_are_listed() -> None:
    for tile in TILES:
        looks = [shape(tile.turned(turns)) for turns in range(4)]
        assert [turns for turns in range(4) if looks.index(looks[turns]) == turns] == [
            *tile.rotations
        ], tile.id


def test_fields_part_the_land_edges_among_them() -> None:
    for tile in LYING:
        found = Counter(half for field in tile.fields for half in field.half_edges)
        assert Counter(half for half in HALF_EDGES if tile.terrain(half[0]) != "C") == found, tile


def test_a_tile_is_sound_however_it_lies() -> None:
    assert [] == [(tile.id, fault) for tile in LYING for fault in tile_faults(tile)]
    mirrored_tiles = [tile.mirrored() for tile in TILES]
    assert [] == [(tile.id, fault) for tile in mirrored_tiles for fault in tile_faults(tile)]


def test_fields_turn_with_their_tile() -> None:
    for tile in TILES:
        expected = {
            (frozenset(turned(place, 1) for place in places), cities)
            for places, cities in derived_fields(tile)
        }
        assert expected == derived_fields(tile.turned(1)), tile.id


def test_half_edges_that_meet_are_each_other_s() -> None:
    assert [*HALF_EDGES] == [facing(facing(half)) for half in HALF_EDGES]
    # Turned alike, they still meet.
    for half in HALF_EDGES:
        assert turned(facing(half), 1) == facing(turned(half, 1))
        assert mirrored(facing(half)) == facing(mirrored(half))


@pytest.mark.parametrize(
    ("one", "other"), [("base/J", "base/K"), ("tb/A", "ks/B"), ("ic/F", "ic/N")]
)
def test_mirrored_pairs_differ_by_nothing_else(one: str, other: str) -> None:
    assert not same_kind(by_id(one), by_id(other), bare=True)
    assert same_kind(by_id(one).mirrored(), by_id(other), bare=True)


@pytest.mark.parametrize(
    ("tile", "expected"),
    [
        ("ic/H", ["NE NW SE SW: c0 c1 c2 c3"]),  # a field without a half-edge
        ("ic/G", ["El Er: c0", "Sl Sr Wl Wr: c0"]),  # the tip of the city parts them
        ("ic/I", ["El: c0", "Er: c1", "Wl: c1", "Wr: c0"]),  # as do stubs of road
        ("tb/C", ["El Er Sl: c0", "Sr Wl:", "Wr: c0"]),  # a bridge, and a road that just ends
        ("ks/C", ["NE NW: c0 c1", "SE SW: c0 c1"]),  # fields pass below a city
        ("river/A", ["El Er Nl Nr Sl Sr Wl Wr:"]),  # and round a spring
    ],
)
def test_fields_follow_from_all_else(tile: str, expected: list[str]) -> None:
    found = [
        f"{' '.join(sorted(places))}: {' '.join(sorted(cities))}".strip()
        for places, cities in derived_fields(by_id(tile))
    ]
    assert expected == sorted(found)


# --- the base sheet as the Solo Variant plays with it -------------------------------------------


def test_the_solo_variant_s_view_of_the_base_game_is_what_it_was() -> None:
    lines = []
    for kind in SOLO.sheet.kinds:
        rotations = " ".join(map(str, kind.rotations))
        lines.append(
            f"{letter_of(kind.id)} {kind.count} copies, {kind.start_copies} to start with, "
            f"rotations {rotations}"
        )
        for drawing in kind.orientations:
            segments = ", ".join(
                f"{each.kind} {''.join(EDGES[edge] for edge in each.edges)}{'*' * each.shields}"
                for each in drawing.segments
            )
            lines.append(f"  {drawing.rotation} {' '.join(drawing.terrain)}: {segments}".strip())
    expected = [line.strip() for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    assert expected == [line.strip() for line in lines]


def test_a_drawing_knows_the_printed_tile() -> None:
    for kind in SOLO.sheet.kinds:
        assert {by_id(kind.id)} == {drawing.tile for drawing in kind.orientations}


def test_a_rule_set_names_its_sheets() -> None:
    assert tiles_in_play(SOLO.sheets) is SOLO.sheet is setup().sheet
    assert playing_sheet(tile_sheet("base")) == SOLO.sheet

    class Small(RuleSet):
        sheets = ("ks",)

    kinds = ("ks/A", "ks/B", "ks/C", "ks/D", "ks/E")
    assert dict.fromkeys(kinds, 1) == Small().sheet.counts()
    assert kinds == tables_in_play(Small.sheets).kinds
    assert tiles_of("ABCDEFGHIJKLMNOPQRSTUVWX") == tables_in_play(SOLO.sheets).kinds


def test_tiles_of_one_letter_come_into_play_together_by_their_ids() -> None:
    both = tiles_in_play(("base", "tb"))
    assert tile_sheet("tb").tile("tb/A") == both.orientation("tb/A", 0).tile
    assert 72 + 24 == sum(both.counts().values())
    kinds = tables_in_play(("base", "tb")).kinds
    assert {"base/A", "tb/A"} == {kind for kind in kinds if kind.endswith("/A")}


def test_a_tile_is_found_by_its_id_without_rules() -> None:
    for tile in TILES:
        kind = tile_kind(tile.id)
        assert {tile} == {drawing.tile for drawing in kind.orientations}
    with pytest.raises(Malformed, match="there is no tile 'K'; a tile is its set and letter"):
        tile_kind("K")
    with pytest.raises(Malformed, match="there is no tile 'base/Z'; the set base has base/A, "):
        tile_kind("base/Z")
    with pytest.raises(Malformed, match="there is no tile set 'abbey'"):
        tile_kind("abbey/A")


def test_a_river_is_no_segment_of_a_tile_to_play_with() -> None:
    """SOLO-BOX-8."""
    lake = tile_kind("river/L").orientations[0]
    assert ((), 1) == (lake.segments, lake.terrain.count("river"))
    drawn = {kind.id: len(kind.orientations[0].river) for kind in tiles_in_play(("river",)).kinds}
    assert drawn == {tile.id: len(tile.rivers[0].edges) for tile in TILES if tile.rivers}
    assert {tile.id for tile in TILES if is_of_river(tile.id)} == drawn.keys()


# --- broken sheets ------------------------------------------------------------------------------


def put(key: str, value: object) -> Change:
    return lambda entry: entry.__setitem__(key, value)


def within(key: str, number: int, **values: object) -> Change:
    return lambda entry: entry[key][number].update(values)


@pytest.mark.parametrize(
    ("tile", "change", "fault"),
    [
        ("base/E", put("letter", "Z"), "base/E: it is Z of the set base"),
        ("base/E", put("id", "base/D"), "base/D stands in the sheet 2 times"),
        ("base/E", put("count", 0), "there are 0 copies"),
        ("base/E", put("garden_copies", 6), "6 of 5 copies show a garden"),
        ("base/D", put("start_copies", 5), "5 of 4 copies are start tiles"),
        ("river/DF", put("letters", ["D", "F", "X"]), "the letters D, F, X stand for 2 copies"),
        ("base/D", within("fields", 0, id="r0"), "two features are called r0"),
        ("base/E", put("edges", "FFFF"), "edge N is F and carries 1 of city"),
        ("base/V", put("edges", "FFCR"), "edge S is C and carries 0 of city"),
        ("river/E", put("rivers", []), "edge E is A and carries 0 of river"),
        ("base/H", within("cities", 1, edges=["N"]), "edge N is C and carries 2 of city"),
        ("base/H", within("cities", 1, edges=[]), "city c1 has no edge"),
        ("base/M", within("cities", 0, shields=2), "city c0 has 2 shields"),
        ("tb/D", within("cities", 0, goods="salt"), "city c0 has the goods 'salt'"),
        ("base/L", within("roads", 0, inner_ends=[]), "r0 has 1 ends"),
        ("base/U", within("roads", 0, edges=[], inner_ends=["house"] * 2), "r0 has no edge"),
        ("river/L", within("rivers", 0, inner_ends=["sea"]), "a river ends at 'sea'"),
        ("base/S", within("roads", 0, inner_ends=["city:c7"]), "r0 ends at 'city:c7'"),
        ("base/A", put("monastery", False), "road r0 ends at 'monastery', which is not there"),
        ("base/A", within("roads", 0, inner_ends=["inn"]), "road r0 ends at 'inn'"),
        ("base/W", within("roads", 0, inner_ends=["junction:"]), "road r0 ends at 'junction:'"),
        ("base/W", within("roads", 0, inner_ends=["house"]), "junction j0 has 2 arms"),
        ("tb/B", within("crossings", 0, over="r7"), "a bridge of r7 over r1"),
        ("tb/B", within("crossings", 0, over="r1"), "a bridge of r1 over r1"),
        ("ic/I", put("stubs", [["junction:j0", "c7"]]), "a stub leads to c7"),
        ("ic/G", within("city_tips", 0, city="c7"), "the tip of a city c7 that is not there"),
        ("ic/G", within("city_tips", 0, corner="NE"), "a city at NE, beside a city edge"),
        ("base/E", within("fields", 0, half_edges=["El"]), "half-edge Er lies in 0 fields, not 1"),
        ("base/D", within("fields", 0, half_edges=["El", "Er", "Wr"]), "Er lies in 2 fields"),
        ("base/S", within("fields", 0, half_edges=["Nl", "Sl"]), "Nl lies in 1 fields, not 0"),
        ("base/I", within("fields", 0, corners=[]), "corner NW lies in 0 fields, not 1"),
        ("base/N", within("fields", 0, corners=["NW"]), "corner NW lies in 1 fields, not 0"),
        (
            "base/D",
            put(
                "fields",
                [
                    {"id": "f0", "half_edges": ["El", "Sl", "Wr"], "cities": ["c0"]},
                    {"id": "f1", "half_edges": ["Er", "Sr", "Wl"], "cities": []},
                ],
            ),
            "field edge S is split",
        ),
        ("tb/P", within("fields", 1, corners=[]), "field f1 is empty"),
        ("base/E", within("fields", 0, cities=["c0", "c7"]), "field f0 borders c7"),
        ("base/E", within("fields", 0, cities=["c0", "c0"]), "field f0 borders c0 2 times"),
        ("base/E", within("fields", 0, cities=[]), "field f0 lies beside c0 and does not name it"),
        ("tb/X", within("fields", 0, cities=["c0"]), "city c1 borders no field"),
        ("ic/E", within("roads", 0, edges=["N", "S"]), "edge W is R and carries 0 of road"),
        ("ic/D", within("fields", 1, half_edges=["Er", "Wl"]), "half-edge Sl lies in 0 fields"),
        ("ks/C", within("crossings", 0, blocks_fields=True), "only the fields that are stated"),
        ("tb/B", put("crossings", []), "features cross without a bridge"),
        ("ic/I", put("stubs", [["junction:j0", "c0"]] * 2), "only the fields that follow"),
        ("ic/G", put("city_tips", []), "only the fields that are stated"),
        ("base/L", within("fields", 1, cities=["c0"]), "beside c0: only the fields that are"),
        ("base/E", put("symmetry", 2), "symmetry 2 is stated, but 1 rotations look the same"),
        ("base/E", put("count", 6), "the sheet base states 79 city_edges, it has 80"),
        ("ic/A", within("roads", 0, inn=False), "the sheet ic states 6 inns, it has 5"),
        ("ic/K", within("cities", 0, cathedral=False), "the box ic holds 2 cathedrals"),
        ("base/E", put("garden_copies", 0), "the box base has gardens on E H I M N R U V"),
        ("base/D", put("start_copies", 0), "the box base has the start tile 'D', its sheet ''"),
        ("river/A", put("role", "lake"), "the set river has the roles ['lake', 'lake']"),
    ],
)
def test_a_broken_tile_is_noticed(tile: str, change: Change, fault: str) -> None:
    document = deepcopy(sheet_document(tile.partition("/")[0]))
    change(next(entry for entry in document["tiles"] if entry["id"] == tile))
    broken = read_sheet(document)
    assert [each for each in sheet_faults(broken) if fault in each]
    with pytest.raises(Malformed):
        require_sound(broken)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (put("set", "cathedrals"), "there is no set 'cathedrals'"),
        (lambda sheet: sheet["totals"].pop("shields"), "the sheet base states 0 shields"),
        (lambda sheet: sheet["totals"].update(inns=1), "the sheet base states 1 inns, it has 0"),
        (lambda sheet: sheet["tiles"].reverse(), "the box base holds A2 B4 C1"),
        (lambda sheet: sheet["tiles"].pop(), "the box base holds 72 tiles, its sheet has 71"),
        (
            lambda sheet: sheet["tiles"][1].update(sheet["tiles"][3], id="base/B", letter="B"),
            "tiles base/B and base/D are the same tile",
        ),
    ],
)
def test_a_broken_sheet_is_noticed(change: Change, fault: str) -> None:
    document = deepcopy(sheet_document("base"))
    change(document)
    assert [each for each in sheet_faults(read_sheet(document)) if fault in each]


def test_features_that_meet_in_a_ring_are_noticed() -> None:
    document = deepcopy(sheet_document("ic"))
    entry = next(entry for entry in document["tiles"] if entry["id"] == "ic/I")
    # Both stubs to one city that fills both edges: the junction's arms and the city enclose land.
    entry["cities"] = [{"id": "c0", "edges": ["N", "S"], "shields": 0}]
    entry["stubs"] = [["junction:j0", "c0"]]
    entry["crossings"] = [{"over": "r0", "under": "c0", "blocks_fields": True}]
    for field in entry["fields"]:
        field["cities"] = ["c0"]
    (broken,) = (tile for tile in read_sheet(document).tiles if tile.id == "ic/I")
    assert ["features meet in a ring"] == [
        fault.partition(": ")[2] for fault in tile_faults(broken) if "ring" in fault
    ]


def test_a_missing_sheet_and_wrong_pairs_are_noticed() -> None:
    document = deepcopy(sheet_document("base"))
    entries = {entry["letter"]: entry for entry in document["tiles"]}
    curve, straight = entries["J"], entries["D"]
    for key in ("edges", "cities", "roads", "fields"):
        entries["K"][key] = curve[key]
        entries["V"][key] = straight[key]
    found = list(set_faults([read_sheet(document), *map(tile_sheet, ("river", "ic", "tb"))]))
    assert "the sheet of the set ks is missing" in found
    assert "tile base/J is not the mirror image of base/K" in found
    assert "tile base/J is the same as its mirror image base/K" in found
    assert "tiles base/V and ic/A differ in more than shields, goods and inns" in found


def test_what_is_no_sheet_is_refused() -> None:
    with pytest.raises(Malformed, match="has the format 'carcassonne-tiles/1', not 'other'"):
        read_sheet(sheet_document("ks") | {"format": "other"})
    with pytest.raises(Malformed, match="there is no tile set 'abbey'; there are base, river"):
        tile_sheet("abbey")
    with pytest.raises(Malformed, match="there is no tile 'ks/Z'; the set ks has ks/A, ks/B"):
        tile_sheet("ks").tile("ks/Z")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (within("fields", 0, half_edges=["Em"]), "tile ks/A: 'Em' is none of Nl, Nr"),
        (within("fields", 0, corners=["N"]), "tile ks/A: 'N' is none of NW, NE"),
        (within("cities", 0, edges=["Z"]), "tile ks/A: 'Z' is none of N, E, S, W"),
        (put("edges", "CFF"), "tile ks/A: edges 'CFF' are not four letters"),
        (put("edges", "CFFX"), "tile ks/A: edges 'CFFX' are not four letters"),
    ],
)
def test_a_place_that_no_tile_has_is_refused(change: Change, fault: str) -> None:
    document = deepcopy(sheet_document("ks"))
    change(document["tiles"][0])
    with pytest.raises(Malformed, match=fault):
        read_sheet(document)


# Notes are for people; on a bridge of equals either may be above; what another edition has, and
# the number on an old list, nothing reads.
FREE = {"note", "name", "c1_number", "edition_variants", "id", "letters", "over", "under"}


def leaves(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(node, dict):
        return [at for key in node if key not in FREE for at in leaves(node[key], (*path, key))]
    if isinstance(node, list) and node:
        return [at for number, each in enumerate(node) for at in leaves(each, (*path, number))]
    return [path]


@given(st.data())
def test_any_single_change_is_noticed(data: st.DataObject) -> None:
    document = deepcopy(sheet_document(data.draw(st.sampled_from(SETS))))
    entry = data.draw(st.sampled_from(document["tiles"]))
    *path, last = data.draw(st.sampled_from(leaves(entry)))
    node = entry
    for key in path:
        node = node[key]
    others = [
        value
        for value in (*EDGES, *HALF_EDGES, "NW", "NE", "SE", "SW", "c0", "c1", "house", "wine")
        if value != node[last]
    ]
    changed: dict[type, st.SearchStrategy[Any]] = {
        bool: st.just(not node[last]),
        int: st.integers(0, 9).filter(lambda number: number != node[last]),
        str: st.sampled_from(others),
        list: st.just(["c0"]),
    }
    node[last] = data.draw(changed[type(node[last])])
    try:
        broken = read_sheet(document)
    except (Malformed, KeyError, TypeError, ValueError):
        return  # the schema refuses it before
    assert list(sheet_faults(broken))
