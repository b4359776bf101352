"""What has changed in a catalogue since a pack was made from it, and places in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.neom.pack import NEOM_PACKS
from meepleproof.service.shelf import Shelf, shipped_packs
from tests.service_client import Client, clients, problem
from verifier.neom.puzzle import cut
from verifier.neom.tiles_changes import Change, catalogue_changes, catalogue_hash
from verifier.neom.tiles_document import (
    catalogue_from_json,
    catalogue_to_json,
    checked_document,
    demo_catalogue,
)
from verifier.neom.tiles_places import checked_to_json

DEMO = demo_catalogue()
PART = cut(DEMO, frozenset({"demo-I-02", "demo-I-07"}), frozenset({"harbour"}))
BROKEN = Path(__file__).parent.parent / "docs" / "examples" / "neom-catalogue-broken.json"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with clients(Shelf([], {}), tmp_path_factory.mktemp("state")) as make:
        yield make()


def changed(**values: Any) -> dict[str, Any]:
    """Return the demo's document with the tile demo-I-07 changed."""
    document = json.loads(json.dumps(catalogue_to_json(DEMO)))
    next(one for one in document["tiles"] if one["id"] == "demo-I-07").update(values)
    return dict(document)


def test_a_hash_is_of_what_is_said_and_not_of_how_it_is_written() -> None:
    document = catalogue_to_json(DEMO)
    backwards = dict(reversed(document.items()))
    spelled = {**backwards, "params": dict(reversed(document["params"].items()))}
    assert catalogue_hash(DEMO) == catalogue_hash(catalogue_from_json(spelled))
    assert catalogue_hash(DEMO) != catalogue_hash(catalogue_from_json(changed(cost=17)))


def test_changes_are_those_of_the_part_alone() -> None:
    assert () == catalogue_changes(PART, DEMO)
    now = catalogue_from_json(changed(cost=17, vp=3))
    (change,) = catalogue_changes(PART, now)
    assert ("tile demo-I-07 Gaslight Lane", {"cost", "vp"}) == (change.what, set(change.values))
    other = cut(DEMO, frozenset({"demo-I-02"}), frozenset({"harbour"}))
    assert () == catalogue_changes(other, now)
    assert (Change("tile demo-I-07 Gaslight Lane", ()),) == catalogue_changes(PART, other)


def test_numbers_goods_and_boards_change_too() -> None:
    parameters = replace(DEMO.parameters, sell_value=None)
    boards = tuple(replace(one, good=None) for one in DEMO.boards)
    now = replace(DEMO, parameters=parameters, boards=boards, goods=DEMO.goods[1:])
    assert {
        Change("City board harbour", ("good",)),
        Change(f"good {DEMO.goods[0].id}", ()),
        Change("number", ("sell_value",)),
    } == set(catalogue_changes(PART, now))


def test_the_page_is_told_what_has_changed_for_several_packs_at_once(client: Client) -> None:
    parts = [catalogue_to_json(PART), catalogue_to_json(PART)]
    asked = {"catalogue": changed(cost=17), "parts": parts}
    told = client.ask("POST", "/neom/own/changes", json=asked).json()
    assert [{"what": "tile demo-I-07 Gaslight Lane", "values": ["cost"]}] == told["changes"]
    assert catalogue_hash(catalogue_from_json(asked["catalogue"])) == told["hash"]
    refused = client.ask("POST", "/neom/own/changes", json={**asked, "catalogue": changed(cost=-1)})
    assert "tile demo-I-07 Gaslight Lane, cost" in problem(refused, 422, "malformed")["detail"]


def test_a_pack_names_the_catalogue_that_somebody_typed_and_not_the_demo() -> None:
    shipped = json.loads((shipped_packs() / "neom" / "neom-link.json").read_text("utf-8"))
    assert "catalogue" not in shipped["provenance"]["parameters"]
    mine = {name: value for name, value in catalogue_to_json(DEMO).items() if name != "invented"}
    entries = NEOM_PACKS.entries([], {"catalogue": (mine, "mine.json")}, 7, {"kind": "link"})
    named = entries["provenance"]["parameters"]["catalogue"]
    assert catalogue_hash(catalogue_from_json(mine)) == named
    assert "catalogue" not in NEOM_PACKS.entries([], {}, 7, {})["provenance"]["parameters"]


def test_every_fault_of_a_tile_names_it() -> None:
    document = json.loads(BROKEN.read_text("utf-8"))
    told = checked_to_json(document, checked_document(document))
    faults = told["form"] + told["contradictions"]
    places = {one["where"]: one["place"] for one in faults}
    assert "tile I-flood, mark" == places["/tiles/2/mark"]
    assert "City board mine, good" == places["/boards/0/good"]
    assert "flood.protected_by" == places["/params/flood/protected_by"]
    assert told["hash"] is None
