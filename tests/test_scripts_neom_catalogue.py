"""A catalogue as the page changes it, outside a browser: what it makes can be read by the check."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from meepleproof.service.pages.neom.catalogue_forms import begun_catalogue, effect_forms
from tests.deno import by_script, needs_deno
from verifier.documents.strict_json import json_value
from verifier.neom.tiles_document import checked_document

pytestmark = needs_deno

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"


def done(*does: list[Any], catalogue: Any = None) -> tuple[Any, list[Any]]:
    """Return a catalogue after all that was done with it, and what each returned."""
    given = {"catalogue": catalogue or begun_catalogue(), "does": does}
    (answer,) = by_script("catalogue_kept.js", [given])
    return answer["catalogue"], answer["told"]


@pytest.mark.parametrize("deck", ["I", "II", "III", "C"])
def test_a_tile_that_was_just_added_is_unknown_and_no_fault(deck: str) -> None:
    catalogue, told = done(["addTile", deck, "commercial"], ["addTile", deck, "raw"])
    assert [f"{deck}-01", f"{deck}-02"] == told
    checked = checked_document(catalogue)
    assert () == checked.faults
    unknown = {path for path in checked.unknown if path.startswith(f"tiles/{deck}-01/")}
    names = ("roads", "cost", "needs_goods", "needs_tiles", "produces", "on_place", "income")
    assert {f"tiles/{deck}-01/{name}" for name in (*names, "vp", "effects", "tags")} == unknown


def test_nothing_else_printed_leaves_only_the_roads_unknown() -> None:
    catalogue, _ = done(["addTile", "I", "public"], ["rest", 3])
    unknown = checked_document(catalogue).unknown
    assert ["tiles/I-01/roads"] == [path for path in unknown if path.startswith("tiles/")]


def test_a_disaster_has_nothing_printed_on_it_and_another_type_is_unknown_again() -> None:
    catalogue, _ = done(["addTile", "I", "public"], ["setType", 3, "disaster"])
    assert {"id", "name", "deck", "mark", "type"} == catalogue["tiles"][3].keys()
    assert () == checked_document(catalogue).faults
    catalogue, _ = done(["setType", 0, "raw"])
    assert (None, None) == (catalogue["tiles"][0]["roads"], catalogue["tiles"][0]["cost"])


def test_another_deck_gives_another_id_and_mark_but_keeps_an_id_that_was_chosen() -> None:
    catalogue, told = done(
        ["addTile", "I", "public"],
        ["addTile", "C", "public"],
        ["setDeck", 3, "C"],
        ["addTile", "II", "raw"],
        ["setId", 5, "coal_pit"],
        ["setDeck", 5, "III"],
        ["setId", 5, "C-01"],
        ["setId", 5, ""],
    )
    assert [True, False, False] == [one for one in told if isinstance(one, bool)]
    tiles = [(one["id"], one["deck"], one["mark"]) for one in catalogue["tiles"][3:]]
    assert [("C-02", "C", "C"), ("C-01", "C", "C"), ("coal_pit", "III", "1+")] == tiles
    assert () == checked_document(catalogue).faults


def test_an_effect_that_was_just_added_is_no_fault() -> None:
    forms = effect_forms()
    catalogue, effects = done(["addTile", "I", "public"], *(["blankEffect", one] for one in forms))
    catalogue["tiles"][3]["effects"] = effects[1:]
    assert [one["kind"] for one in forms] == [one["kind"] for one in effects[1:]]
    assert () == checked_document(catalogue).faults


def test_words_are_found_in_names_types_tags_and_goods() -> None:
    catalogue = begun_catalogue()
    catalogue["tiles"] += [
        {"id": "I-01", "name": "Old Mill", "deck": "I", "type": "raw", "produces": ["iron_ore"]},
        {
            "id": "C-01",
            "name": "Mill Lane",
            "deck": "C",
            "type": "public",
            "tags": ["fire_station"],
        },
    ]
    _, told = done(
        ["found", "mill", ""],
        ["found", "mill", "C"],
        ["found", "IRON ore", ""],
        ["found", "fire station", ""],
        ["found", "lane raw", ""],
        catalogue=catalogue,
    )
    assert [["I-01", "C-01"], ["C-01"], ["I-01"], ["C-01"], []] == told


def test_a_number_can_be_put_where_a_part_was_missing_or_wrong() -> None:
    catalogue = begun_catalogue()
    catalogue["params"]["good_price"] = "dear"
    del catalogue["params"]["flood"]
    prices, flood = ["setAt", ["good_price", "raw"], 2], ["setAt", ["flood", "pay"], False]
    catalogue, _ = done(prices, flood, catalogue=catalogue)
    assert ({"raw": 2}, {"pay": False}) == (
        catalogue["params"]["good_price"],
        catalogue["params"]["flood"],
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "house"}, "is no catalogue of NEOM"),
        ({"tiles": {}}, '"tiles" of this catalogue is no list'),
        ({"goods": ["wood"]}, '"goods" of this catalogue is no list'),
        ({"params": [6]}, '"params" of this catalogue is no object'),
        ({"tiles": [{"id": "I-01", "effects": [None]}]}, '"effects" of the tile I-01'),
    ],
)
def test_a_file_that_cannot_be_shown_is_refused_in_a_sentence(
    change: dict[str, Any], said: str
) -> None:
    assert said in done(["unreadable", {**begun_catalogue(), **change}])[1][0]


@pytest.mark.parametrize("name", ["neom-catalogue.json", "neom-catalogue-broken.json"])
def test_a_file_with_faults_of_values_can_be_shown_to_be_mended(name: str) -> None:
    document = json_value((EXAMPLES / name).read_text("utf-8"), name)
    assert [""] == done(["unreadable", document])[1]
