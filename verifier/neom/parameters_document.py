"""The parameters of NEOM as a part of a catalogue's JSON document.

The keys are the fields of :mod:`verifier.neom.parameters`; one that is left out is unknown, like
``null``. Rows are counted from 1 in documents.
"""

from __future__ import annotations

from typing import Any, Literal

from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.neom.parameters import (
    DISASTERS,
    TIERS,
    ByTier,
    Disaster,
    Loss,
    Neighbourhood,
    Overbuild,
    Parameters,
    Pollution,
    RequiredStructure,
    SoloRank,
    Target,
    TradeRoute,
)

__all__ = [
    "parameters_from_json",
    "parameters_to_json",
    "set_parameter",
    "target_from_json",
    "target_to_json",
]


def parameters_from_json(document: Document) -> Parameters:
    """Return the parameters that a valid document states.

    >>> parameters_from_json({"good_price": {"raw": 2}}).good_price
    ByTier(raw=2, processed=None, luxury=None)
    """
    structures, ranks = document.get("required_structures"), document.get("solo_table")
    cap = document.get("cornerstone_cap")
    return Parameters(
        start_money=document.get("start_money"),
        sell_value=document.get("sell_value"),
        good_price=_by_tier(document.get("good_price")),
        good_vp=_by_tier(document.get("good_vp")),
        money_per_vp=document.get("money_per_vp"),
        money_rounding=document.get("money_rounding"),
        cornerstone_cap=None if cap is None else (cap[0], cap[1], cap[2]),
        neighbourhood=_neighbourhood(document.get("neighbourhood") or {}),
        pollution=_pollution(document.get("pollution") or {}),
        required_structures=None
        if structures is None
        else tuple(RequiredStructure(each["tag"], each["penalty"]) for each in structures),
        trade_route=_trade_route(document.get("trade_route") or {}),
        flood=_disaster(document.get("flood") or {}),
        fire=_disaster(document.get("fire") or {}),
        crime=_disaster(document.get("crime") or {}),
        overbuild=_overbuild(document.get("overbuild") or {}),
        disaster_before_income=document.get("disaster_before_income"),
        disaster_keeps_token=document.get("disaster_keeps_token"),
        centre_counts_as_raw=document.get("centre_counts_as_raw"),
        requirements_read=document.get("requirements_read"),
        cornerstones_counted=document.get("cornerstones_counted"),
        covered_centre=document.get("covered_centre"),
        unlinked_tiles=document.get("unlinked_tiles"),
        solo_table=None
        if ranks is None
        else tuple(SoloRank(each["points"], each["title"]) for each in ranks),
    )


def parameters_to_json(parameters: Parameters) -> Document:
    """Return the parameters as a document with every key, unknown ones ``null``."""
    structures, ranks = parameters.required_structures, parameters.solo_table
    document: Document = {
        "start_money": parameters.start_money,
        "sell_value": parameters.sell_value,
        "good_price": _by_tier_to_json(parameters.good_price),
        "good_vp": _by_tier_to_json(parameters.good_vp),
        "money_per_vp": parameters.money_per_vp,
        "money_rounding": parameters.money_rounding,
        "cornerstone_cap": _list(parameters.cornerstone_cap),
        "neighbourhood": {
            "adjacency": parameters.neighbourhood.adjacency,
            "vp_by_size": _list(parameters.neighbourhood.vp_by_size),
        },
        "pollution": {
            "source": target_to_json(parameters.pollution.source),
            "adjacency": parameters.pollution.adjacency,
            "unit": parameters.pollution.unit,
            "vp": parameters.pollution.vp,
        },
        "required_structures": None
        if structures is None
        else [{"tag": each.tag, "penalty": each.penalty} for each in structures],
        "trade_route": _trade_route_to_json(parameters.trade_route),
    }
    for generation, name in enumerate(DISASTERS, start=1):
        document[name] = _disaster_to_json(parameters.disaster(generation))
    return document | {
        "overbuild": {
            "keep_token": parameters.overbuild.keep_token,
            "must_keep_links": parameters.overbuild.must_keep_links,
            "cornerstone_may": parameters.overbuild.cornerstone_may,
        },
        "disaster_before_income": parameters.disaster_before_income,
        "disaster_keeps_token": parameters.disaster_keeps_token,
        "centre_counts_as_raw": parameters.centre_counts_as_raw,
        "requirements_read": parameters.requirements_read,
        "cornerstones_counted": parameters.cornerstones_counted,
        "covered_centre": parameters.covered_centre,
        "unlinked_tiles": parameters.unlinked_tiles,
        "solo_table": None
        if ranks is None
        else [{"points": each.points, "title": each.title} for each in ranks],
    }


