"""The score of a city by headings, or what would determine it."""

from __future__ import annotations

from verifier.neom.engine import scoring
from verifier.neom.engine.counting import city_that_counts
from verifier.neom.engine.goods import Tokens
from verifier.neom.engine.needs import heading_needs
from verifier.neom.engine.prepared import Layout, Prepared
from verifier.neom.score import HEADINGS, Heading, HeadingName, Score
from verifier.neom.unknowns import Unknown


def score(prepared: Prepared, layout: Layout, tokens: Tokens, money: int | None) -> Score:
    """Return the score by headings; money None is money that could not be followed."""
    city = city_that_counts(prepared, layout)
    points = points_by_heading(prepared, city, tokens.surely, money or 0)
    unknown = {name: _unknown(prepared, layout, tokens, money, name) for name in HEADINGS}
    return tuple(
        Heading(name, None if unknown[name] else points[name], unknown[name]) for name in HEADINGS
    )


def points_by_heading(
    prepared: Prepared, city: Layout, tokens: int, money: int
) -> dict[HeadingName, int]:
    """Return the points of every heading; without meaning where what it needs is unknown.

    ``city`` has only the tiles that count.
    """
    return {
        "printed": scoring.printed(prepared, city),
        "conditional": scoring.conditional(prepared, city, tokens, money),
        "neighbourhoods": scoring.neighbourhoods(prepared, city),
        "goods": scoring.goods(prepared, tokens),
        "money": scoring.money_points(prepared, money),
        "pollution": scoring.pollution(prepared, city),
        "structures": scoring.structures(prepared, city),
    }


def _unknown(
    prepared: Prepared, layout: Layout, tokens: Tokens, money: int | None, name: HeadingName
) -> tuple[Unknown, ...]:
    unknown = set(heading_needs(prepared, layout, tokens.perhaps, name))
    per = prepared.parameters.money_per_vp
    if name == "money" and money == 0:
        return ()
    if name == "money" and money is not None and per and not money % per:
        unknown.discard(Unknown(HEADINGS[name], "money_rounding"))
    city = city_that_counts(prepared, layout)
    open_goods = tokens.perhaps & ~tokens.surely
    if (name == "goods" and scoring.worth_points(prepared, open_goods)) or (
        name == "conditional" and scoring.counts_goods(prepared, city, open_goods)
    ):
        unknown |= {Unknown(HEADINGS[name], each.parameter) for each in tokens.unknown}
    if money is None and (
        name == "money" or (name == "conditional" and scoring.counts_money(prepared, city))
    ):
        unknown.add(Unknown(HEADINGS[name], "money"))
    return tuple(sorted(unknown))
