"""Replays a record on the engine and names the first rule it breaks in the first broken turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol

from verifier.carcassonne.engine.kernel import Lister
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.engine.solo.laid_out import laid_out
from verifier.carcassonne.solo.faults import faults, not_in_play
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.key import StateAfterTurn
from verifier.carcassonne.solo.letters import letter_of, letters_of
from verifier.carcassonne.solo.position import LAKE, Pile, Placement, Position, setup
from verifier.carcassonne.solo.turn import (
    LARGE,
    NO_CLAIM,
    OWN_FEATURES,
    Outcome,
    Record,
    RecordedMeeple,
    RecordedTurn,
    Turn,
)
from verifier.carcassonne.table.cells import STEPS, Cell, numbers_text
from verifier.carcassonne.table.faults import Violation
from verifier.carcassonne.tiles import Segment, is_of_river
from verifier.errors import Illegal, Malformed

_FIELD = "F"
_NUMBERS_AT_SETUP = {"scores": "SOLO-SETUP-9", "supplies": "SOLO-SETUP-3", "large": "SOLO-BOX-5"}
"""What each colour has at set-up, and the rule that says so."""


class _Draw(Protocol):
    """The part of :class:`Draw` that the referee uses."""

    @property
    def pile(self) -> int: ...

    @property
    def from_river(self) -> bool: ...

    @property
    def known(self) -> bool: ...

    @property
    def colour(self) -> int: ...

    @property
    def discards(self) -> tuple[str, ...]: ...

    @property
    def tile(self) -> str: ...


class _Plays(Protocol):
    """The part of the engine that the referee uses."""

    def outcomes_at(
        self, position: Position, cell: Cell, order: tuple[str, ...] | None = None
    ) -> list[Outcome]: ...

    def draw(self, position: Position) -> _Draw: ...

    def feature_names(self, position: Position, placement: Placement) -> dict[str, str]: ...


def violations(record: Record, engine: _Plays) -> tuple[Violation, ...]:
    """Return the violation of the first illegal turn, all faults of the set-up, or nothing."""
    broken = setup_violations(record)
    if broken:
        return broken
    position = record.start
    for number, turn in enumerate(record.turns, start=1):
        try:
            position = play(position, turn, engine).after
        except Illegal as error:
            return (Violation(error.rule, number, error.where, error.message),)
        except Malformed as error:
            return (Violation("SOLO-PLACE-1", number, error.where, error.message),)
    return ()


def course(record: Record, engine: _Plays) -> tuple[StateAfterTurn, ...]:
    """Return the state after each turn of a legal record.

    :raises Illegal: if a turn breaks a rule.
    """
    states: list[StateAfterTurn] = []
    position = record.start
    for turn in record.turns:
        outcome = play(position, turn, engine)
        position = outcome.after
        met = tuple(id_ for id_, goal in checklist().items() if reached(goal, outcome))
        states.append(
            StateAfterTurn(
                position.scores, position.supplies, position.monasteries, position.over, met
            )
        )
    return tuple(states)


def setup_violations(record: Record) -> tuple[Violation, ...]:
    """Return the rules that the start of a record breaks."""
    start = record.start
    found = [Violation(f.rule, 0, f.where, f.why) for f in faults(start)]
    if not record.official or found:
        return tuple(found)
    official = setup(start.rules)
    start_tile = start.rules.start_tile
    # The start tile's cell and rotation make no difference but to the names of cells.
    lying = [(placement.tile, placement.meeple) for placement in start.placements]
    if lying != [(start_tile, None)]:
        why = f"the game begins with one tile {letter_of(start_tile)} and nothing else"
        rule = "SOLO-BOX-7" if start.rules.river_tiles else "SOLO-SETUP-5"
        found.append(Violation(rule, 0, "/placements", why))
    for name, rule in _NUMBERS_AT_SETUP.items():
        if getattr(start, name) != getattr(official, name):
            stated, due = numbers_text(getattr(start, name)), numbers_text(getattr(official, name))
            why = f"the {name} are {stated}, which should be {due}"
            found.append(Violation(rule, 0, f"/{name}", why))
    if start.to_move:
        why = f"colour {start.to_move + 1} is to move, the first colour begins"
        found.append(Violation("SOLO-SETUP-4", 0, "/to_move", why))
    if start.over:
        found.append(Violation("SOLO-SETUP-1", 0, "/over", "a game that begins is not over"))
    sizes = tuple(pile.size for pile in start.piles)
    if sizes != start.rules.pile_sizes:
        due = numbers_text(start.rules.pile_sizes)
        why = f"the piles have {numbers_text(sizes)} tiles, which should be {due}"
        rule = "SOLO-BOX-2" if start.rules.boxes else "SOLO-SETUP-6"
        found.append(Violation(rule, 0, "/piles", why))
    coming = start.river.size
    if coming != start.rules.river_tiles:
        why = f"{coming} river tiles are to come, which should be {start.rules.river_tiles}"
        found.append(Violation("SOLO-BOX-7", 0, "/river", why))
    return tuple(found)


def play(position: Position, turn: RecordedTurn, engine: _Plays) -> Outcome:
    """Return the outcome of the recorded turn.

    :raises Illegal: with the rule it breaks.
    """
    where = f"colour {turn.colour + 1}, tile {letter_of(turn.tile)} on ({turn.x},{turn.y})"
    if position.over:
        left = (*position.piles, position.river)
        rule = "SOLO-END-4" if all(pile.empty for pile in left) else "SOLO-END-1"
        raise Illegal("the game is over", where=where, rule=rule)
    _check_tile(position, turn, where)
    position, drawn = _revealed(position, turn, engine, where)
    _check_draw(position, turn, drawn, where)
    outcomes = engine.outcomes_at(position, turn.cell)
    placement = _placement(position, turn, outcomes, where)
    names = engine.feature_names(position, placement)
    free = partial(_free, position, turn, placement, engine)  # evaluated only if a rule is broken
    claim = _claim(position, turn, placement, outcomes, free, names, where)
    merged = _matching(outcomes, placement, claim)
    order = _order(merged[0], _named(turn.order, placement, names), free, where)
    played = _matching(engine.outcomes_at(position, turn.cell, order), placement, claim)
    # If points may be declined (AMB-10), a record takes all of them.
    return max(played, key=lambda outcome: sum(bool(s.colours) for s in outcome.scorings))


def _check_tile(position: Position, turn: RecordedTurn, where: str) -> None:
    for tile in (*turn.discards, turn.tile):
        if tile not in position.sheet:
            fault = not_in_play(position, tile)
            raise Illegal(fault.why, where=where, rule=fault.rule)
    if turn.rotation not in range(4):
        why = f"{turn.rotation} is not a number of quarter turns from 0 to 3"
        raise Illegal(why, where=where, rule="BASE-PLACE-4")


def _revealed(
    position: Position, turn: RecordedTurn, engine: _Plays, where: str
) -> tuple[Position, _Draw]:
    """Return the position with unknown top tiles as the record states them, and what is drawn."""
    stated = (*turn.discards, turn.tile)
    counts = position.rules.tile_counts()
    while not (drawn := engine.draw(position)).known:
        if drawn.from_river:
            position = _river_revealed(position, turn, drawn, where)
            continue
        tile = stated[min(len(drawn.discards), len(stated) - 1)]
        if position.known_tiles().count(tile) >= counts[tile]:
            why = f"all {counts[tile]} tiles {letter_of(tile)} of the set are in the game already"
            raise Illegal(why, where=where, rule="BASE-TILE-1")
        piles = list(position.piles)
        pile = piles[drawn.pile]
        piles[drawn.pile] = Pile((*pile.known, tile), pile.hidden - 1)
        position = replace(position, piles=tuple(piles))
    return position, drawn


def _river_revealed(position: Position, turn: RecordedTurn, drawn: _Draw, where: str) -> Position:
    """Return the position with the next river tile as the record states it (SOLO-BOX-7)."""
    river, stated = position.river, (*turn.discards, turn.tile)
    tile = stated[min(len(drawn.discards), len(stated) - 1)]
    if not is_of_river(tile):
        why = f"{letter_of(tile)} is no river tile, and the river comes first"
        raise Illegal(why, where=where, rule="SOLO-BOX-7")
    if river.known and not drawn.discards:
        why = f"river tile {letter_of(river.known[0])} has no place, and goes under the stack"
        raise Illegal(why, where=where, rule="SOLO-BOX-7")
    if position.known_tiles().count(tile) >= position.rules.tile_counts().get(tile, 0):
        why = f"all tiles {letter_of(tile)} of the set are in the game already"
        raise Illegal(why, where=where, rule="BASE-TILE-1")
    known = (*river.known, tile)
    if turn.tile == LAKE:
        known = (*river.known, *stated[len(drawn.discards) :])
    hidden = river.size - len(known)
    if hidden < 0 or (LAKE in known and hidden):
        why = f"the lake is the last river tile, and {river.hidden} are not known yet"
        raise Illegal(why, where=where, rule="SOLO-BOX-7")
    return replace(position, river=Pile(known, hidden))


def _check_draw(position: Position, turn: RecordedTurn, drawn: _Draw, where: str) -> None:
    """Check colour, pile, discards and tile."""
    if not drawn.tile:
        raise Illegal("no tile can be placed any more", where=where, rule="SOLO-END-6")
    if turn.colour != drawn.colour:
        why = f"colour {drawn.colour + 1} is to move, not colour {turn.colour + 1}"
        raise Illegal(why, where=where, rule="SOLO-TURN-1")
    stated = turn.colour if turn.pile is None else turn.pile
    # A row belongs to all colours, and so does the river.
    of_all = len(position.piles) == 1 or drawn.from_river
    due = turn.colour if of_all else drawn.pile
    if stated != due:
        why = f"the tile comes from pile {due + 1}, not from pile {stated + 1}"
        raise Illegal(why, where=where, rule="SOLO-PLACE-1")
    if turn.discards != drawn.discards:
        why = (
            f"discards {letters_of(turn.discards)!r}; exactly the tiles without a legal placement "
            f"are removed: {letters_of(drawn.discards)!r}"
        )
        raise Illegal(why, where=where, rule="SOLO-PLACE-4")
    if turn.tile != drawn.tile:
        why = f"the tile drawn is {letter_of(drawn.tile)}, not {letter_of(turn.tile)}"
        rule = "SOLO-BOX-7" if drawn.from_river else "SOLO-PLACE-1"
        raise Illegal(why, where=where, rule=rule)


def _placement(
    position: Position, turn: RecordedTurn, outcomes: list[Outcome], where: str
) -> Placement:
    rotation = turn.rotation % len(position.sheet.kind(turn.tile).rotations)
    placement = Placement(turn.tile, rotation, turn.x, turn.y)
    turns = {outcome.turn for outcome in outcomes if outcome.turn is not None}
    if any(t.cell == placement.cell and t.rotation == rotation for t in turns):
        return placement
    raise misplaced(position, placement, where)


def misplaced(position: Position, placement: Placement, where: str = "") -> Illegal:
    """Return why a tile cannot lie there, of a placement that is in no outcome."""
    table = {laid.cell: laid for laid in position.placements}
    if placement.cell in table:
        return Illegal("the cell is taken", where=where, rule="BASE-PLACE-2")
    beside = [
        (edge, table[cell])
        for edge, (east, north) in enumerate(STEPS)
        if (cell := (placement.x + east, placement.y + north)) in table
    ]
    if not beside:
        why = "the tile shares no full edge with a tile on the table"
        return Illegal(why, where=where, rule="BASE-PLACE-2")
    for edge, other in beside:
        mine, theirs = placement.drawing.terrain[edge], other.drawing.terrain[(edge + 2) % 4]
        if mine != theirs:
            why = (
                f"its {mine} meets the {theirs} of {letter_of(other.tile)} on ({other.x},{other.y})"
            )
            return Illegal(why, where=where, rule="BASE-PLACE-3")
    if placement.drawing.river and not _continues_river(position, placement):
        why = "the river goes on at its open end, and no two bends in a row turn to one side"
        return Illegal(why, where=where, rule="SOLO-BOX-7")
    why = "another placement allows a meeple, and place.free demands one that does"
    return Illegal(why, where=where, rule="SOLO-PLACE-3")


def _continues_river(position: Position, placement: Placement) -> bool:
    """Return whether a river tile can lie so, whatever may be claimed on it."""
    with laid_out(position, Lister) as table:
        return bool(
            table.kernel.takes(table.number(placement.cell), table.drawing_number(placement))
        )


def _free(
    position: Position, turn: RecordedTurn, placement: Placement, engine: _Plays
) -> dict[str, bool]:
    """Return the tile's free features, and whether the tile completes them.

    With a meeple in the supply these can be claimed, and a completed one is then scored.
    """
    supplied = replace(position, supplies=tuple(max(1, each) for each in position.supplies))
    turns = [outcome.turn for outcome in engine.outcomes_at(supplied, turn.cell)]
    placed = [t for t in turns if t is not None and _places(t, placement)]
    return {t.claim: t.claim in t.order for t in placed if t.claim != NO_CLAIM}


_Claim = tuple[str, bool]
"""The feature that is claimed, or none, and whether the large meeple claims it."""


def _claim(
    position: Position,
    turn: RecordedTurn,
    placement: Placement,
    outcomes: list[Outcome],
    free: Callable[[], dict[str, bool]],
    names: dict[str, str],
    where: str,
) -> _Claim:
    for meeple in turn.meeples:
        _check_piece(meeple, turn, position, where)
    if len(turn.meeples) > 1:
        why = f"{len(turn.meeples)} meeples are placed in one turn, which allows one"
        raise Illegal(why, where=where, rule="SOLO-MEEPLE-8")
    allowed = {
        (outcome.turn.claim, outcome.turn.large)
        for outcome in outcomes
        if outcome.turn is not None and _places(outcome.turn, placement)
    }
    if not turn.meeples:
        if (NO_CLAIM, False) in allowed:
            return NO_CLAIM, False
        why = (
            f"a meeple must be placed; free are {' '.join(sorted({claim for claim, _ in allowed}))}"
        )
        raise Illegal(why, where=where, rule="SOLO-MEEPLE-1")
    segment = placement.drawing.segment_named(turn.meeples[0].segment)
    if segment is None:
        why = f"the tile has no road, city or monastery at {turn.meeples[0].segment!r}"
        raise Illegal(why, where=where, rule="SOLO-MEEPLE-3")
    claim = names[segment.name], turn.meeples[0].piece == LARGE
    if claim in allowed:
        return claim
    if (claim[0], True) in allowed:
        why = "no ordinary meeple is left, so the large one must be placed"
        raise Illegal(why, where=where, rule="SOLO-BOX-5")
    raise unclaimable(segment, where, free=claim[0] in free())


def unclaimable(segment: Segment, where: str = "", *, free: bool) -> Illegal:
    """Return why a feature cannot be claimed, of a claim that is in no outcome."""
    if free:
        return Illegal("the supply is empty", where=where, rule="SOLO-MEEPLE-11")
    why = f"the {segment.kind} at {segment.name} is occupied already"
    return Illegal(why, where=where, rule="SOLO-MEEPLE-5")


def _check_piece(
    meeple: RecordedMeeple, turn: RecordedTurn, position: Position, where: str
) -> None:
    if meeple.piece == LARGE:
        _check_large(turn, position, where)
    elif meeple.piece != "meeple":
        rule = "SOLO-SETUP-10" if meeple.piece == "abbot" else "SOLO-SETUP-8"
        raise Illegal(f"the {meeple.piece} is not a meeple to place", where=where, rule=rule)
    if meeple.colour not in (None, turn.colour):
        why = f"a meeple of colour {(meeple.colour or 0) + 1} in colour {turn.colour + 1}'s turn"
        raise Illegal(why, where=where, rule="SOLO-MEEPLE-8")
    if meeple.cell is not None and meeple.cell != turn.cell:
        x, y = meeple.cell
        why = f"the meeple goes to ({x},{y}), not on the tile just placed"
        raise Illegal(why, where=where, rule="SOLO-MEEPLE-8")
    if meeple.segment == _FIELD:
        raise Illegal("fields cannot be claimed", where=where, rule="SOLO-MEEPLE-3")


def _check_large(turn: RecordedTurn, position: Position, where: str) -> None:
    if not position.rules.large:
        why = "no colour has a large meeple by these rules"
        raise Illegal(why, where=where, rule="SOLO-BOX-5")
    if not position.large[turn.colour]:
        why = f"the large meeple of colour {turn.colour + 1} is not in its supply"
        raise Illegal(why, where=where, rule="SOLO-BOX-5")


def _places(turn: Turn, placement: Placement) -> bool:
    return turn.cell == placement.cell and turn.rotation == placement.rotation


def _order(
    outcome: Outcome, order: tuple[str, ...], free: Callable[[], dict[str, bool]], where: str
) -> tuple[str, ...]:
    """Return the recorded order, or the only possible one if none is recorded."""
    due = outcome.turn.order if outcome.turn is not None else ()
    if not order and due[1:] == ():  # one feature needs no order
        return due
    if Counter(order) != Counter(due):
        stated = "-".join(order) or "missing"
        why = f"the order is {stated}; the features to score are {' '.join(due)}"
        if not order or len(set(order)) < len(order):
            raise Illegal(why, where=where, rule="SOLO-SCORE-3")
        without_meeple = {name for name, completed in free().items() if completed} - set(due)
        ignored = not without_meeple.isdisjoint(order)
        raise Illegal(why, where=where, rule="SOLO-SCORE-13" if ignored else "SOLO-SCORE-1")
    return order


def _named(order: tuple[str, ...], placement: Placement, names: dict[str, str]) -> tuple[str, ...]:
    """Return the order with the first name of each feature of the tile, whichever was recorded."""
    found = []
    for feature in order:
        own = feature in OWN_FEATURES
        segment = placement.drawing.segment_named(feature) if own else None
        found.append(feature if segment is None else names[segment.name])
    return tuple(found)


def _matching(outcomes: list[Outcome], placement: Placement, claim: _Claim) -> list[Outcome]:
    return [
        outcome
        for outcome in outcomes
        if outcome.turn is not None
        and _places(outcome.turn, placement)
        and (outcome.turn.claim, outcome.turn.large) == claim
    ]
