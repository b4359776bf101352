"""Judges records: every decision is a constant, so rules fold and the broken ones are named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from verifier.carcassonne.model.demands import Demand, broken_requirements
from verifier.carcassonne.model.solo.draws import (
    RIVER,
    Draw,
    NoDraw,
    draw,
    is_of_river,
    river_in_box,
    tiles_in_box,
)
from verifier.carcassonne.model.solo.rules import ending, goals
from verifier.carcassonne.model.solo.rules.claiming import Puts, recorded_large
from verifier.carcassonne.model.solo.rules.game import not_in_play, official, play
from verifier.carcassonne.model.solo.rules.goals import Left, left_by_the_latest_turn
from verifier.carcassonne.model.solo.rules.placing import placeable, tiles_in_the_box
from verifier.carcassonne.model.solo.rules.state import (
    Drawing,
    Features,
    Game,
    Key,
    PlacedTile,
    ScorableFeature,
    begin,
)
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.key import StateAfterTurn
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import Record, RecordedMeeple, RecordedTurn
from verifier.carcassonne.table.cells import AROUND, NORTH_TO_WEST, Cell
from verifier.carcassonne.table.faults import Violation
from verifier.carcassonne.tiles import EDGES
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit
from verifier.errors import Illegal


def violations(record: Record) -> tuple[Violation, ...]:
    """Return the rules that a record breaks; empty if it is legal.

    Only the first illegal turn is reported, with every rule that it breaks, since later ones have
    no table to be judged on. A start that is not the official set-up is reported as turn 0, and
    turns are still judged from it unless its table is faulty.
    """
    found = [Violation(fault.rule, 0, fault.where, fault.why) for fault in faults(record.start)]
    b = Builder()
    if record.official:
        for literal, rule, where, why in official(record.start):
            b.require(literal, rule, where=where, why=why)
    reported = {violation.rule for violation in found}
    found_too = [
        violation
        for violation in broken_requirements(b.requirements)
        if violation.rule not in reported
    ]
    turns = () if found else _RecordReplay(record).broken_turn()
    return (*found, *found_too, *turns)


def course(record: Record) -> tuple[StateAfterTurn, ...]:
    """Return the state after each turn of a legal record, played as one game.

    :raises Illegal: if a turn breaks a rule.
    """
    judge = _RecordReplay(record)
    for violation in judge.broken_turn():
        raise Illegal(violation.why, where=violation.where, rule=violation.rule)
    return tuple(map(_standing, judge.left))


def _standing(left: Left) -> StateAfterTurn:
    return StateAfterTurn(
        scores=tuple(score.constant for score in left.scores),
        supplies=tuple(supply.constant for supply in left.supplies),
        monasteries=left.monasteries.constant,
        over=left.over == TRUE,
        goals=tuple(id_ for id_, goal in checklist().items() if goals.met_by(left, goal) == TRUE),
    )


class _RecordReplay:
    """Plays a record through, turn by turn, until a rule is broken."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = begin(record.start, Builder())
        self.boxes = (tiles_in_box(record.start), river_in_box(record.start))
        self.drawn_unseen: tuple[list[str], list[str]] = ([], [])  # from piles, from the river
        self.left: list[Left] = []
        self.position = record.start  # only its piles and the colour to move are updated

    def broken_turn(self) -> tuple[Violation, ...]:
        for number, turn in enumerate(self.record.turns, start=1):
            self.game.demand(_named_things_exist(self.position, turn), number)
            if not self.game.builder.requirements:
                self._judge(turn, number)
            if self.game.builder.requirements:
                return tuple(broken_requirements(self.game.builder.requirements))
        return ()

    def _judge(self, turn: RecordedTurn, number: int) -> None:
        unseen = (list(self.drawn_unseen[0]), list(self.drawn_unseen[1]))
        drawn = self._draw(self.position, turn)
        colour = turn.colour
        if isinstance(drawn, Draw) and drawn.colour != colour:
            why = f"it is the turn of colour {drawn.colour + 1}, not of colour {colour + 1}"
            self._blame("SOLO-TURN-1", f"colour {colour + 1}", why, number)
            self.drawn_unseen = unseen
            drawn = self._draw(replace(self.position, to_move=colour), turn)
        if isinstance(drawn, NoDraw):
            self.game.demand(ending.game_goes_on(self.game), number)
            self._blame("SOLO-END-4", "", "no tile is left to be placed", number)
            return
        self.game.demand(_drawn_rightly(self.position, turn, drawn), number)
        for box, unseen_ in zip(self.boxes, self.drawn_unseen, strict=True):
            tiles = [{tile: TRUE} for tile in unseen_]
            self.game.demand(tiles_in_the_box(self.game.builder, box, tiles), number)
        play(self.game, drawn, RecordReading(turn))
        self.left.append(left_by_the_latest_turn(self.game))
        self.position = drawn.following(self.position)

    def _draw(self, position: Position, turn: RecordedTurn) -> Draw | NoDraw:
        """Draw by the rules; from an unknown pile, the tile that the turn states."""
        stated = (*turn.discards, turn.tile)
        drawn_so_far = 0

        def reveal(pile: int) -> str:
            tile = stated[min(drawn_so_far, len(stated) - 1)]
            self.drawn_unseen[pile == RIVER].append(tile)
            return tile

        def can_be_placed(tile: str) -> bool:
            nonlocal drawn_so_far
            drawn_so_far += 1
            # If nothing was laid aside, placing the tile shows whether it can be placed.
            unasked = not turn.discards and tile == turn.tile
            return unasked or placeable(self.game, tile) == TRUE

        return draw(position, can_be_placed, reveal)

    def _blame(self, rule: str, where: str, why: str, number: int) -> None:
        self.game.demand([Demand(FALSE, rule, where, why)], number)


