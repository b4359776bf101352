"""What a catalogue says, as literals and numbers of a builder.

A known value is a constant, and rules fold over it. An unknown one is an input of the builder that
remembers its path in the catalogue. So a verdict that folds to a constant in spite of unknown
values holds whatever they are; and where it does not fold, the inputs that it depends on are what
somebody would have to state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from verifier.constraints.builder import FALSE, TRUE, Builder, Lit, Sum
from verifier.errors import Undecided
from verifier.neom.parameters import Parameters, Tier, Unknown
from verifier.neom.state import HEADINGS
from verifier.neom.tiles import Effect, EffectKind, Roads, Tile, TileCatalogue

MANY = 10**6
"""More than any amount of money or points."""

_RULE_OF = (
    ("boards/", "/good", "NEOM-SETUP-2"),
    ("boards/", "/roads", "NEOM-PLACE-3"),
    ("tiles/", "/roads", "NEOM-PLACE-3"),
    ("tiles/", "/cost", "NEOM-REQ-1"),
    ("tiles/", "/needs_goods", "NEOM-REQ-1"),
    ("tiles/", "/needs_tiles", "NEOM-REQ-2"),
    ("tiles/", "/produces", "NEOM-GOOD-2"),
    ("tiles/", "/on_place", "NEOM-EFFECT-1"),
    ("tiles/", "/income", "NEOM-INCOME-1"),
    ("good_price", "", "NEOM-BUY-5"),
    ("start_money", "", "NEOM-SETUP-3"),
    ("sell_value", "", "NEOM-ACT-SELL-2"),
    ("cornerstone", "", "NEOM-ACT-CORNER-1"),
    ("trade_route.scope", "", "NEOM-TRADE-6"),
    ("trade_route", "", "NEOM-TRADE-2"),
    ("overbuild", "", "NEOM-PLACE-9"),
    ("disaster_before_income", "", "NEOM-SOLO-DIS-8"),
    ("", ".protected_by", "NEOM-DISASTER-5"),
    ("flood", "", "NEOM-DISASTER-4"),
    ("fire", "", "NEOM-DISASTER-4"),
    ("crime", "", "NEOM-DISASTER-4"),
    ("disaster_keeps_token", "", "NEOM-DISASTER-4"),
)
"""The beginnings and ends of paths that belong to a rule, whichever rule asks."""


class Facts:
    """The catalogue on a builder; equal questions have the same literal for an answer."""

    def __init__(self, builder: Builder, catalogue: TileCatalogue) -> None:
        """Take a builder and what is to be said on it."""
        self.builder = builder
        self.catalogue = catalogue
        self._path_of: dict[int, str] = {}
        self._inputs: dict[tuple[str, str], int] = {}
        self._roads: dict[str, tuple[Lit, ...]] = {}

    @property
    def parameters(self) -> Parameters:
        """The catalogue's numbers and readings."""
        return self.catalogue.parameters

    def tile(self, tile_id: str) -> Tile:
        """Return a tile of the catalogue."""
        return self.catalogue.tile(tile_id)

    # Known or unknown values

    def truth(self, value: bool | None, path: str, part: str = "") -> Lit:  # noqa: FBT001 - the value
        """Return a constant, or the input for an unknown truth; ``part`` tells inputs apart."""
        if value is not None:
            return TRUE if value else FALSE
        known = self._inputs.get((path, part))
        if known is None:
            known = self.builder.decision(path)
            self._remember(path, part, known)
        return known

    def number(self, value: int | None, path: str, low: int = -MANY, part: str = "") -> Sum:
        """Return a constant, or the input for an unknown number of at least ``low``."""
        if value is not None:
            return Sum(value)
        known = self._inputs.get((path, part))
        if known is not None:
            return Sum(0, ((known, 1),))
        number = self.builder.given(low, MANY)
        self._remember(path, part, number.terms[0][0])
        return number

    def _remember(self, path: str, part: str, variable: int) -> None:
        self._inputs[path, part] = variable
        self._path_of[variable] = path

    def unknown_in(
        self, rule: str, literals: Iterable[Lit] = (), numbers: Iterable[Sum] = ()
    ) -> tuple[Unknown, ...]:
        """Return the unknown values on which literals and numbers depend, sorted.

        Each is said to be needed by the rule that it belongs to, or else by ``rule``; points need
        all that they depend on under the rule of their heading.
        """
        variables = {abs(literal) for literal in literals if abs(literal) != TRUE}
        variables.update(variable for number in numbers for variable, _ in number.terms)
        if not variables:
            return ()
        paths = {
            self._path_of[variable]
            for variable in self.builder.cone(variables)
            if variable in self._path_of
        }
        return tuple(
            sorted(
                Unknown(rule if rule in HEADINGS.values() else _rule_for(path, rule), path)
                for path in paths
            )
        )

    def decided(self, rule: str, literal: Lit) -> bool:
        """Return whether a literal holds.

        :raises Undecided: if that depends on something unknown.
        """
        if abs(literal) != TRUE:
            raise undecided(self.unknown_in(rule, [literal]))
        return literal == TRUE

    def amount(self, rule: str, number: Sum) -> int:
        """Return the value of a number.

        :raises Undecided: if it depends on something unknown.
        """
        if number.terms:
            raise undecided(self.unknown_in(rule, numbers=[number]))
        return number.constant

    # Facts about tiles

    def roads(self, tile_id: str) -> tuple[Lit, ...]:
        """Return on which edges of a tile a road leaves, from north to west."""
        known = self._roads.get(tile_id)
        if known is None:
            known = self._edges(self.tile(tile_id).roads, f"tiles/{tile_id}/roads")
            self._roads[tile_id] = known
        return known

    def board_roads(self, board_id: str) -> tuple[Lit, ...]:
        """Return on which edges of a board's City Center a road leaves."""
        return self._edges(self.catalogue.board(board_id).roads, f"boards/{board_id}/roads")

    def _edges(self, roads: Roads | None, path: str) -> tuple[Lit, ...]:
        if roads is None:
            return tuple(self.truth(None, path, str(side)) for side in range(4))
        return tuple(self.truth(road, path) for road in roads)

    def board_produces(self, board_id: str, good: str) -> Lit:
        """Return whether the bare Center of a board produces a good."""
        produced = self.catalogue.board(board_id).good
        same = None if produced is None else produced == good
        return self.truth(same, f"boards/{board_id}/good", good)

    def produces(self, tile: Tile, good: str) -> Lit:
        """Return whether a tile produces a good."""
        return self._listed(good, tile.produces, f"tiles/{tile.id}/produces")

    def needs(self, tile: Tile, good: str) -> Lit:
        """Return whether a tile needs a good."""
        return self._listed(good, tile.needs_goods, f"tiles/{tile.id}/needs_goods")

    def has_tag(self, tile: Tile, tag: str) -> Lit:
        """Return whether a tile has a tag; the effect ``power`` is one."""
        tagged = self._listed(tag, tile.tags, f"tiles/{tile.id}/tags")
        if tag != "power":
            return tagged
        return self.builder.either(tagged, self.has_effect(tile, "power"))

    def has_effect(self, tile: Tile, kind: EffectKind, disaster: str = "") -> Lit:
        """Return whether a tile has an effect of a kind, against a Disaster where one is named."""
        if tile.effects is None:
            return self.truth(None, f"tiles/{tile.id}/effects", kind)
        return self.builder.const(
            any(
                effect.kind == kind and disaster in (effect.disaster, "") for effect in tile.effects
            )
        )

    def effects(self, tile: Tile, *kinds: EffectKind) -> Iterator[tuple[str, Effect]]:
        """Yield a tile's known effects of these kinds, each with its path."""
        for number, effect in enumerate(tile.effects or ()):
            if effect.kind in kinds:
                yield f"tiles/{tile.id}/effects/{number}", effect

    def unknown_effects(self, tile: Tile, what: str) -> Sum:
        """Return the input for what unknown effects amount to; 0 where they are known."""
        return self.number(
            0 if tile.effects is not None else None, f"tiles/{tile.id}/effects", part=what
        )

    def goods_of(self, tier: Tier) -> list[str]:
        """Return the goods of a tier."""
        return [good.id for good in self.catalogue.goods if good.tier == tier]

    def _listed(self, thing: str, things: tuple[str, ...] | None, path: str) -> Lit:
        return self.truth(None if things is None else thing in things, path, thing)

    # Arithmetic that allows for unknown amounts

    def scaled(self, value: int | None, path: str, counted: Iterable[Lit]) -> Sum:
        """Return a known or unknown amount times how many literals hold."""
        b = self.builder
        count = b.count(counted)
        if value is not None:
            return b.times(value, count)
        if not count.terms:
            return b.times(count.constant, self.number(None, path)) if count.constant else Sum()
        return b.choose(b.at_least(count, 1), self.number(None, path), Sum())


def undecided(unknown: tuple[Unknown, ...]) -> Undecided:
    """Return the error that names the first of what is unknown."""
    first = unknown[0]
    return Undecided(str(first), where=first.parameter, rule=first.rule)


def _rule_for(path: str, rule: str) -> str:
    for start, end, owner in _RULE_OF:
        if path.startswith(start) and path.endswith(end):
            return owner
    return rule
