"""Effects that count: neighbours, tiles of the city, positions (NEOM-INCOME-1, NEOM-SCORE-2)."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.constraints.builder import FALSE, Lit, Sum
from verifier.neom.model.city import City, beside
from verifier.neom.parameters import Target
from verifier.neom.state import CENTRE, SIDE, SQUARES, Square
from verifier.neom.tile_catalogue import Effect


def counted_city(city: City) -> City:
    """Return the city that income and points are computed on: all of it, or its linked part."""
    unlinked = city.facts.parameters.unlinked_tiles
    ignored = city.facts.truth(
        None if unlinked is None else unlinked == "ignored", "unlinked_tiles"
    )
    return city.linked_part(ignored)


def income(city: City) -> Sum:
    """Return what all tiles of the city bring at the end of a Generation."""
    city = counted_city(city)
    facts = city.facts
    b = facts.builder
    numbers = []
    for square, tile, lies in city.tiles():
        numbers.append(b.choose(lies, facts.number(tile.income, f"tiles/{tile.id}/income"), Sum()))
        for path, effect in facts.effects(tile, "income_per_neighbour", "income_per_count"):
            counted = counts(city, square, lies, path, effect)
            numbers.append(facts.scaled(effect.amount, f"{path}/amount", counted))
        numbers.append(b.choose(lies, facts.unknown_effects(tile, "income"), Sum()))
    return b.plus(*numbers)


def counts(city: City, square: Square, lies: Lit, path: str, effect: Effect) -> list[Lit]:
    """Return what an effect of a tile counts that lies on a square: neighbours or tiles."""
    b = city.builder
    if effect.target is None:  # nobody has said of what
        return [b.both(lies, city.facts.truth(None, f"{path}/target"))]
    if effect.kind.endswith("_per_count"):
        return [b.both(lies, there) for there in _targets(city, SQUARES, effect.target)]
    near = []
    for other in SQUARES:
        if other != square:
            there = _target(city, other, effect.target)
            if there != FALSE:
                close = city.next_to(square, other, effect.adjacency, f"{path}/adjacency")
                near.append(b.both(lies, there, close))
    return near


def _targets(city: City, squares: tuple[Square, ...], target: Target) -> Iterator[Lit]:
    for square in squares:
        there = _target(city, square, target)
        if there != FALSE:
            yield there


def _target(city: City, square: Square, target: Target) -> Lit:
    """Return whether a square counts; the bare Center may count as a raw tile."""
    b, there = city.builder, city.is_target(square, target)
    if square != CENTRE or target.type != "raw":
        return there
    as_raw = city.facts.truth(city.facts.parameters.centre_counts_as_raw, "centre_counts_as_raw")
    return b.either(there, b.both(city.bare, as_raw))


def in_position(city: City, square: Square, effect: Effect) -> Lit:
    """Return whether a tile on a square lies where ``vp_if_position`` asks."""
    b = city.builder
    row, column = square
    on_border = [at in (0, SIDE - 1) for at in square]
    match effect.position:
        case "corner":
            return b.const(all(on_border))
        case "edge":
            return b.const(any(on_border))
        case "centre-adjacent":
            return b.const(abs(row - CENTRE[0]) + abs(column - CENTRE[1]) == 1)
        case _:
            return b.all_of(
                FALSE if other == CENTRE else -city.occupied(other) for _, other in beside(square)
            )
