"""The naive check of a NEOM log: one event after the other, by ``tests.neom_oracle``.

For complete catalogues only, as the oracle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from tests import neom_oracle as oracle
from tests.neom_oracle import known
from verifier.neom.log import (
    Act,
    ChooseTiles,
    Difference,
    End,
    Event,
    KeepCornerstone,
    Log,
    LogReport,
    Reveal,
    RevealCornerstones,
    Strike,
    Violation,
)
from verifier.neom.state import (
    CENTRE,
    PREVENTABLE,
    SQUARES,
    TILE_SETS,
    TURNS,
    Action,
    City,
    RouteSide,
    State,
    total,
)
from verifier.neom.tiles import DECKS, Tile, TileCatalogue

STACKS = (4, 3, 2)
PACKS = {3: (5, 4, 4, 3, 3, 2, 2), 4: (6, 5, 5, 4, 4, 3, 3), 5: (7, 6, 6, 5, 5, 4, 4)}
"""NEOM-SOLO-PACK-6, by the tiles of a pack before the moves."""


class _Stop(Exception):
    """Nothing after this event is examined."""


@dataclass
class Table:
    """What lies on the table while a log is followed."""

    catalogue: TileCatalogue
    state: State
    stack: tuple[str, ...] = ()
    kept: int = 0
    chosen: bool = False
    pack: tuple[str, ...] | None = None
    shown_in: int = 0
    """The turn of this Generation in which the Disaster was shown; 0 for not yet."""
    due: bool = False
    over: bool = False
    """Whether the log has been ended."""

    def __post_init__(self) -> None:
        self.seen: set[str] = set()
        self.broken: set[str] = set()
        self.differences: list[Difference] = []

    # -- Preliminary Round -----------------------------------------------------------------------

    def reveal_cornerstones(self, tiles: tuple[str, ...]) -> None:
        """NEOM-SOLO-CORNER-1, -2."""
        if self.stack:
            self.broken.add("NEOM-SOLO-CORNER-2")
            return
        right = self.kept < len(STACKS) and len(tiles) == STACKS[self.kept]
        decks = {self.catalogue.tile(tile).deck for tile in tiles}
        fresh = len(set(tiles)) == len(tiles) and not set(tiles) & self.seen
        if not right or decks != {"C"} or not fresh:
            self.broken.add("NEOM-SOLO-CORNER-1")
        self.seen |= set(tiles)
        self.stack = tiles

    def keep_cornerstone(self, tile: str) -> None:
        """NEOM-SOLO-CORNER-2."""
        if tile not in self.stack:
            self.broken.add("NEOM-SOLO-CORNER-2")
            return
        self.state = replace(self.state, reserve=self.state.reserve | {tile})
        self.stack = ()
        self.kept += 1

    def choose_tiles(self, marks: tuple[str, ...]) -> None:
        """NEOM-SOLO-CONFIG-1."""
        tile_set = tuple(sorted(marks))
        if self.chosen or self.kept < len(STACKS) or tile_set not in TILE_SETS:
            self.broken.add("NEOM-SOLO-CONFIG-1")
            return
        self.state = replace(self.state, tile_set=tile_set)
        self.chosen = True

    # -- a turn ----------------------------------------------------------------------------------

    def missing_strike(self) -> bool:
        """Note the rule by which a Disaster that is due should have struck, if one is."""
        if not self.due:
            return False
        if not self.shown_in:
            self.broken.add("NEOM-SOLO-DIS-5")
        elif self.shown_in <= PREVENTABLE:
            self.broken.add("NEOM-SOLO-DIS-3")
        else:
            self.broken.add("NEOM-SOLO-DIS-4")
        return True

    def reveal(self, tiles: tuple[str, ...]) -> None:
        """NEOM-SOLO-PACK-1, -6, NEOM-SOLO-TURN-1, -3, -4, NEOM-SETUP-6."""
        if self.missing_strike() or not self.chosen or self.pack is not None:
            self.broken.add("NEOM-SOLO-TURN-1")
            raise _Stop
        if self.state.ended:
            self.broken.add("NEOM-SOLO-TURN-4")
            raise _Stop
        kinds = [self.catalogue.tile(tile) for tile in tiles]
        size = PACKS[2 + len(self.state.tile_set)][self.state.turn - 1]
        if len(tiles) != size:
            self.broken.add("NEOM-SOLO-PACK-6")
        deck = DECKS[self.state.generation - 1]
        if len(set(tiles)) != len(tiles) or any(tile.deck != deck for tile in kinds):
            self.broken.add("NEOM-SOLO-PACK-1")
        if any(tile.mark in {"4+", "5+"} - set(self.state.tile_set) for tile in kinds):
            self.broken.add("NEOM-SETUP-6")
        if set(tiles) & self.seen:
            self.broken.add("NEOM-SOLO-TURN-3")
        disasters = {tile.id for tile in kinds if tile.type == "disaster"}
        if self.state.disaster_over and disasters - self.seen:
            self.broken.add("NEOM-DISASTER-1")
        if disasters:
            self.shown_in = self.state.turn
        self.seen |= set(tiles)
        self.pack = tiles

    def act(self, act: Act) -> None:
        """NEOM-SOLO-TURN-2 and all of the actions; nothing after an illegal act is examined."""
        if self.pack is None or self.due or act.selected not in self.pack:
            self.broken.add("NEOM-SOLO-TURN-2")
        if act.action not in ("place", "cornerstone", "sell", "prevent"):
            self.broken.add("NEOM-ACT-2")
        if self.pack is None or self.broken & {"NEOM-SOLO-TURN-2", "NEOM-ACT-2"}:
            raise _Stop
        after = self._acted(act)
        if self.broken:
            raise _Stop
        shown = any(self.catalogue.tile(tile).type == "disaster" for tile in self.pack)
        self.pack = None
        over = self.state.disaster_over or act.action == "prevent"
        self.state = replace(after, disaster_over=over)
        self.due = not over and (shown or self.state.turn == TURNS)
        if not self.due:
            ((_, ended),) = oracle.close(self.catalogue, self.state, strikes=False)
            self._finish(ended)

    def _finish(self, ended: State) -> None:
        if ended.generation != self.state.generation:
            self.shown_in = 0
        self.state = ended

    def _acted(self, act: Act) -> State:
        state, tile = self.state, self.catalogue.tile(act.selected)
        if tile.type == "disaster":
            if state.turn > PREVENTABLE:
                self.broken.add("NEOM-SOLO-DIS-4")
            if act.action != "prevent":
                self.broken.add("NEOM-SOLO-DIS-2")
            if act.action == "cornerstone":
                return self._placed(act)
        elif act.action == "prevent":
            self.broken.add("NEOM-ACT-2")
        elif act.action == "sell":
            value = known(self.catalogue.parameters.sell_value)
            return replace(state, money=state.money + value)
        else:
            return self._placed(act)
        return state

    def _placed(self, act: Act) -> State:
        state = self.state
        is_cornerstone = act.action == "cornerstone"
        tile = self.catalogue.tile(act.cornerstone if is_cornerstone else act.selected)
        if is_cornerstone and tile.id not in state.reserve:
            self.broken.add("NEOM-SOLO-CORNER-3")
        city = self._city_with(act, tile)
        if tile.deck == "C" and not oracle.cap_allows(self.catalogue, state, city):
            self.broken.add("NEOM-ACT-CORNER-1")
        self._requirements(act, tile, city)
        if self.broken:
            return state
        ways = oracle.placings(
            self.catalogue,
            state,
            Action("cornerstone" if is_cornerstone else "place", act.selected, tile.id),
        )
        (after,) = (
            after
            for action, _, after in ways
            if (action.square, action.routes) == (act.square, _in_order(act.routes))
        )
        return after

    def _city_with(self, act: Act, tile: Tile) -> City:
        """NEOM-PLACE-2, -3, -6, -9; return the city with the tile, if its square is on the grid."""
        city, square = self.state.city, act.square
        if square not in SQUARES:
            self.broken.add("NEOM-PLACE-2")
            return City(city.board, (*city.tiles, ((9, 9), tile.id)))
        after = city.with_tile(square, tile.id)
        if square not in oracle.reached(self.catalogue, after):
            self.broken.add("NEOM-PLACE-3")
        overbuild = self.catalogue.parameters.overbuild
        if square == CENTRE or city.at(square) is not None:
            if oracle.type_at(self.catalogue, city, square) not in ("raw", tile.type):
                self.broken.add("NEOM-PLACE-6")
            if tile.deck == "C" and not known(overbuild.cornerstone_may):
                self.broken.add("NEOM-PLACE-9")
        others = oracle.linked(self.catalogue, city) - {square}
        keep = known(overbuild.must_keep_links)
        if keep and square != CENTRE and not others <= oracle.linked(self.catalogue, after):
            self.broken.add("NEOM-PLACE-9")
        return after

    def _requirements(self, act: Act, tile: Tile, with_tile: City) -> None:
        """NEOM-REQ-1, -2, NEOM-BUY-1 to -4, NEOM-TRADE-3, -4."""
        state, parameters = self.state, self.catalogue.parameters
        city, tokens = state.city, state.tokens
        if known(parameters.requirements_read) == "after" and act.square in SQUARES:
            keep = known(parameters.overbuild.keep_token)
            tokens = oracle.tokens_after(self.catalogue, tokens, city, with_tile, keep=keep)
            city = with_tile
        if not oracle.has_needed_tiles(self.catalogue, city, tile):
            self.broken.add("NEOM-REQ-2")
        bought, missing = Counter(act.bought), set(known(tile.needs_goods)) - tokens
        if set(bought) - missing or any(times > 1 for times in bought.values()):
            self.broken.add("NEOM-BUY-1")
        if missing - set(bought):
            self.broken.add("NEOM-REQ-1")
        too_high = {
            good
            for good in bought
            if self.catalogue.tier(good) not in oracle.MAY_BUY[state.generation]
        }
        if too_high:
            self.broken.add("NEOM-BUY-2" if state.generation == 1 else "NEOM-BUY-3")
        prices = [oracle.price(self.catalogue, city, good) for good in sorted(bought)]
        paid = known(tile.cost) + self._after_routes(act.routes, prices, city)
        if paid > state.money:
            self.broken.add("NEOM-REQ-1")

    def _after_routes(self, routes: tuple[str, ...], prices: list[int], city: City) -> int:
        active = oracle.active_routes(self.catalogue, city)
        most = self.catalogue.parameters.trade_route.per_generation
        sides: tuple[tuple[RouteSide, int], ...] = tuple(
            zip(("west", "east"), self.state.routes_used, strict=True)
        )
        uses = 0
        for side, used in sides:
            left = most - used if side in active and prices else 0
            if routes.count(side) > left:
                self.broken.add("NEOM-TRADE-3")
            uses += min(routes.count(side), left)
        paid = oracle.least_paid(self.catalogue, prices, uses)
        while paid is None:
            self.broken.add("NEOM-TRADE-4")
            uses -= 1
            paid = oracle.least_paid(self.catalogue, prices, uses)
        return paid

    def strike(self, strike: Strike) -> None:
        """NEOM-SOLO-DIS-6, NEOM-DISASTER-4, -5."""
        if not self.due:
            self.broken.add("NEOM-SOLO-DIS-6")
            raise _Stop
        struck = replace(self.state, disaster_over=True)
        ways = oracle.close(self.catalogue, struck, strikes=True)
        answers = {(known(answer).kind, known(answer).squares): after for answer, after in ways}
        protected = ("protected", ()) in answers
        given = (strike.answer, tuple(sorted(strike.squares)))
        if given in answers:
            self.due = False
            self._finish(answers[given])
        elif protected or strike.answer == "protected":
            self.broken.add("NEOM-DISASTER-5")
        else:
            self.broken.add("NEOM-DISASTER-4")

    def end(self, end: End, event: int) -> None:
        """NEOM-END-1, and the score that was noted."""
        if self.missing_strike() or not self.state.ended:
            self.broken.add("NEOM-END-1")
            raise _Stop
        self.over = True
        score = oracle.score(self.catalogue, self.state)
        points = {heading.name: known(heading.points) for heading in score}
        noted: Iterable[tuple[str, int]] = end.headings
        for name, value in noted:
            if points.get(name) != value:  # type: ignore[call-overload]  # any word may be noted
                self._differs(event, name, value, points.get(name))  # type: ignore[call-overload]  # as above
        if end.total is not None and end.total != total(score):
            self._differs(event, "total", end.total, total(score))

    # -- all events ------------------------------------------------------------------------------

    def take(self, number: int, event: Event) -> None:
        """Follow one event.

        :raises _Stop: if nothing after it is to be examined.
        """
        if self.over:
            self.broken.add("NEOM-END-1")
            raise _Stop
        if self.broken and not isinstance(event, Act):
            raise _Stop
        self._take_in_phase(number, event)
        if self.broken and not isinstance(event, Reveal):
            raise _Stop
        if not self.broken:
            self._compare(number, event)

    def _take_in_phase(self, number: int, event: Event) -> None:
        match event:
            case RevealCornerstones(tiles=tiles):
                self.reveal_cornerstones(tiles)
            case KeepCornerstone(tile=tile):
                self.keep_cornerstone(tile)
            case ChooseTiles(marks=marks):
                self.choose_tiles(marks)
            case Reveal(tiles=tiles):
                self.reveal(tiles)
            case Act():
                self.act(event)
            case Strike():
                self.strike(event)
            case End():
                self.end(event, number)
            case _:
                assert_never(event)

    def _compare(self, number: int, event: Event) -> None:
        claims = event.claims
        if claims.money is not None and claims.money != self.state.money:
            self._differs(number, "money", claims.money, self.state.money)
        if claims.tokens is not None and claims.tokens != self.state.tokens:
            self._differs(number, "tokens", sorted(claims.tokens), sorted(self.state.tokens))

    def _differs(self, event: int, what: str, noted: object, followed: object) -> None:
        self.differences.append(Difference(event, what, str(noted), str(followed)))


def _in_order(routes: tuple[str, ...]) -> tuple[str, ...]:
    return ("west",) * routes.count("west") + ("east",) * routes.count("east")


def set_up(catalogue: TileCatalogue, board: str) -> State:
    """Return the state before the first event (NEOM-SETUP-1 to -3)."""
    good = known(catalogue.board(board).good)
    money = known(catalogue.parameters.start_money)
    return State((), City(board), frozenset({good}), money, frozenset())


def check(catalogue: TileCatalogue, log: Log) -> LogReport:
    """Return what a log breaks, and what it notes wrongly."""
    table = Table(catalogue, log.start or set_up(catalogue, log.board))
    if log.start is not None:
        table.kept, table.chosen = len(STACKS), True
        table.seen = {tile for _, tile in log.start.city.tiles} | set(log.start.reserve)
    violations: set[Violation] = set()
    try:
        for number, event in enumerate(log.events):
            before = set(table.broken)
            try:
                table.take(number, event)
            finally:
                violations |= {Violation(number, rule, "") for rule in table.broken - before}
    except _Stop:
        pass
    ended = table.state.ended and not table.broken and not table.due
    return LogReport(
        tuple(sorted(violations)),
        tuple(table.differences),
        (),
        table.state.money,
        table.state.tokens,
        oracle.score(catalogue, table.state) if ended else (),
    )
