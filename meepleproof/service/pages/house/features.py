"""Who owns what on the table of the house game, and what it brings if the game ended now."""

from __future__ import annotations

from collections.abc import Iterable

from meepleproof.rendering.palette import PIGMENTS
from meepleproof.service.pages.house.words import colour_names
from verifier.carcassonne.house.faults import Table, feature_places
from verifier.carcassonne.house.part_turn import FeatureAt, FinalScoring
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles.drawing import Kind, segment_named
from verifier.documents.strict_json import Document

_NAMES: dict[Kind, str] = {
    "city": "Open city",
    "road": "Open road",
    "river": "River",
    "monastery": "Unfinished monastery",
    "field": "Farm",
}
_FARMS_FIRST = ("field", "city", "road", "monastery")


def features_told(position: Position, scorings: Iterable[FinalScoring]) -> list[Document]:
    """Return the features with followers on them, farms first, each with what it would bring.

    Farms come with their fields, by cell and number of the field on its tile as printed, and with
    the completed cities that they touch.
    """
    table = {placement.cell: placement for placement in position.placements}
    ordered = sorted(scorings, key=lambda each: _FARMS_FIRST.index(each.kind))
    return [_told(table, scoring) for scoring in ordered]


def _told(table: Table, scoring: FinalScoring) -> Document:
    told: Document = {
        "kind": "farm" if scoring.kind == "field" else scoring.kind,
        "says": _in_words(scoring),
        "points": scoring.value,
        "owners": [owner + 1 for owner in scoring.owners],
    }
    if scoring.kind == "field":
        told["fields"] = [_field(table, part) for part in scoring.parts]
        told["cities"] = [_cells(table, city) for city in scoring.cities]
    else:
        told["cells"] = _listed({(x, y) for x, y, _ in scoring.parts})
    return told


def _in_words(scoring: FinalScoring) -> str:
    points = "1 point" if scoring.value == 1 else f"{scoring.value} points"
    each = " each" if len(scoring.owners) > 1 else ""
    others = [
        f"{weight} of {PIGMENTS[colour].name}"
        for colour, weight in scoring.weights
        if colour not in scoring.owners
    ]
    most = max(weight for _, weight in scoring.weights)
    against = f", {most} against {' and '.join(others)}" if others else ""
    says = f"{_NAMES[scoring.kind]}: {points}{each} to {colour_names(scoring.owners)}{against}"
    if scoring.kind != "field":
        return f"{says}."
    number = len(scoring.cities)
    cities = {0: "no completed city", 1: "1 completed city"}.get(
        number, f"{number} completed cities"
    )
    return f"{says}. It touches {cities}."


def _field(table: Table, part: FeatureAt) -> list[int]:
    x, y, name = part
    laid = table[x, y]
    segment = segment_named(laid.tile, laid.rotation, name)
    return [x, y, segment.number if segment else 0]


def _cells(table: Table, city: FeatureAt) -> list[list[int]]:
    x, y, name = city
    laid = table[x, y]
    segment = segment_named(laid.tile, laid.rotation, name)
    reached = feature_places(table, (x, y), segment)[0] if segment else set()
    return _listed({cell for cell, _ in reached})


def _listed(cells: set[Cell]) -> list[list[int]]:
    return [list(cell) for cell in sorted(cells)]
