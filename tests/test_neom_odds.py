"""The exact odds of NEOM: both keys say what was worked out apart from them, and agree elsewhere.

Third are the cases themselves, written out: every place of a tile with every choice of the tiles
that are moved, and every content of the last packs.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from verifier.errors import Illegal, KeysDisagree, Malformed, Undecided
from verifier.neom.odds import by_enumeration, by_formula, question
from verifier.neom.odds.seen import PACK_TILES, Noted, Seen, read_noted

VECTORS = json.loads((Path(__file__).parent / "vectors" / "neom_odds.json").read_text("utf-8"))
KEYS = [by_formula, by_enumeration]
SETS = list(PACK_TILES)

keys = pytest.mark.parametrize("key", KEYS, ids=["formula", "enumeration"])
tile_sets = pytest.mark.parametrize("tile_set", SETS)


def part(answer: object, path: list[str]) -> Any:
    """Follow names of fields and places of tuples; a single number as the vectors write it."""
    found: Any = answer
    for name in path:
        found = found[int(name)] if name.isdigit() else getattr(found, name)
    return str(found) if isinstance(found, Fraction) else found


# --- vectors ------------------------------------------------------------------------------------


@keys
@pytest.mark.parametrize("row", VECTORS["packs"], ids=lambda row: row["what"])
def test_a_number_for_each_tile_set(key: ModuleType, row: dict[str, Any]) -> None:
    for tile_set, value in zip(VECTORS["tile_sets"], row["values"], strict=True):
        path = row["path"].split(".")
        if path[0] == "game":
            answer: object = key.game(tile_set)
            del path[0]
        else:
            answer = key.chances(Seen(tile_set, **row["seen"]))
        found = part(answer, path)
        assert value == (list(found) if isinstance(found, tuple) else found), tile_set


@keys
@pytest.mark.parametrize("row", VECTORS["cornerstones"], ids=lambda row: row["what"])
def test_a_number_of_the_preliminary_round(key: ModuleType, row: dict[str, Any]) -> None:
    assert row["value"] == part(key.cornerstones(), row["path"].split(".")[1:])


# --- two keys -----------------------------------------------------------------------------------


def all_seen(tile_set: str, wanted: int) -> list[Seen]:
    return [
        Seen(tile_set, packs, disaster, wanted)
        for packs in range(8)
        for disaster in range(packs + 1)
    ]


def answer_of(key: ModuleType, seen: Seen) -> Any:
    """Return what a key answers, or the words in which it refuses."""
    try:
        return key.chances(seen)
    except Illegal as refusal:
        return str(refusal)


@tile_sets
@pytest.mark.parametrize("wanted", [0, 1, 2, 3])
def test_the_keys_agree_whatever_was_seen(tile_set: str, wanted: int) -> None:
    answered = 0
    for seen in all_seen(tile_set, wanted):
        formula = answer_of(by_formula, seen)
        assert formula == answer_of(by_enumeration, seen) == answer_of(question, seen)
        answered += not isinstance(formula, str)
    assert answered >= 27  # of 36; three tiles are more than the last packs hold


def test_a_difference_is_named_and_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Seen("1+", packs=6)
    right = by_formula.chances(seen)
    assert right.disaster is not None
    wrong = replace(right, disaster=replace(right.disaster, never_shown=Fraction(1, 4)))
    monkeypatch.setattr(by_enumeration, "chances", lambda _: wrong)
    with pytest.raises(KeysDisagree) as caught:
        question.chances(seen)
    assert "disaster.never_shown is 1/3 by formula and 1/4 by enumeration" == str(caught.value)


def test_what_cannot_be_counted_is_not_claimed() -> None:
    seen = Seen("1+,4+,5+", wanted=5)
    by_formula.chances(seen)
    with pytest.raises(Undecided, match="23,030,280 cases are too many"):
        question.chances(seen)


# --- the cases written out ----------------------------------------------------------------------


def dealt(tile_set: str) -> list[list[int]]:
    tiles = PACK_TILES[tile_set]
    return [list(range(tiles * pack, tiles * (pack + 1))) for pack in range(8)]


def every_move(tile_set: str) -> list[dict[int, int]]:
    """For each choice of the moved tiles the pack, from 1, in which each place ends up."""
    packs = dealt(tile_set)
    found = []
    for two, one, other in product(combinations(packs[7], 2), packs[6], packs[5]):
        ends = {place: number for number, pack in enumerate(packs, 1) for place in pack}
        found.append(ends | dict.fromkeys(two, 1) | {one: 2, other: 3})
    return found


@tile_sets
def test_the_disaster_in_every_place_with_every_move(tile_set: str) -> None:
    moves = every_move(tile_set)
    cases = Counter(ends[place] for ends in moves for place in ends)
    assert {"1+": 648, "1+,4+": 3072, "1+,4+,5+": 10_000}[tile_set] == cases.total()
    disaster = question.chances(Seen(tile_set)).disaster
    assert disaster is not None
    assert [Fraction(cases[pack], cases.total()) for pack in range(1, 9)] == list(disaster.places)


@tile_sets
def test_every_choice_of_moved_tiles_gives_the_same_counts(tile_set: str) -> None:
    """So one choice may stand for all, also for several tiles: only the sizes of packs matter."""
    counts = {
        tuple(sorted(Counter(permutations(ends.values(), 2)).items()))
        for ends in every_move(tile_set)[:: 1 if tile_set == "1+" else 37]
    }
    (one,) = counts
    tiles = 8 * PACK_TILES[tile_set]
    assert tiles * (tiles - 1) == sum(number for _, number in one)


def contents(sizes: tuple[int, ...]) -> list[tuple[frozenset[int], ...]]:
    """Every way to fill packs of these sizes with tiles 0, 1, 2 ..."""

    def fill(tiles: frozenset[int], rest: tuple[int, ...]) -> list[tuple[frozenset[int], ...]]:
        if not rest:
            return [()]
        return [
            (frozenset(pack), *others)
            for pack in combinations(sorted(tiles), rest[0])
            for others in fill(tiles - set(pack), rest[1:])
        ]

    return fill(frozenset(range(sum(sizes))), sizes)


@pytest.mark.parametrize(
    ("tile_set", "packs", "number"),
    [
        ("1+", 6, 3),
        ("1+", 5, 30),
        ("1+", 4, 1680),
        ("1+,4+", 6, 10),
        ("1+,4+", 5, 560),
        ("1+,4+,5+", 6, 35),
        ("1+,4+,5+", 5, 11_550),
    ],
)
def test_all_contents_of_the_last_packs(tile_set: str, packs: int, number: int) -> None:
    """The Disaster is tile 0, the tiles waited for are 1 and 2: cases 5 and 30 among them."""
    answer = question.chances(Seen(tile_set, packs, wanted=2 if packs < 6 else 0))
    found = contents(answer.sizes)
    assert (number, number) == (len(found), answer.contents)
    assert answer.disaster is not None
    places = [Fraction(sum(0 in each[n] for each in found), number) for n in range(8 - packs)]
    assert places == list(answer.disaster.places)
    if answer.wanted is not None:
        met = Counter(sum(not pack.isdisjoint({1, 2}) for pack in each[:-1]) for each in found)
        assert [Fraction(met[n], number) for n in range(3)] == list(answer.wanted.takeable)


# --- what a player notes ------------------------------------------------------------------------


def test_a_note_is_read_as_it_is_meant() -> None:
    note = read_noted("1+,4+", " Market , mill/ - /Crime Wave, 145 ", ["MILL", "park", "Park"])
    assert Seen("1+,4+", 3, 3, 1) == note.seen
    assert (("Market", "mill"), (), ("Crime Wave", "145")) == note.packs
    assert (("Park",), (("MILL", 1),)) == (note.wanted, note.gone)
    assert Noted(Seen("1+"), (), (), ()) == read_noted("1+", "")


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("-/-/-/-/-/-/-/-", Illegal, "8 packs are noted, but a Generation shows seven"),
        ("a//b", Malformed, "a name is missing in pack 2, ''; write - for a pack with nothing"),
        ("a,/b", Malformed, "a name is missing in pack 1, 'a,'"),
        ("a,-", Malformed, "a name is missing in pack 1, 'a,-'"),
        ("mill/Mill", Illegal, "'Mill' is noted twice, in pack 1 and in pack 2; a tile is shown"),
        ("mill,mill", Illegal, "'mill' is noted twice, in pack 1 and in pack 1"),
        ("-/flood/-/fire", Illegal, "two Disasters are noted, in pack 2 and in pack 4"),
        ("fire,fire", Illegal, "two Disasters are noted, in pack 1 and in pack 1"),
        ("-/a,b,c,d,e", Illegal, "pack 2 holds 4 tiles with {1+}, but 5 are noted: a, b, c, d, e"),
    ],
)
def test_what_no_generation_shows_is_refused(
    text: str, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind) as caught:
        read_noted("1+", text)
    assert message in str(caught.value)
    assert "--seen" in str(caught.value)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["park", " "], "a tile needs a name (at --want)"),
        (["Flood"], "'Flood' is a Disaster, whose odds are always given"),
    ],
)
def test_what_cannot_be_waited_for_is_refused(names: list[str], message: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_noted("1+", "", names)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (("2+",), "there is no tile set '2+'; there are '1+', '1+,4+' and '1+,4+,5+'"),
        (("1+", 8), "8 packs: a Generation shows seven (NEOM-SOLO-TURN-4)"),
        (("1+", 2, 3), "the Disaster was seen in pack 3, but only 2 were revealed"),
        (("1+", -1), "packs, disaster and wanted are 0 or more"),
    ],
)
def test_impossible_knowledge_is_refused(made: tuple[Any, ...], message: str) -> None:
    with pytest.raises((Malformed, Illegal)) as caught:
        Seen(*made)
    assert message in str(caught.value)


def test_the_sizes_by_which_notes_are_refused_are_those_of_the_keys() -> None:
    for tile_set in SETS:
        sizes = question.chances(Seen(tile_set)).sizes
        for pack, size in enumerate(sizes[:-1]):
            names = [f"tile {number}" for number in range(size + 1)]
            before = "-/" * pack
            read_noted(tile_set, before + ",".join(names[:-1]))
            with pytest.raises(Illegal, match="holds"):
                read_noted(tile_set, before + ",".join(names))
