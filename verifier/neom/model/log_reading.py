"""Judges logs: every event is constant, so its demands fold, and the broken ones are named.

What the catalogue leaves open stays an input. Once money depends on such an input it is unknown,
until the player notes it.

Where an unseen tile can be is asked of an assignment: every tile of a deck is in exactly one pack,
and every pack has its number of tiles. Pack 8 is the one that nobody sees.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from verifier.constraints.builder import FALSE, TRUE, Builder, Lit, Sum
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.errors import Illegal, Undecided
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
from verifier.neom.model import scoring
from verifier.neom.model.action import (
    Move,
    Placement,
    after_action,
    bought_for,
    placement,
    where_demands,
)
from verifier.neom.model.disaster import (
    Answer,
    after_turn,
    answer_demands,
    before_strike,
    due,
    struck,
    threat,
)
from verifier.neom.model.facts import Facts
from verifier.neom.model.table import City, Demand, Table, constant_table
from verifier.neom.parameters import Unknown
from verifier.neom.state import (
    GENERATIONS,
    PREVENTABLE,
    SQUARES,
    TILE_SETS,
    TURNS,
    Score,
    TileSet,
    total,
)
from verifier.neom.tiles import DECKS, TileCatalogue

_MONEY = "money"
_ACTIONS = ("place", "cornerstone", "sell", "prevent")


def check(catalogue: TileCatalogue, log: Log) -> LogReport:
    """Return what a log breaks, what it notes wrongly, and what cannot be determined."""
    reading = _Reading(Facts(Builder(), catalogue), log)
    for number, event in enumerate(log.events):
        if not reading.reads(number, event):
            break
    return reading.report()


@dataclass(frozen=True, slots=True)
class _Judged:
    """Demands of an event, and the table after it if they are met; None: as it was."""

    demands: Iterable[Demand]
    after: Table | None = None


class _Reading:
    """A log read up to some event; nothing is read after the first illegal one."""

    def __init__(self, facts: Facts, log: Log) -> None:
        self.facts = facts
        self.table, self.shown = _beginning(facts, log)
        self.violations: list[Violation] = []
        self.differences: list[Difference] = []
        self.unknown: dict[tuple[int, Unknown], None] = {}
        self.ended = False
        self.score_at_end: Score = ()
        self.only_the_act = False

    def report(self) -> LogReport:
        """Return what was found."""
        money = self.table.money
        return LogReport(
            violations=tuple(sorted(self.violations)),
            differences=tuple(self.differences),
            unknown=tuple(sorted(self.unknown)),
            money=None if money.terms else money.constant,
            tokens=frozenset(good for good, owned in self.table.tokens.items() if owned == TRUE),
            score=self._score(),
        )

    def _score(self) -> Score:
        """Return the score if the game has ended legally, noted as ended or not."""
        over = self.table.ended and not self.shown.awaits_strike
        if not over or self.violations:
            return ()
        return self.score_at_end or scoring.score(self.table)

    def reads(self, number: int, event: Event) -> bool:
        """Judge an event; return whether to go on."""
        if self.only_the_act:
            if isinstance(event, Act):
                self._blames(number, self._act(event).demands)
            return False
        if self.ended:
            why = "the game has ended"
            self._blames(number, [Demand(FALSE, "NEOM-END-1", why)])
            return False
        judged = self._judged(event)
        if self._blames(number, judged.demands):
            if isinstance(event, Reveal) and _begins_a_turn(self.shown):
                self._shows(event)
                self.only_the_act = True
            return self.only_the_act
        before, self.table = self.table, judged.after or self.table
        self._happens(event)
        self._settles(number, event, before)
        if isinstance(event, End):
            self._ends(number, event)
        return True

    # What is demanded, and what comes of it

    def _judged(self, event: Event) -> _Judged:
        facts, shown, table = self.facts, self.shown, self.table
        after: Table | None = None
        match event:
            case RevealCornerstones():
                demands = _stack_demands(facts, shown, event)
            case KeepCornerstone(tile):
                demands = _keep_demands(shown, event)
                after = replace(table, reserve={**table.reserve, tile: TRUE})
            case ChooseTiles(marks):
                demands = _choice_demands(shown, event)
                after = replace(table, tile_set=tuple(sorted(marks)))
            case Reveal():
                demands = _pack_demands(facts, shown, table, event)
            case Act():
                return self._act(event)
            case Strike():
                return self._strike(event)
            case End():
                demands = self._end_demands()
        return _Judged(demands, after)

    def _happens(self, event: Event) -> None:
        """Remember what a legal event has shown or chosen."""
        shown = self.shown
        match event:
            case RevealCornerstones(tiles):
                shown.stacks += 1
                shown.stack = tiles
                shown.seen.update(tiles)
            case KeepCornerstone():
                shown.stack = None
            case ChooseTiles():
                shown.set_up = True
            case Reveal():
                self._shows(event)
            case Act():
                shown.pack = None
                strikes = due(self.table, shown=shown.disaster_shown)
                shown.awaits_strike = strikes == TRUE
                if not shown.awaits_strike:
                    self.table = after_turn(self.table, FALSE)
            case Strike():
                shown.awaits_strike = False
            case End():
                self.ended = True

    def _shows(self, event: Reveal) -> None:
        shown = self.shown
        shown.packs += 1
        shown.pack = event.tiles
        shown.seen.update(event.tiles)
        shown.disaster_shown = any(self._is_disaster(tile) for tile in event.tiles)

    def _is_disaster(self, tile_id: str) -> bool:
        return self.facts.tile(tile_id).type == "disaster"

    def _act(self, act: Act) -> _Judged:
        pack, table = self.shown.pack, self.table
        void = [
            *([] if act.selected in (pack or ()) else [_no_such_tile(act)]),
            *([] if act.action in _ACTIONS else [_no_such_action(act)]),
        ]
        if void:
            return _Judged(void)
        number = (self.shown.packs - 1) % TURNS + 1
        demands = [*_disaster_demands(act, number, is_one=self._is_disaster(act.selected))]
        if act.action in ("sell", "prevent"):
            move = Move({}, *((TRUE, FALSE) if act.action == "sell" else (FALSE, TRUE)))
            return _Judged(demands, after_action(placement(table, {}), move, Sum()))
        tile_id = act.selected
        if act.action == "cornerstone":
            tile_id = act.cornerstone
            kept = Builder.const(table.reserve.get(tile_id) == TRUE)
            why = f"{tile_id or 'no Cornerstone'} is in reserve"
            demands.append(Demand(kept, "NEOM-SOLO-CORNER-3", why))
            if tile_id not in self.facts.catalogue.tile_by_id:
                return _Judged(demands)
        elif self._is_disaster(tile_id):
            return _Judged(demands)
        return self._placed(act, tile_id, demands)

    def _placed(self, act: Act, tile_id: str, demands: list[Demand]) -> _Judged:
        table = self.table
        if act.square in SQUARES:
            laid = placement(table, {(tile_id, act.square): TRUE})
        else:
            laid = Placement(table, table.city, {}, {tile_id: TRUE})
            why = "a tile is placed on a square of the grid"
            demands.append(Demand(FALSE, "NEOM-PLACE-2", why))
        demands += where_demands(laid)
        uses = (Sum(act.routes.count("west")), Sum(act.routes.count("east")))
        move = Move(laid.placing, uses=uses, bought=dict.fromkeys(act.bought, TRUE))
        bill, _ = bought_for(laid, move)
        demands += bill.demands
        once = Builder.const(len(set(act.bought)) == len(act.bought))
        demands.append(Demand(once, "NEOM-BUY-1", "a good is bought twice"))
        return _Judged(demands, after_action(laid, move, bill.paid))

    def _strike(self, strike: Strike) -> _Judged:
        if not self.shown.awaits_strike:
            return _Judged([Demand(FALSE, "NEOM-SOLO-DIS-6", "no Disaster strikes now")])
        danger = threat(before_strike(self.table, TRUE))
        lost = dict.fromkeys(strike.squares, TRUE)
        answers = {
            "protected": Answer(protected=TRUE),
            "pay": Answer(pays=TRUE),
            "lose": Answer(loses=TRUE, lost=lost),
            "nothing": Answer(nothing=TRUE),
        }
        answer = answers.get(strike.answer)
        if answer is None or len(lost) != len(strike.squares):
            why = "that is no answer to a Disaster"
            return _Judged([Demand(FALSE, "NEOM-DISASTER-4", why)])
        demands = answer_demands(TRUE, danger, answer)
        return _Judged(list(demands), struck(danger, TRUE, answer))

    def _end_demands(self) -> Iterator[Demand]:
        shown = self.shown
        over = shown.packs == _PACKS and shown.pack is None and not shown.awaits_strike
        why = "the game ends after the 21st turn"
        yield Demand(Builder.const(over), "NEOM-END-1", why)
        if shown.awaits_strike:
            yield _missing_strike(shown, self.table)

    # What is wrong or unknown

    def _blames(self, number: int, demands: Iterable[Demand]) -> bool:
        """Report every rule that is broken, or else what cannot be determined."""
        listed = list(demands)
        broken: dict[str, str] = {}
        for literal, rule, why in listed:
            if literal == FALSE:
                broken.setdefault(rule, why)
        if not broken:
            for literal, rule, _ in listed:
                if literal != TRUE:
                    unknown = self.facts.unknown_in(rule, [literal])
                    self._cannot_tell(number, _one_for_money(unknown))
        self.violations += [Violation(number, rule, why) for rule, why in broken.items()]
        return bool(broken)

    def _cannot_tell(self, number: int, unknown: Iterable[Unknown]) -> None:
        self.unknown.update(((number, each), None) for each in unknown)

    def _settles(self, number: int, event: Event, before: Table) -> None:
        """Compare what was noted, and take it where it could not be followed."""
        claims, table, facts = event.claims, self.table, self.facts
        money, tokens = table.money, table.tokens
        new = [owned for good, owned in tokens.items() if owned != before.tokens.get(good)]
        if new or money.terms:
            unknown = facts.unknown_in("NEOM-GOOD-2", new, [money])
            self._cannot_tell(number, [each for each in unknown if each.parameter != _MONEY])
        if money.terms:
            noted = facts.number(claims.money, _MONEY, 0, part=str(number))
            money = noted
        elif claims.money is not None and claims.money != money.constant:
            self._differs(number, _MONEY, str(claims.money), str(money.constant))
        if claims.tokens is not None:
            sure = {good for good, owned in tokens.items() if owned == TRUE}
            open_ = {good for good, owned in tokens.items() if owned not in (TRUE, FALSE)}
            followed = sure | (open_ & claims.tokens)
            if followed != claims.tokens:
                self._differs(number, "tokens", *map(_listed, (claims.tokens, followed)))
            tokens = dict.fromkeys(sorted(followed), TRUE)
        if money is not table.money or tokens is not table.tokens:
            self.table = replace(table, money=money, tokens=tokens)

    def _ends(self, number: int, end: End) -> None:
        self.score_at_end = score = scoring.score(self.table)
        points = {heading.name: heading.points for heading in score}
        for name, noted in end.headings:
            followed = next((n for heading, n in points.items() if heading == name), None)
            if followed is not None and noted != followed:
                self._differs(number, name, str(noted), str(followed))
        whole = total(score)
        if None not in (whole, end.total) and whole != end.total:
            self._differs(number, "total", str(end.total), str(whole))

    def _differs(self, number: int, what: str, noted: str, followed: str) -> None:
        self.differences.append(Difference(number, what, noted, followed))


def _beginning(facts: Facts, log: Log) -> tuple[Table, _Shown]:
    if log.start is not None:
        start = log.start
        seen = {tile for _, tile in start.city.tiles} | start.reserve
        packs = (start.generation - 1) * TURNS + start.turn - 1
        shown = _Shown(seen, stacks=len(_STACKS), set_up=True, packs=packs)
        return constant_table(facts, start), shown
    tokens = {
        good.id: produced
        for good in facts.catalogue.goods
        if (produced := facts.board_produces(log.board, good.id)) != FALSE
    }
    table = Table(
        tile_set=(),
        city=City(facts, log.board, {}),
        tokens=tokens,
        money=facts.number(facts.parameters.start_money, "start_money", 0),
        reserve={},
        generation=1,
        turn=1,
        placed=Sum(),
        used=(Sum(), Sum()),
        disaster_over=FALSE,
    )
    return table, _Shown(set())


def _no_such_tile(act: Act) -> Demand:
    why = f"{act.selected} is not in a pack that awaits an action"
    return Demand(FALSE, "NEOM-SOLO-TURN-2", why)


def _no_such_action(act: Act) -> Demand:
    return Demand(FALSE, "NEOM-ACT-2", f"there is no action {act.action!r}")


def _disaster_demands(act: Act, number: int, *, is_one: bool) -> Iterator[Demand]:
    """Yield what is demanded of selecting a Disaster (NEOM-SOLO-DIS-1, -2, -4; NEOM-ACT-2)."""
    b, prevents = Builder, act.action == "prevent"
    if is_one:
        why = f"the Disaster cannot be selected from pack {number}"
        yield Demand(b.const(number <= PREVENTABLE), "NEOM-SOLO-DIS-4", why)
        why = "the Disaster leaves no other action"
        yield Demand(b.const(prevents), "NEOM-SOLO-DIS-2", why)
    else:
        why = f"{act.selected} is no Disaster to be prevented"
        yield Demand(b.const(not prevents), "NEOM-ACT-2", why)


def _one_for_money(unknown: tuple[Unknown, ...]) -> Iterable[Unknown]:
    """Return only that the money is unknown, if it is."""
    money = [each for each in unknown if each.parameter == _MONEY]
    return money or unknown


def _listed(goods: Iterable[str]) -> str:
    return ", ".join(sorted(goods))


# --- the events before a turn's action: stacks, choices, packs

_STACKS = (4, 3, 2)
"""The Cornerstones in each stack of the Preliminary Round (NEOM-SOLO-CORNER-1)."""
_PACKS = GENERATIONS * TURNS


@dataclass(slots=True)
class _Shown:
    """What has been shown and chosen so far.

    ``stack`` is the one of which a Cornerstone is to be kept, ``pack`` the one with which the
    action is to be taken; None where there is none. ``set_up`` is whether the tile set is chosen,
    ``awaits_strike`` whether the action is done and the Disaster that strikes not answered yet.
    """

    seen: set[str]
    stacks: int = 0
    stack: tuple[str, ...] | None = None
    set_up: bool = False
    packs: int = 0
    pack: tuple[str, ...] | None = None
    awaits_strike: bool = False
    disaster_shown: bool = False


def _stack_demands(facts: Facts, shown: _Shown, event: RevealCornerstones) -> Iterator[Demand]:
    """Yield what is demanded of a stack of Cornerstones (NEOM-SOLO-CORNER-1, -2).

    Which stack it should be is open as long as the one before awaits its choice.
    """
    rule, b = "NEOM-SOLO-CORNER-1", Builder
    if shown.stack is not None:
        why = "none of the stack before has been kept yet"
        yield Demand(FALSE, "NEOM-SOLO-CORNER-2", why)
        return
    size = _STACKS[shown.stacks] if shown.stacks < len(_STACKS) else None
    fits = b.const(size == len(event.tiles))
    yield Demand(fits, rule, "the stacks have 4, 3 and 2 Cornerstones, in this order")
    for tile_id in dict.fromkeys(event.tiles):
        why = f"{tile_id} is no Cornerstone"
        yield Demand(b.const(facts.tile(tile_id).deck == "C"), rule, why)
    why = "a Cornerstone was shown before"
    yield Demand(_all_new(event.tiles, shown.seen), rule, why)


def _keep_demands(shown: _Shown, event: KeepCornerstone) -> Iterator[Demand]:
    """Yield what is demanded of the Cornerstone that is kept (NEOM-SOLO-CORNER-2)."""
    offered = Builder.const(event.tile in (shown.stack or ()))
    yield Demand(offered, "NEOM-SOLO-CORNER-2", f"{event.tile} is not offered now")


def _choice_demands(shown: _Shown, event: ChooseTiles) -> Iterator[Demand]:
    """Yield what is demanded of the choice of the tile set (NEOM-SOLO-CONFIG-1)."""
    b, rule = Builder, "NEOM-SOLO-CONFIG-1"
    kept = shown.stacks == len(_STACKS) and shown.stack is None
    why = "the tile set is chosen after the third Cornerstone"
    yield Demand(b.const(kept or shown.set_up), rule, why)
    yield Demand(b.const(not shown.set_up), rule, "the tile set has been chosen before")
    why = "the tile sets are 1+, 1+ with 4+, and all three"
    yield Demand(b.const(tuple(sorted(event.marks)) in TILE_SETS), rule, why)


def _pack_demands(facts: Facts, shown: _Shown, table: Table, event: Reveal) -> Iterator[Demand]:
    """Yield what is demanded of a pack (NEOM-SOLO-PACK, NEOM-SOLO-TURN, NEOM-SETUP-6).

    Which pack it should be is open as long as the set-up or the turn before is not complete.
    """
    b = Builder
    if not _in_order(shown):
        why = "the set-up is not complete, or the turn before is not"
        yield Demand(FALSE, "NEOM-SOLO-TURN-1", why)
        if shown.awaits_strike:
            yield _missing_strike(shown, table)
        return
    if not _begins_a_turn(shown):
        yield Demand(FALSE, "NEOM-SOLO-TURN-4", "the 21 packs have all been revealed")
        return
    generation, number = shown.packs // TURNS, shown.packs % TURNS + 1
    size = _pack_size(table.tile_set, number)
    why = f"pack {number} has {size} tiles, not {len(event.tiles)}"
    yield Demand(b.const(size == len(event.tiles)), "NEOM-SOLO-PACK-6", why)
    for tile_id in dict.fromkeys(event.tiles):
        yield from _tile_demands(facts, shown, table, tile_id, DECKS[generation])
    why = "a tile is in this pack twice"
    yield Demand(_all_new(event.tiles, ()), "NEOM-SOLO-PACK-1", why)


def _in_order(shown: _Shown) -> bool:
    """Return whether a pack may be revealed now: set-up and turn before are complete."""
    return shown.set_up and shown.pack is None and not shown.awaits_strike


def _begins_a_turn(shown: _Shown) -> bool:
    """Return whether a pack revealed now is that of a turn, whatever is in it."""
    return _in_order(shown) and shown.packs < _PACKS


def _tile_demands(
    facts: Facts, shown: _Shown, table: Table, tile_id: str, deck: str
) -> Iterator[Demand]:
    b, tile, seen = Builder, facts.tile(tile_id), tile_id in shown.seen
    why = f"{tile_id} is not of deck {deck}"
    yield Demand(b.const(tile.deck == deck), "NEOM-SOLO-PACK-1", why)
    if tile.deck != "C":
        why = f"{tile_id} is not in play with the tile set chosen"
        yield Demand(b.const(tile.mark in table.tile_set), "NEOM-SETUP-6", why)
    yield Demand(b.const(not seen), "NEOM-SOLO-TURN-3", f"{tile_id} was shown before")
    if tile.type == "disaster" and not seen:
        why = "this Generation's Disaster is over"
        yield Demand(-table.disaster_over, "NEOM-DISASTER-1", why)


def _missing_strike(shown: _Shown, table: Table) -> Demand:
    """Return the broken demand that the Disaster strikes first (NEOM-SOLO-DIS-3 to -5)."""
    rule = "NEOM-SOLO-DIS-5"
    if shown.disaster_shown:
        rule = "NEOM-SOLO-DIS-3" if table.turn <= PREVENTABLE else "NEOM-SOLO-DIS-4"
    return Demand(FALSE, rule, "the Disaster strikes at the end of this turn")


def _all_new(tiles: tuple[str, ...], seen: Collection[str]) -> Lit:
    new = len(set(tiles)) == len(tiles) and not set(tiles) & set(seen)
    return TRUE if new else FALSE


# --- packs as an assignment of tiles: whether packs can be, and where an unseen tile can be

_HIDDEN = TURNS + 1
"""The number of the pack that is returned to the box unseen (NEOM-SOLO-PACK-5)."""

_MOVED = (2, 1, 1, 0, 0, -1, -1, -2)
"""What the moves of NEOM-SOLO-PACK-2 to -4 bring to packs 1 to 8."""


def _pack_size(tile_set: TileSet, number: int) -> int:
    """Return the tiles in a pack from 1 to 8 once tiles have been moved (NEOM-SOLO-PACK-6).

    >>> [_pack_size(("1+",), number) for number in range(1, 9)]
    [5, 4, 4, 3, 3, 2, 2, 1]
    """
    return 2 + len(tile_set) + _MOVED[number - 1]


def where_tiles_can_be(
    solver: CpSatSolver,
    catalogue: TileCatalogue,
    tile_set: TileSet,
    generation: int,
    seen: Mapping[int, Collection[str]],
) -> dict[str, frozenset[int]]:
    """Return for every tile of a Generation's deck the packs in which it can be.

    ``seen`` are by number of a pack the tiles that are known to be in it, all or some. Solutions
    are asked for that show as many new places as possible, until there are none.

    :raises Illegal: if no deal of the deck has these tiles in these packs.
    :raises Undecided: if the solver did not finish.
    """
    b = Builder()
    lies = _assignment(b, catalogue, tile_set, generation, seen)
    open_ = {place: literal for place, literal in lies.items() if literal not in (TRUE, FALSE)}
    found = {place for place, literal in lies.items() if literal == TRUE}
    while True:
        new = [literal for place, literal in open_.items() if place not in found]
        reply = solver.ask(b, list(open_.values()), Parameters(), aim=b.count(new))
        if reply.status == "infeasible":
            why = "no deal of the deck has these tiles in these packs"
            raise Illegal(why, rule="NEOM-SOLO-PACK-6")
        if reply.status != "optimal":
            raise Undecided(f"not all deals were considered: {reply.why}")
        if not reply.value:
            break
        holds = reply.found[-1]
        found.update(place for place, literal in open_.items() if holds[literal])
    tiles = dict.fromkeys(tile for tile, _ in lies)
    return {tile: frozenset(pack for t, pack in found if t == tile) for tile in tiles}


def _assignment(
    b: Builder,
    catalogue: TileCatalogue,
    tile_set: TileSet,
    generation: int,
    seen: Mapping[int, Collection[str]],
) -> dict[tuple[str, int], Lit]:
    """Return by tile and pack whether it is there, and require what makes a deal (PACK-1, -6)."""
    deck = [
        tile.id
        for tile in catalogue.tiles
        if tile.deck == DECKS[generation - 1] and tile.mark in tile_set
    ]
    known = {(tile, number) for number, tiles in seen.items() for tile in tiles}
    strangers = sorted({tile for tile, _ in known} - set(deck))
    if strangers:
        why = f"{strangers[0]} is not in play in Generation {DECKS[generation - 1]}"
        raise Illegal(why, where=strangers[0], rule="NEOM-SOLO-PACK-1")
    lies: dict[tuple[str, int], Lit] = {}
    for tile in deck:
        is_known = any(known_tile == tile for known_tile, _ in known)
        for number in range(1, _HIDDEN + 1):
            there = TRUE if (tile, number) in known else FALSE
            lies[tile, number] = there if is_known else b.decision(f"{tile} in pack {number}")
        once = b.exactly_one(lies[tile, number] for number in range(1, _HIDDEN + 1))
        b.require(once, "NEOM-SOLO-PACK-1", where=tile)
    for number in range(1, _HIDDEN + 1):
        full = b.equals(b.count(lies[tile, number] for tile in deck), _pack_size(tile_set, number))
        b.require(full, "NEOM-SOLO-PACK-6", where=f"pack {number}")
    return lies