def target_from_json(document: Document | None) -> Target | None:
    """Return the tiles that are meant, None if that is unknown.

    >>> target_from_json({"tag": "power"})
    Target(type='', tag='power')
    """
    return None if document is None else Target(document.get("type", ""), document.get("tag", ""))


def target_to_json(target: Target | None) -> Document | None:
    """Return the tiles that are meant as a document.

    >>> target_to_json(Target(type="raw"))
    {'type': 'raw'}
    """
    if target is None:
        return None
    return {"tag": target.tag} if target.tag else {"type": target.type}


def _by_tier(document: Document | None) -> ByTier:
    known = document or {}
    return ByTier(known.get("raw"), known.get("processed"), known.get("luxury"))


def _by_tier_to_json(numbers: ByTier) -> Document:
    return {tier: numbers.of(tier) for tier in TIERS}


def _neighbourhood(document: Document) -> Neighbourhood:
    return Neighbourhood(document.get("adjacency"), _tuple(document.get("vp_by_size")))


def _pollution(document: Document) -> Pollution:
    return Pollution(
        target_from_json(document.get("source")),
        document.get("adjacency"),
        document.get("unit"),
        document.get("vp"),
    )


def _trade_route(document: Document) -> TradeRoute:
    rows = document.get("rows")
    numbers = {
        name: document[name] for name in ("discount", "per_generation", "floor") if name in document
    }
    return TradeRoute(
        rows=None if rows is None else tuple(row - 1 for row in rows),
        linked=document.get("linked"),
        scope=document.get("scope"),
        **numbers,
    )


def _trade_route_to_json(route: TradeRoute) -> Document:
    return {
        "rows": None if route.rows is None else [row + 1 for row in route.rows],
        "linked": route.linked,
        "discount": route.discount,
        "per_generation": route.per_generation,
        "floor": route.floor,
        "scope": route.scope,
    }


def _disaster(document: Document) -> Disaster:
    return Disaster(
        document.get("pay"),
        _loss(document.get("lose")),
        _tuple(document.get("protected_by")),
        document.get("partial"),
    )


def _loss(document: Document | Literal[False] | None) -> Loss | Literal[False] | None:
    if document is None or document is False:
        return document
    return Loss(document["count"], document["type"], document.get("chooser", "player"))


def _disaster_to_json(disaster: Disaster) -> Document:
    lose = disaster.lose
    return {
        "pay": disaster.pay,
        "lose": {"count": lose.count, "type": lose.type, "chooser": lose.chooser}
        if isinstance(lose, Loss)
        else lose,
        "protected_by": _list(disaster.protected_by),
        "partial": disaster.partial,
    }


def _overbuild(document: Document) -> Overbuild:
    return Overbuild(
        document.get("keep_token"), document.get("must_keep_links"), document.get("cornerstone_may")
    )


def _tuple(entries: list[Any] | None) -> tuple[Any, ...] | None:
    return None if entries is None else tuple(entries)


def _list(entries: tuple[Any, ...] | None) -> list[Any] | None:
    return None if entries is None else list(entries)


def set_parameter(parameters: Document, path: str, value: object, where: str) -> None:
    """Set a parameter of a document with all of them.

    :raises Malformed: if there is none of that path.
    """
    *parts, last = path.split(".")
    place: Any = parameters
    for part in parts:
        place = place.get(part) if isinstance(place, dict) else None
    if not isinstance(place, dict) or last not in place:
        raise Malformed(f"the catalogue has no parameter {path!r}", where=where)
    place[last] = value
