"""The first key of NEOM solo: it plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from verifier.neom.engine.grid import bit, linked, squares_of
from verifier.neom.engine.last_turns import best_by_first_action
from verifier.neom.engine.log_check import Standing, check, faults_of_each, follow
from verifier.neom.engine.placing import placeable, possible_roads, roads_of, unknown_roads
from verifier.neom.engine.position import Tokens, position_of, state_of
from verifier.neom.engine.prepared import TILES, Missing, Prepared, lay_out, prepare
from verifier.neom.engine.scoring import score
from verifier.neom.engine.turns import cheapest_way, least_money, turns
from verifier.neom.log import Event, Log, LogReport, Violation
from verifier.neom.state import (
    CENTRE,
    Action,
    City,
    FirstAction,
    Outcome,
    Score,
    Square,
    State,
    listed,
)
from verifier.neom.tiles import TileCatalogue


class Engine:
    """What a key of NEOM must be able to say, by playing.

    The catalogue last used is kept in its prepared form. See :class:`verifier.neom.key.Key` for
    what the methods return and raise.
    """

    name = "engine"

    def __init__(self) -> None:
        self._prepared: Prepared | None = None

    def prepared(self, catalogue: TileCatalogue) -> Prepared:
        """Return a catalogue made ready for play."""
        if self._prepared is None or self._prepared.catalogue is not catalogue:
            self._prepared = prepare(catalogue)
        return self._prepared

    def squares(self, catalogue: TileCatalogue, city: City, tile: str) -> frozenset[Square]:
        """Return the squares where roads and overbuilding allow a tile."""
        prepared = self.prepared(catalogue)
        allowed = placeable(prepared, lay_out(prepared, city), prepared.tile(tile))
        return frozenset(squares_of(allowed))

    def linked(self, catalogue: TileCatalogue, city: City) -> frozenset[Square]:
        """Return the squares with a tile that are linked to the Center, the Center left out."""
        prepared = self.prepared(catalogue)
        layout = lay_out(prepared, city)
        surely = linked(roads_of(layout))
        if surely != linked(possible_roads(prepared, layout)):
            raise Missing(unknown_roads(prepared, layout, "NEOM-PLACE-3"))
        return frozenset(squares_of(surely & layout.plane(TILES) & ~bit((2, 2))))

    def outcomes(
        self, catalogue: TileCatalogue, state: State, pack: tuple[str, ...]
    ) -> frozenset[Outcome]:
        """Return everything the turn can be when this pack is revealed."""
        prepared = self.prepared(catalogue)
        tiles = [prepared.tile(tile) for tile in pack]
        return listed(
            Outcome(
                deed.public(prepared, answer),
                deed.payment.paid,
                state_of(prepared, after, state.tile_set),
            )
            for deed, answer, after in turns(prepared, position_of(prepared, state), tiles)
        )

    def score(self, catalogue: TileCatalogue, state: State) -> Score:
        """Return the score by headings if the game ended now."""
        prepared = self.prepared(catalogue)
        position = position_of(prepared, state)
        tokens = Tokens(position.tokens, position.tokens)
        return score(prepared, position.layout, tokens, position.money)

    def check(self, catalogue: TileCatalogue, log: Log) -> LogReport:
        """Return what a log breaks, what it notes wrongly, and what cannot be determined."""
        return check(self.prepared(catalogue), log)

    def faults_of_each(
        self, catalogue: TileCatalogue, log: Log, events: Iterable[Event]
    ) -> Iterator[tuple[Violation, ...]]:
        """Yield what each of some events would break, if it came after a legal log."""
        return faults_of_each(self.prepared(catalogue), log, events)

    def follow(self, catalogue: TileCatalogue, log: Log) -> tuple[Standing, ...]:
        """Return where a log stands before its first event and after each legal one."""
        return follow(self.prepared(catalogue), log)

    def best_by_first_action(
        self,
        catalogue: TileCatalogue,
        state: State,
        packs: tuple[tuple[str, ...], ...],
        *,
        income_at_end: bool = False,
    ) -> dict[FirstAction, int]:
        """Return the most points that each first action can lead to, the packs to come known."""
        return best_by_first_action(
            self.prepared(catalogue), state, packs, income_at_end=income_at_end
        )

    def least_money(
        self, catalogue: TileCatalogue, state: State, tiles: frozenset[str], last: str = ""
    ) -> int | None:
        """Return the least money with which all the tiles can be placed, one after another."""
        return least_money(self.prepared(catalogue), state, tiles, last)

    def cheapest_way(
        self, catalogue: TileCatalogue, state: State, tiles: frozenset[str], last: str = ""
    ) -> tuple[tuple[Action, int], ...]:
        """Return one way that needs no more than the least money, with what is paid each time."""
        return cheapest_way(self.prepared(catalogue), state, tiles, last)


# --- every way to place some tiles so that all is linked and nothing polluted


def arrangements(
    catalogue: TileCatalogue,
    city: City,
    tiles: frozenset[str],
    *,
    overbuilding: bool,
    centre: bool,
) -> frozenset[City]:
    """Return the cities in which all of the tiles lie, placed one after another in some order.

    In the end every tile of the city is linked, and pollution costs nothing. None of them covers
    another one; ``overbuilding`` allows to cover what lay in the city, ``centre`` the bare Center.

    :raises Undecided: if the catalogue does not say enough.
    """
    engine = Engine()
    cities = {city}
    for _ in tiles:
        cities = {
            grown
            for before in cities
            for grown in placed_next(
                engine, catalogue, city, before, tiles, overbuilding=overbuilding, centre=centre
            )
        }
    return frozenset(each for each in cities if _is_sound(engine, catalogue, each))


def placed_next(
    engine: Engine,
    catalogue: TileCatalogue,
    first: City,
    before: City,
    tiles: frozenset[str],
    *,
    overbuilding: bool,
    centre: bool,
) -> set[City]:
    """Return the cities with one of the tiles more than ``before``, which grew from ``first``."""
    lying = dict(before.tiles)
    found = set[City]()
    for tile in tiles - set(lying.values()):
        for square in engine.squares(catalogue, before, tile):
            covers = first.at(square) is not None
            if lying.get(square) in tiles or (covers and not overbuilding):
                continue
            if square == CENTRE and not covers and not centre:
                continue
            found.add(before.with_tile(square, tile))
    return found


def _is_sound(engine: Engine, catalogue: TileCatalogue, city: City) -> bool:
    lying = {square for square, _ in city.tiles} - {CENTRE}
    if engine.linked(catalogue, city) != lying:
        return False
    ended = State(("1+",), city, frozenset(), 0, frozenset())
    by_name = {heading.name: heading.points for heading in engine.score(catalogue, ended)}
    return by_name["pollution"] == 0
