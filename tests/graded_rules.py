"""Which graded rules each parameter of NEOM and each switch of the other games leaves alone.

A row has a question that such a rule answers, in the language of scenarios. The answer is the same
by every reading, with a second number, and while the value is unknown: a parameter speaks only
where the rules are silent, or gives the number that its own rule has.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from verifier.documents.strict_json import Document

UNKNOWN = None
"""The value of a parameter that nobody has stated."""

_ONE_OF_ANY: Document = {"count": 1, "type": "any", "chooser": "player"}


@dataclass(frozen=True, slots=True)
class Row:
    """A parameter by its path, rules that it leaves alone, its values, and what is claimed."""

    leaf: str
    rules: tuple[str, ...]
    values: tuple[Any, ...]
    claim: Document
    state: Document
    given: Document

    def scenario(self) -> Document:
        """Return the scenario that puts the claim, the parameter as the demo has it."""
        return {
            "$schema": "urn:meepleproof:neom-scenario:1",
            "game": "neom",
            "id": "T-graded",
            "title": f"{self.leaf} leaves {' '.join(self.rules)} alone.",
            "rules": list(self.rules),
            "source": "the grades of the rules",
            "authority": "A",
            "state": {**_START, **self.state},
            "claims": [self.claim],
        }


_START: Document = {
    "game": "neom",
    "tile_set": ["1+"],
    "board": "woodside",
    "city": [],
    "tokens": ["wood"],
    "money": 20,
    "reserve": [],
    "turn": 6,
}


def _city(**squares: str) -> list[Document]:
    return [{"square": name, "tile": f"demo-{tile}"} for name, tile in sorted(squares.items())]


def _log(pack: str, act: Document, *more: Document, **claimed: object) -> Document:
    """Return the claim about a log of one turn; ``pack`` names its tiles without ``demo-``."""
    reveal = {"reveal": [f"demo-{tile}" for tile in pack.split()]}
    return {"claim": "log", "events": [reveal, act, *more], **claimed}


def _none(pack: str, **given: str) -> Document:
    """Return the claim that no outcome of a turn is like this."""
    return {"claim": "no", "packs": [[f"demo-{tile}" for tile in pack.split()]], "is": given}


def _act(action: str, tile: str, **more: object) -> Document:
    return {"action": action, "tile": f"demo-{tile}", **more}


def _score(**headings: int) -> Document:
    return {"claim": "score", "headings": headings}


def _breaks(event: int, *rules: str) -> Document:
    return {"breaks": [f"NEOM-{rule}" for rule in rules], "event": event}


def _row(
    leaf: str,
    rules: str,
    values: tuple[Any, ...],
    claim: Document,
    given: Document | None = None,
    **state: Any,
) -> Row:
    named = tuple(f"NEOM-{rule}" for rule in rules.split())
    return Row(leaf, named, values, claim, state, given or {})


_FULL_PRICE = _log("II-35 II-34", _act("place", "II-35", square="C4", bought=["coal"]))
_ONE_ROUTE = _log(
    "II-35 II-34", _act("place", "II-35", square="C4", bought=["coal"], routes=["west"]), money=0
)
_WEST: Document = {"generation": 2, "city": _city(A3="C-13", B3="C-22")}
_NO_ROUTE = _log(
    "I-23 I-09",
    _act("place", "I-23", square="D3", bought=["coal"], routes=["west"]),
    **_breaks(1, "TRADE-3"),
)
_APART: Document = {"city": _city(C1="I-02", C5="I-18")}


_PACKS = {
    "I": ("I-01 I-02 I-05 I-09", "I-06 I-08 I-34 I-35"),
    "II": ("II-01 II-02 II-05 II-09", "II-03 II-08 II-34 II-35"),
    "III": ("III-01 III-02 III-05 III-06", "III-03 III-08 III-33 III-35"),
}
"""The packs of turns 2 and 3; the first tile of each deck is its Disaster."""


def _of_disaster(name: str, deck: str) -> tuple[Row, ...]:
    """Return the rows of one Disaster: prevented it asks for nothing, and nothing protects alone.

    Where something protects from it (NEOM-DISASTER-5), a protected city loses nothing either.
    """
    generation, (pack, following) = len(deck), _PACKS[deck]
    disaster, *_, last = pack.split()
    revealed = {"reveal": [f"demo-{tile}" for tile in following.split()]}
    prevented = _log(pack, _act("prevent", disaster), revealed, money=20)
    strike = _log(f"{disaster} {last}", _act("sell", last), {"strike": "protected"}, money=25)
    bare = {key: part for key, part in strike.items() if key != "money"}
    bare |= _breaks(2, "DISASTER-5")
    values: dict[str, tuple[Any, ...]] = {
        "pay": (4, 0, 99, False, UNKNOWN),
        "lose": (_ONE_OF_ANY, False, UNKNOWN),
        "lose.count": (1, 3, UNKNOWN),
        "lose.type": (
            "any", "residential", "commercial", "industrial", "raw", "public", UNKNOWN,
        ),
        "lose.chooser": ("player", UNKNOWN),
        "partial": ("tiles", "money", "nothing", UNKNOWN),
    }  # fmt: skip
    rows = [
        _row(
            f"{name}.{part}", "SOLO-DIS-1 SOLO-DIS-6", each, prevented,
            turn=2, generation=generation,
        )
        for part, each in values.items()
    ]  # fmt: skip
    protected_by: tuple[Any, ...] = (["fire_station"], [], ["police", "dwelling"], UNKNOWN)
    of_tags = partial(_row, f"{name}.protected_by", "DISASTER-5", protected_by, bare)
    if name == "flood":  # a fire station does not help
        return (*rows, of_tags(city=_city(C2="I-35")))
    city = _city(C2={"fire": "II-33", "crime": "III-31"}[name])
    rows += [
        _row(f"{name}.{part}", "DISASTER-5", each, strike, generation=generation, city=city)
        for part, each in values.items()
    ]
    return (*rows, of_tags(generation=generation))


NEOM: tuple[Row, ...] = (
    _row(
        "start_money", "REQ-1", (6, 99, UNKNOWN),
        _log("I-09 I-05", _act("place", "I-09", square="C4"), **_breaks(1, "REQ-1")), money=2,
    ),
    _row(
        "sell_value", "SOLO-DIS-2 SOLO-DIS-4", (5, 9, UNKNOWN),
        _log("I-01 I-09", _act("sell", "I-01"), **_breaks(1, "SOLO-DIS-2", "SOLO-DIS-4")),
    ),
    _row(
        "good_price.raw", "GOOD-1 REQ-1", (2, 6, UNKNOWN),
        _log("I-06 I-09", _act("place", "I-06", square="C4"), money=0), money=3,
    ),
    _row(
        "good_price.processed", "BUY-2", (4, 2, UNKNOWN),
        _none("I-16 I-09", placed="demo-I-16"), money=99,
    ),
    _row(
        "good_price.luxury", "BUY-3", (7, 5, UNKNOWN),
        _none("II-08 II-34", placed="demo-II-08"), money=99, generation=2,
        disaster_over=True,
    ),
    _row(
        "good_vp.raw", "SCORE-4", (1, 3, UNKNOWN), _score(goods=3),
        city=_city(C3="I-18"), tokens=["steel"],
    ),
    _row("good_vp.processed", "SCORE-4", (3, 5, UNKNOWN), _score(goods=1)),
    _row("good_vp.luxury", "SCORE-4", (6, 9, UNKNOWN), _score(goods=1)),
    _row(
        "money_per_vp", "SCORE-1", (2, 3, UNKNOWN), _score(printed=4, money=0),
        city=_city(C4="I-09"), money=0,
    ),
    _row("money_rounding", "SCORE-5", ("down", "up", UNKNOWN), _score(money=3), money=6),
    _row(
        "cornerstone_cap", "ACT-1", ([1, 2, 3], [0, 0, 0], UNKNOWN),
        _log("I-09 I-05", _act("place", "I-09", square="C4"), money=17),
        city=_city(C2="C-13"), cornerstones_placed=1,
    ),
    _row(
        "cornerstones_counted", "ACT-CORNER-1 ACT-CORNER-2", ("in_city", "ever_placed", UNKNOWN),
        _log(
            "I-09 I-05", _act("cornerstone", "I-09", cornerstone="demo-C-16", square="C4"),
            **_breaks(1, "ACT-CORNER-1"),
        ),
        city=_city(C2="C-13"), cornerstones_placed=1, reserve=["demo-C-16"],
    ),
    _row(
        "neighbourhood.adjacency", "SCORE-3", ("orth", "orth+diag", "road", UNKNOWN),
        _score(neighbourhoods=0), city=_city(C1="I-13", C2="I-02"),
    ),
    _row(
        "neighbourhood.vp_by_size", "SCORE-3", ([0, 2], [7], UNKNOWN), _score(neighbourhoods=0),
        city=_city(C1="I-13", C2="I-31"),
    ),
    _row(
        "pollution.source", "SCORE-6",
        ({"type": "industrial"}, {"type": "commercial"}, {"tag": "power"}, UNKNOWN),
        _score(pollution=0), city=_city(C1="I-13", C2="I-21"),
    ),
    _row(
        "pollution.adjacency", "SCORE-6", ("orth", "orth+diag", "road", UNKNOWN),
        _score(pollution=0), **_APART,
    ),
    _row(
        "pollution.unit", "SCORE-6", ("pair", "residential", "industrial", UNKNOWN),
        _score(pollution=0), **_APART,
    ),
    _row("pollution.vp", "SCORE-6", (-2, -5, UNKNOWN), _score(pollution=0), **_APART),
    _row(  # while the list is unknown it is unknown what is missing
        "required_structures", "SCORE-7",
        ([{"tag": "power", "penalty": 5}], [{"tag": "dwelling", "penalty": UNKNOWN}], []),
        _score(structures=0), city=_city(C1="I-36", C2="I-02"),
    ),
    _row(  # what is missing at the end keeps nothing from being placed before
        "required_structures", "REQ-1", ([], [{"tag": "power", "penalty": 5}], UNKNOWN),
        _log("I-09 I-05", _act("place", "I-09", square="C4"), money=17),
    ),
    _row("trade_route.rows", "TRADE-1 TRADE-3", ([3], [1, 2, 3, 4, 5], UNKNOWN), _NO_ROUTE),
    _row("trade_route.linked", "TRADE-1 TRADE-3", (False, True, UNKNOWN), _NO_ROUTE),
    _row("trade_route.discount", "TRADE-4", (1, 2, 5), _ONE_ROUTE, money=7, **_WEST),
    _row(
        "trade_route.per_generation", "TRADE-5", (1, 2),
        {
            "claim": "every", "packs": [["demo-II-35", "demo-II-34"]],
            "is": {"routes_used": [0, 0], "generation": 3},
        },
        turn=7, routes_used={"west": 1}, disaster_over=True, **_WEST,
    ),
    _row(
        "trade_route.floor", "BUY-1 REQ-1", (1, 0, 2),
        {**_FULL_PRICE, **_breaks(1, "REQ-1")}, money=7, **_WEST,
    ),
    _row(
        "trade_route.scope", "TRADE-3", ("per_good", "per_purchase", UNKNOWN), _ONE_ROUTE,
        money=7, **_WEST,
    ),
    *_of_disaster("flood", "I"),
    *_of_disaster("fire", "II"),
    *_of_disaster("crime", "III"),
    _row(
        "overbuild.keep_token", "GOOD-1", (False, True, UNKNOWN),
        {
            "claim": "every", "packs": [["demo-III-28", "demo-III-12"]],
            "given": {"placed": "demo-III-28", "square": "C2"},
            "is": {"tokens": ["coal", "natural_gas", "oil", "wood"]},
        },
        city=_city(C2="III-30", C4="I-34"), tokens=["coal", "wood"], generation=3,
        disaster_over=True,
    ),
    _row(
        "overbuild.must_keep_links", "PLACE-7", (False, True, UNKNOWN),
        {"claim": "squares", "tile": "demo-I-26", "squares": ["B2", "B3", "C1", "C3"]},
        city=_city(C2="I-02"),
    ),
    _row(
        "overbuild.must_keep_links", "PLACE-7", (False, True, UNKNOWN),
        _log("I-37 I-09", _act("place", "I-37", square="C3"), money=17),
        city=_city(B3="I-14", C3="I-35"),
    ),
    _row(
        "overbuild.cornerstone_may", "ACT-1", (False, True, UNKNOWN),
        _log(
            "I-09 I-05", _act("cornerstone", "I-09", cornerstone="demo-C-13", square="C4"),
            money=15,
        ),
        reserve=["demo-C-13"],
    ),
    _row(
        "overbuild.cornerstone_may", "PLACE-6 PLACE-7", (False, True, UNKNOWN),
        {"claim": "squares", "tile": "demo-I-26", "squares": ["B3", "C1", "C2", "C3"]},
        city=_city(C2="I-34"),
    ),
    _row(
        "disaster_before_income", "INCOME-1", (False, True, UNKNOWN),
        _log("I-09 I-05", _act("sell", "I-09"), money=30),
        turn=7, disaster_over=True, city=_city(C2="I-13"),
    ),
    _row(
        "disaster_before_income", "INCOME-1 DISASTER-5", (False, True, UNKNOWN),
        _log("II-01 II-34", _act("sell", "II-34"), {"strike": "protected"}, money=30),
        turn=7, city=_city(C2="II-33", C1="I-13"), generation=2,
    ),
    _row(
        "disaster_keeps_token", "GOOD-1", (False, True, UNKNOWN),
        {
            "claim": "every", "packs": [["demo-III-01", "demo-III-12"]],
            "is": {"action": "sell", "disaster": "lose", "tokens": ["coal", "wood"]},
        },
        {"crime.pay": False, "crime.lose": {"count": 1, "type": "raw", "chooser": "player"}},
        city=_city(C2="III-30", C4="I-34"), tokens=["coal", "wood"], money=0, generation=3,
    ),
    _row(
        "centre_counts_as_raw", "PLACE-7", (False, True, UNKNOWN),
        {"claim": "squares", "tile": "demo-I-21", "squares": ["B3", "C2", "C3", "C4"]},
    ),
    _row(
        "requirements_read", "REQ-2", ("before", "after", UNKNOWN),
        _log(
            "III-40 III-12", _act("place", "III-40", square="C4", bought=["stone"]),
            **_breaks(1, "REQ-2"),
        ),
        generation=3,
    ),
    _row(
        "covered_centre", "PLACE-7 PLACE-3", ("covering_tile", "raw", UNKNOWN),
        _log("I-09 I-05", _act("place", "I-09", square="C4"), money=17), city=_city(C3="I-35"),
    ),
    _row(
        "covered_centre", "PLACE-6 SCORE-1", ("covering_tile", "raw", UNKNOWN),
        _log("I-39 I-05", _act("place", "I-39", square="C3"), money=17), city=_city(C3="I-35"),
    ),
    _row(
        "unlinked_tiles", "DISASTER-5", ("count", "ignored", UNKNOWN),
        _log("II-01 II-09", _act("sell", "II-09"), {"strike": "protected"}, money=25),
        generation=2, city=_city(A1="I-35"),
    ),
    _row(
        "solo_table", "END-2 SCORE-1",
        ([{"points": 10, "title": "Mayor"}], [], UNKNOWN), _score(printed=4),
        city=_city(C4="I-09"),
    ),
)  # fmt: skip

SOLO: dict[str, tuple[str, ...]] = {
    "result.offset": ("EC-S-01", "EC-S-05"),
    "start.spaces": ("EC-S-01", "EX-SETUP-1"),
    "tile.unplaceable": ("EC-P-05", "EC-G-10"),
    "pile.empty": ("EC-E-03",),
    "end.rescue": ("EC-E-03", "EC-E-17"),
    "place.free": ("EC-G-10", "EC-O-03", "EC-O-09"),
    "score.soleMajority": ("EC-S-01", "EC-S-02", "EC-S-05", "EC-S-06"),
    "score.qualifier": ("EC-S-01", "EC-S-05", "EC-S-06"),
    "score.optional": ("EC-S-02", "EC-O-04"),
    "final.unit": ("EC-E-11", "EX-FINAL-1"),
    "goal.worth": ("EC-L-08", "EC-L-19"),
    "goal.scored": ("EC-L-08", "EC-L-10"),
    "goal.colours": ("EC-L-11",),
    "goal.count": ("EC-L-07", "EC-L-11"),
    "goal.monastery": ("EC-L-08", "EC-L-10"),
    "goal.allTiles": ("EC-L-18", "EC-E-04"),
    "goal.total": ("EC-L-08", "EC-E-03", "EC-X-07"),
    "city.two": ("EX-BASE-1", "EX-BASE-12", "EC-G-21"),
}
"""By switch of the Solo Variant the scenarios that hold, with their rules, by all its values."""

HOUSE: dict[str, tuple[str, ...]] = {
    "house.tiles": ("EC-H-06",),  # a proposal for the set-up; no rule of play asks for it
    "house.followers": ("EC-H-17", "EC-D-01"),
    "house.builderAfterReturn": ("EC-H-21", "EC-H-22", "EC-H-25", "EC-H-26"),
    "house.unplayableHand": ("HR-TURN-3", "EC-H-29"),
    "house.innTwoTiles": ("EC-H-03", "EC-H-05", "EC-H-01"),
    "house.tinyShield": ("EC-H-06", "EC-H-07", "HR-SCORE-7"),
    "house.road": ("EC-H-12", "HR-COUNT-2"),
    "house.riverHand": ("EC-H-50", "EC-H-52", "HR-RIVER-3"),
    "house.riverStart": ("EC-H-49", "HR-RIVER-7"),
    "house.builderOnCompleted": ("EC-H-17", "EC-H-18", "EC-H-20"),
}
"""By switch of the house rules the scenarios that hold, with their rules, by all its values."""