def _named_things_exist(position: Position, turn: RecordedTurn) -> Iterator[Demand]:
    """Say that the turn speaks of tiles, rotations and colours that there are."""
    for tile in (*turn.discards, turn.tile):
        known = Builder.const(tile in position.sheet)
        yield Demand(known, *not_in_play(position.rules, tile))
    upright = Builder.const(turn.rotation in range(4))
    why = f"{turn.rotation} is not a number of quarter turns from 0 to 3"
    yield Demand(upright, "BASE-PLACE-4", f"rotation {turn.rotation}", why)
    in_play = Builder.const(turn.colour in range(position.rules.colours))
    why = f"there are {position.rules.colours} colours"
    yield Demand(in_play, "SOLO-TURN-1", f"colour {turn.colour + 1}", why)


def _drawn_rightly(position: Position, turn: RecordedTurn, drawn: Draw) -> Iterator[Demand]:
    """SOLO-PLACE-1, -4, SOLO-BOX-7: the top tile of the right pile, aside what has no place."""
    if turn.pile is not None and drawn.pile != RIVER:
        # All colours draw from a row, so there the pile is named after the colour.
        own_pile = drawn.pile if len(position.piles) > 1 else drawn.colour
        own = Builder.const(turn.pile == own_pile)
        why = f"the tile is drawn from pile {turn.pile + 1}, not from pile {own_pile + 1}"
        yield Demand(own, "SOLO-PLACE-1", f"pile {turn.pile + 1}", why)
    stated, due = (*turn.discards, turn.tile), (*drawn.discards, drawn.tile)
    forgotten = not turn.discards and turn.tile == drawn.tile
    in_order = all(one == other for one, other in zip(stated, due, strict=False)) or forgotten
    why = f"the pile gives {_listed(due)}, not {_listed(stated)}"
    of_river = drawn.pile == RIVER or is_of_river(turn.tile)
    rule = "SOLO-BOX-7" if of_river else "SOLO-PLACE-1"
    yield Demand(Builder.const(in_order), rule, f"tile {letter_of(turn.tile)}", why)
    # Counter: the order in which tiles are laid aside is checked above.
    aside = Counter(turn.discards) == Counter(drawn.discards)
    why = f"laid aside {_listed(turn.discards)}; without a place {_listed(drawn.discards)}"
    yield Demand(Builder.const(aside), "SOLO-PLACE-4", "discards", why)


def _listed(tiles: Iterable[str]) -> str:
    return ", ".join(map(letter_of, tiles)) or "none"


# --- The reading of recorded turns, whose decisions are constants


class RecordReading:
    """The reading of one recorded turn: every decision is a constant."""

    def __init__(self, turn: RecordedTurn) -> None:
        """Read that turn."""
        self.turn = turn

    def tile(self, _game: Game, _draw: Draw) -> tuple[dict[Cell, Lit], dict[Drawing, Lit]]:
        """Return the one cell and the one drawing."""
        return {self.turn.cell: TRUE}, {(self.turn.tile, self.turn.rotation): TRUE}

    def puts(self, game: Game, tile: PlacedTile, features: Features) -> Puts:
        """Return the recorded meeples, by default on the turn's own tile."""
        found: Puts = []
        for meeple in self.turn.meeples:
            elsewhere = meeple.cell not in (None, self.turn.cell)
            foreign = meeple.colour not in (None, tile.colour)
            segment = meeple.segment
            put = RecordedMeeple(
                segment if elsewhere else first_name(game, tile, features, segment),
                meeple.colour if foreign else None,
                meeple.cell if elsewhere else None,
                meeple.piece,
            )
            found.append((put, TRUE))
        return found

    def large(self, game: Game, _tile: PlacedTile, puts: Puts) -> Lit:
        """Return whether the recorded meeple is the large one."""
        return game.builder.const(recorded_large(puts))

    def order(
        self, game: Game, tile: PlacedTile, features: Features, finished: dict[Key, ScorableFeature]
    ) -> list[dict[Key, Lit]]:
        """Return the recorded order; it may be left out if only one feature scores."""
        scored = [key for key, feature in finished.items() if feature.scored == TRUE]
        if not self.turn.order and len(scored) == 1:
            return [{scored[0]: TRUE}]
        return [{self._key(game, tile, features, name): TRUE} for name in self.turn.order]

    def declined(self, _game: Game, _tile: PlacedTile, places: int) -> list[Lit]:
        """Return that no points are declined, since a record cannot state that."""
        return [FALSE] * places

    def _key(self, game: Game, tile: PlacedTile, features: Features, name: str) -> Key:
        if name not in AROUND:
            return first_name(game, tile, features, name)
        cell = (self.turn.x + AROUND[name][0], self.turn.y + AROUND[name][1])
        turns = [played.tile.turn for played in game.turns if cell in played.tile.at]
        return turns[0] if turns else cell


def first_name(game: Game, tile: PlacedTile, features: Features, name: str) -> str:
    """Return the name of a feature by the first of its edges on the tile (SOLO-MEEPLE-9)."""
    if name not in EDGES:
        return name
    reach = features.reach[EDGES.index(name)]
    edges = [edge for edge in NORTH_TO_WEST if game.node(tile.turn, edge) in reach]
    return EDGES[edges[0]]
