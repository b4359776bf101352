"""Reads scenarios of NEOM: a catalogue (the demo, changed as stated), a state, and claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from verifier.claims.scenario import Scenario, placed, read_scenario, require_rule
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed
from verifier.neom.catalogue import CATALOGUE
from verifier.neom.catalogue_document import catalogue_from_json, catalogue_to_json
from verifier.neom.demo import demo_catalogue
from verifier.neom.log import Log
from verifier.neom.log_document import log_from_json
from verifier.neom.odds.seen import Seen
from verifier.neom.parameter_changes import set_parameter
from verifier.neom.state import State
from verifier.neom.state_document import read_square, require_tile, state_from_json
from verifier.neom.tile_catalogue import TileCatalogue
from verifier.neom.unknowns import Unknown


@dataclass(frozen=True, slots=True)
class LogClaim:
    """A log is legal, or its event breaks exactly these rules, or something is not determined.

    ``event`` is counted from 0; ``money`` and ``total`` are those after the last event.
    """

    catalogue: TileCatalogue
    log: Log
    breaks: frozenset[str] = frozenset()
    event: int | None = None
    undetermined: frozenset[Unknown] = frozenset()
    money: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class TurnClaim:
    """Of the outcomes of a turn that are ``given``, so many are as ``wanted``.

    Both are fields of an outcome with their values, as :func:`verifier.neom.claims.check.field`
    names them.
    """

    catalogue: TileCatalogue
    state: State
    pack: tuple[str, ...]
    quantifier: Literal["every", "some", "no", "exactly"]
    given: tuple[tuple[str, Any], ...]
    wanted: tuple[tuple[str, Any], ...]
    number: int = 0


@dataclass(frozen=True, slots=True)
class SquaresClaim:
    """A tile may be placed on exactly these squares, money and goods aside."""

    catalogue: TileCatalogue
    state: State
    tile: str
    squares: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class ScoreClaim:
    """The score has these points under these headings, or lacks something."""

    catalogue: TileCatalogue
    state: State
    headings: tuple[tuple[str, int], ...]
    undetermined: frozenset[Unknown]


@dataclass(frozen=True, slots=True)
class BestClaim:
    """The best first actions, each as the fields that are stated, and what they lead to."""

    catalogue: TileCatalogue
    state: State
    packs: tuple[tuple[str, ...], ...]
    income_at_end: bool
    actions: tuple[tuple[tuple[str, Any], ...], ...]
    points: int


@dataclass(frozen=True, slots=True)
class OddsClaim:
    """A chance, by the names of its parts (``disaster.never_shown``), is so much."""

    seen: Seen
    chance: str
    value: Fraction


Content: TypeAlias = LogClaim | TurnClaim | SquaresClaim | ScoreClaim | BestClaim | OddsClaim
NeomScenario: TypeAlias = Scenario[Content]


def scenario_from_json(
    document: Any, where: str = "", changes: Mapping[str, Any] = MappingProxyType({})
) -> NeomScenario:
    """Return the scenario that a document states.

    ``changes`` are parameters that it shall be read with, by their paths: in place of those that
    the scenario states, but not of those that a claim states as its own.

    :raises Malformed: with the JSON Pointer of what cannot be read; ``where`` goes before it.
    """
    validate("neom-scenario", document, where)
    try:
        return read_scenario(document, CATALOGUE, partial(_content, document, changes))
    except Malformed as error:
        raise placed(error, where) from None


def _content(
    scenario: Document, changes: Mapping[str, Any], claim: Document, where: str
) -> Content:
    if claim["claim"] == "odds":
        return OddsClaim(Seen(**claim["seen"]), claim["chance"], Fraction(claim["is"]))
    catalogue = _catalogue(scenario, changes, claim, where)
    if claim["claim"] == "log":
        return _log(scenario, claim, catalogue, where)
    document = {**scenario.get("state", {}), **claim.get("state", {})}
    state = state_from_json(document, catalogue, where)
    if claim["claim"] == "score":
        headings = tuple(claim.get("headings", {}).items())
        return ScoreClaim(catalogue, state, headings, _undetermined(claim, where))
    if claim["claim"] == "squares":
        squares = frozenset(map(read_square, claim["squares"]))
        tile = require_tile(catalogue, claim["tile"], f"{where}/tile")
        return SquaresClaim(catalogue, state, tile, squares)
    packs = tuple(
        tuple(require_tile(catalogue, tile, f"{where}/packs/{number}") for tile in pack)
        for number, pack in enumerate(claim["packs"])
    )
    if claim["claim"] == "best":
        actions = tuple(map(_fields, claim["best"]))
        income = claim.get("income_at_end", False)
        return BestClaim(catalogue, state, packs, income, actions, claim["points"])
    given, wanted = _fields(claim.get("given", {})), _fields(claim.get("is", {}))
    return TurnClaim(
        catalogue, state, packs[0], claim["claim"], given, wanted, claim.get("number", 0)
    )


def _catalogue(
    scenario: Document, changes: Mapping[str, Any], claim: Document, where: str
) -> TileCatalogue:
    """Return the demo with the parameters and tiles that scenario and claim state otherwise."""
    changes = {**scenario.get("params", {}), **changes, **claim.get("with", {})}
    if not changes and "tiles" not in scenario:
        return demo_catalogue()
    document = catalogue_to_json(demo_catalogue())
    tiles = {tile["id"]: tile for tile in scenario.get("tiles", ())}
    if tiles:
        document["tiles"] = [tiles.pop(tile["id"], tile) for tile in document["tiles"]]
        document["tiles"] += tiles.values()
        document["complete"] = False
    for path, value in changes.items():
        set_parameter(document["params"], path, value, where)
    return catalogue_from_json(document, where)


def _log(scenario: Document, claim: Document, catalogue: TileCatalogue, where: str) -> LogClaim:
    start = {**scenario.get("state", {}), **claim.get("state", {})}
    document = {
        "game": "neom",
        **({"start": start} if start else {"board": claim.get("board", "")}),
        "events": [*scenario.get("events", ()), *claim.get("events", ())],
    }
    breaks = claim.get("breaks", [])
    for rule in breaks:
        require_rule(CATALOGUE, rule, f"{where}/breaks")
    return LogClaim(
        catalogue,
        log_from_json(document, catalogue, where),
        frozenset(breaks),
        claim.get("event"),
        _undetermined(claim, where),
        claim.get("money"),
        claim.get("total"),
    )


def _undetermined(claim: Document, where: str) -> frozenset[Unknown]:
    found = [Unknown(each["rule"], each["parameter"]) for each in claim.get("undetermined", ())]
    for unknown in found:
        require_rule(CATALOGUE, unknown.rule, f"{where}/undetermined")
    return frozenset(found)


def _fields(fields: Document) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (name, tuple(value) if isinstance(value, list) else value) for name, value in fields.items()
    )
